#include "CGPIO.h"

#include <errno.h>
#include <fcntl.h>
#include <gpiod.h>
#include <stdlib.h>
#include <string.h>

static void copy_name(char to[33], const char *from) {
  size_t length = from ? strnlen(from, 32) : 0;
  if (length) memcpy(to, from, length);
  to[length] = 0;
}

/* So that an edge that is not there is EAGAIN and not a wait: neither version of the library opens the line so. */
static int never_block(int descriptor) {
  int flags = fcntl(descriptor, F_GETFL);
  return flags < 0 ? -1 : fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
}

/* The header of neither version says which it is. This macro is in every 1.x and in no 2.x. */
#if defined(GPIOD_BIT)

struct gpio_request {
  struct gpiod_chip *chip;
  struct gpiod_line *line;
};

int gpio_api_major(void) { return 1; }

const char *gpio_library_version(void) { return gpiod_version_string(); }

/* Not every path of 1.x sets errno. */
static int failed(void) {
  if (errno == 0) errno = EIO;
  return -1;
}

static void close_keeping_errno(struct gpiod_chip *chip) {
  int number = errno;
  gpiod_chip_close(chip);
  errno = number;
}

int gpio_chip_read(const char *path, struct gpio_chip_facts *facts) {
  errno = 0;
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (!chip) return failed();
  copy_name(facts->label, gpiod_chip_label(chip));
  facts->line_count = gpiod_chip_num_lines(chip);
  gpiod_chip_close(chip);
  return 0;
}

int gpio_line_read(const char *path, uint32_t offset, struct gpio_line_facts *facts) {
  errno = 0;
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (!chip) return failed();
  struct gpiod_line *line = gpiod_chip_get_line(chip, offset);
  if (line) {
    copy_name(facts->name, gpiod_line_name(line));
    copy_name(facts->consumer, gpiod_line_consumer(line));
    facts->is_used = gpiod_line_is_used(line);
  }
  close_keeping_errno(chip);
  return line ? 0 : failed();
}

int gpio_line_find(const char *path, const char *name) {
  errno = 0;
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (!chip) return failed();
  struct gpiod_line *line = gpiod_chip_find_line(chip, name);
  int offset = line ? (int)gpiod_line_offset(line) : -1;
  close_keeping_errno(chip);
  if (!line && errno == 0) errno = ENOENT;
  return offset;
}

/* Takes the line as the configuration says. The chip stays open with it, because it owns the line. */
static struct gpio_request *take(const char *path, uint32_t offset, const struct gpiod_line_request_config *config,
                                 bool is_active) {
  errno = 0;
  struct gpio_request *request = calloc(1, sizeof *request);
  if (!request) return NULL;
  request->chip = gpiod_chip_open(path);
  if (request->chip) {
    request->line = gpiod_chip_get_line(request->chip, offset);
    if (request->line && gpiod_line_request(request->line, config, is_active) == 0) return request;
    close_keeping_errno(request->chip);
  }
  free(request);
  failed();
  return NULL;
}

struct gpio_request *gpio_request_input(const char *path, uint32_t offset, const char *consumer, enum gpio_bias bias,
                                        bool is_active_low, uint32_t debounce_microseconds) {
  static const int biases[] = {
      [gpio_bias_as_is] = 0,
      [gpio_bias_none] = GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE,
      [gpio_bias_pull_up] = GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP,
      [gpio_bias_pull_down] = GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN,
  };
  if (debounce_microseconds) {
    errno = ENOTSUP;
    return NULL;
  }
  struct gpiod_line_request_config config = {
      .consumer = consumer,
      .request_type = GPIOD_LINE_REQUEST_EVENT_BOTH_EDGES,
      .flags = biases[bias] | (is_active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0),
  };
  struct gpio_request *request = take(path, offset, &config, false);
  if (request && never_block(gpio_request_descriptor(request)) < 0) {
    int number = errno;
    gpio_request_release(request);
    errno = number;
    return NULL;
  }
  return request;
}

struct gpio_request *gpio_request_output(const char *path, uint32_t offset, const char *consumer, bool is_active_low,
                                         bool is_active) {
  struct gpiod_line_request_config config = {
      .consumer = consumer,
      .request_type = GPIOD_LINE_REQUEST_DIRECTION_OUTPUT,
      .flags = is_active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0,
  };
  return take(path, offset, &config, is_active);
}

int gpio_request_descriptor(const struct gpio_request *request) { return gpiod_line_event_get_fd(request->line); }

int gpio_request_level(struct gpio_request *request) { return gpiod_line_get_value(request->line); }

int gpio_request_drive(struct gpio_request *request, bool is_active) {
  return gpiod_line_set_value(request->line, is_active);
}

int gpio_request_edge(struct gpio_request *request, struct gpio_edge *edge) {
  struct gpiod_line_event event;
  if (gpiod_line_event_read(request->line, &event) < 0) return -1;
  edge->is_active = event.event_type == GPIOD_LINE_EVENT_RISING_EDGE;
  edge->nanoseconds = (uint64_t)event.ts.tv_sec * 1000000000 + (uint64_t)event.ts.tv_nsec;
  return 0;
}

void gpio_request_release(struct gpio_request *request) {
  if (!request) return;
  gpiod_chip_close(request->chip);
  free(request);
}

#else

struct gpio_request {
  struct gpiod_line_request *lines;
  /* NULL for an output. */
  struct gpiod_edge_event_buffer *edges;
  uint32_t offset;
};

int gpio_api_major(void) { return 2; }

const char *gpio_library_version(void) { return gpiod_api_version(); }

