/* An I2C adapter written as a program: `i2c-cuse [--smbus-only] NAME CONTROL CHIPS [ARGUMENTS]` makes /dev/NAME.
 *
 * A transfer goes to the program CHIPS over its standard input: u8 address, u16 bytes to write, those bytes, u16 bytes
 * to read; and comes back on its standard output: u8 status (0 or an errno), and with 0 the bytes read. Numbers are
 * little-endian. Lines written into the pipe CONTROL that do not begin with one of the words below go to CHIPS too, as
 * a transfer to the address 0xFF.
 *
 *   fault ADDRESS|* nak|eremoteio|stuck|lost|busy [COUNT]   the next COUNT transfers fail; without it all of them
 *   heal                                                    no faults any more
 *
 * i2c-stub, the kernel's own, refuses I2C_RDWR and has chips that do not move; this has both kinds of ioctl.
 */
#define FUSE_USE_VERSION 31
#include <cuse_lowlevel.h>
#include <errno.h>
#include <fcntl.h>
#include <fuse_lowlevel.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { max_bytes = 8192, max_faults = 16, control_address = 0xff };

struct fault {
  int address, error;
  long count;
};

static int to_chips, from_chips;
static bool smbus_only;
static const char *control_path;
static struct fault faults[max_faults];
/* Guards the pipes to the chips and the faults: the control pipe has a thread of its own. */
static pthread_mutex_t bus = PTHREAD_MUTEX_INITIALIZER;

static bool send_all(const void *bytes, size_t count) {
  const char *next = bytes;
  while (count > 0) {
    ssize_t sent = write(to_chips, next, count);
    if (sent < 0 && errno != EINTR) return false;
    if (sent > 0) next += sent, count -= (size_t)sent;
  }
  return true;
}

static bool receive_all(void *bytes, size_t count) {
  char *next = bytes;
  while (count > 0) {
    ssize_t got = read(from_chips, next, count);
    if (got == 0 || (got < 0 && errno != EINTR)) return false;
    if (got > 0) next += got, count -= (size_t)got;
  }
  return true;
}

static int fault_for(int address) {
  for (int index = 0; index < max_faults; index++) {
    struct fault *fault = &faults[index];
    if (fault->count == 0 || (fault->address >= 0 && fault->address != address)) continue;
    if (fault->count > 0) fault->count--;
    return fault->error;
  }
  return 0;
}

/* 0 or an errno. */
static int transfer(int address, const uint8_t *out, size_t out_count, uint8_t *in, size_t in_count) {
  uint8_t head[] = {(uint8_t)address, (uint8_t)out_count, (uint8_t)(out_count >> 8)};
  uint8_t tail[] = {(uint8_t)in_count, (uint8_t)(in_count >> 8)}, status = 0;
  pthread_mutex_lock(&bus);
  int error = address == control_address ? 0 : fault_for(address);
  if (error == 0) {
    bool done = send_all(head, sizeof head) && send_all(out, out_count) && send_all(tail, sizeof tail) &&
                receive_all(&status, 1) && (status != 0 || receive_all(in, in_count));
    error = done ? status : EIO;
  }
  pthread_mutex_unlock(&bus);
  /* A controller waits for a second until it gives a held bus up. */
  if (error == ETIMEDOUT) sleep(1);
  return error;
}

static void add_fault(const char *where, const char *what, long count) {
  static const struct {
    const char *name;
    int error;
  } table[] = {
      {"nak", ENXIO}, {"eremoteio", EREMOTEIO}, {"stuck", ETIMEDOUT}, {"lost", EAGAIN}, {"busy", EBUSY}};
  for (size_t index = 0; index < sizeof table / sizeof table[0]; index++) {
    if (strcmp(table[index].name, what) != 0) continue;
    for (int place = 0; place < max_faults; place++) {
      if (faults[place].count != 0) continue;
      faults[place].address = *where == '*' ? -1 : (int)strtol(where, NULL, 0);
      faults[place].error = table[index].error;
      faults[place].count = count;
      return;
    }
  }
  fprintf(stderr, "i2c-cuse: not understood: fault %s %s\n", where, what);
}

static void *control(void *unused) {
  char line[500], where[16], what[16];
  long count;
  (void)unused;
  for (;;) {
    FILE *pipe = fopen(control_path, "r");
    if (!pipe) return NULL;
    while (fgets(line, sizeof line, pipe)) {
      line[strcspn(line, "\n")] = 0;
      count = -1;
      pthread_mutex_lock(&bus);
      bool ours = true;
      if (strcmp(line, "heal") == 0)
        memset(faults, 0, sizeof faults);
      else if (sscanf(line, "fault %15s %15s %ld", where, what, &count) >= 2)
        add_fault(where, what, count);
      else
        ours = false;
      pthread_mutex_unlock(&bus);
      if (!ours && transfer(control_address, (uint8_t *)line, strlen(line), NULL, 0) != 0)
        fprintf(stderr, "i2c-cuse: the chips do not understand: %s\n", line);
    }
    fclose(pipe);
  }
}

/* Each open file has the address that I2C_SLAVE has set. */
static int *slave_of(struct fuse_file_info *file) { return (int *)(uintptr_t)file->fh; }

