/* SPDX-License-Identifier: BSD-3-Clause */
/* Many launches, and programs of which a part is simulated in detail. */
#include "cases.h"

__global__ void add_one(int *words, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        words[i] += 1;
}

__global__ void double_it(int *words, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        words[i] *= 2;
}

/* numbers: launches. */
static void many(const long *numbers)
{
    int *words = device_array<int>(32), value;
    CHECK(cudaMemset(words, 0, 32 * sizeof(int)));
    for (long i = 0; i < numbers[0]; i++)
        add_one<<<1, 32>>>(words, 32);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&value, words + 31, sizeof value, cudaMemcpyDeviceToHost));
    printf("value %d\n", value);
    exit(value != numbers[0]);
}

/* Four rounds of x = 2 * (x + 1) by kernels in turn: launches 0 to 7, eight blocks each. */
static void rounds(const long *)
{
    enum { BLOCK = 64, N = 8 * BLOCK };
    int host[N], *words = device_array<int>(N), wrong = 0;
    for (int i = 0; i < N; i++)
        host[i] = i;
    CHECK(cudaMemcpy(words, host, sizeof host, cudaMemcpyHostToDevice));
    for (int round = 0; round < 4; round++) {
        add_one<<<N / BLOCK, BLOCK>>>(words, N);
        double_it<<<N / BLOCK, BLOCK>>>(words, N);
    }
    CHECK(cudaMemcpy(host, words, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++)
        wrong += host[i] != 16 * i + 30;
    printf("wrong %d\n", wrong);
    exit(wrong > 0);
}

/* Of two such programs at once: where its memory is, and its own results. numbers: a name. */
static void beside(const long *numbers)
{
    enum { N = 2000 };
    static int host[N];
    int *words = device_array<int>(N), *managed, wrong = 0;
    CHECK(cudaMallocManaged(&managed, N * sizeof(int)));
    for (int i = 0; i < N; i++)
        managed[i] = host[i] = i * (int)numbers[0];
    CHECK(cudaMemcpy(words, host, sizeof host, cudaMemcpyHostToDevice));
    for (int round = 0; round < 5; round++) {
        add_one<<<(N + 127) / 128, 128>>>(words, N);
        double_it<<<(N + 127) / 128, 128>>>(managed, N);
    }
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(host, words, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++)
        wrong += host[i] != i * numbers[0] + 5 || managed[i] != 32 * i * numbers[0];
    printf("program %ld: words at %p, managed at %p, wrong %d\n", numbers[0], (void *)words,
           (void *)managed, wrong);
    exit(wrong > 0);
}

/* numbers: an address in GiB: for one of two programs its own, for the other the other's. */
static void trespass(const long *numbers)
{
    char *there = (char *)(numbers[0] << 30);
    char host[4];
    device_array<int>(1); /* at the begin of this program's range */
    int *mine = device_array<int>(1);
    printf("copy %s\n", cudaGetErrorName(cudaMemcpy(host, there, 4, cudaMemcpyDeviceToHost)));
    printf("free %s\n", cudaGetErrorName(cudaFree(there)));
    add_one<<<1, 1>>>(mine, 1);
    CHECK(cudaDeviceSynchronize());
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {
        {"many", many}, {"rounds", rounds}, {"beside", beside}, {"trespass", trespass}};
    return run_case(cases, argc, argv);
}
