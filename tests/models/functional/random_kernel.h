/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels by chance, full of indices and addresses: words and long words that go from lane to lane
 * by steps, wrap around, and are chosen, parted, carried round loops and through shared memory. */
#ifndef SIMGPU_TESTS_MODELS_FUNCTIONAL_RANDOM_KERNEL_H
#define SIMGPU_TESTS_MODELS_FUNCTIONAL_RANDOM_KERNEL_H

#include <stdint.h>

/* A body for compiled_run(); g_free. The same seed gives the same one, with one compiler:
 * each draws arguments in its own order. A thread writes 32 bytes, of
 * blocks of 128 threads at most. */
char *random_kernel(uint32_t seed);

#endif