static void opened(fuse_req_t request, struct fuse_file_info *file) {
  int *slave = calloc(1, sizeof *slave);
  if (!slave) {
    fuse_reply_err(request, ENOMEM);
    return;
  }
  file->fh = (uint64_t)(uintptr_t)slave;
  fuse_reply_open(request, file);
}

static void closed(fuse_req_t request, struct fuse_file_info *file) {
  free(slave_of(file));
  fuse_reply_err(request, 0);
}

static void read_device(fuse_req_t request, size_t size, off_t offset, struct fuse_file_info *file) {
  static uint8_t in[max_bytes];
  (void)offset;
  if (size > max_bytes) size = max_bytes;
  int error = transfer(*slave_of(file), NULL, 0, in, size);
  if (error)
    fuse_reply_err(request, error);
  else
    fuse_reply_buf(request, (char *)in, size);
}

static void write_device(fuse_req_t request, const char *bytes, size_t size, off_t offset,
                         struct fuse_file_info *file) {
  (void)offset;
  int error = size > max_bytes ? EINVAL : transfer(*slave_of(file), (const uint8_t *)bytes, size, NULL, 0);
  if (error)
    fuse_reply_err(request, error);
  else
    fuse_reply_write(request, size);
}

/* The caller's memory is seen one step at a time: each retry asks for what the step before has shown to be needed. */
static void combined(fuse_req_t request, void *argument, const uint8_t *given, size_t given_count, size_t room) {
  static uint8_t in[max_bytes], out[max_bytes];
  struct iovec wanted[2 + I2C_RDWR_IOCTL_MAX_MSGS], returned[I2C_RDWR_IOCTL_MAX_MSGS];
  struct i2c_msg messages[I2C_RDWR_IOCTL_MAX_MSGS];
  struct i2c_rdwr_ioctl_data data;
  int wanted_count = 0, returned_count = 0;

  wanted[wanted_count++] = (struct iovec){argument, sizeof data};
  if (given_count < sizeof data) {
    fuse_reply_ioctl_retry(request, wanted, 1, NULL, 0);
    return;
  }
  memcpy(&data, given, sizeof data);
  if (smbus_only || data.nmsgs == 0 || data.nmsgs > I2C_RDWR_IOCTL_MAX_MSGS) {
    fuse_reply_err(request, smbus_only ? EOPNOTSUPP : EINVAL);
    return;
  }
  size_t needed = sizeof data + data.nmsgs * sizeof messages[0], to_return = 0;
  wanted[wanted_count++] = (struct iovec){data.msgs, data.nmsgs * sizeof messages[0]};
  if (given_count < needed) {
    fuse_reply_ioctl_retry(request, wanted, 2, NULL, 0);
    return;
  }
  memcpy(messages, given + sizeof data, data.nmsgs * sizeof messages[0]);
  const uint8_t *written = given + needed;
  for (unsigned index = 0; index < data.nmsgs; index++) {
    struct iovec part = {messages[index].buf, messages[index].len};
    if (messages[index].flags & I2C_M_RD) {
      returned[returned_count++] = part;
      to_return += part.iov_len;
    } else {
      wanted[wanted_count++] = part;
      needed += part.iov_len;
    }
  }
  if (needed > max_bytes || to_return > max_bytes) {
    fuse_reply_err(request, EINVAL);
    return;
  }
  if (given_count < needed || room < to_return) {
    fuse_reply_ioctl_retry(request, wanted, wanted_count, returned, returned_count);
    return;
  }
  /* A write and the read after it are one transfer with a repeated START; other messages stand for themselves. */
  size_t read = 0;
  int error = 0;
  for (unsigned index = 0; index < data.nmsgs && error == 0; index++) {
    struct i2c_msg *message = &messages[index], *next = message + 1;
    if (message->flags & I2C_M_RD) {
      error = transfer(message->addr, NULL, 0, in + read, message->len);
      read += message->len;
    } else {
      memcpy(out, written, message->len);
      written += message->len;
      bool both = index + 1 < data.nmsgs && next->flags & I2C_M_RD && next->addr == message->addr;
      error = transfer(message->addr, out, message->len, in + read, both ? next->len : 0);
      if (both) read += next->len, index++;
    }
  }
  if (error)
    fuse_reply_err(request, error);
  else
    fuse_reply_ioctl(request, (int)data.nmsgs, in, read);
}

