/* SPDX-License-Identifier: BSD-3-Clause */
/* Connecting, errors, properties, threads, and what happens without a simulator. */
#include <check.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/cuda/entry_points.h"
#include "tests/runtime/fake_simgpu.h"

/* Runs in a child, whose standard error (and output) go to text; returns the exit status. */
static int run_child(void (*body)(void), char *text, size_t size)
{
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        dup2(ends[1], STDOUT_FILENO);
        body();
        fflush(stdout);
        _exit(77);
    }
    close(ends[1]);
    size_t length = 0;
    ssize_t got;
    while ((got = read(ends[0], text + length, size - 1 - length)) > 0)
        length += (size_t)got;
    text[length] = '\0';
    close(ends[0]);
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static void call_without_channel(void)
{
    void *pointer;
    int count = 5;
    unsetenv(PROTOCOL_VARIABLE);
    if (cudaMalloc(&pointer, 4) != cudaErrorNoDevice ||
        cudaGetDeviceCount(&count) != cudaErrorNoDevice || count != 0 ||
        cudaGetLastError() != cudaErrorNoDevice)
        _exit(1);
}

START_TEST(no_channel)
{
    char text[512];
    ck_assert_int_eq(run_child(call_without_channel, text, sizeof text), 77);
    ck_assert_str_eq(text, "simgpu: this program's GPU is simulated: run it as "
                           "simgpu PLATFORM -- PROGRAM\n");
}
END_TEST

static void call_with_bad_channel(void)
{
    setenv(PROTOCOL_VARIABLE, "0 1 500 0", 1);
    if (cudaDeviceSynchronize() != cudaErrorNoDevice)
        _exit(1);
}

START_TEST(bad_channel)
{
    char text[512];
    ck_assert_int_eq(run_child(call_with_bad_channel, text, sizeof text), 77);
    ck_assert_ptr_nonnull(strstr(text, "is not open to this process (SIMGPU_CHANNEL=0 1 500 0)"));
}
END_TEST

static void lose_simgpu(void)
{
    struct fake_simgpu *fake = fake_simgpu_start();
    fake->answers.die_at = PROTOCOL_DEVICE_SYNC;
    void *pointer;
    if (cudaMalloc(&pointer, 4) != cudaSuccess)
        _exit(1);
    printf("said before");
    cudaDeviceSynchronize();
}

START_TEST(simgpu_dies)
{
    char text[512];
    ck_assert_int_eq(run_child(lose_simgpu, text, sizeof text), EXIT_FAILURE);
    ck_assert_str_eq(text,
                     "said beforesimgpu: the simulator has ended, so this program ends, too\n");
}
END_TEST

static void call_in_child(void)
{
    void *pointer;
    if (cudaMalloc(&pointer, 4) != cudaErrorInitializationError)
        _exit(1);
}

START_TEST(forked_children_are_refused)
{
    const struct fake_simgpu *fake = fake_simgpu_start();
    char text[512];
    ck_assert_int_eq(cudaFree(NULL), 0);
    ck_assert_int_eq(fake->count, 1); /* hello */
    ck_assert_int_eq(run_child(call_in_child, text, sizeof text), 77);
    ck_assert_int_eq(fake->count, 1);
    ck_assert_int_eq(cudaDeviceSynchronize(), 0);
}
END_TEST

static void claim_again(void)
{
    if (cudaFree(NULL) != cudaErrorNoDevice)
        _exit(1);
}

START_TEST(one_process_has_the_channel)
{
    char text[512];
    const struct fake_simgpu *fake = fake_simgpu_start();
    int ready[2];
    char byte;
    ck_assert_int_eq(pipe(ready), 0);
    const pid_t first = fork(); /* uses the GPU, though its parent never did */
    if (first == 0) {
        byte = cudaFree(NULL) == cudaSuccess ? 'y' : 'n';
        if (write(ready[1], &byte, 1) == 1)
            pause();
        _exit(0);
    }
    ck_assert_int_eq((int)read(ready[0], &byte, 1), 1);
    ck_assert_int_eq(byte, 'y');
    ck_assert_int_eq(run_child(claim_again, text, sizeof text), 77);
    ck_assert_ptr_nonnull(strstr(text, "another process has taken it"));
    kill(first, SIGKILL);
    waitpid(first, NULL, 0);
    ck_assert_int_eq(fake->count, 1);
}
END_TEST

