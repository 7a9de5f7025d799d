/* SPDX-License-Identifier: BSD-3-Clause */
/* Stream-ordered memory and its pools. */
#include "cases.h"

enum { N = 256, MIB = 1 << 20 };

__global__ void fill(int *words, int value)
{
    words[threadIdx.x] = value + threadIdx.x;
}

__global__ void add(int *to, const int *from)
{
    to[threadIdx.x] += from[threadIdx.x];
}

/* Counts in registers: its time depends on nothing but `turns`. */
__global__ void spin(int turns, int *result)
{
    int x = threadIdx.x;
    for (int i = 0; i < turns; i++)
        x = x * 5 + i;
    *result = x;
}

static unsigned long long attribute(cudaMemPool_t pool, cudaMemPoolAttr which)
{
    unsigned long long value = 0;
    CHECK(cudaMemPoolGetAttribute(pool, which, &value));
    return value;
}

static void print_pool(const char *name, cudaMemPool_t pool)
{
    printf("%s %llu %llu %llu %llu\n", name, attribute(pool, cudaMemPoolAttrUsedMemCurrent),
           attribute(pool, cudaMemPoolAttrUsedMemHigh),
           attribute(pool, cudaMemPoolAttrReservedMemCurrent),
           attribute(pool, cudaMemPoolAttrReservedMemHigh));
}

/* A stream gets what it has just given back; another one does not, before that has happened. */
static void reuse(const long *)
{
    cudaStream_t stream = new_stream(), other = new_stream();
    cudaMemPool_t pool;
    int *a, *b, *c, *d, result[N];
    CHECK(cudaDeviceGetDefaultMemPool(&pool, 0));
    CHECK(cudaMallocAsync(&a, N * sizeof(int), stream));
    fill<<<1, N, 0, stream>>>(a, 1000);
    CHECK(cudaMemcpyAsync(result, a, sizeof result, cudaMemcpyDeviceToHost, stream));
    spin<<<1, 1, 0, stream>>>(5000, a);
    CHECK(cudaFreeAsync(a, stream));
    CHECK(cudaMallocAsync(&b, N * sizeof(int), stream));
    CHECK(cudaMallocAsync(&c, N * sizeof(int), other));
    printf("first %d\nsame %d\nother %d\n", result[5], a == b, a == c);
    print_pool("two", pool);
    CHECK(cudaFreeAsync(b, stream));
    CHECK(cudaMallocAsync(&d, N * sizeof(int), other)); /* the spin is still there */
    printf("too_early %d\n", d == b);
    CHECK(cudaFreeAsync(c, other));
    CHECK(cudaFreeAsync(d, other));
    print_pool("given_back", pool);
    CHECK(cudaDeviceSynchronize());
    print_pool("synchronized", pool);
}

/* A threshold keeps memory over a synchronisation. */
static void threshold(const long *)
{
    cudaStream_t stream = new_stream();
    cudaMemPool_t pool, current;
    unsigned long long keep = 2 * MIB, zero = 0;
    void *a, *b, *c;
    size_t before, between, after, all;
    cudaMemPoolProps properties = {};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    CHECK(cudaMemGetInfo(&before, &all));
    CHECK(cudaMemPoolCreate(&pool, &properties));
    CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
    CHECK(cudaMallocFromPoolAsync(&a, MIB, pool, stream));
    CHECK(cudaMallocAsync(&b, MIB, pool, stream));
    CHECK(cudaDeviceSetMemPool(0, pool));
    CHECK(cudaDeviceGetMemPool(&current, 0));
    CHECK(cudaMallocAsync(&c, MIB, stream));
    print_pool("three", pool);
    CHECK(cudaFreeAsync(a, stream));
    CHECK(cudaFreeAsync(b, stream));
    CHECK(cudaFree(c));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaMemGetInfo(&between, &all));
    print_pool("kept", pool);
    CHECK(cudaMemPoolTrimTo(pool, 0));
    CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &zero));
    print_pool("trimmed", pool);
    CHECK(cudaMemPoolDestroy(pool));
    CHECK(cudaMemGetInfo(&after, &all));
    printf("current %d\ndevice_has_less %d %d\n", current == pool, before - between >= 2 * MIB,
           before == after);
}