static void smbus(fuse_req_t request, int address, void *argument, const uint8_t *given, size_t given_count,
                  size_t room) {
  struct i2c_smbus_ioctl_data call;
  union i2c_smbus_data data = {0};
  struct iovec wanted[2] = {{argument, sizeof call}};
  if (given_count < sizeof call) {
    fuse_reply_ioctl_retry(request, wanted, 1, NULL, 0);
    return;
  }
  memcpy(&call, given, sizeof call);
  size_t size = call.data ? sizeof data : 0;
  bool reads = call.read_write == I2C_SMBUS_READ;
  wanted[1] = (struct iovec){call.data, size};
  if (given_count < sizeof call + size || room < (reads ? size : 0)) {
    fuse_reply_ioctl_retry(request, wanted, size ? 2 : 1, wanted + 1, reads && size ? 1 : 0);
    return;
  }
  memcpy(&data, given + sizeof call, size);

  uint8_t out[2 + I2C_SMBUS_BLOCK_MAX] = {call.command};
  size_t written = 0, count = 0;
  uint8_t *in = NULL;
  switch (call.size) {
    case I2C_SMBUS_QUICK: break;
    case I2C_SMBUS_BYTE:
      if (reads) in = &data.byte, count = 1;
      else written = 1;
      break;
    case I2C_SMBUS_BYTE_DATA:
      written = reads ? 1 : 2;
      if (reads) in = &data.byte, count = 1;
      else out[1] = data.byte;
      break;
    case I2C_SMBUS_WORD_DATA:
      written = reads ? 1 : 3;
      if (reads) in = (uint8_t *)&data.word, count = 2;
      else out[1] = (uint8_t)data.word, out[2] = (uint8_t)(data.word >> 8);
      break;
    case I2C_SMBUS_I2C_BLOCK_BROKEN:
    case I2C_SMBUS_I2C_BLOCK_DATA:
      if (data.block[0] == 0 || data.block[0] > I2C_SMBUS_BLOCK_MAX) {
        fuse_reply_err(request, EINVAL);
        return;
      }
      written = reads ? 1 : 1u + data.block[0];
      if (reads) in = data.block + 1, count = data.block[0];
      else memcpy(out + 1, data.block + 1, data.block[0]);
      break;
    default: fuse_reply_err(request, EOPNOTSUPP); return;
  }
  int error = transfer(address, out, written, in, count);
  if (error)
    fuse_reply_err(request, error);
  else
    fuse_reply_ioctl(request, 0, &data, reads ? size : 0);
}

static void control_device(fuse_req_t request, int command, void *argument, struct fuse_file_info *file, unsigned flags,
                           const void *given, size_t given_count, size_t room) {
  unsigned long functions = (smbus_only ? 0 : I2C_FUNC_I2C) | I2C_FUNC_SMBUS_QUICK | I2C_FUNC_SMBUS_BYTE |
                            I2C_FUNC_SMBUS_BYTE_DATA | I2C_FUNC_SMBUS_WORD_DATA | I2C_FUNC_SMBUS_I2C_BLOCK;
  struct iovec whole = {argument, sizeof functions};
  (void)flags;
  switch ((unsigned)command) {
    case I2C_FUNCS:
      if (room < sizeof functions)
        fuse_reply_ioctl_retry(request, NULL, 0, &whole, 1);
      else
        fuse_reply_ioctl(request, 0, &functions, sizeof functions);
      break;
    case I2C_SLAVE:
    case I2C_SLAVE_FORCE:
      *slave_of(file) = (int)((uintptr_t)argument & 0x7f);
      fuse_reply_ioctl(request, 0, NULL, 0);
      break;
    case I2C_TIMEOUT:
    case I2C_RETRIES:
    case I2C_PEC: fuse_reply_ioctl(request, 0, NULL, 0); break;
    case I2C_RDWR: combined(request, argument, given, given_count, room); break;
    case I2C_SMBUS:
      smbus(request, *slave_of(file), argument, given, given_count, room);
      break;
    default: fuse_reply_err(request, ENOTTY);
  }
}

static bool start_chips(char **words) {
  int down[2], up[2];
  if (pipe(down) < 0 || pipe(up) < 0) return false;
  pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) {
    dup2(down[0], 0);
    dup2(up[1], 1);
    for (int file = 3; file < 20; file++) close(file);
    execv(words[0], words);
    perror(words[0]);
    _exit(127);
  }
  close(down[0]);
  close(up[1]);
  to_chips = down[1];
  from_chips = up[0];
  return true;
}

int main(int count, char **words) {
  int next = 1;
  if (count > next && strcmp(words[next], "--smbus-only") == 0) smbus_only = true, next++;
  if (count - next < 3) {
    fprintf(stderr, "usage: i2c-cuse [--smbus-only] NAME CONTROL CHIPS [ARGUMENTS]\n");
    return 64;
  }
  signal(SIGPIPE, SIG_IGN);
  char name[64];
  snprintf(name, sizeof name, "DEVNAME=%s", words[next]);
  control_path = words[next + 1];
  if (mkfifo(control_path, 0600) < 0 && errno != EEXIST) {
    perror(control_path);
    return 1;
  }
  if (!start_chips(words + next + 2)) {
    perror(words[next + 2]);
    return 1;
  }
  pthread_t thread;
  pthread_create(&thread, NULL, control, NULL);

  const char *information[] = {name};
  struct cuse_info device = {.dev_info_argc = 1, .dev_info_argv = information, .flags = CUSE_UNRESTRICTED_IOCTL};
  static const struct cuse_lowlevel_ops operations = {
      .open = opened, .release = closed, .read = read_device, .write = write_device, .ioctl = control_device};
  char *arguments[] = {words[0], "-f", "-s"};
  return cuse_lowlevel_main(3, arguments, &device, &operations, NULL);
}
