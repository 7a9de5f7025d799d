/* SPDX-License-Identifier: BSD-3-Clause */
/* Traces of made-up kernels, each of which strains one part of a GPU, in the sizes one likes.
 *
 *   kind     what it does, and its parameters with their defaults
 *   vecadd   C[i] = A[i] + B[i], coalesced: blocks 640, warps 8, iters 12
 *   ffma     chains of multiply-adds in registers: blocks 160, warps 8, iters 64, unroll 16, ilp 4
 *   strided  every lane walks a row of its own, as in k-means: blocks 80, warps 8, features 34,
 *            clusters 5
 *   gather   coalesced loads, then one from `lines` random lines: blocks 160, warps 8, iters 24,
 *            footprint 64 MiB, lines 16, seed 1
 *   matmul   n x n times n x n in tiles of 16 x 16 in shared memory: n 256
 *   chase    one lane loads from where its last load says: footprint 4096, loads 2048, stride 128,
 *            rnd 0 (1: in random order), seed 1, base
 *   random   a loop drawn at random (random_kernel.h): seed 1; from 1001 on of more operations
 *
 * memcpy 1 (not ffma, gather, matmul, random) lists the copies of the arrays as well. All kinds
 * take version (70), the binary version, kernels (1), how many times the list names the trace, and
 * stream (0), the CUDA stream in which it runs.
 */
#ifndef SIMGPU_TESTS_TRACES_SYNTHETIC_H
#define SIMGPU_TESTS_TRACES_SYNTHETIC_H

#include "tests/traces/trace_writer.h"

struct synthetic {
    const struct synthetic_kind *kind;
    uint64_t blocks, warps, iters, unroll, ilp, features, clusters, footprint, lines, seed, n,
        loads, stride, rnd, base, memcpy, version, kernels, stream;
};

/* A kind with its defaults, then settings such as "blocks=80", up to a NULL. False with an error
 * if there is no such kind or parameter, or a number is bad. */
bool synthetic_init(struct synthetic *trace, const char *kind, const char *const *settings,
                    GError **error);

/* The kernel's trace; false if it cannot be written. */
bool synthetic_write(const struct synthetic *trace, FILE *file, struct trace_counts *counts,
                     GError **error);

/* kernelslist.g, kernel-1.traceg, and stats.txt with the counts, in a folder that is made if it is
 * not there. */
bool synthetic_write_folder(const struct synthetic *trace, const char *folder,
                            struct trace_counts *counts, GError **error);

#endif
