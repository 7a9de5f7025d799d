/* SPDX-License-Identifier: BSD-3-Clause */
/* The order in which Prim's algorithm takes the blocks of a locality graph into a maximum spanning
 * tree: each next one is the block that shares the most lines with one of those before it.
 *
 * It begins with block 0. If blocks share equally much, the one with the lowest number comes next.
 * If no block left shares anything with those before, the lowest of all blocks left comes next.
 *
 * Source: PAVER, section 4.1; R. C. Prim, "Shortest connection networks and some generalizations",
 *   Bell System Technical Journal 36(6), 1957. ASSUMED: the first block, and the order among
 *   equals.
 */
#ifndef SIMGPU_POLICIES_LOCALITY_SPANNING_ORDER_H
#define SIMGPU_POLICIES_LOCALITY_SPANNING_ORDER_H

#include "policies/locality/block_graph.h"

/* order: graph->n blocks. */
void spanning_order(const struct block_graph *graph, uint32_t *order);

#endif
