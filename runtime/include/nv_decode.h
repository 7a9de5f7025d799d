/* SPDX-License-Identifier: BSD-3-Clause */
/* Names of device functions as in the source: the C++ ABI's, which clang gives them. For C++ only.
 *
 * status: 0; -1 no memory, -2 not such a name, -3 a wrong argument. The result is `output`, or is
 * allocated, as __cxa_demangle does.
 *
 * Source: CUDA Binary Utilities, "cu++filt". */
#ifndef SIMGPU_NV_DECODE_H
#define SIMGPU_NV_DECODE_H

#include <cxxabi.h>
#include <stddef.h>

static inline char *__cu_demangle(const char *name, char *output, size_t *length, int *status)
{
    return abi::__cxa_demangle(name, output, length, status);
}

#endif
