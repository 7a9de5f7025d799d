/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernel's code for programs (vdso) reads pages that only the old process had. In an image's
 * copy, its functions become plain system calls. */
#ifndef SIMGPU_BASE_IMAGE_VDSO_CALLS_H
#define SIMGPU_BASE_IMAGE_VDSO_CALLS_H

#include <stddef.h>
#include <stdint.h>

/* bytes: the whole of it, as it lay in memory. What is no such thing stays as it is. */
void vdso_calls_replace(uint8_t *bytes, size_t n);

#endif
