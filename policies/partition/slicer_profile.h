/* SPDX-License-Identifier: BSD-3-Clause */
/* The profile of Warped-Slicer: how fast a kernel is with 1, 2, ... blocks on an SM, measured on
 * all SMs at once, which the kernels share out among themselves.
 *
 * Of n kernels each gets an n-th of the SMs, neighbours; the first of them runs one block, the next
 * one two, and so on. If a kernel's blocks on an SM are more than its SMs, each SM goes through
 * several numbers, one a round, in ascending order, so that nothing has to be thrown out.
 *
 * The SMs compete for L2 and DRAM, one with more blocks for more of it, so what was sampled is
 * scaled: IPC x (1 + phi_mem psi), psi = blocks / mean blocks - 1; phi_mem is the share of
 * scheduler-cycles that wait for memory.
 *
 * Source: Q. Xu and others, "Warped-Slicer", ISCA 2016, section IV.A, figure 4, equations 3 and 4.
 * ASSUMED: numbers of blocks without a sample lie on a line between their neighbours, from none and
 * 0 on, and beyond the last one the curve is flat.
 */
#ifndef SIMGPU_POLICIES_SLICER_PROFILE_H
#define SIMGPU_POLICIES_SLICER_PROFILE_H

#include "policies/partition/water_filling.h"

/* The SMs of the k-th of n kernels: `first` and so many from there on; 0: it has none. */
struct slicer_part {
    uint32_t first, count;
};
struct slicer_part slicer_part_of(uint32_t kernel, uint32_t n_kernels, uint32_t n_sms);

/* Rounds that a kernel with so many blocks on an SM takes on so many SMs. */
uint32_t slicer_rounds(uint32_t most, uint32_t sms);
/* Blocks of it on the SM that is the place-th of its part, in a round from 0 on. */
uint32_t slicer_blocks(uint32_t most, uint32_t sms, uint32_t place, uint32_t round);

/* What an SM told in a round. */
struct slicer_sample {
    uint32_t kernel; /* of the profile, from 0 on */
    uint32_t blocks; /* of it, there; 1 or more */
    double ipc, memory_share;
};

/* How a sample is scaled: psi, of its blocks and the round's mean. */
enum slicer_scaling {
    SCALING_PRINTED, /* equation 4 */
    SCALING_DERIVED, /* equation 3 with an SM's bandwidth as its blocks, and its share of all */
    SCALING_NONE
};

/* Samples of a round, scaled by their mean blocks, go to sum and count, by kernel and blocks. */
struct slicer_sums {
    double sum[WATER_MOST_BLOCKS + 1];
    uint32_t count[WATER_MOST_BLOCKS + 1];
};
void slicer_add_round(struct slicer_sums *sums, const struct slicer_sample *samples, uint32_t n,
                      enum slicer_scaling scaling);
/* The curve up to kernel->most; false: there is no sample. */
bool slicer_curve(const struct slicer_sums *sums, struct water_kernel *kernel);

#endif
