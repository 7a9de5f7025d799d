/* SPDX-License-Identifier: BSD-3-Clause */
/* A test program has several cases: its first argument names the one to run, the others are the
 * case's numbers. A case writes "name value" lines that the test reads. */
#ifndef SIMGPU_TESTS_PROGRAMS_CASES_H
#define SIMGPU_TESTS_PROGRAMS_CASES_H

#include <cstdio>
#include <cstdlib>
#include <cstring>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t status_ = (call);                                                              \
        if (status_ != cudaSuccess) {                                                              \
            printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorName(status_));       \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

struct test_case {
    const char *name;
    void (*run)(const long *numbers); /* of the command line; 0 where there is none */
};

template <int N> static int run_case(const test_case (&cases)[N], int argc, char **argv)
{
    long numbers[8] = {};
    for (int i = 2; i < argc && i < 10; i++)
        numbers[i - 2] = strtol(argv[i], nullptr, 10);
    for (const test_case &one : cases)
        if (argc > 1 && strcmp(one.name, argv[1]) == 0) {
            one.run(numbers);
            return 0;
        }
    fprintf(stderr, "no case %s\n", argc > 1 ? argv[1] : "given");
    return 2;
}

/* Milliseconds between two events that have happened. */
static inline float elapsed(cudaEvent_t start, cudaEvent_t end)
{
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, end));
    return milliseconds;
}

static inline cudaEvent_t new_event()
{
    cudaEvent_t event;
    CHECK(cudaEventCreate(&event));
    return event;
}

static inline cudaStream_t new_stream(unsigned flags = cudaStreamDefault)
{
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, flags));
    return stream;
}

template <class T> static T *device_array(size_t n)
{
    T *array;
    CHECK(cudaMalloc(&array, n * sizeof(T)));
    return array;
}

template <class T> static T *pinned_array(size_t n)
{
    T *array;
    CHECK(cudaMallocHost(&array, n * sizeof(T)));
    return array;
}

#endif
