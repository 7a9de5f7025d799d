/* SPDX-License-Identifier: BSD-3-Clause */
/* One product of mma, d = a b + c, of registers as arrays of 32 lanes. tensor.h has layouts, order
 * and rounding.
 *
 * There is a set of functions for each vector instruction set of the host, all with the same bits.
 * Compiled kernels have the same functions (compile/machine/products.h). They do all shapes but
 * those of single bits and m8n8k4 of .f16.
 *
 * Sums stay as lanes have them, D's registers. Each step of k takes a column of A, which lanes of a
 * row share, and a row of B, which is the same in all rows. Both need no more than one shuffle of
 * four lanes.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_TENSOR_PRODUCT_H
#define SIMGPU_WORKLOADS_PTX_EXEC_TENSOR_PRODUCT_H

#include <stdbool.h>
#include <stdint.h>

/* Types and shape in one word: enum tensor_type in four bits each, rows in eights, k, .satfinite.
 */
static inline uint32_t product_form(unsigned d, unsigned a, unsigned b, unsigned c, unsigned rows,
                                    unsigned depth, bool saturates)
{
    return d | a << 4 | b << 8 | c << 12 | rows / 8 << 16 | depth << 20 | (uint32_t)saturates << 31;
}

/* Registers as arrays of 32 lanes, aligned to 64 bytes. All are read before one is written. d: NULL
 * where nothing is wanted. */
typedef void product_of(void *const *d, const void *const *a, const void *const *b,
                        const void *const *c, uint32_t form);

struct product_set {
    product_of *floats;   /* up to .tf32 */
    product_of *doubles;  /* in the host's present rounding */
    product_of *integers; /* of 4 and 8 bits */
};

/* The set this host runs fastest. */
const struct product_set *product_set_best(void);

#endif
