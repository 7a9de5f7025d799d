/* SPDX-License-Identifier: BSD-3-Clause */
/* Immediate dominators and post-dominators of the blocks of a control-flow graph.
 *
 * Source: K. D. Cooper, T. J. Harvey, K. Kennedy, "A Simple, Fast Dominance Algorithm", 2001.
 *
 * Post-dominators give the SIMT stack its reconvergence points (W. W. L. Fung et al., "Dynamic
 * Warp Formation and Scheduling for Efficient GPU Control Flow", MICRO 2007, section 2). Blocks
 * from which no path leaves (an infinite loop) are given an invented edge to the exit, from the
 * last of them in order of pc, so that branches inside the loop still reconverge inside it.
 */
#ifndef SIMGPU_WORKLOADS_PTX_ANALYSIS_DOMINATORS_H
#define SIMGPU_WORKLOADS_PTX_ANALYSIS_DOMINATORS_H

#include "workloads/ptx/analysis/cfg.h"

#define PTX_NO_BLOCK           UINT32_MAX
#define PTX_RECONVERGE_AT_EXIT UINT32_MAX

/* n_blocks + 1 entries (the last is the exit block's): the immediate dominator of each block;
 * PTX_NO_BLOCK for the first block, for unreachable ones and for the exit block. g_free. */
uint32_t *ptx_dominators(const struct ptx_cfg *cfg);

/* The same for post-dominators; cfg->n_blocks is the exit block, which has PTX_NO_BLOCK.
 * Unreachable blocks have an entry as well, so that whatever runs has a reconvergence point. */
uint32_t *ptx_postdominators(const struct ptx_cfg *cfg);

/* True if block a lies on every path to b (a tree from ptx_dominators); a dominates itself. */
bool ptx_dominates(const uint32_t *dominators, uint32_t a, uint32_t b);

/* For each instruction: if it is a branch or a guarded exit, the pc at which its lanes meet
 * again, the first of the block that immediately post-dominates it, or PTX_RECONVERGE_AT_EXIT;
 * PTX_RECONVERGE_AT_EXIT for all other instructions. n_instructions entries; g_free. */
uint32_t *ptx_reconvergence(const struct ptx_cfg *cfg);

#endif
