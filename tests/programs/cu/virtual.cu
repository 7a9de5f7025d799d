/* SPDX-License-Identifier: BSD-3-Clause */
/* The driver's virtual memory: a vector that grows where it is, and one that moves. */
#include "cases.h"
#include <cuda.h>

#define DRIVER(call)                                                                               \
    do {                                                                                           \
        CUresult result_ = (call);                                                                 \
        if (result_ != CUDA_SUCCESS) {                                                             \
            printf("%s: %d\n", #call, (int)result_);                                               \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

__global__ void fill(unsigned *to, size_t n, unsigned first)
{
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        to[i] = first + (unsigned)i;
}

__global__ void differ(const unsigned *from, size_t n, unsigned *wrong)
{
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        if (from[i] != (unsigned)i)
            atomicAdd(wrong, 1u);
}

static CUmemAllocationProp properties()
{
    CUmemAllocationProp result = {};
    result.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    result.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    return result;
}

static size_t unit()
{
    const CUmemAllocationProp wanted = properties();
    size_t bytes;
    DRIVER(cuMemGetAllocationGranularity(&bytes, &wanted, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    return bytes;
}

static CUmemGenericAllocationHandle create(size_t bytes)
{
    const CUmemAllocationProp wanted = properties();
    CUmemGenericAllocationHandle handle;
    DRIVER(cuMemCreate(&handle, bytes, &wanted, 0));
    return handle;
}

static void map(CUdeviceptr at, size_t bytes, CUmemGenericAllocationHandle handle)
{
    CUmemAccessDesc access = {};
    access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    DRIVER(cuMemMap(at, bytes, 0, handle, 0));
    DRIVER(cuMemSetAccess(at, bytes, &access, 1));
}

/* What the device may do there; -1: nothing is mapped. */
static int access_of(CUdeviceptr at)
{
    CUmemLocation location = {};
    unsigned long long flags = 0;
    location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    return cuMemGetAccess(&flags, &location, at) == CUDA_SUCCESS ? (int)flags : -1;
}

static size_t free_bytes()
{
    size_t left, all;
    DRIVER(cuMemGetInfo(&left, &all));
    return left;
}

/* Two pieces side by side; then both lie elsewhere, with a third behind them. */
static void grow(const long *numbers)
{
    const size_t bytes = unit(), n = bytes / sizeof(unsigned), before = free_bytes();
    CUdeviceptr at, elsewhere;
    unsigned *wrong = device_array<unsigned>(1), value, edge[2];
    (void)numbers;
    CHECK(cudaMemset(wrong, 0, sizeof *wrong));
    DRIVER(cuMemAddressReserve(&at, 2 * bytes, 0, 0, 0));
    CUmemGenericAllocationHandle pieces[3] = {create(bytes), create(bytes), create(bytes)};
    printf("taken %d\n", (int)((before - free_bytes()) / bytes));
    map(at, bytes, pieces[0]);
    fill<<<4, 128>>>((unsigned *)at, n, 0);
    map(at + bytes, bytes, pieces[1]);
    fill<<<4, 128>>>((unsigned *)at + n, n, (unsigned)n);
    CHECK(cudaMemcpy(edge, (unsigned *)at + n - 1, sizeof edge, cudaMemcpyDeviceToHost));
    printf("edge %d\n", edge[0] == n - 1 && edge[1] == n);
    DRIVER(cuMemAddressReserve(&elsewhere, 3 * bytes, 0, 0, 0));
    const int open = access_of(at + bytes + 12);
    DRIVER(cuMemUnmap(at, 2 * bytes));
    printf("access %d %d\n", open, access_of(at + bytes));
    DRIVER(cuMemAddressFree(at, 2 * bytes));
    for (int i = 0; i < 3; i++)
        map(elsewhere + i * bytes, bytes, pieces[i]);
    fill<<<4, 128>>>((unsigned *)elsewhere + 2 * n, n, 2 * (unsigned)n);
    differ<<<4, 128>>>((unsigned *)elsewhere, 3 * n, wrong);
    CHECK(cudaMemcpy(&value, wrong, sizeof value, cudaMemcpyDeviceToHost));
    printf("wrong %u\n", value);
    for (int i = 0; i < 3; i++)
        DRIVER(cuMemRelease(pieces[i]));
    printf("still %d\n", free_bytes() < before);
    DRIVER(cuMemUnmap(elsewhere, 3 * bytes));
    DRIVER(cuMemAddressFree(elsewhere, 3 * bytes));
    CHECK(cudaFree(wrong));
    printf("back %d\n", free_bytes() == before);
}

static void limits(const long *numbers)
{
    const size_t bytes = unit();
    CUdeviceptr at, other;
    CUmemAllocationProp shared = properties();
    CUmemGenericAllocationHandle piece = create(bytes), refused;
    int number;
    (void)numbers;
    DRIVER(cuMemAddressReserve(&at, 2 * bytes, 0, 0, 0));
    printf("odd %d\n", cuMemAddressReserve(&other, bytes + 4096, 0, 0, 0));
    printf("outside %d\n", cuMemMap(at + 2 * bytes, bytes, 0, piece, 0));
    DRIVER(cuMemMap(at, bytes, 0, piece, 0));
    printf("again %d\n", cuMemMap(at, bytes, 0, piece, 0));
    printf("alias %d\n", cuMemMap(at + bytes, bytes, 0, piece, 0));
    printf("mapped %d\n", cuMemAddressFree(at, 2 * bytes));
    printf("part %d\n", cuMemUnmap(at, 2 * bytes));
    DRIVER(cuMemUnmap(at, bytes));
    DRIVER(cuMemRelease(piece));
    printf("gone %d\n", cuMemRelease(piece));
    CUtensorMap map;
    printf("im2col %d\n",
           cuTensorMapEncodeIm2col(
               &map, CU_TENSOR_MAP_DATA_TYPE_UINT8, 3, nullptr, nullptr, nullptr, nullptr, nullptr,
               1, 1, nullptr, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
               CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
    shared.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    printf("shared %d\n", cuMemCreate(&refused, bytes, &shared, 0));
    printf("export %d\n",
           cuMemExportToShareableHandle(&number, piece, shared.requestedHandleTypes, 0));
    DRIVER(cuMemAddressFree(at, 2 * bytes));
}

/* What the driver says of the runtime's context and memory. */
static void of_the_runtime(const long *)
{
    CUdevice device = 7;
    CUdeviceptr begin, pinned = (CUdeviceptr)pinned_array<char>(5000);
    char *memory = device_array<char>(1000);
    size_t bytes;
    DRIVER(cuCtxGetDevice(&device));
    DRIVER(cuMemGetAddressRange(&begin, &bytes, (CUdeviceptr)memory + 999));
    printf("device %d\nrange %d %zu\n", device, begin == (CUdeviceptr)memory, bytes);
    DRIVER(cuMemGetAddressRange(&begin, &bytes, pinned + 4999));
    printf("pinned %d %zu\n", begin == pinned, bytes);
    printf("nobody's %d\n", cuMemGetAddressRange(&begin, &bytes, 4096));
}

/* Mapped, but nobody may access it. */
static void closed(const long *numbers)
{
    const size_t bytes = unit();
    CUdeviceptr at;
    (void)numbers;
    DRIVER(cuMemAddressReserve(&at, bytes, 0, 0, 0));
    DRIVER(cuMemMap(at, bytes, 0, create(bytes), 0));
    fill<<<1, 32>>>((unsigned *)at, 32, 0);
    printf("status %d\n", (int)cudaDeviceSynchronize());
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {
        {"grow", grow}, {"limits", limits}, {"closed", closed}, {"of_the_runtime", of_the_runtime}};
    return run_case(cases, argc, argv);
}
