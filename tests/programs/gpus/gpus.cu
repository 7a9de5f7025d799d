/* SPDX-License-Identifier: BSD-3-Clause */
/* Several GPUs: copies between them, a stencil that is divided among them, access to a peer's
 * memory, events, errors. */
#include "../cu/cases.h"

#include <thread>
#include <vector>

static int devices()
{
    int n;
    CHECK(cudaGetDeviceCount(&n));
    return n;
}

__device__ int own = 1;

__global__ void fill(int *x, int n, int value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = value * own + i;
}

__global__ void add_one(int *x)
{
    atomicAdd(x, 1);
}

__global__ void add_arrays(const int *a, const int *b, int *sum, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        sum[i] = a[i] + b[i];
}

/* Each device has memory, variables and properties of its own. */
static void apart(const long *)
{
    enum { N = 1000 };
    int *x[16], back[N], variable, *shared;
    cudaDeviceProp properties;
    printf("devices %d\n", devices());
    CHECK(cudaMallocManaged(&shared, sizeof *shared));
    *shared = 5;
    for (int d = 0; d < devices(); d++) {
        CHECK(cudaSetDevice(d));
        x[d] = device_array<int>(N);
        variable = 10 * (d + 1);
        CHECK(cudaMemcpyToSymbol(own, &variable, sizeof variable));
        fill<<<4, 256>>>(x[d], N, 100);
        add_one<<<1, 1>>>(shared);
    }
    for (int d = 0; d < devices(); d++) {
        int current;
        cudaPointerAttributes attributes;
        CHECK(cudaSetDevice(d));
        CHECK(cudaGetDevice(&current));
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaMemcpy(back, x[d], sizeof back, cudaMemcpyDeviceToHost));
        CHECK(cudaPointerGetAttributes(&attributes, x[d]));
        CHECK(cudaGetDeviceProperties(&properties, d));
        printf("device%d %d first %d last %d of %d bus %d\n", d, current, back[0], back[N - 1],
               attributes.device, properties.pciBusID);
    }
    printf("shared %d\n", *shared);
}

/* Every way of copying from one to the other. */
static void copies(const long *)
{
    enum { N = 4096 };
    std::vector<int> back(N);
    int *from, *to, wrong = 0;
    CHECK(cudaSetDevice(1));
    from = device_array<int>(N);
    fill<<<N / 256, 256>>>(from, N, 7);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaSetDevice(0));
    to = device_array<int>(N);
    cudaStream_t stream = new_stream();
    for (int way = 0; way < 4; way++) {
        CHECK(cudaMemset(to, 0, N * sizeof(int)));
        if (way == 0)
            CHECK(cudaMemcpyPeer(to, 0, from, 1, N * sizeof(int)));
        if (way == 1)
            CHECK(cudaMemcpyPeerAsync(to, 0, from, 1, N * sizeof(int), stream));
        if (way == 2)
            CHECK(cudaMemcpy(to, from, N * sizeof(int), cudaMemcpyDefault));
        if (way == 3)
            CHECK(cudaMemcpy2DAsync(to, 256, from, 256, 256, N * sizeof(int) / 256,
                                    cudaMemcpyDeviceToDevice, stream));
        CHECK(cudaStreamSynchronize(stream));
        CHECK(cudaMemcpy(back.data(), to, N * sizeof(int), cudaMemcpyDeviceToHost));
        for (int i = 0; i < N; i++)
            wrong += back[i] != 7 + i;
    }
    printf("wrong %d\n", wrong);
}

/* numbers: bytes. How long a copy to a peer takes, in ns. */
static void link(const long *numbers)
{
    char *from = device_array<char>(numbers[0]), *to;
    CHECK(cudaSetDevice(1));
    to = device_array<char>(numbers[0]);
    CHECK(cudaSetDevice(0));
    cudaEvent_t start = new_event(), end = new_event();
    CHECK(cudaEventRecord(start));
    CHECK(cudaMemcpyPeerAsync(to, 1, from, 0, numbers[0]));
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    printf("ns %.0f\n", elapsed(start, end) * 1e6);
}

/* ---- a stencil in one dimension, a part of it on each device ------------------------------------
 */

enum { CELLS = 1024, STEPS = 4 };

/* in and out have a cell of each neighbour at their ends. */
__global__ void smooth(const int *in, int *out)
{
    int i = 1 + blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = (in[i - 1] + 2 * in[i] + in[i + 1]) / 3;
}

struct part {
    int *in, *out;
    cudaStream_t stream;
    cudaEvent_t done, sent;
};

static std::vector<int> smooth_on_host(int n)
{
    std::vector<int> in(n + 2), out(n + 2);
    for (int i = 0; i < n; i++)
        in[i + 1] = i * 7919 % 1000;
    for (int step = 0; step < STEPS; step++) {
        for (int i = 1; i <= n; i++)
            out[i] = (in[i - 1] + 2 * in[i] + in[i + 1]) / 3;
        in.swap(out);
    }
    return in;
}

