/* The hand inside the emulated board: does what the scenario says, and tells what the lines do.
 *
 * It speaks over a serial line, one command a line: `ID VERB ARGUMENTS`. Each is answered, in any order, by
 * `ID STATUS OUT ERR`, followed by OUT bytes of output and ERR bytes of complaints. What happens by itself comes as
 * `! NAME VALUE NANOSECONDS`. All times are CLOCK_BOOTTIME in nanoseconds, the clock of the kernel's edge times too.
 *
 *   run SECONDS COMMAND     a shell command, killed after that time (status 124)
 *   spawn COMMAND           a shell command left running, its output on the console; answers its process id
 *   pull OFFSET LEVEL [MICROSECONDS LEVEL]...   moves an input line, LEVEL 0 or 1; answers the time of each move
 *   watch OFFSET            reports the levels of a line, looked at every 2 ms
 *   take OFFSET             holds a line as another program would; answers when it has it
 *   release                 lets go of all of them
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/gpio.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

/* A link to the folder of gpio-sim in sysfs, made by `init`. */
#define LINES "/run/lines"

extern char **environ;
static int host;
static pthread_mutex_t sending = PTHREAD_MUTEX_INITIALIZER;
static int held[64], held_count;

struct command {
  long id;
  char *verb, *rest;
  char line[];
};

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_BOOTTIME, &time);
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static void sleep_until(int64_t then) {
  struct timespec time = {.tv_sec = then / 1000000000, .tv_nsec = then % 1000000000};
  while (clock_nanosleep(CLOCK_BOOTTIME, TIMER_ABSTIME, &time, NULL) == EINTR) continue;
}

static void send_all(const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t sent = write(host, bytes, count);
    if (sent < 0 && errno != EINTR) return;
    if (sent > 0) bytes += sent, count -= (size_t)sent;
  }
}

static void answer(long id, int status, const char *out, size_t out_count, const char *err, size_t err_count) {
  char head[80];
  int count = snprintf(head, sizeof head, "%ld %d %zu %zu\n", id, status, out_count, err_count);
  pthread_mutex_lock(&sending);
  send_all(head, (size_t)count);
  send_all(out, out_count);
  send_all(err, err_count);
  pthread_mutex_unlock(&sending);
}

static void answer_text(long id, int status, const char *format, ...) {
  char text[2000];
  va_list arguments;
  va_start(arguments, format);
  int count = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (count < 0 || count >= (int)sizeof text) count = (int)sizeof text - 1;
  answer(id, status, text, status == 0 ? (size_t)count : 0, text, status == 0 ? 0 : (size_t)count);
}

static void tell(const char *name, long value, int64_t time) {
  char text[120];
  int count = snprintf(text, sizeof text, "! %s %ld %lld\n", name, value, (long long)time);
  pthread_mutex_lock(&sending);
  send_all(text, (size_t)count);
  pthread_mutex_unlock(&sending);
}

static int open_line(long offset, const char *what, int how) {
  char path[100];
  snprintf(path, sizeof path, LINES "/sim_gpio%ld/%s", offset, what);
  return open(path, how | O_CLOEXEC);
}

static pid_t start(char *command, int out, int err) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  char *words[] = {"sh", "-c", command, NULL};
  pid_t child = -1;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out, 1);
  posix_spawn_file_actions_adddup2(&actions, err, 2);
  posix_spawnattr_init(&attributes);
  /* A group of its own, so that all of it can be killed. */
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  if (posix_spawn(&child, "/bin/sh", &actions, &attributes, words, environ) != 0) child = -1;
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return child;
}

static char *read_back(int file, size_t *count) {
  off_t size = lseek(file, 0, SEEK_END);
  char *bytes = malloc((size_t)size + 1);
  *count = 0;
  while (bytes && (off_t)*count < size) {
    ssize_t got = pread(file, bytes + *count, (size_t)size - *count, (off_t)*count);
    if (got <= 0) break;
    *count += (size_t)got;
  }
  return bytes;
}

static void run(struct command *command) {
  char *text = command->rest;
  long seconds = strtol(text, &text, 10);
  FILE *out = tmpfile(), *err = tmpfile();
  pid_t child = out && err ? start(text, fileno(out), fileno(err)) : -1;
  if (child < 0) {
    answer_text(command->id, 127, "cannot run: %s", strerror(errno));
  } else {
    int status = 0, process = (int)syscall(SYS_pidfd_open, child, 0);
    struct pollfd ended = {.fd = process, .events = POLLIN};
    bool late = poll(&ended, 1, (int)seconds * 1000) == 0;
    if (late) kill(-child, SIGKILL);
    waitpid(child, &status, 0);
    close(process);
    size_t out_count, err_count;
    char *out_bytes = read_back(fileno(out), &out_count), *err_bytes = read_back(fileno(err), &err_count);
    status = late ? 124 : WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    answer(command->id, status, out_bytes, out_count, err_bytes, err_count);
    free(out_bytes);
    free(err_bytes);
  }
  if (out) fclose(out);
  if (err) fclose(err);
}

