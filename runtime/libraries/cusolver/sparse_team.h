/* SPDX-License-Identifier: BSD-3-Clause */
/* Who works at a row of a sparse factor: the host alone, a warp, or a block of warps. One text
 * serves all three. */
#ifndef SIMGPU_CUSOLVER_SPARSE_TEAM_H
#define SIMGPU_CUSOLVER_SPARSE_TEAM_H

#include "../common/levels.h"
#include "../common/numbers.h"

struct host_team {
    static constexpr int lanes = 1, warps = 1;
    __host__ __device__ int lane() const
    {
        return 0;
    }
    __host__ __device__ int warp() const
    {
        return 0;
    }
    __host__ __device__ void sync() const {}
    template <class T> __host__ __device__ T sum(T x) const
    {
        return x;
    }
};

template <bool IS_BLOCK> struct device_team {
    static constexpr int lanes = 32, warps = IS_BLOCK ? LEVEL_THREADS / 32 : 1;
    __device__ __forceinline__ int lane() const
    {
        return (int)threadIdx.x % 32;
    }
    __device__ __forceinline__ int warp() const
    {
        return IS_BLOCK ? (int)threadIdx.x / 32 : 0;
    }
    __device__ __forceinline__ void sync() const
    {
        if (IS_BLOCK)
            __syncthreads();
        else
            __syncwarp();
    }
    /* Of the lanes of a warp. */
    template <class T> __device__ __forceinline__ T sum(T x) const
    {
        for (int by = 16; by > 0; by /= 2) {
            if constexpr (number_of<T>::is_complex)
                x = x + T(__shfl_xor_sync(~0u, x.x, by), __shfl_xor_sync(~0u, x.y, by));
            else
                x = x + __shfl_xor_sync(~0u, x, by);
        }
        return x;
    }
};

/* A number's size as a plane has it. */
template <class R> EVERYWHERE R length_of(R a)
{
    return fabs(a);
}
template <class R> EVERYWHERE R length_of(complex_of<R> a)
{
    return sqrt(a.x * a.x + a.y * a.y);
}

#endif
