/* SPDX-License-Identifier: BSD-3-Clause */
/* The names that CUDA gives to its headers, and what the ones of them do that have parts of their
 * own. */
#include <common_functions.h>
#include <crt/device_functions.h>
#include <crt/host_config.h>
#include <crt/host_defines.h>
#include <crt/math_functions.h>
#include <crt/mma.h>
#include <cstdio>
#include <cudaGL.h>
#include <cudaProfiler.h>
#include <cuda_awbarrier.h>
#include <cuda_awbarrier_helpers.h>
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>
#include <cuda_pipeline_helpers.h>
#include <cuda_pipeline_primitives.h>
#include <cuda_surface_types.h>
#include <cuda_texture_types.h>
#include <cudalibxt.h>
#include <curand_lognormal.h>
#include <curand_mrg32k3a.h>
#include <curand_mtgp32_host.h>
#include <curand_mtgp32_kernel.h>
#include <curand_normal.h>
#include <curand_philox4x32_x.h>
#include <curand_poisson.h>
#include <curand_uniform.h>
#include <device_double_functions.h>
#include <host_config.h>
#include <nvToolsExtCuda.h>
#include <nvToolsExtCudaRt.h>
#include <nvtx3/nvToolsExtSync.h>
#include <nvtx3/nvtx3.hpp>
#include <sm_20_atomic_functions.h>
#include <sm_30_intrinsics.h>
#include <sm_32_intrinsics.h>
#include <sm_35_atomic_functions.h>
#include <sm_60_atomic_functions.h>
#include <sm_61_intrinsics.h>
#include <surface_functions.h>
#include <surface_indirect_functions.h>
#include <surface_types.h>
#include <texture_indirect_functions.h>
#include <texture_types.h>

enum { THREADS = 64, ROUNDS = 5 };

/* Copies of every size through shared memory; the end of the last ones is filled with zeros. */
__global__ void copies(const float4 *from, float4 *to4, float2 *to2, float *to1)
{
    __shared__ float4 four[THREADS];
    __shared__ float2 two[THREADS];
    __shared__ float one[2][THREADS];
    const unsigned int i = threadIdx.x;
    __pipeline_memcpy_async(&four[i], &from[i], 16);
    __pipeline_commit();
    __pipeline_memcpy_async(&two[i], (const float2 *)from + i, 8, 4);
    __pipeline_commit();
    __pipeline_memcpy_async(&one[0][i], (const float *)from + i, 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    to4[i] = four[(i + 1) % THREADS];
    to2[i] = two[(i + 1) % THREADS];
    __pipeline_wait_prior(0);
    nvcuda::experimental::pipeline pipe;
    nvcuda::experimental::memcpy_async(one[1][i], ((const float *)from)[THREADS + i], pipe);
    pipe.commit_and_wait();
    __syncthreads();
    to1[i] = one[0][(i + 1) % THREADS] + one[1][(i + 2) % THREADS];
}

/* In each round the threads add up what the round before has left; every other one drops out at
 * last. */
__global__ void barriers(int *sums, int *pending)
{
    __shared__ int values[ROUNDS + 1][THREADS];
    __shared__ __mbarrier_t barrier;
    __shared__ nvcuda::experimental::awbarrier object;
    const unsigned int i = threadIdx.x;
    if (i == 0) {
        __mbarrier_init(&barrier, blockDim.x);
        init(&object, blockDim.x);
    }
    values[0][i] = (int)i;
    __syncthreads();
    for (int round = 0; round < ROUNDS; round++) {
        values[round + 1][i] = values[round][(i + 1) % THREADS] + values[round][i];
        const __mbarrier_token_t token = __mbarrier_arrive(&barrier);
        if (round == 0)
            atomicAdd(pending, (int)__mbarrier_token_pending_count(token));
        if (round % 2)
            while (!__mbarrier_test_wait(&barrier, token))
                ;
        else
            while (!__mbarrier_try_wait_parity(&barrier, round % 2 != 0))
                ;
    }
    sums[i] = values[ROUNDS][i];
    object.arrive_and_wait();
    if (i % 2) {
        object.arrive_and_drop();
        return;
    }
    object.arrive_and_wait();
    sums[i] = -sums[i];
    object.arrive_and_wait();
    sums[i] -= sums[(i + 2) % THREADS] < 0;
}

struct my_domain {
    static constexpr char const *name = "mine";
};
static int nested()
{
    NVTX3_FUNC_RANGE();
    nvtx3::scoped_range range{"inner", nvtx3::rgb{1, 2, 3}, nvtx3::payload{3}, nvtx3::category{1}};
    nvtx3::mark("here");
    nvtx3::end_range(nvtx3::start_range("aside"));
    return nvtxRangePushA("depth");
}

static int outer()
{
    NVTX3_FUNC_RANGE_IN(my_domain);
    return nested();
}

static int wrong_copies()
{
    float4 *data, *to4;
    float2 *to2;
    float *to1;
    int wrong = 0;
    cudaMallocManaged(&data, THREADS * sizeof *data);
    cudaMallocManaged(&to4, THREADS * sizeof *to4);
    cudaMallocManaged(&to2, THREADS * sizeof *to2);
    cudaMallocManaged(&to1, THREADS * sizeof *to1);
    float *numbers = (float *)data;
    for (int i = 0; i < 4 * THREADS; i++)
        numbers[i] = (float)(i * i % 1021) + 0.5f;
    copies<<<1, THREADS>>>(data, to4, to2, to1);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return -1;
    for (int i = 0; i < THREADS; i++) {
        const int next = (i + 1) % THREADS;
        wrong += to4[i].x != numbers[4 * next] || to4[i].w != numbers[4 * next + 3];
        wrong += to2[i].x != numbers[2 * next] || to2[i].y != 0;
        wrong += to1[i] != numbers[next] + numbers[THREADS + (i + 2) % THREADS];
    }
    return wrong;
}

static int wrong_sums()
{
    int *sums, *pending, values[ROUNDS + 1][THREADS], wrong = 0;
    cudaMallocManaged(&sums, THREADS * sizeof *sums);
    cudaMallocManaged(&pending, sizeof *pending);
    *pending = 0;
    barriers<<<1, THREADS>>>(sums, pending);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return -1;
    for (int i = 0; i < THREADS; i++)
        values[0][i] = i;
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < THREADS; i++)
            values[round + 1][i] = values[round][(i + 1) % THREADS] + values[round][i];
    for (int i = 0; i < THREADS; i++)
        wrong += sums[i] != (i % 2 ? values[ROUNDS][i] : -values[ROUNDS][i] - 1);
    return wrong + (*pending != THREADS * (THREADS + 1) / 2);
}

int main()
{
    const int depth = outer(), left = nvtxRangePop();
    printf("copies wrong %d, sums wrong %d, depth %d, then %d\n", wrong_copies(), wrong_sums(),
           depth, left);
}
