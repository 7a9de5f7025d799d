/* SPDX-License-Identifier: BSD-3-Clause */
/* One function for each element of vectors. */
#ifndef SIMGPU_CUBLAS_ELEMENTS_H
#define SIMGPU_CUBLAS_ELEMENTS_H

#include "../handle.h"

/* Calls f(i) for each element. */
template <class F> __global__ void __launch_bounds__(256) each_element(F f, int n)
{
    for (long long i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
        f(i);
}

template <class F> static cublasStatus_t for_each_element(cublasHandle_t handle, int n, const F &f)
{
    if (n <= 0)
        return CUBLAS_STATUS_SUCCESS;
    each_element<<<blocks_for(n, 256, handle->sms * 8), 256, 0, handle->stream>>>(f, n);
    return handle_launched();
}

#endif