static void make_part(part &p, int d)
{
    std::vector<int> start(CELLS);
    CHECK(cudaSetDevice(d));
    for (int i = 0; i < CELLS; i++)
        start[i] = (d * CELLS + i) * 7919 % 1000;
    p.in = device_array<int>(CELLS + 2);
    p.out = device_array<int>(CELLS + 2);
    CHECK(cudaMemset(p.in, 0, (CELLS + 2) * sizeof(int)));
    CHECK(cudaMemset(p.out, 0, (CELLS + 2) * sizeof(int)));
    CHECK(cudaMemcpy(p.in + 1, start.data(), CELLS * sizeof(int), cudaMemcpyHostToDevice));
    p.stream = new_stream();
    p.done = new_event();
    p.sent = new_event();
}

/* Gives the neighbours the cells at the part's ends. */
static void send_ends(std::vector<part> &parts, int d)
{
    const int n = (int)parts.size();
    part &p = parts[d];
    if (d > 0)
        CHECK(cudaMemcpyPeerAsync(parts[d - 1].out + CELLS + 1, d - 1, p.out + 1, d, sizeof(int),
                                  p.stream));
    if (d < n - 1)
        CHECK(
            cudaMemcpyPeerAsync(parts[d + 1].out, d + 1, p.out + CELLS, d, sizeof(int), p.stream));
    CHECK(cudaEventRecord(p.sent, p.stream));
}

static void stencil(const long *)
{
    const int n = devices();
    std::vector<part> parts(n);
    int wrong = 0;
    for (int d = 0; d < n; d++)
        make_part(parts[d], d);
    for (int d = 0; d + 1 < n; d++) {
        int ends[2] = {(d * CELLS + CELLS - 1) * 7919 % 1000, (d + 1) * CELLS * 7919 % 1000};
        CHECK(cudaMemcpy(parts[d + 1].in, &ends[0], sizeof(int), cudaMemcpyDefault));
        CHECK(cudaMemcpy(parts[d].in + CELLS + 1, &ends[1], sizeof(int), cudaMemcpyDefault));
    }
    for (int step = 0; step < STEPS; step++) {
        for (int d = 0; d < n; d++) {
            CHECK(cudaSetDevice(d));
            smooth<<<CELLS / 256, 256, 0, parts[d].stream>>>(parts[d].in, parts[d].out);
            CHECK(cudaEventRecord(parts[d].done, parts[d].stream));
        }
        for (int d = 0; d < n; d++) {
            CHECK(cudaSetDevice(d));
            send_ends(parts, d);
        }
        for (int d = 0; d < n; d++) /* the next step's kernel needs both neighbours' cells */
            for (int other = d - 1; other <= d + 1; other += 2)
                if (other >= 0 && other < n)
                    CHECK(cudaStreamWaitEvent(parts[d].stream, parts[other].sent, 0));
        for (part &p : parts)
            std::swap(p.in, p.out);
    }
    const std::vector<int> expected = smooth_on_host(n * CELLS);
    for (int d = 0; d < n; d++) {
        std::vector<int> back(CELLS);
        CHECK(cudaSetDevice(d));
        CHECK(cudaStreamSynchronize(parts[d].stream));
        CHECK(cudaMemcpy(back.data(), parts[d].in + 1, CELLS * sizeof(int), cudaMemcpyDefault));
        for (int i = 0; i < CELLS; i++)
            wrong += back[i] != expected[d * CELLS + i + 1];
    }
    printf("wrong %d\n", wrong);
}

/* ---- peers --------------------------------------------------------------------------------------
 */

/* A kernel reads and writes the other device's memory. */
static void direct(const long *)
{
    enum { N = 2048 };
    std::vector<int> back(N);
    int *a, *b, *sum, wrong = 0, can;
    CHECK(cudaDeviceCanAccessPeer(&can, 0, 1));
    a = device_array<int>(N);
    fill<<<N / 256, 256>>>(a, N, 1);
    CHECK(cudaSetDevice(1));
    b = device_array<int>(N);
    sum = device_array<int>(N);
    fill<<<N / 256, 256>>>(b, N, 2);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaSetDevice(0));
    CHECK(cudaDeviceEnablePeerAccess(1, 0));
    add_arrays<<<N / 256, 256>>>(a, b, sum, N);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(back.data(), sum, N * sizeof(int), cudaMemcpyDefault));
    for (int i = 0; i < N; i++)
        wrong += back[i] != 3 + 2 * i;
    printf("can %d\nwrong %d\n", can, wrong);
}

