/* SPDX-License-Identifier: BSD-3-Clause */
/* Streams, events and copies: what overlaps, what waits, and how long it takes. */
#include "cases.h"

/* Counts in registers: its time depends on nothing but `turns`. */
__global__ void spin(int turns, int *result)
{
    int x = threadIdx.x;
    for (int i = 0; i < turns; i++)
        x = x * 5 + i;
    if (result)
        result[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

__global__ void set_to(int *word, int value)
{
    *word = value;
}

/* *to = *from after a while. */
__global__ void copy_late(int *to, const int *from, int turns)
{
    int x = threadIdx.x;
    for (int i = 0; i < turns; i++)
        x = x * 5 + i;
    *to = *from + (x == 12345 ? 1 : 0);
}

/* The code is in L2 and the module is known: later launches take the same time. */
static void warm_up()
{
    spin<<<30, 32>>>(1, nullptr);
    CHECK(cudaDeviceSynchronize());
}

static void kernel_time(const long *numbers)
{
    cudaEvent_t start = new_event(), end = new_event();
    warm_up();
    CHECK(cudaEventRecord(start));
    spin<<<1, 32>>>((int)numbers[0], nullptr);
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    printf("elapsed %.9g\n", elapsed(start, end));
}

/* numbers: kernels, streams that they are dealt to. */
static void overlap(const long *numbers)
{
    cudaStream_t streams[8];
    cudaEvent_t start = new_event(), end = new_event();
    for (cudaStream_t &stream : streams)
        stream = new_stream();
    warm_up();
    CHECK(cudaEventRecord(start)); /* in the default stream, which waits for all */
    for (int i = 0; i < numbers[0]; i++)
        spin<<<1, 32, 0, streams[i % numbers[1]]>>>(2000, nullptr);
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    printf("elapsed %.9g\n", elapsed(start, end));
}

/* In streams 1, default, 2; numbers: 1 if those two don't wait for the default stream. */
static void default_stream(const long *numbers)
{
    unsigned flags = numbers[0] ? cudaStreamNonBlocking : cudaStreamDefault;
    cudaStream_t first = new_stream(flags), second = new_stream(flags);
    warm_up();
    spin<<<1, 32, 0, first>>>(2000, nullptr);
    spin<<<1, 32>>>(2000, nullptr);
    spin<<<1, 32, 0, second>>>(2000, nullptr);
    CHECK(cudaDeviceSynchronize());
}

/* The second stream reads what the first one writes late; numbers: 1 if it waits for that. */
static void wait_event(const long *numbers)
{
    cudaStream_t first = new_stream(), second = new_stream();
    cudaEvent_t written = new_event();
    int *words = device_array<int>(3);
    int result[3];
    const int initial[3] = {7, 1, 2};
    CHECK(cudaMemcpy(words, initial, sizeof initial, cudaMemcpyHostToDevice));
    copy_late<<<1, 1, 0, first>>>(words + 1, words, 2000); /* 1 becomes 7 */
    CHECK(cudaEventRecord(written, first));
    if (numbers[0])
        CHECK(cudaStreamWaitEvent(second, written, 0));
    copy_late<<<1, 1, 0, second>>>(words + 2, words + 1, 0);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(result, words, sizeof result, cudaMemcpyDeviceToHost));
    printf("second %d\nthird %d\n", result[1], result[2]);
}

/* Polls until the kernel has ended; numbers: 1 to ask for the stream, not for an event. */
static void poll(const long *numbers)
{
    cudaStream_t stream = new_stream();
    cudaEvent_t start = new_event(), end = new_event();
    warm_up();
    CHECK(cudaEventRecord(start, stream));
    spin<<<1, 32, 0, stream>>>(2000, nullptr);
    CHECK(cudaEventRecord(end, stream));
    int polls = 0;
    cudaError_t status;
    do {
        status = numbers[0] ? cudaStreamQuery(stream) : cudaEventQuery(end);
        polls++;
    } while (status == cudaErrorNotReady);
    CHECK(status);
    CHECK(cudaGetLastError());
    printf("polls %d\nelapsed %.9g\n", polls, elapsed(start, end));
}

static void query_events(const long *)
{
    cudaEvent_t start = new_event(), end = new_event(), never = new_event();
    float milliseconds;
    CHECK(cudaEventQuery(never)); /* never recorded: as if it had happened */
    CHECK(cudaEventRecord(start));
    spin<<<1, 32>>>(2000, nullptr);
    CHECK(cudaEventRecord(end));
    printf("running %s\n", cudaGetErrorName(cudaEventElapsedTime(&milliseconds, start, end)));
    printf("unrecorded %s\n", cudaGetErrorName(cudaEventElapsedTime(&milliseconds, start, never)));
    CHECK(cudaStreamSynchronize(nullptr));
    printf("back %d\n", elapsed(end, start) == -elapsed(start, end) && elapsed(start, end) > 0);
    CHECK(cudaEventDestroy(start));
    printf("destroyed %s\n", cudaGetErrorName(cudaEventQuery(start)));
    cudaStream_t stream = new_stream();
    CHECK(cudaStreamDestroy(stream));
    printf("no_stream %s\n", cudaGetErrorName(cudaStreamQuery(stream)));
}

/* numbers: bytes, 1 down or 0 up, 1 asynchronous, 1 pinned. */
static void copy_time(const long *numbers)
{
    size_t bytes = (size_t)numbers[0];
    char *device = device_array<char>(bytes);
    char *host = numbers[3] ? pinned_array<char>(bytes) : (char *)malloc(bytes);
    cudaEvent_t start = new_event(), end = new_event();
    memset(host, 1, bytes);
    void *to = numbers[1] ? device : host;
    void *from = numbers[1] ? host : device;
    cudaMemcpyKind kind = numbers[1] ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
    CHECK(cudaEventRecord(start));
    if (numbers[2])
        CHECK(cudaMemcpyAsync(to, from, bytes, kind, 0));
    else
        CHECK(cudaMemcpy(to, from, bytes, kind));
    CHECK(cudaEventRecord(end));
    bool returned_early = cudaEventQuery(end) == cudaErrorNotReady;
    CHECK(cudaEventSynchronize(end));
    printf("elapsed %.9g\nreturned_early %d\n", elapsed(start, end), returned_early);
}

/* Copies of a megabyte in streams of their own; numbers: down, up, 1: a kernel beside them. */
static void copies_overlap(const long *numbers)
{
    const size_t bytes = 1000000;
    int n = (int)(numbers[0] + numbers[1]);
    cudaStream_t streams[5];
    char *device[4], *host[4];
    cudaEvent_t start = new_event(), end = new_event();
    for (cudaStream_t &stream : streams)
        stream = new_stream();
    for (int i = 0; i < n; i++) {
        device[i] = device_array<char>(bytes);
        host[i] = pinned_array<char>(bytes);
        memset(host[i], i + 1, bytes);
        CHECK(cudaMemset(device[i], i + 101, bytes));
    }
    warm_up();
    CHECK(cudaEventRecord(start));
    if (numbers[2])
        spin<<<1, 32, 0, streams[4]>>>(2000, nullptr);
    for (int i = 0; i < n; i++) {
        bool down = i < numbers[0];
        CHECK(cudaMemcpyAsync(down ? device[i] : host[i], down ? host[i] : device[i], bytes,
                              down ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost, streams[i]));
    }
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    for (int i = 0; i < n; i++) {
        char last;
        CHECK(cudaMemcpy(&last, device[i] + bytes - 1, 1, cudaMemcpyDeviceToHost));
        char expected = (char)(i < numbers[0] ? i + 1 : i + 101);
        printf("right%d %d\n", i, last == expected && host[i][0] == expected);
    }
    printf("elapsed %.9g\n", elapsed(start, end));
}

/* The copy takes what is there when the stream gets to it, not when it is asked for: here the
 * program changes its pinned memory meanwhile. Pageable memory is taken at once. */
static void late_copy(const long *)
{
    int *pinned = pinned_array<int>(1), pageable = 1, result[2];
    int *device = device_array<int>(2);
    cudaStream_t stream = new_stream();
    *pinned = 1;
    spin<<<1, 32, 0, stream>>>(2000, nullptr);
    CHECK(cudaMemcpyAsync(device, pinned, sizeof(int), cudaMemcpyHostToDevice, stream));
    CHECK(cudaMemcpyAsync(device + 1, &pageable, sizeof(int), cudaMemcpyHostToDevice, stream));
    *pinned = pageable = 2;
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaMemcpy(result, device, sizeof result, cudaMemcpyDeviceToHost));
    printf("pinned %d\npageable %d\n", result[0], result[1]);
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {{"kernel_time", kernel_time},
                                      {"overlap", overlap},
                                      {"default_stream", default_stream},
                                      {"wait_event", wait_event},
                                      {"poll", poll},
                                      {"query_events", query_events},
                                      {"copy_time", copy_time},
                                      {"copies_overlap", copies_overlap},
                                      {"late_copy", late_copy}};
    return run_case(cases, argc, argv);
}
