/* Exercises the shim over libgpiod on a board, a real one or one emulated with gpio-sim:

     gpio-check version                       the interface and the version of the library
     gpio-check chip CHIP                     its label and how many lines it has
     gpio-check line CHIP OFFSET              its name and who has it
     gpio-check find CHIP NAME                the offset of a line
     gpio-check edges CHIP OFFSET COUNT [pull-up|pull-down|no-bias] [active-low] [debounce=MICROSECONDS]
                                              its level, and then so many edges; gives up 10 s after the last one
     gpio-check drive CHIP OFFSET MILLISECONDS [active-low]
                                              active for so long, then inactive

   One line of output for each fact, exit status 1 with the system's words if something fails. */
#include <CGPIO.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int failed(const char *what) {
  fprintf(stderr, "gpio-check: %s: %s\n", what, strerror(errno));
  return 1;
}

static int edges(const char *chip, uint32_t offset, int count, char **options) {
  enum gpio_bias bias = gpio_bias_as_is;
  bool is_active_low = false;
  uint32_t debounce_microseconds = 0;
  for (; *options; options++) {
    if (!strcmp(*options, "pull-up")) bias = gpio_bias_pull_up;
    if (!strcmp(*options, "pull-down")) bias = gpio_bias_pull_down;
    if (!strcmp(*options, "no-bias")) bias = gpio_bias_none;
    if (!strcmp(*options, "active-low")) is_active_low = true;
    if (!strncmp(*options, "debounce=", 9)) debounce_microseconds = (uint32_t)strtoul(*options + 9, NULL, 10);
  }
  struct gpio_request *request =
      gpio_request_input(chip, offset, "gpio-check", bias, is_active_low, debounce_microseconds);
  if (!request) return failed("the line cannot be taken");
  int level = gpio_request_level(request);
  if (level < 0) return failed("the level cannot be read");
  printf("level %d\n", level);
  fflush(stdout);
  struct gpio_edge edge;
  if (gpio_request_edge(request, &edge) == 0 || errno != EAGAIN) return failed("an edge that never was");
  while (count > 0) {
    struct pollfd ready = {.fd = gpio_request_descriptor(request), .events = POLLIN};
    if (poll(&ready, 1, 10000) != 1) return failed("no edge came");
    if (gpio_request_edge(request, &edge) < 0) return failed("the edge cannot be read");
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long long age = (long long)now.tv_sec * 1000000000 + now.tv_nsec - (long long)edge.nanoseconds;
    printf("edge %d, %lld us ago\n", edge.is_active, age / 1000);
    fflush(stdout);
    count--;
  }
  gpio_request_release(request);
  return 0;
}

static int drive(const char *chip, uint32_t offset, unsigned milliseconds, bool is_active_low) {
  struct gpio_request *request = gpio_request_output(chip, offset, "gpio-check", is_active_low, true);
  if (!request) return failed("the line cannot be taken");
  printf("level %d\n", gpio_request_level(request));
  fflush(stdout);
  usleep(milliseconds * 1000);
  if (gpio_request_drive(request, false) < 0) return failed("the line cannot be driven");
  printf("level %d\n", gpio_request_level(request));
  gpio_request_release(request);
  return 0;
}

int main(int count, char **words) {
  const char *what = count > 1 ? words[1] : "";
  const char *chip = count > 2 ? words[2] : "";
  uint32_t offset = count > 3 ? (uint32_t)strtoul(words[3], NULL, 10) : 0;
  if (!strcmp(what, "version")) {
    printf("libgpiod API v%d, library %s\n", gpio_api_major(), gpio_library_version());
    return 0;
  }
  if (!strcmp(what, "chip") && count == 3) {
    struct gpio_chip_facts facts;
    if (gpio_chip_read(chip, &facts) < 0) return failed("the chip cannot be read");
    printf("chip %s, %u lines\n", facts.label, facts.line_count);
    return 0;
  }
  if (!strcmp(what, "line") && count == 4) {
    struct gpio_line_facts facts;
    if (gpio_line_read(chip, offset, &facts) < 0) return failed("the line cannot be read");
    printf("line %s, %s %s\n", facts.name, facts.is_used ? "used by" : "free", facts.consumer);
    return 0;
  }
  if (!strcmp(what, "find") && count == 4) {
    int found = gpio_line_find(chip, words[3]);
    if (found < 0) return failed("the line cannot be found");
    printf("offset %d\n", found);
    return 0;
  }
  if (!strcmp(what, "edges") && count >= 5) return edges(chip, offset, atoi(words[4]), words + 5);
  if (!strcmp(what, "drive") && count >= 5)
    return drive(chip, offset, (unsigned)strtoul(words[4], NULL, 10), count > 5 && !strcmp(words[5], "active-low"));
  fprintf(stderr, "gpio-check: version, chip, line, find, edges or drive; see its source\n");
  return 64;
}
