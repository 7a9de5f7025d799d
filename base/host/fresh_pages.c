/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/host/fresh_pages.h"

#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

enum { PAGE = 4096 };
/* Blocks of more bytes are the system's, and go back to it. ASSUMED. */
enum { LARGE_BYTES = 16 << 20 };

void fresh_pages(const void *bytes, size_t n_bytes)
{
    const uintptr_t begin = (uintptr_t)bytes / PAGE * PAGE,
                    end = ((uintptr_t)bytes + n_bytes + PAGE - 1) / PAGE * PAGE;
    (void)madvise((void *)begin, end - begin, MADV_POPULATE_WRITE);
}

void fresh_heap(size_t n_bytes)
{
    mallopt(M_MMAP_THRESHOLD, LARGE_BYTES);
    mallopt(M_TRIM_THRESHOLD, 4 * LARGE_BYTES);
    void *bytes = malloc(n_bytes);
    if (bytes)
        fresh_pages(bytes, n_bytes);
    free(bytes);
}
