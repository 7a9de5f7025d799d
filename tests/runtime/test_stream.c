/* SPDX-License-Identifier: BSD-3-Clause */
/* Streams, events, and host functions in streams. */
#include <check.h>

#include "runtime/include/cuda_runtime_api.h"
#include "tests/runtime/fake_simgpu.h"

START_TEST(streams_and_events)
{
    struct fake_simgpu *fake = fake_simgpu_start();
    cudaStream_t stream, other;
    cudaEvent_t start, end, untimed;
    float milliseconds;
    unsigned int flags;
    int priority;
    ck_assert_int_eq(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -2), 0);
    const struct fake_request *made = fake_simgpu_last(fake, PROTOCOL_STREAM_CREATE);
    ck_assert_uint_eq(made->request.argument[0], PROTOCOL_STREAM_NON_BLOCKING);
    ck_assert_int_eq((int)(int64_t)made->request.argument[1], -2);
    ck_assert_int_eq(cudaStreamCreate(&other), 0);
    ck_assert_int_eq(cudaStreamGetFlags(stream, &flags), 0);
    ck_assert_uint_eq(flags, cudaStreamNonBlocking);
    ck_assert_int_eq(cudaStreamGetPriority(stream, &priority), 0);
    ck_assert_int_eq(priority, -2);
    ck_assert_int_eq(cudaEventCreate(&start), 0);
    ck_assert_int_eq(cudaEventCreate(&end), 0);
    ck_assert_int_eq(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming), 0);
    ck_assert_int_eq(cudaEventRecord(end, other), 0);
    const struct fake_request *asked = fake_simgpu_last(fake, PROTOCOL_EVENT_RECORD);
    ck_assert_uint_eq(asked->request.argument[0], FAKE_EVENT + 1);
    ck_assert_uint_eq(asked->request.argument[1], FAKE_STREAM + 1);
    ck_assert_int_eq(cudaStreamWaitEvent(stream, end, 0), 0);
    asked = fake_simgpu_last(fake, PROTOCOL_STREAM_WAIT);
    ck_assert_uint_eq(asked->request.argument[0], FAKE_STREAM);
    ck_assert_uint_eq(asked->request.argument[1], FAKE_EVENT + 1);
    fake->answers.elapsed_ps = 1500000000;
    ck_assert_int_eq(cudaEventElapsedTime(&milliseconds, start, end), 0);
    ck_assert_float_eq(milliseconds, 1.5f);
    fake->answers.elapsed_ps = (uint64_t)-250000000;
    ck_assert_int_eq(cudaEventElapsedTime(&milliseconds, end, start), 0);
    ck_assert_float_eq(milliseconds, -0.25f);
    ck_assert_int_eq(cudaEventElapsedTime(&milliseconds, start, untimed),
                     cudaErrorInvalidResourceHandle);
    ck_assert_int_eq(cudaEventDestroy(start), 0);
    ck_assert_int_eq(cudaEventSynchronize(start), cudaErrorInvalidResourceHandle);
    ck_assert_int_eq(cudaStreamDestroy(stream), 0);
    ck_assert_int_eq(cudaStreamSynchronize(stream), cudaErrorInvalidResourceHandle);
    ck_assert_int_eq(cudaStreamSynchronize(cudaStreamPerThread), 0);
    ck_assert_int_eq(cudaStreamDestroy(NULL), cudaErrorInvalidResourceHandle);
}
END_TEST

/* "Not ready" is an answer: it neither becomes the last error nor replaces one. */
START_TEST(not_ready_is_no_error)
{
    struct fake_simgpu *fake = fake_simgpu_start();
    cudaEvent_t event;
    ck_assert_int_eq(cudaEventCreate(&event), 0);
    fake->answers.status[PROTOCOL_EVENT_QUERY] = cudaErrorNotReady;
    fake->answers.status[PROTOCOL_STREAM_QUERY] = cudaErrorNotReady;
    ck_assert_int_eq(cudaEventQuery(event), cudaErrorNotReady);
    ck_assert_int_eq(cudaPeekAtLastError(), 0);
    ck_assert_int_eq(cudaStreamQuery(NULL), cudaErrorNotReady);
    ck_assert_int_eq(cudaGetLastError(), 0);
    ck_assert_int_eq(cudaEventQuery(NULL), cudaErrorInvalidResourceHandle);
    ck_assert_int_eq(cudaEventQuery(event), cudaErrorNotReady);
    ck_assert_int_eq(cudaGetLastError(), cudaErrorInvalidResourceHandle);
    ck_assert_int_eq(cudaGetLastError(), 0);
}
END_TEST

static void add_ten(void *data)
{
    *(int *)data += 10;
}

static void add_hundred(cudaStream_t stream, cudaError_t status, void *data)
{
    *(int *)data += stream == NULL && status == cudaErrorLaunchFailure ? 100 : 1;
}

START_TEST(host_functions)
{
    struct fake_simgpu *fake = fake_simgpu_start();
    int number = 0;
    ck_assert_int_eq(cudaLaunchHostFunc(NULL, add_ten, &number), 0);
    ck_assert_int_eq(number, 10);
    ck_assert_int_eq(fake_simgpu_count(fake, PROTOCOL_STREAM_SYNC), 1);
    fake->answers.status[PROTOCOL_STREAM_SYNC] = cudaErrorLaunchFailure;
    ck_assert_int_eq(cudaStreamAddCallback(NULL, add_hundred, &number, 0), cudaErrorLaunchFailure);
    ck_assert_int_eq(number, 110);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("stream");
    TCase *tests = tcase_create("stream");
    tcase_add_test(tests, streams_and_events);
    tcase_add_test(tests, not_ready_is_no_error);
    tcase_add_test(tests, host_functions);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