START_TEST(last_error)
{
    const struct fake_simgpu *fake = fake_simgpu_start();
    ck_assert_int_eq(cudaGetLastError(), 0);
    ck_assert_int_eq(cudaSetDevice(1), cudaErrorInvalidDevice);
    ck_assert_int_eq(cudaSetDevice(0), 0);
    ck_assert_int_eq(cudaPeekAtLastError(), cudaErrorInvalidDevice);
    ck_assert_int_eq(cudaGetLastError(), cudaErrorInvalidDevice);
    ck_assert_int_eq(cudaGetLastError(), 0);
    ck_assert_str_eq(cudaGetErrorName(cudaErrorMemoryAllocation), "cudaErrorMemoryAllocation");
    ck_assert_str_eq(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory");
    ck_assert_str_eq(cudaGetErrorString(cudaSuccess), "no error");
    ck_assert_str_eq(cudaGetErrorName((cudaError_t)12345), "unrecognized error code");
    ck_assert_int_eq(fake->count, 1);
}
END_TEST

START_TEST(kernel_faults_stick)
{
    struct fake_simgpu *fake = fake_simgpu_start();
    void *pointer;
    fake->answers.status[PROTOCOL_STREAM_QUERY] = cudaErrorNotReady;
    ck_assert_int_eq(cudaStreamQuery(NULL), cudaErrorNotReady);
    ck_assert_int_eq(cudaMalloc(&pointer, 4), 0); /* that one doesn't */
    fake->answers.status[PROTOCOL_DEVICE_SYNC] = cudaErrorIllegalAddress;
    ck_assert_int_eq(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    int before = fake->count;
    ck_assert_int_eq(cudaMalloc(&pointer, 4), cudaErrorIllegalAddress);
    ck_assert_int_eq(cudaGetLastError(), cudaErrorIllegalAddress);
    ck_assert_int_eq(cudaFree(NULL), cudaErrorIllegalAddress);
    ck_assert_int_eq(fake->count, before);
}
END_TEST

static void print_from_device(void)
{
    struct fake_simgpu *fake = fake_simgpu_start();
    printf("one ");
    fake->answers.output = "two ";
    fake->answers.output_kind = PROTOCOL_STREAM_SYNC;
    cudaStreamSynchronize(NULL);
    printf("three");
}

START_TEST(device_output_is_in_order)
{
    char text[512];
    ck_assert_int_eq(run_child(print_from_device, text, sizeof text), 77);
    ck_assert_str_eq(text, "one two three");
}
END_TEST

enum { THREADS = 4, CALLS = 50 };

static void *call_often(void *data)
{
    cudaEvent_t *events = data;
    (void)cudaSetDevice(9); /* this thread's last error */
    for (int i = 0; i < CALLS; i++)
        if (cudaEventCreate(&events[i]) != cudaSuccess)
            return NULL;
    return cudaGetLastError() == cudaErrorInvalidDevice ? data : NULL;
}

START_TEST(threads_share_the_channel)
{
    static cudaEvent_t events[THREADS][CALLS];
    pthread_t threads[THREADS];
    void *result;
    const struct fake_simgpu *fake = fake_simgpu_start();
    for (int i = 0; i < THREADS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, call_often, events[i]), 0);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], &result);
        ck_assert_ptr_nonnull(result);
    }
    ck_assert_int_eq(cudaGetLastError(), 0);
    ck_assert_int_eq(fake_simgpu_count(fake, PROTOCOL_HELLO), 1);
    /* each has an event of its own */
    bool used[THREADS * CALLS] = {false};
    for (int i = 0; i < THREADS * CALLS; i++) {
        ck_assert_int_eq(cudaEventRecord(events[i / CALLS][i % CALLS], NULL), 0);
        uint64_t number =
            fake_simgpu_last(fake, PROTOCOL_EVENT_RECORD)->request.argument[0] - FAKE_EVENT;
        ck_assert_uint_lt(number, THREADS * CALLS);
        ck_assert(!used[number]);
        used[number] = true;
    }
}
END_TEST

