/* SPDX-License-Identifier: BSD-3-Clause */
/* Products with 512-bit vectors; see product_set.h. */
#include "workloads/ptx/exec/tensor/product_set.h"
#if PRODUCT_VECTORS
#pragma GCC diagnostic ignored "-Wpsabi" /* vectors are handed to functions that are inlined */
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c")
#define PRODUCT static
#include "workloads/ptx/exec/tensor/product_lanes.h"
const struct product_set product_avx512 = {product_floats, product_doubles, product_integers};
#else
typedef int product_avx512_is_empty_here; /* ISO C wants a declaration in every file */
#endif
