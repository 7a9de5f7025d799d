/* SPDX-License-Identifier: BSD-3-Clause */
/* Further facts of a front end about a kernel's instructions, beyond struct instruction: their
 * number in each class, the paths of branches, and their form on a CPU with SIMD units.
 *
 * The offload policies and the model of the CPU ask for them (instruction_source_ops).
 */
#ifndef SIMGPU_WORKLOADS_STATIC_FACTS_H
#define SIMGPU_WORKLOADS_STATIC_FACTS_H

#include <stdbool.h>
#include <stdint.h>

/* How many instructions a branch decides on: from it to the place where its lanes meet again.
 * Instructions that branches on the way decide on do not count. */
struct branch_path {
    uint32_t taken, not_taken;
};

/* Instructions of a kernel by class, as a GPU and as a CPU with SIMD units would run them:
 * workloads/ptx/lower/counts.h. */
struct static_counts {
    uint32_t gpu_memory, gpu_integer, gpu_float, gpu_math, gpu_branch, gpu_barrier;
    uint32_t cpu_scalar_alu, cpu_scalar_memory, cpu_vector_alu, cpu_vector_memory, cpu_branch,
        cpu_atomic;
};

/* An instruction's form on a CPU that runs a block's threads in the lanes of SIMD units:
 * workloads/ptx/lower/forms.h. A pack is as many threads as the units have lanes. */
enum simd_kind {
    SIMD_VECTOR, /* one vector instruction for each pack */
    SIMD_SCALAR, /* one scalar instruction for each pack */
    SIMD_ONCE,   /* one scalar instruction for each block, before the loop over packs */
    SIMD_FREE    /* part of another instruction: of an address, or of a jump */
};
enum simd_access {
    SIMD_UNKNOWN, /* only the addresses of the run can tell */
    SIMD_SAME,    /* all threads have the same address */
    SIMD_NEXT,    /* threads' addresses follow one another */
    SIMD_GROUP,   /* a few elements apart, with others between */
    SIMD_STRIDE,  /* equally far apart, but too far, or by an unknown distance */
    SIMD_GATHER   /* each thread has an address of its own */
};
struct simd_form {
    uint8_t kind;   /* enum simd_kind */
    uint8_t access; /* enum simd_access */
    bool wide;      /* lanes of 64 bits, of integers */
    bool blends;    /* threads that do not run it keep their values */
    uint8_t apart,
        members; /* a group: elements from one thread's first to the next's; elements used
                  */
};

/* Whether a loop waits for what others write to memory, as far as code tells. */
enum loop_wait {
    LOOP_WORKS,    /* it does not */
    LOOP_MAY_WAIT, /* it looks at memory as loops do that wait, and does more than that */
    LOOP_WAITS,    /* or it does what compilers keep in a loop for nothing but waiting */
    LOOP_TIMED = 4 /* or-ed: some such loop reads a clock, so it may end by itself */
};

#endif