/* A hundred times more than the device has, in a loop that never waits. */
static void endless(const long *)
{
    cudaStream_t stream = new_stream();
    size_t free_bytes, all;
    int *sums = device_array<int>(N), result[N];
    CHECK(cudaMemset(sums, 0, sizeof result));
    CHECK(cudaMemGetInfo(&free_bytes, &all));
    for (int i = 0; i < 100; i++) {
        int *words;
        CHECK(cudaMallocAsync(&words, free_bytes / 2, stream));
        fill<<<1, N, 0, stream>>>(words, i);
        add<<<1, N, 0, stream>>>(sums, words);
        CHECK(cudaFreeAsync(words, stream));
    }
    CHECK(cudaMemcpyAsync(result, sums, sizeof result, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    printf("result %d\n", result[3]); /* 0 + ... + 99, and a hundred times 3 */
}

static void print_error(const char *name, cudaError_t status)
{
    printf("%s %s\n", name, cudaGetErrorName(status));
    cudaGetLastError();
}

static void mistakes(const long *)
{
    cudaStream_t stream = new_stream();
    cudaMemPool_t pool;
    cudaMemPoolProps properties = {};
    int *words = device_array<int>(N), host = 0;
    void *much;
    unsigned long long value = 1;
    size_t free_bytes, all;
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeHost;
    print_error("host_pool", cudaMemPoolCreate(&pool, &properties));
    properties.location.type = cudaMemLocationTypeDevice;
    properties.handleTypes = cudaMemHandleTypePosixFileDescriptor;
    print_error("shared_pool", cudaMemPoolCreate(&pool, &properties));
    properties.handleTypes = cudaMemHandleTypeNone;
    properties.maxSize = MIB;
    CHECK(cudaMemPoolCreate(&pool, &properties));
    print_error("too_much", cudaMallocFromPoolAsync(&much, MIB + 1, pool, stream));
    CHECK(cudaMemGetInfo(&free_bytes, &all));
    print_error("more_than_there_is", cudaMallocAsync(&much, all + 1, stream));
    print_error("inside", cudaFreeAsync(words + 1, stream));
    print_error("host", cudaFreeAsync(&host, stream));
    CHECK(cudaFreeAsync(words, stream)); /* cudaMalloc's may be freed so */
    print_error("twice", cudaFreeAsync(words, stream));
    CHECK(cudaDeviceGetDefaultMemPool(&pool, 0));
    print_error("read_only", cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &value));
    print_error("default", cudaMemPoolDestroy(pool));
    print_error("device", cudaDeviceGetDefaultMemPool(&pool, 1));
}

/* ---- one device, one process ------------------------------------------------------------------
 */

static void append(void *list)
{
    strcat((char *)list, "f");
}

static void call_back(cudaStream_t, cudaError_t status, void *list)
{
    strcat((char *)list, status == cudaSuccess ? "c" : "?");
}

static void one_device(const long *)
{
    cudaStream_t stream = new_stream(), other = new_stream();
    cudaIpcMemHandle_t memory;
    cudaIpcEventHandle_t handle;
    unsigned long long first = 0, second = 0;
    int can = 1, value = 0, device = 7;
    int *words = device_array<int>(N), result[N];
    char list[8] = "";
    print_error("peer", cudaDeviceEnablePeerAccess(0, 0));
    print_error("no_peer", cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 1));
    print_error("memory_handle", cudaIpcGetMemHandle(&memory, words));
    print_error("event_handle", cudaIpcGetEventHandle(&handle, new_event()));
    CHECK(cudaDeviceCanAccessPeer(&can, 0, 0));
    CHECK(cudaStreamGetId(stream, &first));
    CHECK(cudaStreamGetId(other, &second));
    CHECK(cudaStreamGetDevice(stream, &device));
    CHECK(cudaProfilerStart());
    cudaStreamAttrValue window = {};
    window.accessPolicyWindow.base_ptr = words;
    window.accessPolicyWindow.num_bytes = sizeof result;
    CHECK(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &window));
    cudaStreamAttrValue policy = {}, kept = {}, of_other = {};
    policy.syncPolicy = cudaSyncPolicyYield;
    CHECK(cudaStreamSetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &policy));
    CHECK(cudaStreamGetAttribute(other, cudaStreamAttributeSynchronizationPolicy, &of_other));
    CHECK(cudaStreamCopyAttributes(other, stream));
    CHECK(cudaStreamGetAttribute(other, cudaStreamAttributeAccessPolicyWindow, &kept));
    CHECK(cudaStreamGetAttribute(other, cudaStreamAttributeSynchronizationPolicy, &policy));
    printf("policy %d %d %d\n", (int)of_other.syncPolicy, (int)policy.syncPolicy,
           kept.accessPolicyWindow.base_ptr == words);
    cudaLaunchAttribute early[1] = {};
    early[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early[0].val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(1);
    config.blockDim = dim3(N);
    config.stream = stream;
    config.attrs = early;
    config.numAttrs = 1;
    CHECK(cudaLaunchKernelEx(&config, fill, words, 30));
    CHECK(cudaMemcpyAsync(result, words, sizeof result, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaLaunchHostFunc(stream, append, list));
    CHECK(cudaStreamAddCallback(stream, call_back, list, 0));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaProfilerStop());
    printf("can %d\ndifferent %d\ndevice %d\nfilled %d\ncalled %s\n", can, first != second, device,
           result[7], list);
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {{"reuse", reuse},
                                      {"threshold", threshold},
                                      {"endless", endless},
                                      {"mistakes", mistakes},
                                      {"one_device", one_device}};
    return run_case(cases, argc, argv);
}
