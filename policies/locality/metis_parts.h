/* SPDX-License-Identifier: BSD-3-Clause */
/* Splits a locality graph by METIS into parts of about the same size, which share as little as
 * possible.
 *
 * The same graph gives the same parts, because METIS's random numbers have a fixed seed. A graph
 * without edges, or with no more blocks than parts, is split in the blocks' order. A part may be
 * empty.
 *
 * Source: G. Karypis and V. Kumar, METIS 5.1; PAVER, section 4.2.
 */
#ifndef SIMGPU_POLICIES_LOCALITY_METIS_PARTS_H
#define SIMGPU_POLICIES_LOCALITY_METIS_PARTS_H

#include "policies/locality/block_graph.h"

/* part: the part of each block, below n_parts. Two parts come from a bisection, more from METIS's
 * k-way partitioning. */
void metis_parts(const struct block_graph *graph, uint32_t n_parts, uint32_t *part);

#endif
