/* SPDX-License-Identifier: BSD-3-Clause */
/* Sums and the like over vectors, always in the same order: each block makes a partial result, and
 * one block joins these.
 *
 * An operation O has: value, the type of a partial result; result; item(i); join(a, b);
 * nothing(), what joins to no change; finish(value).
 */
#ifndef SIMGPU_CUBLAS_REDUCE_H
#define SIMGPU_CUBLAS_REDUCE_H

#include "../handle.h"

enum { REDUCE_THREADS = 256, REDUCE_BLOCKS = 128 };

/* Thread 0 gets what all threads of the block have, joined. */
template <class O>
static __device__ typename O::value reduce_block(const O &o, typename O::value mine)
{
    __shared__ __align__(16) unsigned char room[REDUCE_THREADS * sizeof(typename O::value)];
    typename O::value *all = (typename O::value *)room;
    all[threadIdx.x] = mine;
    for (int half = REDUCE_THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if ((int)threadIdx.x < half)
            all[threadIdx.x] = o.join(all[threadIdx.x], all[threadIdx.x + half]);
    }
    return all[0];
}

template <class O>
__global__ void __launch_bounds__(REDUCE_THREADS) reduce_parts(O o, int n, typename O::value *parts)
{
    typename O::value sum = o.nothing();
    for (long long i = blockIdx.x * REDUCE_THREADS + threadIdx.x; i < n;
         i += gridDim.x * REDUCE_THREADS)
        sum = o.join(sum, o.item((int)i));
    sum = reduce_block(o, sum);
    if (threadIdx.x == 0)
        parts[blockIdx.x] = sum;
}

template <class O>
__global__ void __launch_bounds__(REDUCE_THREADS)
    reduce_join(O o, int n, const typename O::value *parts, typename O::result *to)
{
    typename O::value sum = o.nothing();
    for (int i = threadIdx.x; i < n; i += REDUCE_THREADS)
        sum = o.join(sum, parts[i]);
    sum = reduce_block(o, sum);
    if (threadIdx.x == 0)
        *to = o.finish(sum);
}

enum {
    REDUCE_RESULT = REDUCE_BLOCKS * 16,
    REDUCE_SCALE = REDUCE_RESULT + 16,
    REDUCE_BYTES = REDUCE_SCALE + 16
};

/* Leaves the result at `to` on the device. Scratch: REDUCE_BYTES. */
template <class O>
static void reduce_to(cublasHandle_t handle, const O &o, int n, void *scratch,
                      typename O::result *to)
{
    int blocks = n > 0 ? blocks_for(n, REDUCE_THREADS, REDUCE_BLOCKS) : 0;
    typename O::value *parts = (typename O::value *)scratch;
    if (blocks > 0)
        reduce_parts<<<blocks, REDUCE_THREADS, 0, handle->stream>>>(o, n, parts);
    reduce_join<<<1, REDUCE_THREADS, 0, handle->stream>>>(o, blocks, parts, to);
}

/* The result to where the caller wants it, host or device. */
template <class O>
static cublasStatus_t reduce_call(cublasHandle_t handle, const O &o, int n, void *result)
{
    char *scratch = (char *)handle_scratch(handle, REDUCE_BYTES);
    if (!scratch)
        return CUBLAS_STATUS_ALLOC_FAILED;
    typedef typename O::result R;
    if (handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE) {
        reduce_to(handle, o, n, scratch, (R *)result);
        return handle_launched();
    }
    R *place = (R *)(scratch + REDUCE_RESULT);
    reduce_to(handle, o, n, scratch, place);
    if (cudaMemcpyAsync(result, place, sizeof(R), cudaMemcpyDeviceToHost, handle->stream) !=
            cudaSuccess ||
        cudaStreamSynchronize(handle->stream) != cudaSuccess)
        return CUBLAS_STATUS_EXECUTION_FAILED;
    return CUBLAS_STATUS_SUCCESS;
}

/* S: of sums, T: of the vectors' elements. */
template <class T, class S, bool CONJUGATED> struct dot_product {
    typedef S value;
    typedef T result;
    vector_of<const T> x, y;
    __device__ S item(int i) const
    {
        S a = convert<S>(x[i]);
        return (CONJUGATED ? conjugate(a) : a) * convert<S>(y[i]);
    }
    __device__ S join(S a, S b) const
    {
        return a + b;
    }
    __device__ S nothing() const
    {
        return S(0);
    }
    __device__ T finish(S a) const
    {
        return convert<T>(a);
    }
};

/* S: as elements are computed, R: the result's type. */
template <class T, class S = T, class R = real_of<S>> struct sum_of_magnitudes {
    typedef real_of<S> value;
    typedef R result;
    vector_of<const T> x;
    __device__ value item(int i) const
    {
        return magnitude(convert<S>(x[i]));
    }
    __device__ value join(value a, value b) const
    {
        return a + b;
    }
    __device__ value nothing() const
    {
        return 0;
    }
    __device__ R finish(value a) const
    {
        return convert<R>(a);
    }
};

/* The largest or smallest element, and of equal ones the first. Counted from 1; 0: there is none.
 */
template <class R> struct extreme_value {
    R value;
    int index;
};
template <class T, bool LARGEST, class S = T> struct extreme {
    typedef extreme_value<real_of<S>> value;
    typedef int result;
    vector_of<const T> x;
    __device__ value item(int i) const
    {
        return {magnitude(convert<S>(x[i])), i + 1};
    }
    __device__ value join(value a, value b) const
    {
        if (a.index == 0 || b.index == 0)
            return a.index == 0 ? b : a;
        if (a.value == b.value)
            return a.index < b.index ? a : b;
        return (a.value > b.value) == LARGEST ? a : b;
    }
    __device__ value nothing() const
    {
        return {0, 0};
    }
    __device__ int finish(value a) const
    {
        return a.index;
    }
};

/* The largest magnitude: what a norm of doubles is scaled by. */
template <class T> struct largest_magnitude : sum_of_magnitudes<T> {
    __device__ real_of<T> join(real_of<T> a, real_of<T> b) const
    {
        return a > b || a != a ? a : b;
    }
    __device__ real_of<T> finish(real_of<T> a) const
    {
        return a > 0 ? a : 1;
    }
};

/* A norm, with sums as doubles. scale: NULL, or where the scale lies. */
template <class T, class R> struct norm_2 {
    typedef double value;
    typedef R result;
    vector_of<const T> x;
    const R *scale;
    __device__ double item(int i) const
    {
        if constexpr (number_of<T>::is_complex)
            return square(complex_double(x[i].x, x[i].y), scale ? (double)*scale : 1.0);
        else
            return square((double)convert<R>(x[i]), scale ? (double)*scale : 1.0);
    }
    __device__ double join(double a, double b) const
    {
        return a + b;
    }
    __device__ double nothing() const
    {
        return 0;
    }
    __device__ R finish(double a) const
    {
        return (R)(sqrt(a) * (scale ? (double)*scale : 1.0));
    }
};

#endif
