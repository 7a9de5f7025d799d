/* SPDX-License-Identifier: BSD-3-Clause */
/* A file in memory that another process is to map, and must not change the size of: whoever maps
 * more than the file has dies of SIGBUS when he touches it. */
#ifndef SIMGPU_BASE_SHARED_FILE_H
#define SIMGPU_BASE_SHARED_FILE_H

#include <stdint.h>

/* A descriptor, closed on exec; -1 if there is none, errno says why. The size is fixed for ever. */
int shared_file_new(const char *name, uint64_t bytes);

#endif
