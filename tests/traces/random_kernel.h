/* SPDX-License-Identifier: BSD-3-Clause */
/* A kernel drawn at random: a loop of loads, stores, reductions, shared memory, barriers and
 * arithmetic in some blocks of some warps. Those of numbers above RANDOM_PLAIN have further
 * operations, and any of them in any order. All of it follows from its number. */
#ifndef SIMGPU_TESTS_TRACES_RANDOM_KERNEL_H
#define SIMGPU_TESTS_TRACES_RANDOM_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

enum { RANDOM_OPERATIONS = 24, RANDOM_PLAIN = 1000 };

enum random_operation_kind {
    RANDOM_LOAD,
    RANDOM_STORE,
    RANDOM_REDUCTION,
    RANDOM_STRONG_LOAD, /* past L1 */
    RANDOM_ATOMIC,      /* with a result; the last of global memory */
    RANDOM_SHARED_STORE,
    RANDOM_SHARED_LOAD,
    RANDOM_SHARED_ATOMIC, /* at random words */
    RANDOM_LOCAL_STORE,
    RANDOM_LOCAL_LOAD,
    RANDOM_BARRIER,
    RANDOM_FENCE,
    RANDOM_TEXTURE,
    RANDOM_ARITHMETIC
};

/* Which addresses a warp's lanes have. */
enum random_pattern {
    RANDOM_COALESCED, /* lane after lane, warp after warp */
    RANDOM_STRIDED,   /* `stride` bytes apart */
    RANDOM_ROWS,      /* every lane walks a row of its own */
    RANDOM_SCATTERED, /* anywhere in `footprint` bytes */
    RANDOM_LINES,     /* eight lines of `footprint` bytes, four lanes each */
    RANDOM_ONE_WORD,  /* a block's lanes all the same word */
    RANDOM_SHARED,    /* every block the same lines */
    RANDOM_OF_BLOCK,  /* every warp of a block the same line */
    RANDOM_PATTERNS
};

struct random_operation {
    enum random_operation_kind kind;
    enum random_pattern pattern;
    unsigned width;     /* bytes a lane */
    unsigned stride;    /* bytes between lanes: of RANDOM_STRIDED, and of shared memory */
    uint32_t footprint; /* bytes */
    unsigned array;     /* arrays lie 1 GiB apart */
    const char *opcode; /* RANDOM_ARITHMETIC: `count` of these, in `chains` that don't depend on
                           each other */
    unsigned count, chains;
};

struct random_kernel {
    uint32_t number;
    unsigned blocks, warps, registers, shared_bytes, iterations;
    bool diverges; /* every other iteration has some lanes only */
    struct random_operation operations[RANDOM_OPERATIONS];
    unsigned n_operations;
};

void random_kernel_draw(struct random_kernel *kernel, uint32_t number);
/* Its blocks and its loop in one line, such as "16 x 4 warps x 8: ld.4 rows, st.4 coalesced";
 * g_free. */
char *random_kernel_describe(const struct random_kernel *kernel);

#endif
