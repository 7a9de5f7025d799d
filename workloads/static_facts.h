/* SPDX-License-Identifier: BSD-3-Clause */
/* What a front end can tell about a kernel's instructions beyond struct instruction: how many there
 * are of each class, what branches decide on, and what a CPU with SIMD units would make of them.
 *
 * The offload policies and the model of the CPU ask for them (instruction_source_ops).
 */
#ifndef SIMGPU_WORKLOADS_STATIC_FACTS_H
#define SIMGPU_WORKLOADS_STATIC_FACTS_H

#include <stdbool.h>
#include <stdint.h>

/* How many instructions a branch decides on: from it to where its lanes meet again, without what
 * branches on the way decide on. */
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

/* What an instruction is where a CPU runs a block's threads in the lanes of SIMD units:
 * workloads/ptx/lower/forms.h. A pack is as many threads as the units have lanes. */
enum simd_kind {
    SIMD_VECTOR, /* an instruction a pack */
    SIMD_SCALAR, /* one on scalars a pack */
    SIMD_ONCE,   /* one on scalars a block: it stands before the loop over packs */
    SIMD_FREE    /* part of another instruction: of an address, or of a jump */
};
enum simd_access {
    SIMD_UNKNOWN, /* its addresses have to tell */
    SIMD_SAME,    /* all threads' is the same */
    SIMD_NEXT,    /* one behind the other */
    SIMD_GROUP,   /* a few elements apart, with others between */
    SIMD_STRIDE,  /* as far apart as others, which is too far, or not known */
    SIMD_GATHER   /* an address of its own each */
};
struct simd_form {
    uint8_t kind;           /* enum simd_kind */
    uint8_t access;         /* enum simd_access */
    bool wide;              /* lanes of 64 bits, of integers */
    bool blends;            /* threads that don't run it keep what they had */
    uint8_t apart, members; /* a group: elements between neighbours' first; how many are used */
};

#endif
