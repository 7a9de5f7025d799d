/* SPDX-License-Identifier: BSD-3-Clause */
/* The profile of Warped-Slicer: how fast a kernel is with 1, 2, ... blocks on an SM. It is measured
 * on all SMs at once. The kernels share the SMs.
 *
 * Each of n kernels gets an n-th of the SMs, all neighbours. The first SM runs one block, the next
 * one two, and so on. If an SM can hold more of the kernel's blocks than the kernel has SMs, each
 * SM goes through several numbers of blocks, one a round, in ascending order. So no block has to
 * leave.
 *
 * The SMs compete for L2 and DRAM, and an SM with more blocks takes more. So samples are scaled:
 * IPC x (1 + phi_mem psi), psi = blocks / mean blocks - 1. phi_mem is the share of scheduler-cycles
 * that wait for memory.
 *
 * Source: Q. Xu and others, "Warped-Slicer", ISCA 2016, section IV.A, figure 4, equations 3 and 4.
 * ASSUMED: between two sampled numbers of blocks the curve is a line, and it begins at 0 for no
 * blocks. Beyond the last sample it is flat.
 */
#ifndef SIMGPU_POLICIES_SLICER_PROFILE_H
#define SIMGPU_POLICIES_SLICER_PROFILE_H

#include "policies/partition/water_filling.h"

/* The SMs of a kernel: `count` of them from `first` on. 0: it has none. */
struct slicer_part {
    uint32_t first, count;
};
struct slicer_part slicer_part_of(uint32_t kernel, uint32_t n_kernels, uint32_t n_sms);

/* The number of rounds of a kernel with at most so many blocks on an SM, on so many SMs. */
uint32_t slicer_rounds(uint32_t most, uint32_t sms);
/* The kernel's number of blocks on the place-th SM of its part, in a round from 0 on. */
uint32_t slicer_blocks(uint32_t most, uint32_t sms, uint32_t place, uint32_t round);

/* An SM's sample in a round. */
struct slicer_sample {
    uint32_t kernel; /* its index in the profile, from 0 on */
    uint32_t blocks; /* of the kernel on the SM; 1 or more */
    double ipc, memory_share;
};

/* How a sample is scaled: psi, of its blocks and the round's mean. */
enum slicer_scaling {
    SCALING_PRINTED, /* equation 4 */
    SCALING_DERIVED, /* equation 3 with an SM's bandwidth as its blocks, and its share of all */
    SCALING_NONE
};

/* Sums of samples by number of blocks. slicer_add_round scales the samples of a round by their mean
 * number of blocks and adds them to their kernel's sums. */
struct slicer_sums {
    double sum[WATER_MOST_BLOCKS + 1];
    uint32_t count[WATER_MOST_BLOCKS + 1];
};
void slicer_add_round(struct slicer_sums *sums, const struct slicer_sample *samples, uint32_t n,
                      enum slicer_scaling scaling);
/* Fills in the curve up to kernel->most; false: there is no sample. */
bool slicer_curve(const struct slicer_sums *sums, struct water_kernel *kernel);

#endif
