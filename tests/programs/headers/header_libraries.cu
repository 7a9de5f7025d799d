/* SPDX-License-Identifier: BSD-3-Clause */
/* What header libraries of today ask of CUDA's headers, beyond what programs do: CCCL 3 (Thrust,
 * CUB, libcu++) and CUTLASS 4. */
#include "../cu/cases.h"

#include <cuda.h>
#include <cudaTypedefs.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <nvtx3/nvToolsExt.h>

#define OK(call) printf("%s", (call) == CUDA_SUCCESS ? "" : #call " failed\n")

/* They reach a number's bits by a class of their own, also while they compile. */
template <class Number> struct bits_of : Number {
    using Number::__x;
};
static_assert(sizeof(bits_of<__nv_bfloat16>{}.__x) == 2, "");
constexpr __half one{__half_raw{0x3c00}};
static_assert(one.__x == 0x3c00, "");

using payload = nvtxEventAttributes_v2::payload_t;
using encode = PFN_cuTensorMapEncodeIm2col;
static uint64_t sizes[2];
static const cuuint64_t *const as_maps_take_them = sizes;
typedef CUresult(CUDAAPI *loader)(CUfunction);

/* Addresses of a space and back; a barrier of half of the block, and one of all. */
__global__ void spaces(int *out)
{
    __shared__ int shared[64];
    __shared__ int half, sum;
    const int t = (int)threadIdx.x;
    int local = t;
    auto *mine = (int *)__cvta_shared_to_generic(__cvta_generic_to_shared(shared + t));
    auto *first = (int *)__cvta_global_to_generic(__cvta_generic_to_global(out));
    auto *own = (int *)__cvta_local_to_generic(__cvta_generic_to_local(&local));
    if (t == 0)
        half = sum = 0;
    __barrier_sync(2);
    *mine = t + 1;
    if (t < 32) {
        __barrier_sync_count(1, 32);
        atomicAdd(&half, shared[31 - t]);
    }
    __barrier_sync(2);
    atomicAdd(&sum, shared[63 - t]);
    __barrier_sync(2);
    first[t] = half * 10000 + sum + *own;
}

static void device(const long *)
{
    int host[64], *out, wrong = 0;
    CHECK(cudaMalloc(&out, sizeof host));
    spaces<<<1, 64>>>(out);
    CHECK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
    for (int t = 0; t < 64; t++)
        wrong += host[t] != 32 * 33 / 2 * 10000 + 64 * 65 / 2 + t;
    printf("wrong %d\n", wrong);
}

static char text[] = ".version 7.0\n.target sm_70\n.address_size 64\n"
                     ".visible .global .u32 word = 5;\n"
                     ".visible .entry idle()\n{\nret;\n}";

static void libraries(const long *)
{
    CUlibrary library;
    CUkernel kernel;
    CUdeviceptr address = 0;
    size_t bytes = 0;
    int threads = 0, shared = 0;
    CHECK(cudaFree(0));
    OK(cuLibraryLoadData(&library, text, NULL, NULL, 0, NULL, NULL, 0));
    OK(cuLibraryGetKernel(&kernel, library, "idle"));
    OK(cuKernelGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel, 0));
    OK(cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 8192, kernel, 0));
    OK(cuKernelGetAttribute(&shared, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, kernel, 0));
    OK(cuKernelSetCacheConfig(kernel, CU_FUNC_CACHE_PREFER_L1, 0));
    OK(cuLibraryGetManaged(&address, &bytes, library, "word"));
    int node = 7;
    CHECK(cudaDeviceGetAttribute(&node, cudaDevAttrNumaConfig, 0));
    printf("threads %d\nshared %d\nbytes %zu\nnode %d\n", threads, shared, bytes,
           node == cudaDeviceNumaConfigNone ? 0 : 1);
}

static void streams(const long *)
{
    CUstream stream;
    CUevent event;
    unsigned long long first, second;
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuStreamGetId(NULL, &first));
    OK(cuStreamGetId(stream, &second));
    OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
    OK(cuEventRecord(event, stream));
    OK(cuStreamWaitEvent(NULL, event, CU_EVENT_WAIT_DEFAULT));
    void *entry = NULL;
    CUdriverProcAddressQueryResult found;
    OK(cuGetProcAddress("cuStreamGetId", &entry, 12000, CU_GET_PROC_ADDRESS_DEFAULT, &found));
    printf("ids differ %d\nentry %d\n", first != second, entry == (void *)cuStreamGetId);
}

static void pointers(const long *)
{
    char *device = NULL, *host = NULL;
    CUdeviceptr begin = 0;
    size_t bytes = 0;
    unsigned mapped = 0, shareable = 7;
    CHECK(cudaMalloc(&device, 1000));
    CHECK(cudaMallocHost(&host, 100));
    const CUdeviceptr inside = (CUdeviceptr)device + 50;
    OK(cuPointerGetAttribute(&begin, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, inside));
    OK(cuPointerGetAttribute(&bytes, CU_POINTER_ATTRIBUTE_RANGE_SIZE, inside));
    OK(cuPointerGetAttribute(&mapped, CU_POINTER_ATTRIBUTE_MAPPED, (CUdeviceptr)host));
    OK(cuPointerGetAttribute(&shareable, CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE, inside));
    printf("begin %d\nbytes %zu\nmapped %u\nshareable %u\n", begin == (CUdeviceptr)device, bytes,
           mapped, shareable);
}

__global__ void nothing()
{
}

static void graph_attributes(const long *)
{
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaKernelNodeParams params = {};
    CUkernelNodeAttrValue value = {}, kept = {};
    params.func = (void *)nothing;
    params.gridDim = dim3(1);
    params.blockDim = dim3(32);
    CHECK(cudaGraphCreate(&graph, 0));
    CHECK(cudaGraphAddKernelNode(&node, graph, NULL, 0, &params));
    value.cooperative = 1;
    OK(cuGraphKernelNodeSetAttribute(node, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value));
    OK(cuGraphKernelNodeGetAttribute(node, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &kept));
    printf("cooperative %d\n", kept.cooperative);
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {{"device", device},
                                      {"libraries", libraries},
                                      {"streams", streams},
                                      {"pointers", pointers},
                                      {"graph_attributes", graph_attributes}};
    return run_case(cases, argc, argv);
}
