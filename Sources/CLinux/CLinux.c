#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static uint32_t interest(bool read, bool write, bool once, bool edge) {
  return (read ? EPOLLIN | EPOLLRDHUP : 0) | (write ? EPOLLOUT : 0) | (once ? EPOLLONESHOT : 0) | (edge ? EPOLLET : 0);
}

int linux_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

int linux_epoll_add(int epoll, int descriptor, uint64_t token, bool read, bool write, bool once, bool edge) {
  struct epoll_event event = {.events = interest(read, write, once, edge), .data.u64 = token};
  return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}

int linux_epoll_change(int epoll, int descriptor, uint64_t token, bool read, bool write, bool once) {
  struct epoll_event event = {.events = interest(read, write, once, false), .data.u64 = token};
  return epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, &event);
}

int linux_epoll_remove(int epoll, int descriptor) { return epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, NULL); }

int linux_epoll_wait(int epoll, struct linux_ready *ready, int count) {
  struct epoll_event events[32];
  int found = epoll_wait(epoll, events, count < 32 ? count : 32, -1);
  for (int index = 0; index < found; index++) {
    ready[index].token = events[index].data.u64;
    ready[index].readable = events[index].events & (EPOLLIN | EPOLLRDHUP);
    ready[index].writable = events[index].events & EPOLLOUT;
    ready[index].broken = events[index].events & (EPOLLHUP | EPOLLERR);
  }
  return found;
}

int linux_timer_create(void) { return timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC); }

int linux_timer_set(int timer, int64_t boot_nanoseconds) {
  struct itimerspec when = {
      .it_value = {.tv_sec = boot_nanoseconds / 1000000000, .tv_nsec = boot_nanoseconds % 1000000000}};
  return timerfd_settime(timer, TFD_TIMER_ABSTIME, &when, NULL);
}

int linux_clock_set_notice(void) {
  int notice = timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
  if (notice >= 0 && linux_clock_set_rearm(notice) < 0) {
    close(notice);
    return -1;
  }
  return notice;
}

int linux_clock_set_rearm(int notice) {
  /* Armed far beyond any clock, the timer itself never fires; only a setting of the clock makes it readable. The first
     arming after a setting reports that setting once more with ECANCELED, though it takes effect. */
  struct itimerspec never = {.it_value = {.tv_sec = sizeof(time_t) > 4 ? (time_t)((int64_t)1 << 33) : INT32_MAX}};
  int result = timerfd_settime(notice, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL);
  return result < 0 && errno == ECANCELED ? 0 : result;
}

int linux_signals_open(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGHUP);
  int failed = pthread_sigmask(SIG_BLOCK, &set, NULL);
  if (failed) {
    errno = failed;
    return -1;
  }
  signal(SIGPIPE, SIG_IGN);
  return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

int linux_signals_next(int signals) {
  struct signalfd_siginfo information;
  ssize_t count = read(signals, &information, sizeof information);
  return count == (ssize_t)sizeof information ? (int)information.ssi_signo : 0;
}

int linux_event_create(bool blocking) { return eventfd(0, EFD_CLOEXEC | (blocking ? 0 : EFD_NONBLOCK)); }

int linux_tty_claim(int tty) { return ioctl(tty, TIOCEXCL); }

bool linux_tty_is_pseudo(int tty) {
  struct stat status;
  /* UNIX98 pseudo terminal slaves own the majors 136 to 143 (Documentation/admin-guide/devices.txt). */
  return fstat(tty, &status) == 0 && S_ISCHR(status.st_mode) && major(status.st_rdev) >= 136 &&
         major(status.st_rdev) <= 143;
}

static const struct {
  unsigned int baud;
  speed_t speed;
} speeds[] = {{1200, B1200},       {2400, B2400},       {4800, B4800},     {9600, B9600},     {19200, B19200},
              {38400, B38400},     {57600, B57600},     {115200, B115200}, {230400, B230400}, {460800, B460800},
              {500000, B500000},   {576000, B576000},   {921600, B921600}, {1000000, B1000000},
              {1500000, B1500000}, {2000000, B2000000}};

static speed_t speed_of(unsigned int baud) {
  for (size_t index = 0; index < sizeof speeds / sizeof speeds[0]; index++)
    if (speeds[index].baud == baud) return speeds[index].speed;
  return B0;
}

/* Sets the attributes, at once or when what was written has left, and reads the speed back: tcsetattr succeeds if any
   part of the change could be made (POSIX). */
static int set_attributes(int tty, int when, const struct termios *settings, bool has_speed) {
  struct termios got;
  if (tcsetattr(tty, when, settings) < 0) return -1;
  if (has_speed && (tcgetattr(tty, &got) < 0 || cfgetispeed(&got) != cfgetispeed(settings))) {
    errno = EINVAL;
    return -1;
  }
  return 0;
}

static int put_speed(struct termios *settings, unsigned int baud) {
  speed_t speed = speed_of(baud);
  if (speed == B0 || cfsetispeed(settings, speed) < 0 || cfsetospeed(settings, speed) < 0) {
    errno = EINVAL;
    return -1;
  }
  return 0;
}

int linux_tty_set_raw(int tty, unsigned int baud) {
  struct termios settings;
  if (tcgetattr(tty, &settings) < 0) return -1;
  cfmakeraw(&settings);
  settings.c_iflag |= IGNBRK;
  settings.c_cflag |= CLOCAL | CREAD;
  /* Closing must not pull the modem lines: some receivers take that as a reset. */
  settings.c_cflag &= ~(CSTOPB | CRTSCTS | HUPCL);
  /* One byte wakes; with 0 a silent line could not be told from one that hung up. */
  settings.c_cc[VMIN] = 1;
  settings.c_cc[VTIME] = 0;
  if (baud && put_speed(&settings, baud) < 0) return -1;
  return set_attributes(tty, TCSANOW, &settings, baud != 0);
}

int linux_tty_set_speed(int tty, unsigned int baud) {
  struct termios settings;
  if (tcgetattr(tty, &settings) < 0 || put_speed(&settings, baud) < 0) return -1;
  /* What came at the old speed is noise at the new one. */
  return set_attributes(tty, TCSADRAIN, &settings, true) < 0 ? -1 : tcflush(tty, TCIFLUSH);
}

int linux_claim_room(int file, int64_t bytes) { return fallocate(file, 0, 0, bytes); }

int linux_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

pid_t linux_peer(int socket) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? peer.pid : -1;
}

int linux_clock_is_synchronised(void) {
  struct timex state;
  memset(&state, 0, sizeof state);
  int result = adjtimex(&state);
  if (result < 0) return -1;
  return result != TIME_ERROR && !(state.status & STA_UNSYNC);
}

void linux_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

/* From the linker: where the program and its code begin and end. */
extern const char __executable_start[], etext[];

void linux_forget_code(void) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t begin = ((uintptr_t)__executable_start + page - 1) / page * page, end = (uintptr_t)etext / page * page;
  if (begin < end) madvise((void *)begin, end - begin, MADV_DONTNEED);
}
