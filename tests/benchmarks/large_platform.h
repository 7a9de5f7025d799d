/* SPDX-License-Identifier: BSD-3-Clause */
/* The platform of the benchmarks that vary the number of SMs: the peer's QV100, whose figures we
 * compare with, or the GTX 480 in a tree that has no QV100. */
#ifndef SIMGPU_TESTS_BENCHMARKS_LARGE_PLATFORM_H
#define SIMGPU_TESTS_BENCHMARKS_LARGE_PLATFORM_H

const char *large_platform(void);
/* The binary version of traces for it. */
unsigned large_platform_version(void);

#endif
