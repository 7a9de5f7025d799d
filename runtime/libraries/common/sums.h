/* SPDX-License-Identifier: BSD-3-Clause */
/* Sums over the lanes of a warp, of real and complex numbers. */
#ifndef SIMGPU_LIBRARIES_SUMS_H
#define SIMGPU_LIBRARIES_SUMS_H

#include "numbers.h"

template <class R> static __device__ R sum_of_warp(R x)
{
    for (int distance = 16; distance > 0; distance /= 2)
        x = x + __shfl_xor_sync(~0u, x, distance);
    return x;
}
template <class R> static __device__ complex_of<R> sum_of_warp(complex_of<R> x)
{
    return complex_of<R>(sum_of_warp(x.x), sum_of_warp(x.y));
}

#endif
