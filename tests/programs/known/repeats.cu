// SPDX-License-Identifier: BSD-3-Clause
// A launch is repeated while its input is changed in every way that a program has. Each change must
// be seen, though launches that repeat are not computed again.
#include "../cu/cases.h"
#include <thread>

enum { BLOCKS = 64, THREADS = 256, N = BLOCKS * THREADS, PLACE = 4321, ROUNDS = 9 };

__device__ int symbol[N];

__global__ void work(int *out, const int *in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = in[i];
    for (int round = 0; round < 100; round++)
        sum = sum * 3 + (sum >> 5 & 1023);
    out[i] = sum;
}

__global__ void work_on_symbol(int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = symbol[i];
    for (int round = 0; round < 100; round++)
        sum = sum * 3 + (sum >> 5 & 1023);
    out[i] = sum;
}

__global__ void put(int *in, int value)
{
    in[PLACE] = value;
}

static unsigned expected(unsigned value)
{
    for (unsigned round = 0; round < 100; round++)
        value = value * 3 + (value >> 5 & 1023);
    return value;
}

static int *in, *out, *other, *pinned, *registered;
static int wrong;

__global__ void take(int *to, const int *from)
{
    *to = from[PLACE];
}

/* In a way of its own each time. */
static int result()
{
    static unsigned turn;
    int got;
    switch (turn++ % 4) {
    case 0:
        CHECK(cudaMemcpy(&got, out + PLACE, sizeof got, cudaMemcpyDeviceToHost));
        return got;
    case 1:
        CHECK(cudaMemcpyAsync(pinned + 1, out + PLACE, sizeof got, cudaMemcpyDeviceToHost));
        CHECK(cudaDeviceSynchronize());
        return pinned[1];
    case 2:
        CHECK(cudaMemcpyAsync(other + 2, out + PLACE, sizeof got, cudaMemcpyDeviceToDevice));
        break;
    default:
        take<<<1, 1>>>(other + 2, out);
    }
    CHECK(cudaMemcpy(&got, other + 2, sizeof got, cudaMemcpyDeviceToHost));
    return got;
}

static void check(const char *way, int value)
{
    const int got = result();
    if ((unsigned)got == expected(value))
        return;
    printf("%s: %u instead of %u\n", way, (unsigned)got, expected(value));
    wrong++;
}

static void copy(int value)
{
    CHECK(cudaMemcpy(in + PLACE, &value, sizeof value, cudaMemcpyHostToDevice));
}

static void copy_in_a_thread(int value)
{
    std::thread(copy, value).join();
}

static void copy_pinned(int value)
{
    *pinned = value;
    CHECK(cudaMemcpyAsync(in + PLACE, pinned, sizeof value, cudaMemcpyHostToDevice));
}

static void copy_pageable(int value)
{
    CHECK(cudaMemcpyAsync(in + PLACE, &value, sizeof value, cudaMemcpyHostToDevice));
}

static void copy_rows(int value)
{
    int rows[4] = {0, value, 0, 0};
    CHECK(cudaMemcpy2D(in + PLACE - 64, 256, rows, 4, 4, 2, cudaMemcpyHostToDevice));
}

static void copy_on_device(int value)
{
    CHECK(cudaMemcpy(other, &value, sizeof value, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpyAsync(in + PLACE, other, sizeof value, cudaMemcpyDeviceToDevice));
}

static void set(int value)
{
    CHECK(cudaMemset(in + PLACE, value, 1));
    CHECK(cudaMemsetAsync((char *)(in + PLACE) + 1, 0, 3));
}

static void by_kernel(int value)
{
    put<<<1, 1>>>(in, value);
}

static void by_graph(int value)
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStream_t stream = new_stream();
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    *pinned = value;
    CHECK(cudaMemcpyAsync(in + PLACE, pinned, sizeof value, cudaMemcpyHostToDevice, stream));
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, NULL, NULL, 0));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
}

/* The new one lies where the old one lay. */
static void anew(int value)
{
    CHECK(cudaFree(in));
    in = device_array<int>(N);
    copy(value);
}

static void repeat(const char *way, void (*change)(int))
{
    for (int round = 0; round < ROUNDS; round++) {
        change(1 + round % 2);
        work<<<BLOCKS, THREADS>>>(out, in);
        check(way, 1 + round % 2);
    }
}

/* The launch waits for a copy, and the program has asked for the result before it runs. */
static void behind_copies()
{
    cudaStream_t stream = new_stream();
    for (int round = 0; round < 2 * ROUNDS; round++) {
        const int value = 1 + round % 2;
        CHECK(cudaDeviceSynchronize());
        pinned[PLACE] = value;
        CHECK(cudaMemcpyAsync(in, pinned, N * sizeof *in, cudaMemcpyHostToDevice, stream));
        work<<<BLOCKS, THREADS, 0, stream>>>(out, in);
        check("behind a copy", value);
    }
}

static void symbols()
{
    for (int round = 0; round < ROUNDS; round++) {
        int value = 1 + round % 2;
        CHECK(cudaMemcpyToSymbol(symbol, &value, sizeof value, PLACE * sizeof value));
        work_on_symbol<<<BLOCKS, THREADS>>>(out);
        check("symbol", value);
    }
}

/* Memory to which the program writes without a call. */
static void seen_by_the_program(const char *way, int *host, const int *device)
{
    for (int round = 0; round < ROUNDS; round++) {
        host[PLACE] = 1 + round % 2;
        work<<<BLOCKS, THREADS>>>(out, device);
        check(way, 1 + round % 2);
    }
}

static void changes(const long *)
{
    int *managed, *device;
    in = device_array<int>(N);
    out = device_array<int>(N);
    other = device_array<int>(N);
    pinned = pinned_array<int>(N);
    CHECK(cudaMemset(in, 0, N * sizeof *in));
    repeat("copy", copy);
    behind_copies();
    repeat("copy of a thread", copy_in_a_thread);
    repeat("copy of pinned memory", copy_pinned);
    repeat("copy of pageable memory", copy_pageable);
    repeat("rows", copy_rows);
    repeat("on the device", copy_on_device);
    repeat("set", set);
    repeat("kernel", by_kernel);
    repeat("graph", by_graph);
    repeat("new allocation", anew);
    symbols();
    CHECK(cudaMallocManaged(&managed, N * sizeof *managed));
    seen_by_the_program("managed", managed, managed);
    CHECK(cudaHostGetDevicePointer((void **)&device, pinned, 0));
    seen_by_the_program("pinned", pinned, device);
    registered = (int *)aligned_alloc(4096, N * sizeof *registered);
    CHECK(cudaHostRegister(registered, N * sizeof *registered, cudaHostRegisterMapped));
    CHECK(cudaHostGetDevicePointer((void **)&device, registered, 0));
    seen_by_the_program("registered", registered, device);
    printf("wrong %d\n", wrong);
}

static const test_case cases[] = {{"changes", changes}};

int main(int argc, char **argv)
{
    return run_case(cases, argc, argv);
}
