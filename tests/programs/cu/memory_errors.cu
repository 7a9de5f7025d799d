/* SPDX-License-Identifier: BSD-3-Clause */
/* Bad pointers, in kernels and in calls. Lines that tests name bear a comment with their name. */
#include "cases.h"
#include <sys/mman.h>

__global__ void read_at(const int *array, int index, int *result)
{
    *result = array[index]; /* line of read_at */
}

__global__ void write_at(int *array, int index)
{
    if (threadIdx.x == 5 && blockIdx.x == 1)
        array[index] = 1; /* line of write_at */
}

__global__ void add_at(int *array, int index)
{
    atomicAdd(array + index, 1);
}

__device__ void store(char *bytes, int offset)
{
    *(int *)(bytes + offset) = 1; /* line of store */
}

__global__ void store_at(char *bytes, int offset)
{
    store(bytes, offset);
}

/* Waits for the kernel; it must not come back. */
static void wait()
{
    cudaError_t status = cudaDeviceSynchronize();
    printf("synchronised: %s\n", cudaGetErrorName(status));
}

static void read_behind(const long *numbers)
{
    int *before = device_array<int>(8), *array = device_array<int>(100);
    read_at<<<1, 1>>>(array, (int)numbers[0], before);
    wait();
}

static void write_behind(const long *numbers)
{
    int *array = device_array<int>(100);
    write_at<<<2, 64>>>(array, (int)numbers[0]);
    wait();
}

/* Numbers behind an array of 400 bytes: those up to 512 are nobody's. */
static void last_piece(const long *)
{
    int *array = device_array<int>(100), *read = device_array<int>(3), numbers[3];
    add_at<<<1, 4>>>(array, 100);
    write_at<<<2, 64>>>(array, 127);
    add_at<<<1, 32>>>(array, 127);
    write_at<<<2, 64>>>(array, 128);
    read_at<<<1, 1>>>(array, 100, read);
    read_at<<<1, 1>>>(array, 127, read + 1);
    read_at<<<1, 1>>>(array, 128, read + 2);
    wait();
    CHECK(cudaMemcpy(numbers, read, sizeof numbers, cudaMemcpyDeviceToHost));
    printf("read %d %d %d\n", numbers[0], numbers[1], numbers[2]);
}

static void atomic_behind(const long *)
{
    int *array = device_array<int>(100);
    add_at<<<1, 1>>>(array, 100);
    wait();
}

static void use_after_free(const long *)
{
    int *result = device_array<int>(1), *array = device_array<int>(100);
    CHECK(cudaFree(array));
    read_at<<<1, 1>>>(array, 3, result);
    wait();
}

static void misaligned(const long *numbers)
{
    char *bytes = device_array<char>(100);
    store_at<<<1, 1>>>(bytes, (int)numbers[0]);
    wait();
}

static void null_pointer(const long *)
{
    write_at<<<2, 64>>>(nullptr, 0);
    wait();
}

static void host_pointer(const long *)
{
    static int words[64];
    write_at<<<2, 64>>>(words, 1);
    wait();
}

static void stack_pointer(const long *)
{
    int words[64];
    write_at<<<2, 64>>>(words, 1);
    wait();
}

/* Calls with bad pointers: each fails, and the program goes on. */
static void bad_calls(const long *)
{
    int host[100] = {0};
    int *array = device_array<int>(100), *freed = device_array<int>(10);
    CHECK(cudaFree(freed));
    struct {
        const char *name;
        cudaError_t status;
    } calls[] = {
        {"copy_too_long", cudaMemcpy(array + 1, host, 400, cudaMemcpyHostToDevice)},
        {"copy_from_freed", cudaMemcpy(host, freed, 4, cudaMemcpyDeviceToHost)},
        {"copy_to_host_pointer", cudaMemcpy(host, host, 4, cudaMemcpyHostToDevice)},
        {"copy_from_null", cudaMemcpy(host, nullptr, 4, cudaMemcpyDeviceToHost)},
        {"copy_wrong_way", cudaMemcpy(host, array, 4, cudaMemcpyHostToDevice)},
        {"copy_async_too_long", cudaMemcpyAsync(array, array + 50, 204, cudaMemcpyDeviceToDevice)},
        {"set_too_long", cudaMemset(array, 0, 401)},
        {"set_host", cudaMemset(host, 0, 4)},
        {"free_twice", cudaFree(freed)},
        {"free_inside", cudaFree(array + 1)},
        {"free_host", cudaFree(host)},
        {"free_host_of_pageable", cudaFreeHost(host)},
        {"copy_nothing", cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice)},
        {"free_null", cudaFree(nullptr)},
        {"copy_right", cudaMemcpy(array, host, 400, cudaMemcpyHostToDevice)},
    };
    for (auto &call : calls)
        printf("%s %s\n", call.name, cudaGetErrorName(call.status));
}

