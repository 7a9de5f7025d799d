/* SPDX-License-Identifier: BSD-3-Clause */
/* The caches of the machine that simgpu runs on. */
#ifndef SIMGPU_BASE_HOST_HOST_CACHE_H
#define SIMGPU_BASE_HOST_HOST_CACHE_H

enum { HOST_CACHE_LINE = 64 }; /* bytes; on x86-64 and most others */

#endif
