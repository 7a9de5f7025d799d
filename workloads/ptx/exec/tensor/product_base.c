/* SPDX-License-Identifier: BSD-3-Clause */
/* Products on every processor; the choice among sets. */
#include "workloads/ptx/exec/tensor/product_set.h"
#pragma GCC diagnostic ignored "-Wpsabi" /* vectors are handed to functions that are inlined */
#define PRODUCT static
#include "workloads/ptx/exec/tensor/product_lanes.h"

const struct product_set product_base = {product_floats, product_doubles, product_integers};

const struct product_set *product_set_best(void)
{
#if PRODUCT_VECTORS
    const char *name = exec_alu_best()->name;
    if (strcmp(name, "avx512") == 0)
        return &product_avx512;
    if (strcmp(name, "avx2") == 0)
        return &product_avx2;
#endif
    return &product_base;
}
