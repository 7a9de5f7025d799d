// SPDX-License-Identifier: BSD-3-Clause
// Launches small kernels until it is told to stop; now and then with copies, events, printf and
// memory that is allocated and freed.
#include <signal.h>

#include <cstdio>
#include <cstdlib>

static volatile sig_atomic_t stopped;

static void stop(int)
{
    stopped = 1;
}

__global__ void count(unsigned long long *n)
{
    if (threadIdx.x == 0)
        atomicAdd(n, 1ull);
}

__global__ void say(unsigned long long n)
{
    printf("%llu launches\n", n);
}

#define CHECK(call)                                                                                \
    if ((call) != cudaSuccess) {                                                                   \
        printf("%s: %s\n", #call, cudaGetErrorString(cudaGetLastError()));                         \
        return 1;                                                                                  \
    }

int main(int argc, char **argv)
{
    unsigned long long most = argc > 1 ? strtoull(argv[1], nullptr, 10) : 0, launched = 0, *n, seen;
    signal(SIGUSR2, stop);
    CHECK(cudaMalloc(&n, sizeof *n));
    CHECK(cudaMemset(n, 0, sizeof *n));
    while (!stopped && (most == 0 || launched < most)) {
        cudaEvent_t event;
        cudaStream_t stream;
        void *piece;
        CHECK(cudaStreamCreate(&stream));
        CHECK(cudaEventCreate(&event));
        CHECK(cudaMalloc(&piece, 4096));
        for (int i = 0; i < 1000; i++, launched++)
            count<<<1, 32, 0, stream>>>(n);
        CHECK(cudaEventRecord(event, stream));
        CHECK(cudaEventSynchronize(event));
        if (launched % 100000 == 0) {
            say<<<1, 1>>>(launched);
            CHECK(cudaDeviceSynchronize());
            fflush(stdout);
        }
        CHECK(cudaFree(piece));
        CHECK(cudaEventDestroy(event));
        CHECK(cudaStreamDestroy(stream));
    }
    CHECK(cudaMemcpy(&seen, n, sizeof seen, cudaMemcpyDeviceToHost));
    printf("launched %llu, counted %llu\n", launched, seen);
    return seen != launched;
}
