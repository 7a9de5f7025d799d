/* SPDX-License-Identifier: BSD-3-Clause */
/* Groups of blocks that should run on one SM. SMs get the groups in this order, and a group's
 * blocks are sent in this order.
 *
 * Source: PAVER, sections 4.1 (spanning_groups), 4.2 (kway_groups) and 4.3 with Algorithm 1
 *   (bisected_groups).
 */
#ifndef SIMGPU_POLICIES_LOCALITY_BLOCK_GROUPS_H
#define SIMGPU_POLICIES_LOCALITY_BLOCK_GROUPS_H

#include "policies/locality/block_graph.h"

/* Group g is order[first[g]] to order[first[g + 1] - 1]. No group is empty. */
struct block_groups {
    uint32_t n;
    uint32_t *first; /* n + 1 */
    uint32_t *order; /* all blocks */
};

/* The GPU for which to make groups. */
struct group_target {
    uint32_t n_sms;
    uint32_t capacity; /* blocks that an SM runs at a time: x of the publication */
    bool full;         /* bisected_groups: a part of exactly so many blocks is a group, too */
};

typedef void group_maker(struct block_groups *groups, const struct block_graph *graph,
                         const struct group_target *target);

/* Follows the order of a maximum spanning tree: x blocks for each SM, then one by one. */
group_maker spanning_groups;
/* Makes as many parts as there are SMs. Each part has the order of a maximum spanning tree. */
group_maker kway_groups;
/* Halves the graph again and again, until a part has fewer blocks than an SM runs (no more, with
 * `full`), or is one block. The groups are the leaves of a tree, from left to right, as section 4.3
 * has them. Algorithm 1's queue gives them in that order only if all are equally deep. If they are
 * not, groups that run at the same time would lie all over the graph, and share nothing in L2. */
group_maker bisected_groups;

/* Makes groups of one block, in the blocks' order. For kernels about which nothing is known. */
void single_groups(struct block_groups *groups, uint32_t n_blocks);

void block_groups_finish(struct block_groups *groups);

#endif
