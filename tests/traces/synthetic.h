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
 *   tensor   chains (ilp) of HMMA.16816, FFMA and LDSM.x4 in a loop: blocks 108, warps 4, iters 16,
 *            unroll 8 (HMMA an iteration), ilp 1, ffma 0, matrices 0 (LDSM)
 *   async    tiles copied by LDGSTS, `stages` - 1 ahead of their use: blocks 108, warps 4, iters 8,
 *            unroll 2 (copies a tile, of 16 bytes a lane), stages 2, bypass 0 (1: past L1), ffma 16
 *   bank     LDS and STS of which `lines` lanes meet in a bank: blocks 108, warps 4, iters 16,
 *            unroll 4 (LDS), stores 0 (STS), ffma 4, lines 1
 *
 * memcpy 1 (vecadd, strided, chase) lists the copies of the arrays as well. All kinds take version
 * (70; the last three 80), the binary version, kernels (1), how many times the list names the
 * trace, and stream (0), the CUDA stream in which it runs.
 */
#ifndef SIMGPU_TESTS_TRACES_SYNTHETIC_H
#define SIMGPU_TESTS_TRACES_SYNTHETIC_H

#include "tests/traces/trace_writer.h"

struct synthetic {
    const struct synthetic_kind *kind;
    uint64_t blocks, warps, iters, unroll, ilp, features, clusters, footprint, lines, seed, n,
        loads, stride, rnd, base, memcpy, version, kernels, stream, ffma, matrices, bypass, stages,
        stores;
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
