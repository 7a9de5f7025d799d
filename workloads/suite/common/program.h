/* SPDX-License-Identifier: BSD-3-Clause */
/* What the programs of the benchmark suite share on the host side: arguments, random numbers,
 * error checks, comparison with the CPU reference, and the verdict.
 *
 * Plain CUDA C++: it compiles with simgpucc and with nvcc.
 */
#ifndef SIMGPU_PROGRAMS_COMMON_PROGRAM_H
#define SIMGPU_PROGRAMS_COMMON_PROGRAM_H

#include <cuda_runtime.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends the program with a message when a runtime call fails. */
#define CHECK(call) program_check((call), #call, __FILE__, __LINE__)

static inline void program_check(cudaError_t status, const char *call, const char *file, int line)
{
    if (status == cudaSuccess)
        return;
    fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(status));
    exit(2);
}

/* Argument `index` (1 is the first) as a whole number from low to high; `preset` if not given. */
static inline long program_argument(int argc, char **argv, int index, const char *name, long preset,
                                    long low, long high)
{
    if (argc <= index)
        return preset;
    char *end;
    long value = strtol(argv[index], &end, 10);
    if (*argv[index] == '\0' || *end != '\0' || value < low || value > high) {
        fprintf(stderr, "%s: %s is a whole number from %ld to %ld, not \"%s\"\n", argv[0], name,
                low, high, argv[index]);
        exit(2);
    }
    return value;
}

/* A sequence of random numbers: SplitMix64.
 * Source: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA
 *   2014. */
static inline uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Below n, n > 0. */
static inline uint32_t random_below(uint64_t *state, uint32_t n)
{
    return (uint32_t)((random_next(state) >> 32) * n >> 32);
}

/* In [low, high). */
static inline float random_float(uint64_t *state, float low, float high)
{
    return low + (high - low) * (float)(random_next(state) >> 40) * 0x1p-24f;
}

/* Host and device memory of n elements; both end the program when there is none. */
template <class T> static inline T *host_array(size_t n)
{
    T *array = (T *)calloc(n > 0 ? n : 1, sizeof(T));
    if (array == NULL) {
        fprintf(stderr, "out of host memory\n");
        exit(2);
    }
    return array;
}

template <class T> static inline T *device_array(size_t n)
{
    void *array = NULL;
    CHECK(cudaMalloc(&array, n * sizeof(T)));
    return (T *)array;
}

template <class T> static inline T *device_copy(const T *host, size_t n)
{
    T *array = device_array<T>(n);
    CHECK(cudaMemcpy(array, host, n * sizeof(T), cudaMemcpyHostToDevice));
    return array;
}

template <class T> static inline void copy_back(T *host, const T *device, size_t n)
{
    CHECK(cudaMemcpy(host, device, n * sizeof(T), cudaMemcpyDeviceToHost));
}

/* How many elements differ by more than absolute + relative x |expected|; the first is printed. */
static inline size_t count_wrong(const char *what, const float *got, const float *expected,
                                 size_t n, float absolute, float relative)
{
    size_t wrong = 0;
    for (size_t i = 0; i < n; i++) {
        if (fabsf(got[i] - expected[i]) <= absolute + relative * fabsf(expected[i]))
            continue;
        if (wrong++ == 0)
            printf("%s[%zu] is %.9g, expected %.9g\n", what, i, got[i], expected[i]);
    }
    return wrong;
}

template <class T>
static inline size_t count_different(const char *what, const T *got, const T *expected, size_t n)
{
    size_t wrong = 0;
    for (size_t i = 0; i < n; i++) {
        if (got[i] == expected[i])
            continue;
        if (wrong++ == 0)
            printf("%s[%zu] is %lld, expected %lld\n", what, i, (long long)got[i],
                   (long long)expected[i]);
    }
    return wrong;
}

/* Prints "NAME: passed" or how much is wrong; the program's exit code. */
static inline int program_verdict(const char *name, size_t wrong)
{
    if (wrong == 0)
        printf("%s: passed\n", name);
    else
        printf("%s: FAILED, %zu values are wrong\n", name, wrong);
    return wrong == 0 ? 0 : 1;
}

#endif
