/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels that combine what has arrived with what is there. */
#include "ring.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

size_t type_bytes(ncclDataType_t type)
{
    static const size_t bytes[ncclNumTypes] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2, 1, 1};
    return bytes[type];
}

/* Halves are computed with as floats, and rounded once a step. */
template <class T> struct wide {
    typedef T type;
};
template <> struct wide<__half> {
    typedef float type;
};
template <> struct wide<__nv_bfloat16> {
    typedef float type;
};

template <class T> __device__ T combine(T a, T b, int op)
{
    switch (op) {
    case ncclProd:
        return a * b;
    case ncclMax:
        return a > b ? a : b;
    case ncclMin:
        return a < b ? a : b;
    default:
        return a + b;
    }
}

template <class T> __global__ void combine_all(T *x, const T *y, size_t n, int op, int divide)
{
    typedef typename wide<T>::type W;
    const size_t step = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
        W value = combine<W>((W)y[i], (W)x[i], op);
        if (divide > 1)
            value = value / (W)divide;
        x[i] = (T)value;
    }
}

template <class T>
static cudaError_t launch(void *x, const void *y, size_t n, int op, int divide, cudaStream_t stream)
{
    enum { THREADS = 256, BLOCKS = 128 };
    const size_t blocks = (n + THREADS - 1) / THREADS;
    if (n == 0)
        return cudaSuccess;
    combine_all<T><<<(unsigned)(blocks < BLOCKS ? blocks : BLOCKS), THREADS, 0, stream>>>(
        (T *)x, (const T *)y, n, op, divide);
    return cudaGetLastError();
}

cudaError_t reduce_into(void *x, const void *y, size_t n, ncclDataType_t type, ncclRedOp_t op,
                        int divide, cudaStream_t stream)
{
    switch (type) {
    case ncclInt8:
        return launch<signed char>(x, y, n, op, divide, stream);
    case ncclUint8:
        return launch<unsigned char>(x, y, n, op, divide, stream);
    case ncclInt32:
        return launch<int>(x, y, n, op, divide, stream);
    case ncclUint32:
        return launch<unsigned>(x, y, n, op, divide, stream);
    case ncclInt64:
        return launch<long long>(x, y, n, op, divide, stream);
    case ncclUint64:
        return launch<unsigned long long>(x, y, n, op, divide, stream);
    case ncclFloat16:
        return launch<__half>(x, y, n, op, divide, stream);
    case ncclFloat64:
        return launch<double>(x, y, n, op, divide, stream);
    case ncclBfloat16:
        return launch<__nv_bfloat16>(x, y, n, op, divide, stream);
    default:
        return launch<float>(x, y, n, op, divide, stream);
    }
}
