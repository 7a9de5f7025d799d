/* SPDX-License-Identifier: BSD-3-Clause */
/* Address space that takes memory only where it is used, zeroed: tables that never move. */
#ifndef SIMGPU_SASS_TRACE_RESERVE_H
#define SIMGPU_SASS_TRACE_RESERVE_H

#include <stddef.h>
#include <sys/mman.h>

/* NULL with errno set. */
static inline void *reserve_new(size_t bytes)
{
    void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

static inline void reserve_free(void *at, size_t bytes)
{
    if (at)
        munmap(at, bytes);
}

/* Private anonymous pages come back as zeros. */
static inline void reserve_reset(void *at, size_t bytes)
{
    madvise(at, bytes, MADV_DONTNEED);
}

#endif
