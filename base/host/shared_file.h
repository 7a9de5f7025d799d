/* SPDX-License-Identifier: BSD-3-Clause */
/* A file in memory that another process maps. That process must not change its size: a process that
 * maps more than the file has dies of SIGBUS when it touches the rest. */
#ifndef SIMGPU_BASE_HOST_SHARED_FILE_H
#define SIMGPU_BASE_HOST_SHARED_FILE_H

#include <stdint.h>

/* Bytes that a file may have (ulimit -f); UINT64_MAX: there is no limit. It counts for files in
 * memory, too, and a process that asks for more is killed by SIGXFSZ. */
uint64_t shared_file_room(void);

/* Returns a descriptor, closed on exec; -1 on an error, with errno. The size is fixed for ever. */
int shared_file_new(const char *name, uint64_t bytes);

#endif
