/* SPDX-License-Identifier: BSD-3-Clause */
/* The diagonal of a factor, whose entries are the last ones of its rows or columns. */
#ifndef SIMGPU_CUSOLVER_SPARSE_PIVOT_H
#define SIMGPU_CUSOLVER_SPARSE_PIVOT_H

#include "sparse.h"

#include <vector>

template <class T>
static __global__ void take_diagonal(const int *offsets, int n, const T *factor, T *to)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        to[i] = factor[offsets[i + 1] - 1];
}

/* The first unknown, as A numbers it, whose diagonal is not above the tolerance by size_of(); -1:
 * none. room: n numbers where the factor is. */
template <class T, class Size>
static cusolverStatus_t find_zero_pivot(cusolverSpHandle_t handle, bool on_device,
                                        const int *offsets, const int_list &order, const T *factor,
                                        T *room, real_of<T> tolerance, Size size_of, int *position)
{
    const int n = (int)order.size();
    std::vector<T> diagonal((size_t)n);
    if (!on_device)
        for (int i = 0; i < n; i++)
            diagonal[i] = factor[offsets[i + 1] - 1];
    else if (n > 0) {
        take_diagonal<<<sparse_blocks(n), SPARSE_THREADS, 0, handle->stream>>>(offsets, n, factor,
                                                                               room);
        if (cudaMemcpyAsync(diagonal.data(), room, n * sizeof(T), cudaMemcpyDeviceToHost,
                            handle->stream) != cudaSuccess ||
            cudaStreamSynchronize(handle->stream) != cudaSuccess)
            return CUSOLVER_STATUS_EXECUTION_FAILED;
    }
    *position = -1;
    for (int i = 0; i < n && *position < 0; i++)
        if (!(size_of(diagonal[i]) > tolerance))
            *position = order[i];
    return CUSOLVER_STATUS_SUCCESS;
}

#endif
