#include "CLinuxI2C.h"

#include <errno.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <string.h>
#include <sys/ioctl.h>

int linux_i2c_abilities(int bus, struct linux_i2c_abilities *abilities) {
  unsigned long functions = 0;
  if (ioctl(bus, I2C_FUNCS, &functions) < 0) return -1;
  abilities->combined = functions & I2C_FUNC_I2C;
  abilities->quick = functions & I2C_FUNC_SMBUS_QUICK;
  abilities->read_block = functions & I2C_FUNC_SMBUS_READ_I2C_BLOCK;
  abilities->write_block = functions & I2C_FUNC_SMBUS_WRITE_I2C_BLOCK;
  return 0;
}

int linux_i2c_choose(int bus, uint8_t address) { return ioctl(bus, I2C_SLAVE, (unsigned long)address); }

int linux_i2c_transfer(int bus, uint8_t address, const uint8_t *written, int written_count, uint8_t *read,
                       int read_count) {
  struct i2c_msg messages[2];
  struct i2c_rdwr_ioctl_data transfer = {.msgs = messages, .nmsgs = 0};
  if (written_count > 0 || read_count == 0)
    messages[transfer.nmsgs++] =
        (struct i2c_msg){.addr = address, .flags = 0, .len = (uint16_t)written_count, .buf = (uint8_t *)written};
  if (read_count > 0)
    messages[transfer.nmsgs++] =
        (struct i2c_msg){.addr = address, .flags = I2C_M_RD, .len = (uint16_t)read_count, .buf = read};
  int done = ioctl(bus, I2C_RDWR, &transfer);
  if (done < 0) return -1;
  if ((unsigned int)done < transfer.nmsgs) {
    errno = ENODATA;
    return -1;
  }
  return 0;
}

static int smbus(int bus, uint8_t direction, uint8_t command, uint32_t size, union i2c_smbus_data *data) {
  struct i2c_smbus_ioctl_data call = {.read_write = direction, .command = command, .size = size, .data = data};
  return ioctl(bus, I2C_SMBUS, &call);
}

int linux_smbus_quick(int bus) { return smbus(bus, I2C_SMBUS_WRITE, 0, I2C_SMBUS_QUICK, NULL); }

int linux_smbus_receive(int bus) {
  union i2c_smbus_data data;
  return smbus(bus, I2C_SMBUS_READ, 0, I2C_SMBUS_BYTE, &data) < 0 ? -1 : data.byte;
}

int linux_smbus_send(int bus, uint8_t byte) { return smbus(bus, I2C_SMBUS_WRITE, byte, I2C_SMBUS_BYTE, NULL); }

int linux_smbus_read(int bus, uint8_t from) {
  union i2c_smbus_data data;
  return smbus(bus, I2C_SMBUS_READ, from, I2C_SMBUS_BYTE_DATA, &data) < 0 ? -1 : data.byte;
}

int linux_smbus_write(int bus, uint8_t to, uint8_t byte) {
  union i2c_smbus_data data = {.byte = byte};
  return smbus(bus, I2C_SMBUS_WRITE, to, I2C_SMBUS_BYTE_DATA, &data);
}

int linux_smbus_read_block(int bus, uint8_t from, uint8_t *bytes, int count) {
  union i2c_smbus_data data;
  if (count < 1 || count > I2C_SMBUS_BLOCK_MAX) {
    errno = EINVAL;
    return -1;
  }
  data.block[0] = (uint8_t)count;
  if (smbus(bus, I2C_SMBUS_READ, from, I2C_SMBUS_I2C_BLOCK_DATA, &data) < 0) return -1;
  int came = data.block[0] < count ? data.block[0] : count;
  memcpy(bytes, data.block + 1, (size_t)came);
  return came;
}

int linux_smbus_write_block(int bus, uint8_t to, const uint8_t *bytes, int count) {
  union i2c_smbus_data data;
  if (count < 1 || count > I2C_SMBUS_BLOCK_MAX) {
    errno = EINVAL;
    return -1;
  }
  data.block[0] = (uint8_t)count;
  memcpy(data.block + 1, bytes, (size_t)count);
  return smbus(bus, I2C_SMBUS_WRITE, to, I2C_SMBUS_I2C_BLOCK_DATA, &data);
}
