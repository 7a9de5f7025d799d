/* SPDX-License-Identifier: BSD-3-Clause */
/* What programs share that call cuSOLVER's dense interface for any type. */
#ifndef SIMGPU_TESTS_SOLVER_DENSE_H
#define SIMGPU_TESTS_SOLVER_DENSE_H

#include <cusolverDn.h>

#include "../cu/check.h"

static cusolverDnHandle_t handle;

template <class T> struct of_type;
#define TYPE(T, R, value_, real_)                                                                  \
    template <> struct of_type<T> {                                                                \
        typedef R real;                                                                            \
        static constexpr cudaDataType value = value_, real_value = real_;                          \
    };
TYPE(float, float, CUDA_R_32F, CUDA_R_32F)
TYPE(double, double, CUDA_R_64F, CUDA_R_64F)
TYPE(cuComplex, float, CUDA_C_32F, CUDA_R_32F)
TYPE(cuDoubleComplex, double, CUDA_C_64F, CUDA_R_64F)

template <class T> static T *room_of(size_t bytes)
{
    void *made;
    CUDA(cudaMalloc(&made, bytes + 1));
    return (T *)made;
}
static int info_of(const array<int> &info)
{
    return info.get()[0];
}

#endif
