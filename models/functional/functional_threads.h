/* SPDX-License-Identifier: BSD-3-Clause */
/* Blocks of a launch on several threads of the host.
 *
 * Only where nobody can tell: the kernel's blocks must commute
 * (instruction_source_ops.blocks_commute), and nobody listens to them. A launch begins with one
 * thread; only what runs long is shared. Memory is then as one thread leaves it, unless blocks
 * race: with plain accesses to the same bytes, of which at least one writes.
 */
#ifndef SIMGPU_FUNCTIONAL_THREADS_H
#define SIMGPU_FUNCTIONAL_THREADS_H

#include "models/functional/functional_warp.h"

struct functional_threads;

/* n: how many, the caller's own among them; NULL for one. They begin when they are first needed. */
struct functional_threads *functional_threads_new(unsigned n);
void functional_threads_free(struct functional_threads *threads); /* NULL is fine */

/* Whether f's launch may run on several threads. */
bool functional_threads_fit(const struct functional *f);
/* Runs f's blocks, on several threads as soon as that pays. As functional_run_blocks. */
bool functional_threads_run(struct functional *f);

#endif
