/* SPDX-License-Identifier: BSD-3-Clause */
/* New pages of memory, many at a time. The system gives each when it is first touched, which takes
 * a virtual machine 15 us a page where it is slow, and 1 us of many at a time. */
#ifndef SIMGPU_BASE_HOST_FRESH_PAGES_H
#define SIMGPU_BASE_HOST_FRESH_PAGES_H

#include <stddef.h>

/* The pages that hold these bytes are there from now on. Does nothing where the system can't, or
 * has no memory left: then each comes when it is touched. Linux 5.14 and later can. */
void fresh_pages(const void *bytes, size_t n_bytes);

/* The heap has so many bytes from now on, and keeps what is given back to it: kernels take and give
 * back megabytes with each launch. At the beginning, with one thread. */
void fresh_heap(size_t n_bytes);

#endif
