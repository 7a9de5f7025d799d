/* SPDX-License-Identifier: BSD-3-Clause */
/* Launches whose effect is known: an equal one has run before, and found the same in memory.
 *
 * A kernel's effect on global memory depends on its code, its parameters, its grid, and on what it
 * reads there. Programs that measure time launch the same a hundred times. Of the second one on, it
 * is enough to see that memory is as it was. What counts is the contents, whoever has written them.
 *
 * For each kernel, grid and parameters there is a record: the allocations that the launch touches
 * (footprint.h), and states: digests of their contents before it and behind it. A launch in a known
 * state isn't run. What it would write is either there already, or comes from a copy, which is made
 * at once if it is small beside the launch, else when it is first missed.
 *
 * Contents are compared by digests of 128 bits. Memory keeps them until somebody writes to it
 * (models/memory/memory_digest.h). They cost time, too: launches that are short
 * beside the memory that they touch have none, and whoever never repeats is asked ever more seldom.
 * All of this depends on counts, not on time: runs repeat exactly.
 */
#ifndef SIMGPU_FUNCTIONAL_KNOWN_LAUNCHES_H
#define SIMGPU_FUNCTIONAL_KNOWN_LAUNCHES_H

#include "models/functional/known/footprint.h"
#include "models/launch/functional_counts.h"

struct known_launches;

struct known_launches *known_launches_new(struct device_memory *memory);
void known_launches_free(struct known_launches *known); /* NULL: nothing */

/* Have these blocks of the launch been run before, on the same memory? Then memory is as it leaves
 * it, and *counts is its own. False: run it, with *footprint (which may be NULL: nobody wants it),
 * and call known_launches_learn. */
bool known_launches_apply(struct known_launches *known, const struct launch *launch,
                          uint64_t first_block, uint64_t n_blocks, struct functional_counts *counts,
                          struct footprint **footprint);
/* The state that apply() has found last: another number for each; 0: none. NULL: 0. */
uint64_t known_launches_found(const struct known_launches *known);
/* The launch that apply() was asked for last has run, and had counts[]. plain: it has done nothing
 * but write to memory. */
void known_launches_learn(struct known_launches *known, const struct functional_counts *counts,
                          bool plain);

#endif
