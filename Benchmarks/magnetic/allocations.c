// Counts what is asked of malloc and its kin, and says so at the end: LD_PRELOAD=allocations.so PROGRAM
#define _GNU_SOURCE
#include <stddef.h>
#include <stdio.h>

static _Atomic unsigned long count;

// glibc's own, under their other names: looking them up with dlsym would need memory itself.
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) { count++; return __libc_malloc(size); }
void *calloc(size_t number, size_t size) { count++; return __libc_calloc(number, size); }
void *realloc(void *old, size_t size) { count++; return __libc_realloc(old, size); }
void *memalign(size_t alignment, size_t size) { count++; return __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { count++; return __libc_memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  count++;
  *result = __libc_memalign(alignment, size);
  return *result ? 0 : 12;
}

__attribute__((destructor)) static void tell(void) { fprintf(stderr, "%lu\n", count); }
