/* SPDX-License-Identifier: BSD-3-Clause */
/* What kernels of several files of cuSPARSE share: loops over all threads, sums of counts. */
#ifndef SIMGPU_CUSPARSE_SCAN_H
#define SIMGPU_CUSPARSE_SCAN_H

#include "sparse.h"

#define EACH(i, n)                                                                                 \
    for (int64_t i = blockIdx.x * (int64_t)SPARSE_THREADS + threadIdx.x; i < (n);                  \
         i += gridDim.x * (int64_t)SPARSE_THREADS)

/* offsets[i] becomes the sum of all before it, by one block. */
template <class I>
static __global__ void __launch_bounds__(SPARSE_THREADS) sum_before(I *offsets, int n, int base)
{
    __shared__ I sums[SPARSE_THREADS];
    int each = (n + SPARSE_THREADS - 1) / SPARSE_THREADS, from = threadIdx.x * each;
    I sum = 0;
    for (int i = from; i < from + each && i < n; i++)
        sum += offsets[i];
    sums[threadIdx.x] = sum;
    __syncthreads();
    I before = base;
    for (unsigned t = 0; t < threadIdx.x; t++)
        before += sums[t];
    for (int i = from; i < from + each && i < n; i++) {
        I count = offsets[i];
        offsets[i] = before;
        before += count;
    }
}

#endif
