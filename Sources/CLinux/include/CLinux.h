/* The parts of Linux that Swift's Glibc module lacks. Each function does one system call and returns what the call
   returned, or -1 with errno set; nothing is kept between calls. */
#ifndef CLINUX_H
#define CLINUX_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "CLinuxI2C.h"

/* What epoll reported of one descriptor. */
struct linux_ready {
  uint64_t token;
  bool readable;
  bool writable;
  /* Hang-up or error: reading tells which. */
  bool broken;
};

int linux_epoll_create(void);
/* Starts to watch; `once` disarms after one report (EPOLLONESHOT), `edge` reports each change once (EPOLLET). */
int linux_epoll_add(int epoll, int descriptor, uint64_t token, bool read, bool write, bool once, bool edge);
int linux_epoll_change(int epoll, int descriptor, uint64_t token, bool read, bool write, bool once);
int linux_epoll_remove(int epoll, int descriptor);
/* Waits without a timeout for 1 to `count` (at most 32) reports. */
int linux_epoll_wait(int epoll, struct linux_ready *ready, int count);

/* A timer on CLOCK_BOOTTIME. */
int linux_timer_create(void);
/* Arms it at an absolute time in nanoseconds; 0 disarms. */
int linux_timer_set(int timer, int64_t boot_nanoseconds);
/* A descriptor that becomes readable when somebody sets CLOCK_REALTIME. */
int linux_clock_set_notice(void);
/* Waits for the next setting. */
int linux_clock_set_rearm(int notice);

/* Blocks SIGTERM, SIGINT and SIGHUP for this thread and those it starts, ignores SIGPIPE, and returns a descriptor that
   yields the blocked ones. */
int linux_signals_open(void);
/* The next signal; 0 if none waits. */
int linux_signals_next(int signals);

/* An event counter; `blocking` for a thread that sleeps in its read. */
int linux_event_create(bool blocking);

/* Lets nobody else open the terminal (TIOCEXCL); root still may. */
int linux_tty_claim(int tty);
/* Whether the descriptor is the slave of a pseudo terminal, which has no speed. */
bool linux_tty_is_pseudo(int tty);
/* Raw bytes, 8N1, receiver on, modem lines ignored; `baud` 0 leaves the speed. EINVAL: no such speed. */
int linux_tty_set_raw(int tty, unsigned int baud);
/* Another speed, once what was written has left; what waits to be read is dropped. EINVAL: no such speed. */
int linux_tty_set_speed(int tty, unsigned int baud);

/* Claims room for a file; EOPNOTSUPP where the file system cannot. */
int linux_claim_room(int file, int64_t bytes);

/* accept4 with SOCK_CLOEXEC | SOCK_NONBLOCK. */
int linux_accept(int listener);
/* The process at the other end (SO_PEERCRED); -1 if unknown. */
pid_t linux_peer(int socket);

/* 1: the kernel's clock is synchronised; 0: it is not; -1: unknown. */
int linux_clock_is_synchronised(void);

/* Names the calling thread, at most 15 bytes. */
void linux_name_thread(const char *name);

/* Lets go of the pages of code that this process has touched so far; those that are needed come back from the page cache
   one by one. What only a start needs is most of a program that is linked as a whole. */
void linux_forget_code(void);

#endif
