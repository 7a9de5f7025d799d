// SPDX-License-Identifier: BSD-3-Clause
// Kernels that wait for what is done after their launch: by the program, by kernels of another
// stream, and by kernels of another GPU.
#include "../cu/cases.h"

#include <pthread.h>
#include <unistd.h>

static void print_sum(const char *name, const unsigned *array, long n)
{
    unsigned sum = 0, one;
    for (long i = 0; i < n; i++) {
        CHECK(cudaMemcpy(&one, array + i, sizeof one, cudaMemcpyDeviceToHost));
        sum += one;
    }
    printf("%s %u\n", name, sum);
}

// One thread waits, and tells what it has found behind the flag.
__global__ void wait_for(volatile unsigned *flag, unsigned value, const unsigned *data,
                         unsigned *out)
{
    while (*flag != value)
        ;
    *out = *data;
}

// The program writes after the launch, and then asks for the end.
static void flag(const long *numbers)
{
    const long n = numbers[0];
    unsigned *shared, *out;
    CHECK(cudaMallocManaged(&shared, 2 * sizeof(unsigned)));
    CHECK(cudaMalloc(&out, n * sizeof(unsigned)));
    for (long i = 0; i < n; i++) {
        shared[0] = shared[1] = 0;
        wait_for<<<1, 1>>>(shared, i + 1, shared + 1, out + i);
        shared[1] = 100 + i;
        shared[0] = i + 1;
        CHECK(cudaDeviceSynchronize());
    }
    print_sum("found", out, n);
}

// The whole block waits behind a barrier, and the grid has several: some have done before.
__global__ void work_and_wait(unsigned *shared, unsigned *out)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i;
    if (blockIdx.x % 2 == 0)
        return;
    if (threadIdx.x == 0)
        while (atomicCAS(shared, 1, 1) == 0)
            __nanosleep(100);
    __syncthreads();
    out[i] += atomicAdd(shared + 1, 0);
}

// It asks the stream again and again, instead of waiting for it. n: rounds.
static void asked(const long *numbers)
{
    const long n = numbers[0];
    unsigned *shared, *out;
    int not_ready = 0;
    CHECK(cudaHostAlloc(&shared, 2 * sizeof(unsigned), cudaHostAllocMapped));
    CHECK(cudaMalloc(&out, 8 * 64 * sizeof(unsigned)));
    for (long round = 0; round < n; round++) {
        shared[0] = shared[1] = 0;
        work_and_wait<<<8, 64>>>(shared, out);
        for (int i = 0; i < 5; i++)
            not_ready += cudaStreamQuery(0) == cudaErrorNotReady;
        shared[1] = 7;
        __sync_synchronize();
        shared[0] = 1;
        while (cudaStreamQuery(0) == cudaErrorNotReady)
            ;
    }
    print_sum("sum", out, 8 * 64);
    printf("not ready %d\n", not_ready);
}

// Two streams hand a number over, forth and back.
__global__ void hand_over(volatile unsigned *turn, volatile unsigned *number, unsigned own,
                          unsigned other, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        while (*turn != own)
            ;
        *number = *number * 3 + own;
        __threadfence();
        *turn = other;
    }
}

static void streams(const long *numbers)
{
    const long n = numbers[0];
    unsigned *memory, number;
    cudaStream_t stream[2];
    CHECK(cudaMalloc(&memory, 2 * sizeof(unsigned)));
    CHECK(cudaMemset(memory, 0, 2 * sizeof(unsigned)));
    for (int i = 0; i < 2; i++)
        CHECK(cudaStreamCreateWithFlags(&stream[i], cudaStreamNonBlocking));
    hand_over<<<1, 1, 0, stream[0]>>>(memory, memory + 1, 1, 0, n);
    hand_over<<<1, 1, 0, stream[1]>>>(memory, memory + 1, 0, 1, n);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(&number, memory + 1, sizeof number, cudaMemcpyDeviceToHost));
    printf("number %u\n", number);
}

// A thread of the program writes later, while the others wait for the kernel.
static void *write_later(void *flag)
{
    usleep(20000);
    *(volatile unsigned *)flag = 1;
    return NULL;
}

static void thread(const long *numbers)
{
    const long n = numbers[0];
    unsigned *shared, *out;
    CHECK(cudaMallocManaged(&shared, 2 * sizeof(unsigned)));
    CHECK(cudaMalloc(&out, sizeof(unsigned)));
    shared[0] = 0;
    shared[1] = n;
    pthread_t later;
    wait_for<<<1, 1>>>(shared, 1, shared + 1, out);
    pthread_create(&later, NULL, write_later, shared);
    CHECK(cudaDeviceSynchronize());
    pthread_join(later, NULL);
    print_sum("found", out, 1);
}

// A kernel that stays, and serves what the program puts into a queue of mapped memory.
struct queue {
    volatile unsigned head, tail, done;
    volatile unsigned item[16], result[16];
};

__global__ void serve(struct queue *queue)
{
    __shared__ unsigned item;
    for (unsigned next = 0;; next++) {
        if (threadIdx.x == 0) {
            while (queue->head == next)
                ;
            item = queue->item[next % 16];
        }
        __syncthreads();
        if (item == 0)
            return;
        unsigned sum = item * threadIdx.x;
        for (int step = 16; step > 0; step /= 2)
            sum += __shfl_down_sync(~0u, sum, step);
        if (threadIdx.x == 0) {
            queue->result[next % 16] = sum;
            __threadfence_system();
            queue->done = next + 1;
        }
        __syncthreads();
    }
}

