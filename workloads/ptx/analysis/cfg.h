/* SPDX-License-Identifier: BSD-3-Clause */
/* Basic blocks of a function and the edges between them.
 *
 * A block ends after bra, brx, ret, exit and trap, and before the target of a branch. A guarded
 * one of these also falls through, and so does call. ret, exit, trap and the end of the body lead
 * to the virtual exit block, whose number is n_blocks; so does a branch to something that is no
 * label, which the executor will refuse. Code that no path reaches has blocks too.
 */
#ifndef SIMGPU_WORKLOADS_PTX_ANALYSIS_CFG_H
#define SIMGPU_WORKLOADS_PTX_ANALYSIS_CFG_H

#include "workloads/ptx/syntax/ptx.h"

struct ptx_block {
    uint32_t first, end;                   /* pcs, end exclusive */
    uint32_t successors, n_successors;     /* in cfg.successors; no repetitions */
    uint32_t predecessors, n_predecessors; /* in cfg.predecessors */
    bool reachable;                        /* from the function's first instruction */
};

struct ptx_cfg {
    const struct ptx_function *function; /* borrowed */
    struct ptx_block *blocks;            /* in order of pc, then the virtual exit block, whose
                                            first and end are n_instructions;
                                            it alone is empty */
    uint32_t n_blocks;                   /* without the exit block */
    uint32_t *block_of;                  /* of each instruction */
    uint32_t *successors, *predecessors; /* block numbers; in successors the fall-through is
                                            first */
    uint32_t *order;                     /* reachable blocks in reverse post-order; never the
                                            exit block */
    uint32_t n_order;
};

struct ptx_cfg *ptx_cfg_new(const struct ptx_function *function);
void ptx_cfg_free(struct ptx_cfg *cfg);

/* True if control never passes on to the next pc: an unguarded bra, brx, ret, exit or trap. */
bool ptx_ends_path(const struct ptx_instruction *instruction);
/* bra or brx; ret, exit or trap. */
bool ptx_is_branch(const struct ptx_instruction *instruction);
bool ptx_is_exit(const struct ptx_instruction *instruction);
/* The n-th target pc of a branch, UINT32_MAX behind the last one. */
uint32_t ptx_branch_target(const struct ptx_function *function,
                           const struct ptx_instruction *instruction, unsigned n);

#endif
