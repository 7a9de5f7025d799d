/* SPDX-License-Identifier: BSD-3-Clause */
/* Undefined values in products of matrices: an element of the result has all of its row of a, of
 * its column of b, and its sum so far. */
#ifndef SIMGPU_SANITIZE_VALUE_PRODUCTS_H
#define SIMGPU_SANITIZE_VALUE_PRODUCTS_H

#include "sanitize/values/values.h"

/* Of what comes from memory: a bit for each row of a, or column of b, with something undefined. */
struct value_operands {
    uint32_t rows, columns;
    uint32_t origin; /* the site that reads it */
};

/* The registers of d, of the whole warp. memory: what it reads there; NULL: nothing. */
void values_multiply(struct warp_values *values, const struct value_product *product,
                     const struct value_operands *memory);

#endif