int gpio_chip_read(const char *path, struct gpio_chip_facts *facts) {
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (!chip) return -1;
  struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
  int number = errno;
  if (info) {
    copy_name(facts->label, gpiod_chip_info_get_label(info));
    facts->line_count = (uint32_t)gpiod_chip_info_get_num_lines(info);
    gpiod_chip_info_free(info);
  }
  gpiod_chip_close(chip);
  errno = number;
  return info ? 0 : -1;
}

int gpio_line_read(const char *path, uint32_t offset, struct gpio_line_facts *facts) {
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (!chip) return -1;
  struct gpiod_line_info *info = gpiod_chip_get_line_info(chip, offset);
  int number = errno;
  if (info) {
    copy_name(facts->name, gpiod_line_info_get_name(info));
    copy_name(facts->consumer, gpiod_line_info_get_consumer(info));
    facts->is_used = gpiod_line_info_is_used(info);
    gpiod_line_info_free(info);
  }
  gpiod_chip_close(chip);
  errno = number;
  return info ? 0 : -1;
}

int gpio_line_find(const char *path, const char *name) {
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (!chip) return -1;
  int offset = gpiod_chip_get_line_offset_from_name(chip, name);
  int number = errno;
  gpiod_chip_close(chip);
  errno = number;
  return offset;
}

/* Takes one line with these settings, which may be NULL for want of memory. */
static struct gpiod_line_request *take(const char *path, uint32_t offset, const char *consumer,
                                       struct gpiod_line_settings *settings) {
  struct gpiod_line_request *lines = NULL;
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (!chip) return NULL;
  struct gpiod_line_config *line_config = gpiod_line_config_new();
  struct gpiod_request_config *config = gpiod_request_config_new();
  if (settings && line_config && config) {
    gpiod_request_config_set_consumer(config, consumer);
    if (gpiod_line_config_add_line_settings(line_config, &offset, 1, settings) == 0)
      lines = gpiod_chip_request_lines(chip, config, line_config);
  }
  int number = errno;
  gpiod_request_config_free(config);
  gpiod_line_config_free(line_config);
  /* The line stays taken without its chip. */
  gpiod_chip_close(chip);
  errno = number;
  return lines;
}

struct gpio_request *gpio_request_input(const char *path, uint32_t offset, const char *consumer, enum gpio_bias bias,
                                        bool is_active_low, uint32_t debounce_microseconds) {
  static const enum gpiod_line_bias biases[] = {
      [gpio_bias_as_is] = GPIOD_LINE_BIAS_AS_IS,
      [gpio_bias_none] = GPIOD_LINE_BIAS_DISABLED,
      [gpio_bias_pull_up] = GPIOD_LINE_BIAS_PULL_UP,
      [gpio_bias_pull_down] = GPIOD_LINE_BIAS_PULL_DOWN,
  };
  struct gpio_request *request = calloc(1, sizeof *request);
  if (!request) return NULL;
  request->offset = offset;
  request->edges = gpiod_edge_event_buffer_new(1);
  struct gpiod_line_settings *settings = gpiod_line_settings_new();
  if (settings) {
    gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT);
    gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH);
    gpiod_line_settings_set_bias(settings, biases[bias]);
    gpiod_line_settings_set_active_low(settings, is_active_low);
    gpiod_line_settings_set_debounce_period_us(settings, debounce_microseconds);
    gpiod_line_settings_set_event_clock(settings, GPIOD_LINE_CLOCK_MONOTONIC);
  }
  if (request->edges) request->lines = take(path, offset, consumer, settings);
  int number = errno;
  gpiod_line_settings_free(settings);
  if (request->lines) {
    if (never_block(gpio_request_descriptor(request)) == 0) return request;
    number = errno;
  }
  gpio_request_release(request);
  errno = number;
  return NULL;
}

struct gpio_request *gpio_request_output(const char *path, uint32_t offset, const char *consumer, bool is_active_low,
                                         bool is_active) {
  struct gpio_request *request = calloc(1, sizeof *request);
  if (!request) return NULL;
  request->offset = offset;
  struct gpiod_line_settings *settings = gpiod_line_settings_new();
  if (settings) {
    gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT);
    gpiod_line_settings_set_active_low(settings, is_active_low);
    gpiod_line_settings_set_output_value(settings, is_active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE);
  }
  request->lines = take(path, offset, consumer, settings);
  int number = errno;
  gpiod_line_settings_free(settings);
  if (request->lines) return request;
  gpio_request_release(request);
  errno = number;
  return NULL;
}

int gpio_request_descriptor(const struct gpio_request *request) { return gpiod_line_request_get_fd(request->lines); }

int gpio_request_level(struct gpio_request *request) {
  return gpiod_line_request_get_value(request->lines, request->offset);
}

int gpio_request_drive(struct gpio_request *request, bool is_active) {
  return gpiod_line_request_set_value(request->lines, request->offset,
                                      is_active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE);
}

int gpio_request_edge(struct gpio_request *request, struct gpio_edge *edge) {
  int count = gpiod_line_request_read_edge_events(request->lines, request->edges, 1);
  if (count < 0) return -1;
  struct gpiod_edge_event *event = count ? gpiod_edge_event_buffer_get_event(request->edges, 0) : NULL;
  if (!event) {
    errno = EAGAIN;
    return -1;
  }
  edge->is_active = gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE;
  edge->nanoseconds = gpiod_edge_event_get_timestamp_ns(event);
  return 0;
}

void gpio_request_release(struct gpio_request *request) {
  if (!request) return;
  if (request->lines) gpiod_line_request_release(request->lines);
  if (request->edges) gpiod_edge_event_buffer_free(request->edges);
  free(request);
}

#endif