/* Each load's address is what the load before it has brought. */
__global__ void chase(const int *next, int loads, int *end)
{
    int at = 0;
    for (int i = 0; i < loads; i++)
        at = next[at];
    *end = at;
}

__global__ void sum_up(const int *x, int n, int *sum)
{
    int own = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        own += x[i];
    atomicAdd(sum, own);
}

/* Memory of device 1 for a kernel of device 0; each int is the index of one 32 further on. */
static int *ring_of_peer(int n)
{
    std::vector<int> next(n);
    for (int i = 0; i < n; i++)
        next[i] = (i + 32) % n;
    CHECK(cudaSetDevice(1));
    int *x = device_array<int>(n);
    CHECK(cudaMemcpy(x, next.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaSetDevice(0));
    CHECK(cudaDeviceEnablePeerAccess(1, 0));
    return x;
}

/* numbers: loads, one after another, or, if negative, ints to read at once. What it takes, in ns.
 */
static void far(const long *numbers)
{
    enum { N = 16384 };
    int *x = ring_of_peer(N), *out = device_array<int>(1), back;
    cudaEvent_t start = new_event(), end = new_event();
    CHECK(cudaMemset(out, 0, sizeof(int)));
    CHECK(cudaEventRecord(start));
    if (numbers[0] > 0)
        chase<<<1, 1>>>(x, numbers[0], out);
    else
        sum_up<<<8, 256>>>(x, -numbers[0], out);
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    CHECK(cudaMemcpy(&back, out, sizeof(int), cudaMemcpyDeviceToHost));
    printf("ns %.0f\nend %d\n", elapsed(start, end) * 1e6, back);
}

/* Takes its turns with the others: the word says whose turn it is. */
__global__ void take_turns(volatile int *word, int *log, int own, int players, int turns)
{
    for (int i = 0; i < turns; i++) {
        while (*word % players != own)
            ;
        log[*word] = own;
        __threadfence_system();
        *word = *word + 1;
    }
}

/* A kernel of each device waits for the other's through memory of the last one. */
static void turns(const long *)
{
    enum { TURNS = 10 };
    const int n = devices();
    std::vector<int> back(n * TURNS);
    int wrong = 0;
    CHECK(cudaSetDevice(n - 1));
    int *word = device_array<int>(1), *log = device_array<int>(n * TURNS);
    CHECK(cudaMemset(word, 0, sizeof(int)));
    CHECK(cudaDeviceSynchronize());
    for (int d = 0; d < n - 1; d++) {
        CHECK(cudaSetDevice(d));
        CHECK(cudaDeviceEnablePeerAccess(n - 1, 0));
    }
    for (int d = 0; d < n; d++) {
        CHECK(cudaSetDevice(d));
        take_turns<<<1, 1>>>(word, log, d, n, TURNS);
    }
    for (int d = 0; d < n; d++) {
        CHECK(cudaSetDevice(d));
        CHECK(cudaDeviceSynchronize());
    }
    CHECK(cudaMemcpy(back.data(), log, back.size() * sizeof(int), cudaMemcpyDefault));
    for (int i = 0; i < n * TURNS; i++)
        wrong += back[i] != i % n;
    printf("wrong %d\n", wrong);
}

/* The same without asking for it: a fault. */
static void closed(const long *)
{
    int *x;
    CHECK(cudaSetDevice(1));
    x = device_array<int>(1);
    CHECK(cudaSetDevice(0));
    add_one<<<1, 1>>>(x);
    printf("status %d\n", (int)cudaDeviceSynchronize());
}

static void errors(const long *)
{
    int can, n = devices();
    float ms;
    printf("set %d %d\n", (int)cudaSetDevice(n), (int)cudaSetDevice(-1));
    printf("can %d\n", (int)cudaDeviceCanAccessPeer(&can, 0, n));
    CHECK(cudaDeviceCanAccessPeer(&can, 1, 1));
    printf("itself %d %d\n", can, (int)cudaDeviceEnablePeerAccess(0, 0));
    printf("flags %d\n", (int)cudaDeviceEnablePeerAccess(1, 1));
    printf("not yet %d\n", (int)cudaDeviceDisablePeerAccess(1));
    printf("enabled %d again %d\n", (int)cudaDeviceEnablePeerAccess(1, 0),
           (int)cudaDeviceEnablePeerAccess(1, 0));
    printf("disabled %d again %d\n", (int)cudaDeviceDisablePeerAccess(1),
           (int)cudaDeviceDisablePeerAccess(1));
    printf("copy %d\n", (int)cudaMemcpyPeer(&can, n, &can, 0, 4));
    cudaStream_t stream = new_stream();
    cudaEvent_t event = new_event();
    CHECK(cudaEventRecord(event, stream));
    CHECK(cudaSetDevice(1));
    int *x = device_array<int>(1);
    fill<<<1, 1, 0, stream>>>(x, 1, 1);
    printf("stream %d\n", (int)cudaGetLastError());
    cudaEvent_t other = new_event();
    printf("event %d\n", (int)cudaEventRecord(other, stream));
    CHECK(cudaEventRecord(other));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaEventSynchronize(event));
    printf("elapsed %d\n", (int)cudaEventElapsedTime(&ms, event, other));
    CHECK(cudaStreamWaitEvent(0, event, 0)); /* of another device: fine */
    int *managed;
    CHECK(cudaMallocManaged(&managed, 4096));
    printf("prefetch %d %d %d\n", cudaMemPrefetchAsync(managed, 4096, 0),
           cudaMemPrefetchAsync(managed, 4096, 1), cudaMemPrefetchAsync(managed, 4096, 2));
}

