/* SPDX-License-Identifier: BSD-3-Clause */
/* No "template" in front of a static member template's name. With cuda_fp16.h clang parses on, and
 * refuses the call only where it is used. */
#include <cstdio>
#include <cuda_fp16.h>

template <typename To, typename From> struct conversion {
    template <size_t N> inline __device__ static void of(To *to, const From *from)
    {
        for (size_t i = 0; i < N; i++)
            to[i] = (To)from[i];
    }
};

template <typename T, size_t N> struct row {
    T data[N];
    inline __device__ T *at()
    {
        return data;
    }
};

template <typename From, typename To, size_t N>
inline __device__ void convert(row<To, N> &to, const row<From, N> &from)
{
    conversion<To, From>::of<N>(to.at(), const_cast<row<From, N> *>(&from)->at());
}

__global__ void k(float *result)
{
    row<__half, 2> halves;
    row<float, 2> floats;
    halves.data[0] = __float2half(1.5f);
    halves.data[1] = __float2half(-2.25f);
    convert(floats, halves);
    result[0] = floats.data[0] + floats.data[1];
}

int main()
{
    float *result, sum;
    cudaMalloc(&result, sizeof *result);
    k<<<1, 1>>>(result);
    cudaMemcpy(&sum, result, sizeof sum, cudaMemcpyDeviceToHost);
    printf("sum %g\n", sum);
    return 0;
}
