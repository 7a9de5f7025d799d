/* SPDX-License-Identifier: BSD-3-Clause */
/* Tiny kernels of three threads, and what order they have: by a plain graph of all operations of
 * one interleaving, closed over paths. It is what the race checker must agree with.
 *
 * Threads 0 and 1 are of block 0, in one warp or in two; thread 2 is of block 1. Edges: program
 * order; barriers of a block, of a warp; from a fence before a strong write to a fence behind a
 * strong read that reads from it or from a read-modify-write behind it, if all four reach each
 * other. A barrier counts as a fence of the block behind a read, and
 * hands on fences and reads. An atomic comes behind what it has read. Strong operations
 * behind a strong read that has seen a release come behind it even without a fence (soft order).
 */
#ifndef SIMGPU_TESTS_SANITIZE_TINY_KERNEL_H
#define SIMGPU_TESTS_SANITIZE_TINY_KERNEL_H

#include <glib.h>
#include <stdbool.h>

enum { TINY_THREADS = 3, TINY_OPS = 3, TINY_PLACES = 3, TINY_STEPS = TINY_THREADS * TINY_OPS };

enum tiny_kind {
    TINY_READ,   /* weak */
    TINY_WRITE,  /* weak */
    TINY_ATOMIC, /* relaxed read-modify-write */
    TINY_STORE,  /* relaxed store */
    TINY_FENCE,
    TINY_BARRIER, /* of the block: both its threads have as many */
    TINY_WARP,    /* __syncwarp() of threads 0 and 1 */
    TINY_KINDS
};

struct tiny_op {
    enum tiny_kind kind;
    unsigned place;
    bool wide; /* scope: of the GPU, else of a block */
};

struct tiny_kernel {
    bool one_warp; /* threads 0 and 1 are lanes of one warp */
    unsigned n[TINY_THREADS];
    struct tiny_op op[TINY_THREADS][TINY_OPS];
};

/* One interleaving: which thread does its next operation. */
struct tiny_trace {
    unsigned n;
    unsigned char thread[TINY_STEPS], op[TINY_STEPS];
};

void tiny_make(struct tiny_kernel *kernel, GRand *random);
bool tiny_has(const struct tiny_kernel *kernel, enum tiny_kind kind);
/* Calls for each interleaving that barriers allow. */
void tiny_each(const struct tiny_kernel *kernel, void *data,
               void (*call)(void *data, const struct tiny_trace *trace));
/* The places with a race, a bit each. */
unsigned tiny_races(const struct tiny_kernel *kernel, const struct tiny_trace *trace);

static inline bool tiny_waits(enum tiny_kind kind)
{
    return kind == TINY_BARRIER || kind == TINY_WARP;
}

#endif