/* A host thread for each device. numbers: rounds. */
static void threads(const long *numbers)
{
    enum { N = 8192 };
    std::vector<std::thread> all;
    std::vector<int> wrong(devices());
    const long rounds = numbers[0];
    for (int d = 0; d < (int)wrong.size(); d++)
        all.emplace_back([d, rounds, &wrong] {
            std::vector<int> back(N);
            CHECK(cudaSetDevice(d));
            int *x = device_array<int>(N);
            for (int round = 0; round < rounds; round++) {
                fill<<<N / 256, 256>>>(x, N, round);
                CHECK(cudaMemcpy(back.data(), x, N * sizeof(int), cudaMemcpyDeviceToHost));
                for (int i = 0; i < N; i++)
                    wrong[d] += back[i] != round + i;
            }
        });
    for (std::thread &one : all)
        one.join();
    for (size_t d = 0; d < wrong.size(); d++)
        printf("wrong%d %d\n", (int)d, wrong[d]);
}

static cudaMemAccessFlags access_of(int device, cudaMemPool_t pool)
{
    cudaMemAccessFlags flags;
    cudaMemLocation place = {cudaMemLocationTypeDevice, device};
    CHECK(cudaMemPoolGetAccess(&flags, pool, &place));
    return flags;
}

/* Memory of the pool of device 0 and of one that is made for it from elsewhere, reached by
 * device 1. numbers: 1: when that has been taken back, too. */
static void pools(const long *numbers)
{
    enum { N = 1000 };
    int *a, *b, back[N], wrong = 0;
    cudaMemPool_t own, made;
    cudaMemPoolProps wanted = {};
    wanted.allocType = cudaMemAllocationTypePinned;
    wanted.location = {cudaMemLocationTypeDevice, 0};
    cudaMemAccessDesc access = {{cudaMemLocationTypeDevice, 1}, cudaMemAccessFlagsProtReadWrite};
    CHECK(cudaDeviceGetDefaultMemPool(&own, 0));
    CHECK(cudaMallocAsync(&a, N * sizeof(int), 0));
    fill<<<4, 256>>>(a, N, 3);
    CHECK(cudaSetDevice(1));
    CHECK(cudaMemPoolCreate(&made, &wanted));
    CHECK(cudaMallocFromPoolAsync(&b, N * sizeof(int), made, 0));
    CHECK(cudaMemPoolSetAccess(own, &access, 1));
    CHECK(cudaMemPoolSetAccess(made, &access, 1));
    wrong += access_of(0, own) != 3 || access_of(1, made) != 3;
    CHECK(cudaMemcpyPeer(b, 0, a, 0, N * sizeof(int)));
    int *sum = device_array<int>(N);
    add_arrays<<<4, 256>>>(a, b, sum, N);
    CHECK(cudaMemcpy(back, sum, sizeof back, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++)
        wrong += back[i] != 2 * (3 + i);
    access.flags = cudaMemAccessFlagsProtNone;
    CHECK(cudaMemPoolSetAccess(own, &access, 1)); /* device 1 still reaches `made` */
    wrong += access_of(1, own) != 0 || access_of(1, made) != 3;
    printf("wrong %d\n", wrong);
    access.location.id = 0;
    printf("own %d", (int)cudaMemPoolSetAccess(own, &access, 1));
    access.location.id = devices();
    printf(" none %d\n", (int)cudaMemPoolSetAccess(own, &access, 1));
    if (numbers[0] == 1) {
        access.location.id = 1;
        CHECK(cudaMemPoolSetAccess(made, &access, 1));
        add_arrays<<<4, 256>>>(a, b, sum, N);
        CHECK(cudaDeviceSynchronize());
    }
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {
        {"apart", apart},   {"copies", copies}, {"link", link},     {"stencil", stencil},
        {"direct", direct}, {"closed", closed}, {"errors", errors}, {"threads", threads},
        {"far", far},       {"turns", turns},   {"pools", pools}};
    return run_case(cases, argc, argv);
}
