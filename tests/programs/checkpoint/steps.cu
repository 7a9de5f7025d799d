// SPDX-License-Identifier: BSD-3-Clause
/* A program of many launches that looks at what they have done in every way that CUDA has: blocking
 * and asynchronous copies, managed, pinned and registered memory, device printf. What a step does
 * follows from what the one before has brought. */
#include "../cu/cases.h"
#include <cuda_runtime.h>
#include <vector>

enum { N = 2048, BLOCK = 128 };

__device__ unsigned total;

__global__ void mix(unsigned *values, unsigned seed, unsigned *managed, unsigned *pinned,
                    unsigned *registered)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned value = values[i] ^ seed;
    for (int k = 0; k < 20; k++)
        value = value * 1664525u + 1013904223u;
    values[i] = value;
    if (i % 512 == 0)
        atomicAdd(&total, value);
    if (i == 7) {
        managed[seed % 64] += value;
        pinned[seed % 32] ^= value;
        registered[seed % 16] += seed;
    }
}

__global__ void tell(unsigned step)
{
    printf("step %u on the device\n", step);
}

static void steps(const long *numbers)
{
    const bool differs = numbers[1] != 0; // from run to run
    static unsigned registered[1024];
    unsigned *device, *managed, *pinned, *copied;
    cudaStream_t stream = new_stream();
    std::vector<unsigned> host(N);
    for (unsigned i = 0; i < N; i++)
        host[i] = i + (differs ? (unsigned)reinterpret_cast<size_t>(&stream) : 0);
    CHECK(cudaMalloc(&device, N * sizeof *device));
    CHECK(cudaMallocManaged(&managed, 64 * sizeof *managed));
    CHECK(cudaHostAlloc(&pinned, 64 * sizeof *pinned, cudaHostAllocMapped));
    CHECK(cudaMallocHost(&copied, N * sizeof *copied));
    CHECK(cudaHostRegister(registered, sizeof registered, cudaHostRegisterMapped));
    CHECK(cudaMemcpy(device, host.data(), N * sizeof *device, cudaMemcpyHostToDevice));
    unsigned seed = 1, *mapped;
    CHECK(cudaHostGetDevicePointer(&mapped, registered, 0));
    for (unsigned step = 0; step < (unsigned)numbers[0]; step++) {
        mix<<<N / BLOCK, BLOCK, 0, stream>>>(device, seed, managed, pinned, mapped);
        CHECK(cudaMemcpyAsync(copied, device, N * sizeof *copied, cudaMemcpyDeviceToHost, stream));
        CHECK(cudaStreamSynchronize(stream));
        seed = seed * 31 + copied[step % N] + managed[seed % 64] + pinned[seed % 32] +
               registered[seed % 16];
        managed[step % 64] = seed;
        if (step % 8 == 0) {
            tell<<<1, 1>>>(step);
            CHECK(cudaMemcpy(host.data(), device, N * sizeof *device, cudaMemcpyDeviceToHost));
            seed += host[seed % N];
            host[0] = seed;
            CHECK(cudaMemcpy(device, host.data(), 4096, cudaMemcpyHostToDevice));
        }
    }
    unsigned sum;
    CHECK(cudaMemcpyFromSymbol(&sum, total, sizeof sum));
    printf("seed %u\ntotal %u\n", seed, sum);
}

__global__ void count(unsigned *values)
{
    values[threadIdx.x]++;
}

/* Many launches of nothing much. */
static void many(const long *numbers)
{
    unsigned *values, first;
    CHECK(cudaMalloc(&values, BLOCK * sizeof *values));
    CHECK(cudaMemset(values, 0, BLOCK * sizeof *values));
    for (long i = 0; i < numbers[0]; i++) {
        count<<<1, BLOCK>>>(values);
        if (i % 100 == 0)
            CHECK(cudaDeviceSynchronize());
    }
    CHECK(cudaMemcpy(&first, values, sizeof first, cudaMemcpyDeviceToHost));
    printf("launches %u\n", first);
}

static const test_case cases[] = {{"steps", steps}, {"many", many}};

int main(int argc, char **argv)
{
    return run_case(cases, argc, argv);
}
