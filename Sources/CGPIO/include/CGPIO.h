/* GPIO lines through libgpiod 1.6 or 2.x, whichever the system has: the two share a name and nothing else.

   A chip is named by its path, because numbers and labels are looked up by the caller. What fails returns -1, or NULL,
   with errno set: ENOENT no such chip or line, EACCES not allowed, EBUSY somebody else has the line, ENOTTY or ENODEV no
   GPIO chip, EINVAL an offset or a setting that the chip or the kernel does not have. */
#ifndef CGPIO_H
#define CGPIO_H

#include <stdbool.h>
#include <stdint.h>

/* What a chip says of itself. The kernel keeps 32 bytes of each name (include/uapi/linux/gpio.h, GPIO_MAX_NAME_SIZE). */
struct gpio_chip_facts {
  char label[33];
  uint32_t line_count;
};

/* What the kernel says of a line. */
struct gpio_line_facts {
  /* Empty if the line has no name. */
  char name[33];
  /* Who has it; empty if nobody has it, or if who has it gave no name. */
  char consumer[33];
  bool is_used;
};

/* The resistor inside the chip. */
enum gpio_bias {
  gpio_bias_as_is,
  gpio_bias_none,
  gpio_bias_pull_up,
  gpio_bias_pull_down,
};

/* An edge of an input line. */
struct gpio_edge {
  /* The level that the edge led to, active-low taken into account. */
  bool is_active;
  /* When, in ns: CLOCK_MONOTONIC; CLOCK_REALTIME from a kernel before 5.7 by way of libgpiod 1. */
  uint64_t nanoseconds;
};

/* A line that is held. */
struct gpio_request;

/* The library that was linked: 1 or 2, the major version of its interface. */
int gpio_api_major(void);
/* The library's own version, such as "1.6.3". */
const char *gpio_library_version(void);

int gpio_chip_read(const char *chip, struct gpio_chip_facts *facts);
int gpio_line_read(const char *chip, uint32_t offset, struct gpio_line_facts *facts);
/* The offset of the line of this name; ENOENT if the chip has none. */
int gpio_line_find(const char *chip, const char *name);

/* Takes an input line with both its edges. Reading never blocks. `debounce_microseconds` is for the kernel's debouncer,
   which reports an edge only after the level has lasted so long, and stamps it then; ENOTSUP if it is not 0 and the
   library is 1. */
struct gpio_request *gpio_request_input(const char *chip, uint32_t offset, const char *consumer, enum gpio_bias bias,
                                        bool is_active_low, uint32_t debounce_microseconds);
/* Takes an output line and drives it. */
struct gpio_request *gpio_request_output(const char *chip, uint32_t offset, const char *consumer, bool is_active_low,
                                         bool is_active);
/* Becomes readable with an edge, and hangs up when the chip goes away; input lines only. */
int gpio_request_descriptor(const struct gpio_request *request);
/* The level, 0 or 1, active-low taken into account. */
int gpio_request_level(struct gpio_request *request);
/* Drives an output line. */
int gpio_request_drive(struct gpio_request *request, bool is_active);
/* Takes the oldest edge; EAGAIN if there is none, ENODEV if the chip went away. */
int gpio_request_edge(struct gpio_request *request, struct gpio_edge *edge);
/* Gives the line back. */
void gpio_request_release(struct gpio_request *request);

#endif
