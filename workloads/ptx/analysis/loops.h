/* SPDX-License-Identifier: BSD-3-Clause */
/* Natural loops of a control-flow graph: their nest, and which instruction is in which.
 *
 * A natural loop is a header block and everything that reaches a back edge (an edge to a block
 * that dominates its source) without passing the header; back edges with one header make one
 * loop. Cycles with two entries (irreducible control flow) are no natural loops: they appear in
 * no loop, but their branches are marked as back edges all the same.
 * Source: A. V. Aho et al., "Compilers: Principles, Techniques, and Tools", 2nd ed., 9.6.
 */
#ifndef SIMGPU_WORKLOADS_PTX_ANALYSIS_LOOPS_H
#define SIMGPU_WORKLOADS_PTX_ANALYSIS_LOOPS_H

#include "workloads/ptx/analysis/dominators.h"

struct ptx_loops {
    struct code_loop *loops; /* outer before inner, in reverse post-order of their headers; `last`
                                is the greatest pc among the ends of their back edges, below
                                `header` if a loop is entered at its end */
    uint32_t n_loops;
    int32_t *loop_of; /* for each instruction, its innermost loop or -1 */
    bool *back_edge;  /* for each instruction: a branch that closes a loop. Every cycle of the
                         function contains at least one such branch. */
};

/* dominators as from ptx_dominators(cfg). */
struct ptx_loops *ptx_loops_new(const struct ptx_cfg *cfg, const uint32_t *dominators);
void ptx_loops_free(struct ptx_loops *loops);

#endif
