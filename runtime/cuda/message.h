/* SPDX-License-Identifier: BSD-3-Clause */
/* What this library tells the user of a program beside error codes, which many programs ignore:
 * lines on standard error that begin with "simgpu: ".
 */
#ifndef SIMGPU_RUNTIME_CUDA_MESSAGE_H
#define SIMGPU_RUNTIME_CUDA_MESSAGE_H

#include <stddef.h>

void message_print(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Memory from the heap. Without any left the process ends with a message. */
void *message_allocate(size_t bytes) __attribute__((malloc));
void *message_reallocate(void *old, size_t bytes);

#endif
