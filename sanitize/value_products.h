/* SPDX-License-Identifier: BSD-3-Clause */
/* Undefined values in products of matrices: an element of the result has all of its row of a, of
 * its column of b, and its sum so far. */
#ifndef SIMGPU_SANITIZE_VALUE_PRODUCTS_H
#define SIMGPU_SANITIZE_VALUE_PRODUCTS_H

#include "sanitize/values.h"

/* The registers of d, of the whole warp. */
void values_multiply(struct warp_values *values, const struct value_product *product);

#endif
