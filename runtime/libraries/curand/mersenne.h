/* SPDX-License-Identifier: BSD-3-Clause */
/* MT19937: numbers in the order of the publication's program.
 *
 * Source: Matsumoto, Nishimura, Mersenne Twister, ACM TOMACS 8(1), 1998, and its initialisation of
 * 2002. Differs: cuRAND gives the same numbers in another order.
 */
#ifndef SIMGPU_CURAND_MERSENNE_H
#define SIMGPU_CURAND_MERSENNE_H

#include <curand_kernel.h>

#include "outputs.h"

enum { MERSENNE_WORDS = 624 };

/* State of the device's: the words, and how many of them have been given. */
struct mersenne_state {
    unsigned int word[MERSENNE_WORDS], given;
};

/* Begins with a seed; NULL: there is no memory for it. */
mersenne_state *mersenne_new(unsigned long long seed);
void mersenne_free(mersenne_state *state);

/* Draws n results to `to` on the device. */
cudaError_t mersenne_draw(mersenne_state *state, cudaStream_t stream, output_kind kind, void *to,
                          size_t n, double a, double b);

#endif