START_TEST(device_properties)
{
    fake_simgpu_start();
    struct cudaDeviceProp properties;
    int value;
    size_t free_bytes, all_bytes, limit;
    ck_assert_int_eq(cudaGetDeviceCount(&value), 0);
    ck_assert_int_eq(value, 1);
    ck_assert_int_eq(cudaGetDeviceProperties(&properties, 0), 0);
    ck_assert_str_eq(properties.name, "Fake GPU");
    ck_assert_int_eq(properties.multiProcessorCount, 12);
    ck_assert_int_eq(properties.clockRate, 1200000);
    ck_assert_uint_eq(properties.totalGlobalMem, UINT64_C(12) << 30);
    ck_assert_int_eq(properties.maxGridSize[0], 2147483647);
    ck_assert_int_eq(properties.l2CacheSize, 4608 << 10);
    ck_assert_int_eq(cudaGetDeviceProperties(&properties, 1), cudaErrorInvalidDevice);
    ck_assert_int_eq(cudaDeviceGetAttribute(&value, cudaDevAttrComputeCapabilityMinor, 0), 0);
    ck_assert_int_eq(value, 5);
    ck_assert_int_eq(cudaDeviceGetAttribute(&value, cudaDevAttrTotalConstantMemory, 0), 0);
    ck_assert_int_eq(value, 65536);
    ck_assert_int_eq(cudaDeviceGetAttribute(&value, cudaDevAttrMaxBlockDimZ, 0), 0);
    ck_assert_int_eq(value, 64);
    ck_assert_int_eq(cudaDeviceGetAttribute(&value, (enum cudaDeviceAttr)0, 0),
                     cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemGetInfo(&free_bytes, &all_bytes), 0);
    ck_assert_uint_eq(free_bytes, 1000);
    ck_assert_uint_eq(all_bytes, 3000);
    ck_assert_int_eq(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize), 0);
    ck_assert_uint_eq(limit, 4098);
}
END_TEST

static void call_unsupported(void)
{
    if (cudaImportExternalMemory(NULL, NULL) != cudaErrorNotSupported ||
        cudaImportExternalMemory(NULL, NULL) != cudaErrorNotSupported ||
        cudaGetLastError() != cudaErrorNotSupported)
        _exit(1);
}

START_TEST(unsupported_calls_are_named_once)
{
    char text[512];
    ck_assert_int_eq(run_child(call_unsupported, text, sizeof text), 77);
    ck_assert_str_eq(text, "simgpu: cudaImportExternalMemory is not supported\n");
}
END_TEST

START_TEST(ends_with_goodbye)
{
    /* the fake would end with the process, so this test answers by hand */
    int ends[2];
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        char text[64];
        int device = memfd_create("d", 0), host = memfd_create("h", 0);
        ck_assert_int_eq(ftruncate(device, 1 << 20), 0);
        snprintf(text, sizeof text, "%d %d %d 0", ends[1], device, host);
        setenv(PROTOCOL_VARIABLE, text, 1);
        close(ends[0]);
        cudaFree(NULL);
        exit(0);
    }
    close(ends[1]);
    struct protocol_request request;
    struct protocol_answer header = {.payload_bytes = sizeof(struct protocol_device)};
    const struct protocol_device device = {
        .devices = 1, .device_base = FAKE_DEVICE_BASE, .device_bytes = 1 << 20};
    ck_assert_int_eq(recv(ends[0], &request, sizeof request, MSG_WAITALL), sizeof request);
    ck_assert_uint_eq(request.kind, PROTOCOL_HELLO);
    ck_assert_uint_eq(request.argument[0], PROTOCOL_VERSION);
    send(ends[0], &header, sizeof header, 0);
    send(ends[0], &device, sizeof device, 0);
    ck_assert_int_eq(recv(ends[0], &request, sizeof request, MSG_WAITALL), sizeof request);
    ck_assert_uint_eq(request.kind, PROTOCOL_GOODBYE);
    ck_assert_int_eq(recv(ends[0], &request, 1, 0), 0);
    waitpid(child, NULL, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("runtime");
    TCase *tests = tcase_create("runtime");
    tcase_add_test(tests, no_channel);
    tcase_add_test(tests, bad_channel);
    tcase_add_test(tests, simgpu_dies);
    tcase_add_test(tests, forked_children_are_refused);
    tcase_add_test(tests, one_process_has_the_channel);
    tcase_add_test(tests, last_error);
    tcase_add_test(tests, kernel_faults_stick);
    tcase_add_test(tests, device_output_is_in_order);
    tcase_add_test(tests, threads_share_the_channel);
    tcase_add_test(tests, device_properties);
    tcase_add_test(tests, unsupported_calls_are_named_once);
    tcase_add_test(tests, ends_with_goodbye);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
