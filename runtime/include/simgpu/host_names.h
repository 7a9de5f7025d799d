/* SPDX-License-Identifier: BSD-3-Clause */
/* Names that clang knows by itself and gcc does not, which is behind nvcc: a program may have a
 * function of the name. Here the name stands for another one, which a program's own function goes
 * before.
 */
#ifndef SIMGPU_HOST_NAMES_H
#define SIMGPU_HOST_NAMES_H

#if defined __clang__ && __has_builtin(__rdtsc)
template <class T = void> static inline unsigned long long simgpu_rdtsc()
{
    return __builtin_ia32_rdtsc();
}
#define __rdtsc simgpu_rdtsc
#endif

#endif
