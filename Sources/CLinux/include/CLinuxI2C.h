/* The I2C character device (Documentation/i2c/dev-interface.rst), by its own ioctls: libi2c would be one more package to
   install for what the kernel's headers say already. */
#ifndef CLINUX_I2C_H
#define CLINUX_I2C_H

#include <stdbool.h>
#include <stdint.h>

/* What an adapter can do (I2C_FUNCS). */
struct linux_i2c_abilities {
  /* Any transfer, with a repeated START. */
  bool combined;
  /* SMBus: an address alone, and blocks of up to 32 bytes from and to a register. */
  bool quick;
  bool read_block;
  bool write_block;
};

int linux_i2c_abilities(int bus, struct linux_i2c_abilities *abilities);
/* Chooses the device of the SMBus calls (I2C_SLAVE); EBUSY: a driver of the kernel has it. */
int linux_i2c_choose(int bus, uint8_t address);
/* One combined transfer (I2C_RDWR): writes, repeated START, reads. Without any bytes, the address alone. */
int linux_i2c_transfer(int bus, uint8_t address, const uint8_t *written, int written_count, uint8_t *read,
                       int read_count);

/* The address alone. */
int linux_smbus_quick(int bus);
/* A byte, or -1. */
int linux_smbus_receive(int bus);
int linux_smbus_send(int bus, uint8_t byte);
/* A byte, or -1. */
int linux_smbus_read(int bus, uint8_t from);
int linux_smbus_write(int bus, uint8_t to, uint8_t byte);
/* At most 32 bytes; returns how many came. */
int linux_smbus_read_block(int bus, uint8_t from, uint8_t *bytes, int count);
int linux_smbus_write_block(int bus, uint8_t to, const uint8_t *bytes, int count);

#endif
