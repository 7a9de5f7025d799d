/* SPDX-License-Identifier: BSD-3-Clause */
/* Headers and forms of calls that programs of today use, for an old GPU. */
#include <builtin_types.h>
#include <cstdio>
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_occupancy.h>
#include <nvToolsExt.h>
#include <nvtx3/nvToolsExtCudaRt.h>

static_assert(sizeof(uint64_t) == 8, "cuda.h brings it");
static_assert(sizeof(cudaDeviceProp) == 1032 && sizeof(cudaDeviceProp::reserved) == 56 * sizeof(int),
              "the manual's layout");
#ifndef __cuda_cuda_h__
#error cuda.h is there
#endif

__global__ void add(__half *h, __half2 *h2, __nv_bfloat16 *b, __nv_bfloat162 *b2)
{
    atomicAdd(h, __half(1.0f));
    atomicAdd(h2, __half2(__half(1.0f), __half(2.0f)));
    atomicAdd(b, __nv_bfloat16(1.0f));
    atomicAdd(b2, __nv_bfloat162(__nv_bfloat16(1.0f), __nv_bfloat16(2.0f)));
}

/* A program may have a function of this name. */
__device__ unsigned long long __globaltimer()
{
    return 1;
}

CUresult make_context(CUcontext *context, CUdevice device)
{
    CUctxCreateParams parameters = {};
    return cuCtxCreate(context, &parameters, 0, device);
}

__global__ void reverse(int *data)
{
    __shared__ int block[1024];
    block[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = block[blockDim.x - 1 - threadIdx.x];
}

/* The calculator of the host against the runtime, which asks the platform. */
static int wrong_occupancies()
{
    cudaDeviceProp device;
    cudaFuncAttributes function;
    cudaGetDeviceProperties(&device, 0);
    cudaFuncGetAttributes(&function, reverse);
    const cudaOccDeviceProp properties = device;
    const cudaOccFuncAttributes attributes = function;
    const cudaOccDeviceState state;
    cudaOccResult result;
    int wrong = 0, blocks, grid, size;
    for (int threads = 16; threads <= 1024; threads += 48) {
        for (size_t shared = 0; shared <= 40000; shared += 2500) {
            cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reverse, threads, shared);
            wrong += cudaOccMaxActiveBlocksPerMultiprocessor(&result, &properties, &attributes, &state, threads,
                                                             shared) != CUDA_OCC_SUCCESS ||
                     result.activeBlocksPerMultiprocessor != blocks;
        }
    }
    wrong += cudaOccMaxPotentialOccupancyBlockSize(&grid, &size, &properties, &attributes, &state, 0) !=
             CUDA_OCC_SUCCESS;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reverse, size, 0);
    return wrong + (grid != blocks * device.multiProcessorCount) +
           (device.deviceNumaConfig != cudaDeviceNumaConfigNone || device.mpsEnabled);
}

int main()
{
    printf("occupancy wrong %d\n", wrong_occupancies());
    nvtxEventAttributes_t event = {};
    event.version = NVTX_VERSION;
    event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    event.messageType = NVTX_MESSAGE_TYPE_ASCII;
    event.message.ascii = "inner";
    const int outer = nvtxRangePush("outer"), inner = nvtxRangePushEx(&event);
    nvtxMarkA("here");
    nvtxNameCudaStreamA(0, "main");
    const int first = nvtxRangePop(), second = nvtxRangePop(), third = nvtxRangePop();
    printf("pushed %d %d, popped %d %d, then %s\n", outer, inner, first, second,
           third == NVTX_NO_PUSH_POP_TRACKING ? "nothing" : "more");
}
