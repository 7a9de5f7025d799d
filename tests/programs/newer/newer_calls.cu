/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls and names that are younger than CUDA 12.0: see test_newer_calls.c. */
#include "../cu/cases.h"

#include <cuda.h>
#include <cudaTypedefs.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#define NVRTC_GET_TYPE_NAME 1
#include <nvrtc.h>
#include <string>

__global__ void fill(int *to, int value)
{
    to[threadIdx.x] = value;
    cudaTriggerProgrammaticLaunchCompletion();
}
__global__ void add(int *to, int value)
{
    cudaGridDependencySynchronize();
    to[threadIdx.x] += value;
}

static char text[] = ".version 7.0\n.target sm_70\n.address_size 64\n"
                     ".visible .global .u32 word = 5;\n"
                     ".visible .entry store(.param .u64 p, .param .u32 n)\n{\n"
                     ".reg .u64 %a;\n.reg .u32 %v;\n"
                     "ld.param.u64 %a, [p];\nld.param.u32 %v, [n];\nst.global.u32 [%a], %v;\n"
                     "ret;\n}";

/* A library's kernel is launched as any other, and its variable is memory. */
static void libraries(const long *)
{
    cudaLibrary_t library;
    cudaKernel_t store = nullptr, listed = nullptr, own = nullptr;
    unsigned count = 0;
    int *address = nullptr, *out, word = 0, value = 7;
    size_t bytes = 0;
    CHECK(cudaMallocManaged(&out, 32 * sizeof *out));
    CHECK(cudaLibraryLoadData(&library, text, nullptr, nullptr, 0, nullptr, nullptr, 0));
    CHECK(cudaLibraryGetKernelCount(&count, library));
    CHECK(cudaLibraryEnumerateKernels(&listed, 1, library));
    CHECK(cudaLibraryGetKernel(&store, library, "store"));
    CHECK(cudaLibraryGetGlobal(&address, &bytes, library, "word"));
    CHECK(cudaMemcpy(&word, address, sizeof word, cudaMemcpyDeviceToHost));
    void *arguments[] = {&out, &value};
    CHECK(cudaKernelSetAttributeForDevice(store, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024,
                                          0));
    CHECK(cudaLaunchKernel((const void *)store, dim3(1), dim3(1), arguments, 1024, 0));
    CHECK(cudaDeviceSynchronize());
    printf("kernels %u\nsame %d\nword %d\nbytes %zu\nstored %d\n", count, listed == store, word,
           bytes, *out);
    printf("missing %d\n", cudaLibraryGetKernel(&store, library, "nothing"));
    CHECK(cudaGetKernel(&own, fill));
    arguments[1] = &value;
    value = 9;
    CHECK(cudaLaunchKernel((const void *)own, dim3(1), dim3(32), arguments, 0, 0));
    CHECK(cudaDeviceSynchronize());
    printf("own %d\n", out[31]);
    CHECK(cudaLibraryUnload(library));
}

/* The forms of 12.8, which tells what failed, and of 13.0. */
static void batches(const long *)
{
    int host[3] = {1, 2, 3}, back[3] = {};
    int *a = device_array<int>(4), *b = device_array<int>(4);
    void *to[] = {a, b, b + 1};
    void *from[] = {host, host + 1, host + 2};
    size_t bytes[] = {sizeof(int), sizeof(int), sizeof(int)}, first = 0, failed = 0;
    cudaMemcpyAttributes attributes = {};
    attributes.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    cudaStream_t stream = new_stream();
    CHECK(cudaMemcpyBatchAsync(to, from, bytes, 3, &attributes, &first, 1, &failed, stream));
    void *out[] = {back, back + 1};
    const void *in[] = {b, a};
    CHECK(cudaMemcpyBatchAsync(out, in, bytes, 2, &attributes, &first, 1, stream));
    CHECK(cudaMemcpyAsync(back + 2, b + 1, sizeof(int), cudaMemcpyDefault, stream));
    CHECK(cudaStreamSynchronize(stream));
    printf("back %d%d%d\nfailed %d\n", back[0], back[1], back[2], failed == (size_t)-1);
    printf("default stream %d\n",
           cudaMemcpyBatchAsync(out, in, bytes, 2, &attributes, &first, 1, (cudaStream_t)0));
}

