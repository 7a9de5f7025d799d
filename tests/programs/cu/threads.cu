// SPDX-License-Identifier: BSD-3-Clause
// Programs with several host threads that call CUDA. What the threads do in between takes them
// another time in each run, by chance; their results must not show it. Every case prints what its
// kernels found.
#include <pthread.h>
#include <time.h>

#include "cases.h"

enum { THREADS_MAX = 8, ELEMENTS = 4096 };

__global__ void add(int *values, int n, int by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        values[i] += by;
}

__global__ void note_turn(int *turns, int *n, int who)
{
    turns[atomicAdd(n, 1)] = who;
}

// Up to 300 us of the host's time, otherwise in each run.
static void dawdle()
{
    timespec now, end;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long wait = now.tv_nsec / 7 % 300000;
    do
        clock_gettime(CLOCK_MONOTONIC, &end);
    while ((end.tv_sec - now.tv_sec) * 1000000000L + end.tv_nsec - now.tv_nsec < wait);
}

struct worker {
    int number, rounds;
    long sum;
    pthread_t thread;
};

// ---- each thread with a stream of its own, nothing shared ----

static void *own_stream(void *data)
{
    worker *self = (worker *)data;
    int host[ELEMENTS], *device;
    cudaStream_t stream;
    dawdle();
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMalloc(&device, sizeof host));
    for (int i = 0; i < ELEMENTS; i++)
        host[i] = i;
    CHECK(cudaMemcpyAsync(device, host, sizeof host, cudaMemcpyHostToDevice, stream));
    for (int round = 0; round < self->rounds; round++) {
        dawdle();
        int n = ELEMENTS / (1 + (round + self->number) % 4);
        add<<<(n + 127) / 128, 128, 0, stream>>>(device, n, self->number);
        if (round % 3 == self->number % 3)
            CHECK(cudaStreamSynchronize(stream));
    }
    CHECK(cudaMemcpyAsync(host, device, sizeof host, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    for (int value : host)
        self->sum += value;
    CHECK(cudaFree(device));
    return nullptr;
}

static void run_workers(void *(*work)(void *), long threads, long rounds)
{
    worker workers[THREADS_MAX] = {};
    for (int i = 0; i < threads; i++) {
        workers[i].number = i;
        workers[i].rounds = (int)rounds;
        pthread_create(&workers[i].thread, nullptr, work, &workers[i]);
        dawdle();
    }
    for (int i = 0; i < threads; i++) {
        pthread_join(workers[i].thread, nullptr);
        printf("sum%d %ld\n", i, workers[i].sum);
    }
}

// numbers: threads, rounds
static void own_streams(const long *numbers)
{
    run_workers(own_stream, numbers[0], numbers[1]);
}

// ---- threads take turns, as a lock and a condition say ----

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int turn, n_workers, *turns, *n_turns;

static void *take_turns(void *data)
{
    worker *self = (worker *)data;
    for (int round = 0; round < self->rounds; round++) {
        pthread_mutex_lock(&lock);
        while (turn % n_workers != (self->number + turn / n_workers) % n_workers)
            pthread_cond_wait(&changed, &lock);
        dawdle();
        note_turn<<<1, 1>>>(turns, n_turns, self->number);
        turn++;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&lock);
        dawdle();
    }
    return nullptr;
}

static void in_turns(const long *numbers)
{
    n_workers = (int)numbers[0];
    int n = n_workers * (int)numbers[1], *host = new int[n];
    CHECK(cudaMalloc(&turns, n * sizeof *host));
    CHECK(cudaMalloc(&n_turns, sizeof *host));
    CHECK(cudaMemset(n_turns, 0, sizeof *host));
    run_workers(take_turns, numbers[0], numbers[1]);
    CHECK(cudaMemcpy(host, turns, n * sizeof *host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++)
        printf("turn%d %d\n", i, host[i]);
}

// ---- phases between barriers, all in one stream ----

static pthread_barrier_t barrier;
static int *shared_array;

static void *do_phases(void *data)
{
    worker *self = (worker *)data;
    for (int round = 0; round < self->rounds; round++) {
        dawdle();
        add<<<ELEMENTS / 256, 256>>>(shared_array, ELEMENTS, self->number);
        pthread_barrier_wait(&barrier);
        if (self->number == round % n_workers) {
            int value = 0;
            CHECK(cudaMemcpy(&value, shared_array, sizeof value, cudaMemcpyDeviceToHost));
            self->sum += value;
        }
        pthread_barrier_wait(&barrier);
    }
    return nullptr;
}

static void phases(const long *numbers)
{
    n_workers = (int)numbers[0];
    CHECK(cudaMalloc(&shared_array, ELEMENTS * sizeof(int)));
    CHECK(cudaMemset(shared_array, 0, ELEMENTS * sizeof(int)));
    pthread_barrier_init(&barrier, nullptr, n_workers);
    run_workers(do_phases, numbers[0], numbers[1]);
}

// ---- one thread asks for long kernels and waits, another goes on beside it ----

static void *wait_long(void *data)
{
    worker *self = (worker *)data;
    int *device;
    CHECK(cudaMalloc(&device, ELEMENTS * sizeof(int)));
    cudaStream_t stream;
    cudaEvent_t start, end;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&end));
    CHECK(cudaEventRecord(start, stream));
    int n = self->number == 0 ? ELEMENTS : 32;
    for (int round = 0; round < self->rounds; round++) {
        for (int i = 0; i < (self->number == 0 ? 8 : 1); i++)
            add<<<(n + 31) / 32, 32, 0, stream>>>(device, n, 1);
        CHECK(cudaStreamSynchronize(stream));
    }
    CHECK(cudaEventRecord(end, stream));
    CHECK(cudaEventSynchronize(end));
    self->sum = (long)(elapsed(start, end) * 1e6);
    return nullptr;
}

static void uneven(const long *numbers)
{
    run_workers(wait_long, numbers[0], numbers[1]);
}

// ---- the threads end while others have calls under way ----

static void *leave_early(void *data)
{
    worker *self = (worker *)data;
    own_stream(self);
    if (self->number == 0)
        exit(0);
    return nullptr;
}

static void early_exit(const long *numbers)
{
    run_workers(leave_early, numbers[0], numbers[1]);
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {{"own_streams", own_streams}, {"in_turns", in_turns},
                                      {"phases", phases},           {"uneven", uneven},
                                      {"early_exit", early_exit}};
    return run_case(cases, argc, argv);
}