// n items. The program looks at memory only, until all are served.
static void queue(const long *numbers)
{
    const long n = numbers[0];
    struct queue *shared;
    unsigned sum = 0;
    CHECK(cudaHostAlloc(&shared, sizeof *shared, cudaHostAllocMapped));
    memset((void *)shared, 0, sizeof *shared);
    serve<<<1, 32>>>(shared);
    for (long i = 0; i < n; i++) {
        shared->item[i % 16] = i + 1;
        __sync_synchronize();
        shared->head = i + 1;
        while (shared->done != i + 1)
            ;
        sum += shared->result[i % 16];
    }
    shared->item[n % 16] = 0;
    __sync_synchronize();
    shared->head = n + 1;
    CHECK(cudaDeviceSynchronize());
    printf("sum %u\n", sum);
}

// A kernel for which one loop does all: it looks for an order, and carries it out.
__global__ void obey(volatile unsigned *order, volatile unsigned *answer)
{
    for (;;) {
        const unsigned what = *order;
        if (what == 1)
            return;
        if (what > *answer)
            *answer = what;
    }
}

static void orders(const long *numbers)
{
    const long n = numbers[0];
    volatile unsigned *shared;
    CHECK(cudaHostAlloc((void **)&shared, 2 * sizeof(unsigned), cudaHostAllocMapped));
    shared[0] = shared[1] = 0;
    obey<<<1, 1>>>(shared, shared + 1);
    for (long i = 0; i < n; i++) {
        shared[0] = 2 + i;
        while (shared[1] != 2 + i)
            ;
    }
    shared[0] = 1;
    CHECK(cudaDeviceSynchronize());
    printf("answer %u\n", shared[1]);
}

// Two GPUs meet at a barrier in memory of the first one, n times, and add each other's number.
__global__ void meet(volatile unsigned *arrived, volatile unsigned *number, unsigned own,
                     unsigned n)
{
    for (unsigned i = 1; i <= n; i++) {
        if (threadIdx.x == 0) {
            number[own] += number[!own] + i;
            __threadfence_system();
            arrived[own] = 2 * i - 1;
            while (arrived[!own] < 2 * i - 1)
                ;
            const unsigned sum = number[0] + number[1];
            arrived[own] = 2 * i;
            while (arrived[!own] < 2 * i)
                ;
            number[own] = sum + own;
        }
        __syncthreads();
    }
}

static void gpus(const long *numbers)
{
    const long n = numbers[0];
    unsigned *memory, number[2];
    CHECK(cudaSetDevice(0));
    CHECK(cudaMalloc(&memory, 4 * sizeof(unsigned)));
    CHECK(cudaMemset(memory, 0, 4 * sizeof(unsigned)));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaSetDevice(1));
    CHECK(cudaDeviceEnablePeerAccess(0, 0));
    for (unsigned i = 0; i < 2; i++) {
        CHECK(cudaSetDevice(i));
        meet<<<1, 64>>>(memory, memory + 2, i, n);
    }
    for (unsigned i = 0; i < 2; i++) {
        CHECK(cudaSetDevice(i));
        CHECK(cudaDeviceSynchronize());
    }
    CHECK(cudaMemcpy(number, memory + 2, sizeof number, cudaMemcpyDefault));
    printf("numbers differ by %u\n", number[1] - number[0]);
}

// One kernel waits for a time at most: the one behind it in the other stream is quicker. n: 0, there
// is none.
__global__ void wait_a_while(volatile unsigned *flag, unsigned *out)
{
    const long long begin = clock64();
    while (*flag == 0 && clock64() - begin < 50000)
        ;
    *out = 100 + *flag;
}

__global__ void write_flag(unsigned *flag, unsigned value)
{
    *flag = value;
}

static void time_limit(const long *numbers)
{
    unsigned *memory, *out;
    const cudaStream_t one = new_stream(cudaStreamNonBlocking), two = new_stream(cudaStreamNonBlocking);
    CHECK(cudaMalloc(&memory, sizeof(unsigned)));
    CHECK(cudaMalloc(&out, sizeof(unsigned)));
    CHECK(cudaMemset(memory, 0, sizeof(unsigned)));
    CHECK(cudaDeviceSynchronize());
    wait_a_while<<<1, 1, 0, one>>>(memory, out);
    if (numbers[0] > 0)
        write_flag<<<1, 1, 0, two>>>(memory, numbers[0]);
    CHECK(cudaDeviceSynchronize());
    print_sum("found", out, 1);
}

// Nobody writes. n: 0, the program waits for it; 1, it ends.
static void never(const long *numbers)
{
    const long n = numbers[0];
    unsigned *shared;
    CHECK(cudaMallocManaged(&shared, 2 * sizeof(unsigned)));
    shared[0] = 0;
    wait_for<<<1, 1>>>(shared, 1, shared, shared + 1);
    if (n == 0)
        CHECK(cudaDeviceSynchronize());
}

// A thread would write, but not soon.
static void *write_much_later(void *flag)
{
    sleep(1000);
    return write_later(flag);
}

static void patience(const long *)
{
    unsigned *shared;
    pthread_t later;
    CHECK(cudaMallocManaged(&shared, 2 * sizeof(unsigned)));
    shared[0] = 0;
    wait_for<<<1, 1>>>(shared, 1, shared, shared + 1);
    pthread_create(&later, NULL, write_much_later, shared);
    fprintf(stderr, "pid %d\n", (int)getpid());
    CHECK(cudaDeviceSynchronize());
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {
        {"flag", flag},     {"asked", asked},   {"streams", streams}, {"thread", thread},
        {"queue", queue},   {"orders", orders}, {"gpus", gpus},       {"never", never},
        {"time_limit", time_limit},
        {"patience", patience},
    };
    return run_case(cases, argc, argv);
}
