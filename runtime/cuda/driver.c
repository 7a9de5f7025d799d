/* SPDX-License-Identifier: BSD-3-Clause */
/* The functions of cuda.h, for programs that are linked with libcuda and see no header of ours: a
 * configure script that looks for cuInit, a library with declarations of its own.
 */
#define SIMGPU_DRIVER_FUNCTION extern inline
#include "runtime/include/cuda.h"