/* Launches that cannot be: each fails, and the program goes on. */
static void bad_launches(const long *)
{
    int *array = device_array<int>(100);
    const struct {
        const char *name;
        int grid, block, shared;
    } launches[] = {{"big_block", 1, 2048, 0},     {"no_block", 1, 0, 0}, {"no_grid", 0, 1, 0},
                    {"much_shared", 1, 1, 100000}, {"right", 1, 1, 0}};
    for (auto &launch : launches) {
        write_at<<<launch.grid, launch.block, launch.shared>>>(array, 0);
        printf("%s %s\n", launch.name, cudaGetErrorName(cudaGetLastError()));
    }
    CHECK(cudaDeviceSynchronize());
}

__global__ __launch_bounds__(64) void bounded(int *array)
{
    array[threadIdx.x] = 1;
}

__global__ void static_shared(int *array)
{
    __shared__ volatile int words[10000];
    words[threadIdx.x] = array[0];
    array[0] = words[threadIdx.x + 1];
}

/* All values are live at a time. */
__global__ void many_registers(volatile int *array)
{
    int values[48];
#pragma unroll
    for (int i = 0; i < 48; i++)
        values[i] = array[i];
#pragma unroll
    for (int i = 47; i >= 0; i--)
        array[i] = values[i] + 1;
}

/* Nobody asks for their errors. */
static void refused_launches(const long *numbers)
{
    int *array = device_array<int>(100);
    for (int i = 0; i < 3; i++)
        bounded<<<1, 65>>>(array);
    bounded<<<dim3(1, 65536), 1>>>(array);
    static_shared<<<1, 1, 10000>>>(array);
    static_shared<<<1, 1, 50000>>>(array);
    many_registers<<<1, 1024>>>(array);
    for (long i = 0; i < numbers[0]; i++)
        bounded<<<dim3(1, 70000 + (unsigned)i), 1>>>(array);
    CHECK(cudaDeviceSynchronize());
}

static const char *launch_status(size_t shared)
{
    int *array = device_array<int>(100);
    static_shared<<<1, 1, shared>>>(array); /* 40,000 bytes of its own */
    return cudaGetErrorName(cudaGetLastError());
}

/* More than 48 KB of shared memory, without and with asking for it. */
static void allowed_shared(const long *)
{
    int kilobytes, most;
    const auto ask = [](int bytes) {
        return cudaGetErrorName(cudaFuncSetAttribute((const void *)static_shared,
                                                     cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    };
    CHECK(cudaDeviceGetAttribute(&kilobytes, cudaDevAttrMaxSharedMemoryPerBlock, 0));
    CHECK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
    printf("free_to_all %d\nmost %d\n", kilobytes, most);
    printf("within %s\n", launch_status(9152));
    printf("beyond %s\n", launch_status(9153));
    printf("asked %s\n", ask(most - 40000));
    printf("allowed %s\n", launch_status(most - 40000));
    printf("asked_less %s\n", ask(1000));
    printf("more_than_asked %s\n", launch_status(1001));
    printf("asked_too_much %s\n", ask(most - 40000 + 1));
    CHECK(cudaDeviceSynchronize());
}

__constant__ int table[1024];

/* The last page of what it reads is not there. */
static void symbol_from_nowhere(const long *)
{
    char *pages = (char *)mmap(nullptr, 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(pages + 4096, 4096);
    cudaMemcpyToSymbol(table, pages + 4000, 96);
    printf("symbol_within %s\n", cudaGetErrorName(cudaGetLastError()));
    cudaMemcpyToSymbol(table, pages + 4000, 4096);
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {
        {"read_behind", read_behind},       {"write_behind", write_behind},
        {"last_piece", last_piece},
        {"atomic_behind", atomic_behind},   {"use_after_free", use_after_free},
        {"misaligned", misaligned},         {"null_pointer", null_pointer},
        {"host_pointer", host_pointer},     {"stack_pointer", stack_pointer},
        {"bad_calls", bad_calls},           {"bad_launches", bad_launches}, {"refused_launches", refused_launches},
        {"allowed_shared", allowed_shared}, {"symbol_from_nowhere", symbol_from_nowhere}};
    return run_case(cases, argc, argv);
}