/* An event of a launch is one that a second stream can wait for. */
static void events_of_launches(const long *)
{
    int *out, sum = 0;
    CHECK(cudaMallocManaged(&out, 64 * sizeof *out));
    cudaStream_t first = new_stream(cudaStreamNonBlocking), second = new_stream();
    cudaEvent_t event;
    CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    cudaLaunchAttribute attribute = {};
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(1);
    config.blockDim = dim3(32);
    config.stream = first;
    config.attrs = &attribute;
    config.numAttrs = 1;
    for (int i = 0; i < 2; i++) {
        attribute.id =
            i ? cudaLaunchAttributeLaunchCompletionEvent : cudaLaunchAttributeProgrammaticEvent;
        if (i)
            attribute.val.launchCompletionEvent.event = event;
        else
            attribute.val.programmaticEvent.event = event;
        CHECK(cudaLaunchKernelEx(&config, fill, out + 32 * i, 10 + i));
        CHECK(cudaStreamWaitEvent(second, event, 0));
        add<<<1, 32, 0, second>>>(out + 32 * i, 5);
    }
    CHECK(cudaStreamSynchronize(second));
    printf("query %d\n", cudaEventQuery(event));
    for (int i = 0; i < 64; i++)
        sum += out[i];
    printf("sum %d\n", sum);
}

__global__ void ask(int *out)
{
    cudaGetDevice(out);
    cudaGetDeviceCount(out + 1);
    cudaDeviceGetAttribute(out + 2, cudaDevAttrMultiProcessorCount, 0);
    cudaDeviceGetAttribute(out + 3, cudaDevAttrWarpSize, 0);
    out[4] = cudaDeviceGetAttribute(out + 5, cudaDevAttrClockRate, 0);
    out[6] = __fmaf_ieee_rn(1e-40f, 1.0f, 0.0f) > 0 && fabsf(__tanhf(0.5f) - 0.46211716f) < 1e-3f;
}

static void device_asks(const long *)
{
    int *out, sms;
    CHECK(cudaMallocManaged(&out, 7 * sizeof *out));
    CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
    ask<<<1, 1>>>(out);
    CHECK(cudaDeviceSynchronize());
    printf("device %d\ncount %d\nsms %d\nwarp %d\nrefused %d\nieee %d\n", out[0], out[1],
           out[2] == sms, out[3], out[4], out[6]);
}

static_assert(alignof(double4_32a) == 32 && alignof(double4_16a) == 16, "");
static_assert(sizeof(ulonglong4_32a) == 32, "");
using nv_names = __nv_half;
using entry = PFN_cuMemAlloc_v3020;
using todays = PFN_cuGraphLaunch_v10000;

struct outer {
    struct inner {
    };
};

static void names(const long *)
{
    std::string name, constant;
    const double4_32a v = make_double4_32a(1, 2, 3, 4);
    const cudaChannelFormatDesc pair = cudaCreateChannelDescHalf2();
    const nv_names one = CUDART_ONE_FP16;
    nvrtcGetTypeName<outer::inner>(&name);
    nvrtcGetTypeName<const float *>(&constant);
    printf("sum %g\nbits %d %d\none %g\nlargest %g\ntype %s\nconst %s\n", v.x + v.y + v.z + v.w,
           pair.x, pair.y, (double)(float)one, (double)(float)CUDART_MAX_NORMAL_BF16, name.c_str(),
           constant.c_str());
    entry allocate = nullptr;
    cudaDriverEntryPointQueryResult found;
    CUdeviceptr address = 0;
    CHECK(cudaFree(0));
    CHECK(cudaGetDriverEntryPointByVersion("cuMemAlloc", (void **)&allocate, 12000,
                                           cudaEnableDefault, &found));
    printf("allocated %d\n", allocate(&address, 4) == CUDA_SUCCESS && address != 0);
}

/* What is not there says so. */
static void refusals(const long *)
{
    CUgreenCtx context;
    CUdevResource resource;
    cudaLogsCallbackHandle handle;
    unsigned capabilities;
    const cudaAtomicOperation add_integers = cudaAtomicOperationIntegerAdd;
    CHECK(cudaFree(0));
    printf("green %d\n", cuGreenCtxCreate(&context, nullptr, 0, CU_GREEN_CTX_DEFAULT_STREAM));
    printf("resource %d\n", cuDeviceGetDevResource(0, &resource, CU_DEV_RESOURCE_TYPE_SM));
    printf("logs %d\n", cudaLogsRegisterCallback(nullptr, nullptr, &handle));
    printf("atomics %d\n", cudaDeviceGetHostAtomicCapabilities(&capabilities, &add_integers, 1, 0));
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {
        {"libraries", libraries}, {"batches", batches}, {"events", events_of_launches},
        {"device", device_asks},  {"names", names},     {"refusals", refusals}};
    return run_case(cases, argc, argv);
}
