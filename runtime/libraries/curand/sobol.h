/* SPDX-License-Identifier: BSD-3-Clause */
/* Sobol's sequences for the host's interface. */
#ifndef SIMGPU_CURAND_SOBOL_H
#define SIMGPU_CURAND_SOBOL_H

#include <curand_kernel.h>

#include "outputs.h"

struct sobol_state; /* direction vectors on the device */

static inline bool sobol_is(curandRngType_t type)
{
    return type >= CURAND_RNG_QUASI_SOBOL32 && type <= CURAND_RNG_QUASI_SCRAMBLED_SOBOL64;
}
static inline bool sobol_is_wide(curandRngType_t type)
{
    return type == CURAND_RNG_QUASI_SOBOL64 || type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64;
}

/* How many dimensions there are. */
unsigned int sobol_dimensions(void);

/* NULL: there is no memory. */
sobol_state *sobol_new(curandRngType_t type, unsigned int dimensions);
void sobol_free(sobol_state *state);

/* The next n / dimensions elements of each dimension, one dimension after the other. offset: of the
 * first one. */
void sobol_draw(sobol_state *state, cudaStream_t stream, output_kind kind, void *to, size_t n,
                unsigned long long offset, double a, double b);

#endif
