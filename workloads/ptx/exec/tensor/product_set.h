/* SPDX-License-Identifier: BSD-3-Clause */
/* The sets of product.h, for the files that make them. gcc makes all; clang, which a build with
 * sanitizers takes, the one for every processor. */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_TENSOR_PRODUCT_SET_H
#define SIMGPU_WORKLOADS_PTX_EXEC_TENSOR_PRODUCT_SET_H

#include "workloads/ptx/exec/lanes/alu.h"
#include "workloads/ptx/exec/tensor/product.h"

#if EXEC_ALU_VECTORS && !defined(__clang__)
#define PRODUCT_VECTORS 1
#else
#define PRODUCT_VECTORS 0
#endif

extern const struct product_set product_base;
#if PRODUCT_VECTORS
extern const struct product_set product_avx2;
extern const struct product_set product_avx512;
#endif

#endif
