/* SPDX-License-Identifier: BSD-3-Clause */
/* What kernels print, and how they stop themselves. */
#include "cases.h"
#include <cassert>

__global__ void say(const char *what)
{
    printf("%s\n", what);
}

__global__ void say_who(int first)
{
    if (threadIdx.x % 32 == 0)
        printf("kernel %d block %d warp %d\n", first, blockIdx.x, threadIdx.x / 32);
}

__global__ void say_formats()
{
    printf("%d %5d|%-5d|%05d %u %x %X %o\n", -1, 42, 42, 42, 4000000000u, 255, 255, 8);
    printf("%lld %llu %llx\n", -5000000000ll, 18446744073709551615ull, 1ull << 40);
    printf("%f %.2f %8.3f| %e %g\n", 1.5, 2.345, 3.14159, 12345.678, 0.0001);
    printf("%c %s %10s| %.2s %%\n", 'x', "text", "right", "cut");
    printf("%d\n", printf("nothing more\n"));
}

__global__ void say_lanes()
{
    if (threadIdx.x % 2 == 1)
        printf("odd %d\n", threadIdx.x);
    else
        printf("even %d\n", threadIdx.x);
}

__global__ void assert_small(int limit)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    assert(i < limit && "index too large");
}

__global__ void trap_at(int who)
{
    if (threadIdx.x == who)
        __trap();
}

/* numbers: blocks, warps a block. */
static void who(const long *numbers)
{
    say_who<<<(int)numbers[0], 32 * (int)numbers[1]>>>(0);
    say_who<<<(int)numbers[0], 32 * (int)numbers[1]>>>(1);
    CHECK(cudaDeviceSynchronize());
}

static void formats(const long *)
{
    say_formats<<<1, 1>>>();
    CHECK(cudaDeviceSynchronize());
}

static void lanes(const long *)
{
    say_lanes<<<1, 4>>>();
    CHECK(cudaDeviceSynchronize());
}

static char *device_text(const char *text)
{
    char *device = device_array<char>(strlen(text) + 1);
    CHECK(cudaMemcpy(device, text, strlen(text) + 1, cudaMemcpyHostToDevice));
    return device;
}

/* The host's own lines and the kernels', each where a call that waits has brought them. */
static void order(const long *)
{
    cudaStream_t stream = new_stream();
    cudaEvent_t event = new_event();
    int word;
    int *device = device_array<int>(1);
    const char *texts[] = {"kernel 1", "kernel 2", "kernel 3", "kernel 4", "kernel 5"};
    char *device_texts[5];
    for (int i = 0; i < 5; i++)
        device_texts[i] = device_text(texts[i]);
    printf("host 1\n");
    say<<<1, 1>>>(device_texts[0]);
    printf("host 2\n");
    CHECK(cudaDeviceSynchronize());
    printf("host 3\n");
    say<<<1, 1>>>(device_texts[1]);
    CHECK(cudaMemcpy(&word, device, sizeof word, cudaMemcpyDeviceToHost));
    printf("host 4\n");
    say<<<1, 1, 0, stream>>>(device_texts[2]);
    CHECK(cudaStreamSynchronize(stream));
    printf("host 5\n");
    say<<<1, 1, 0, stream>>>(device_texts[3]);
    CHECK(cudaEventRecord(event, stream));
    CHECK(cudaEventSynchronize(event));
    printf("host 6\n");
    say<<<1, 1>>>(device_texts[4]); /* nobody waits: it comes when the program is over */
    printf("host 7\n");
}

static void failed_assert(const long *numbers)
{
    assert_small<<<4, 64>>>((int)numbers[0]);
    printf("launched: %s\n", cudaGetErrorName(cudaGetLastError()));
    printf("synchronised: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    void *more;
    printf("and then: %s\n", cudaGetErrorName(cudaMalloc(&more, 4)));
}

static void trap(const long *numbers)
{
    trap_at<<<2, 64>>>((int)numbers[0]);
    printf("synchronised: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}

/* The first block's warps meet at barriers that never open, of which one is wrong; the other one
 * waits for a word that nobody writes. */
__global__ void meet_badly(const volatile int *never)
{
    if (blockIdx.x > 0)
        while (*never == 0) {
        }
    else if (threadIdx.x < 32)
        asm volatile("bar.sync 2, 48;");
    else
        asm volatile("bar.sync 1, 96;");
}

static int *new_word(void)
{
    int *word;
    CHECK(cudaMalloc(&word, sizeof *word));
    CHECK(cudaMemset(word, 0, sizeof *word));
    return word;
}

static void bad_barrier(const long *)
{
    meet_badly<<<2, 96>>>(new_word());
    printf("synchronised: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}

/* Warps that wait at a barrier, and for a word that nobody writes. */
__global__ void wait(volatile int *never)
{
    if (threadIdx.x >= 32)
        while (*never == 0)
            __threadfence();
    __syncthreads();
}

static void for_ever(const long *)
{
    wait<<<400, 64>>>(new_word());
    CHECK(cudaDeviceSynchronize());
}

/* In one stream: a kernel that prints and ends, and one that fails. */
static void say_then_fail(const long *)
{
    const char *text = device_text("kernel before");
    printf("host before\n");
    say<<<1, 1>>>(text);
    trap_at<<<1, 1>>>(0);
    CHECK(cudaDeviceSynchronize());
}

/* numbers: the limit. 30 lines of 10 bytes each from one kernel, 10 from the next. */
__global__ void say_lines(int first, int n)
{
    for (int i = 0; i < n; i++)
        printf("line %4d\n", first + i);
}

static void more_than_fits(const long *numbers)
{
    CHECK(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, (size_t)numbers[0]));
    say_lines<<<1, 1>>>(0, 30);
    say_lines<<<1, 1>>>(30, 10);
    CHECK(cudaDeviceSynchronize());
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {{"who", who},
                                      {"formats", formats},
                                      {"lanes", lanes},
                                      {"order", order},
                                      {"failed_assert", failed_assert},
                                      {"trap", trap},
                                      {"bad_barrier", bad_barrier},
                                      {"for_ever", for_ever},
                                      {"say_then_fail", say_then_fail},
                                      {"more_than_fits", more_than_fits}};
    return run_case(cases, argc, argv);
}
