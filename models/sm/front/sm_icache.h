/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines of code on their way into the instruction cache, and its prefetcher.
 *
 * The prefetcher is a stream buffer. A miss also asks for the `l1i.prefetch` lines behind it. The
 * first use of such a line asks for those as many lines behind that one: so straight code stays
 * that far ahead of its warps, and a taken branch to a line that is not there begins a new stream.
 * A line that finds no place (no MSHR, no room in the port's queue, nothing to replace) is left
 * out; the next use in the stream asks again. Nothing is asked for behind the kernel's end.
 *
 * Source: N. Jouppi, "Improving direct-mapped cache performance by the addition of a small
 * fully-associative cache and prefetch buffers" (ISCA 1990); R. Huerta et al., "Dissecting and
 * Modeling the Architecture of Modern GPU Cores" (MICRO 2025), 5.2 and 7.3, Table 5: with 8 lines
 * their model is closest to an RTX A6000.
 * Differs: theirs stand between each scheduler's own small cache and the SM's, which simgpu does
 * not tell apart. Ours works for the whole SM and puts lines straight into the cache.
 */
#ifndef SIMGPU_SM_ICACHE_H
#define SIMGPU_SM_ICACHE_H

#include "models/sm/front/sm_fetch_state.h"

/* Asks L2 for a line that the cache has not: its index, reserved, or -1 if that cannot be now. */
int sm_icache_ask(struct sm_fetch *fetch, const struct sm_warp *warp, uint64_t line);
/* The warp needs this line: asks for those behind it. There must be a prefetcher. */
void sm_icache_run_ahead(struct sm_fetch *fetch, const struct sm_warp *warp, uint64_t line);
/* The first use of a line that the prefetcher asked for. */
void sm_icache_use_ahead(struct sm_fetch *fetch, const struct sm_warp *warp, int index);

#endif
