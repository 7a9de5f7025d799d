/* SPDX-License-Identifier: BSD-3-Clause */
/* A launch of few waves whose blocks are long loops: its warps leap over parts of them.
 *
 * The launch is read in rows at equal distances. After some of them, which are a window, the SMs
 * are held, all warps run on functionally (models/sm/sm_leap.h), L2 gets the lines that they have
 * touched, and time goes on: a warm-up, and the next window. What was leapt over has the cycles and
 * counts of an instruction in the windows on both sides, if no block began between them, or else
 * of the window before. So a wave's end, where some SMs are idle, stands for itself.
 *
 *   | window | held: leap | warm-up | window | held: leap | ... block ends, others begin ... |
 *
 * The interval follows from how much windows on both sides of a leap differ.
 *
 * Of several waves of blocks one is simulated, and what is left over of whole waves. The others are
 * computed, and have the cycles and counts of an instruction in the time up to the first end of a
 * block.
 *
 * Source: SMARTS (Wunderlich and others, ISCA 2003): systematic samples of a program's time.
 * Differs: the lengths of leaps are found on the way.
 * Units: cycles of the SM, warp instructions, times in ps.
 */
#ifndef SIMGPU_CLI_RUN_SAMPLING_LEAPS_H
#define SIMGPU_CLI_RUN_SAMPLING_LEAPS_H

#include "cli/run/sampling/leaps_state.h"

struct device_memory;

/* Whether a wave of its blocks is so long that leaps in it pay. wave: how many blocks all SMs hold
 * at a time. size: the launch's warp instructions. */
bool leaps_pay(const struct gpu *gpu, const struct launch *launch, uint64_t wave, double size);
struct leaps_aim {
    double error;  /* for the launch's cycles, relative */
    uint64_t wave; /* how many of its blocks all SMs hold at a time */
    double block;  /* warp instructions of its first block, or of the mean one */
    sim_time now;  /* the launch is about to begin then, or a little later */
};
/* Sets how many of its blocks are simulated. */
struct leaps *leaps_new(struct gpu *gpu, struct device_memory *memory, struct launch *launch,
                        const struct leaps_aim *aim);
/* The launch has ended. */
void leaps_end(struct leaps *leaps);
/* NULL is fine. */
void leaps_free(struct leaps *leaps);

#endif
