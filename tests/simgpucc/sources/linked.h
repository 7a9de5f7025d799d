/* SPDX-License-Identifier: BSD-3-Clause */
/* What the sources of one program, compiled with -rdc=true, know of each other. */
#ifndef SIMGPU_TESTS_SIMGPUCC_LINKED_H
#define SIMGPU_TESTS_SIMGPUCC_LINKED_H

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        const cudaError_t status_ = (call);                                                        \
        if (status_ != cudaSuccess) {                                                              \
            printf("%s: %s\n", #call, cudaGetErrorName(status_));                                  \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

enum { N = 64 };

extern __device__ int offset;         /* defined in linked_other.cu */
extern __constant__ int factors[2];   /* the same */
extern __shared__ int scratch[];      /* everybody's */
__device__ int scaled(int x, int by); /* in linked_other.cu; calls reverse() */
__device__ int reverse(int x);        /* in linked_main.cu */

/* In both: one of the two definitions is kept. */
__device__ __noinline__ inline int doubled(int x)
{
    return 2 * x;
}

struct shape {
    __device__ virtual int sides() const = 0;
};

struct square : shape {
    __device__ int sides() const override;
};

void other_set(int offset); /* sets its static variable, and `offset` */
int other_run(int *words);  /* launches its own kernel; returns what is wrong */

#endif