static void spawn(struct command *command) {
  pid_t child = start(command->rest, 1, 1);
  answer_text(command->id, child < 0, "%d", child);
  if (child > 0) {
    int status;
    waitpid(child, &status, 0);
    status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    char name[40];
    snprintf(name, sizeof name, "ended-%d", child);
    tell(name, status, now());
  }
}

static void pull(struct command *command) {
  char *text = command->rest, times[1500] = "";
  int line = open_line(strtol(text, &text, 10), "pull", O_WRONLY);
  int64_t due = now();
  for (bool more = line >= 0; more;) {
    const char *level = strtol(text, &text, 10) ? "pull-up" : "pull-down";
    if (pwrite(line, level, strlen(level), 0) < 0) break;
    size_t used = strlen(times);
    snprintf(times + used, sizeof times - used, "%lld ", (long long)now());
    char *end;
    long wait = strtol(text, &end, 10);
    more = end != text;
    text = end;
    due += wait * 1000;
    if (more) sleep_until(due);
  }
  answer_text(command->id, line < 0, "%s", line < 0 ? strerror(errno) : times);
  if (line >= 0) close(line);
}

static void watch(struct command *command) {
  long offset = strtol(command->rest, NULL, 10);
  int line = open_line(offset, "value", O_RDONLY), last = -1;
  answer_text(command->id, line < 0, "%s", line < 0 ? strerror(errno) : "");
  char level, name[20];
  snprintf(name, sizeof name, "line-%ld", offset);
  for (int64_t due = now(); line >= 0 && pread(line, &level, 1, 0) == 1; sleep_until(due)) {
    int64_t seen = now();
    if (level != last) tell(name, level - '0', seen);
    last = level;
    due += 2000000;
    if (due < seen) due = seen;
  }
  tell(name, -1, now());
  if (line >= 0) close(line);
}

static void take(struct command *command) {
  char path[] = "/run/chip";
  int chip = open(path, O_RDWR | O_CLOEXEC);
  struct gpio_v2_line_request request = {
      .offsets = {(uint32_t)strtoul(command->rest, NULL, 10)},
      .consumer = "somebody-else",
      .num_lines = 1,
      .config = {.flags = GPIO_V2_LINE_FLAG_INPUT},
  };
  int result = chip < 0 ? -1 : ioctl(chip, GPIO_V2_GET_LINE_IOCTL, &request);
  if (result == 0 && held_count < 64) held[held_count++] = request.fd;
  answer_text(command->id, result != 0, "%s", result == 0 ? "" : strerror(errno));
  if (chip >= 0) close(chip);
}

static void release(struct command *command) {
  while (held_count > 0) close(held[--held_count]);
  answer_text(command->id, 0, "");
}

static void *carry_out(void *argument) {
  struct command *command = argument;
  static const struct {
    const char *verb;
    void (*act)(struct command *);
  } table[] = {{"run", run}, {"spawn", spawn}, {"pull", pull}, {"watch", watch},
               {"take", take}, {"release", release}};
  for (size_t index = 0; index < sizeof table / sizeof table[0]; index++) {
    if (strcmp(command->verb, table[index].verb) == 0) {
      table[index].act(command);
      free(command);
      return NULL;
    }
  }
  answer_text(command->id, 64, "no such verb: %s", command->verb);
  free(command);
  return NULL;
}

int main(int count, char **words) {
  if (count != 2) return 64;
  host = open(words[1], O_RDWR | O_NOCTTY | O_CLOEXEC);
  struct termios settings;
  if (host < 0 || tcgetattr(host, &settings) < 0) {
    perror(words[1]);
    return 1;
  }
  cfmakeraw(&settings);
  tcsetattr(host, TCSANOW, &settings);
  tell("ready", getpid(), now());

  FILE *lines = fdopen(dup(host), "r");
  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  while (lines && (length = getline(&line, &room, lines)) > 0) {
    struct command *command = malloc(sizeof *command + (size_t)length + 1);
    if (!command) continue;
    memcpy(command->line, line, (size_t)length + 1);
    command->line[strcspn(command->line, "\n")] = 0;
    char *rest = command->line;
    command->id = strtol(rest, &rest, 10);
    while (*rest == ' ') rest++;
    command->verb = strsep(&rest, " ");
    command->rest = rest ? rest : "";
    pthread_t thread;
    /* A small stack: the board has little memory. */
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, 256 * 1024);
    if (pthread_create(&thread, &attributes, carry_out, command) != 0) carry_out(command);
    pthread_attr_destroy(&attributes);
  }
  return 0;
}
