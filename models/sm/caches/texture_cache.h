/* SPDX-License-Identifier: BSD-3-Clause */
/* The texture cache as a part of the SM. texture_cache.c says what it holds, and for how long. */
#ifndef SIMGPU_SM_TEXTURE_CACHE_H
#define SIMGPU_SM_TEXTURE_CACHE_H

#include "models/cache/tag_array.h"
#include "models/sm/access/ldst_entry.h"

/* Empty if texels go through L1D. */
struct texture_cache {
    struct sm_core *core;
    struct sm_accesses *accesses;
    struct sm_port *port;
    struct tag_array tags;
    uint32_t *waiters;   /* by line: texture_merges accesses that wait for its fill */
    uint32_t *n_waiters; /* by line */
};

void texture_cache_init(struct texture_cache *cache, struct sm_core *core,
                        struct sm_accesses *accesses, struct sm_port *port);
void texture_cache_finish(struct texture_cache *cache);
/* Makes one transaction. */
enum ldst_wait texture_cache_load(struct texture_cache *cache, const struct ldst_entry *entry,
                                  const struct line_transaction *line);
/* Returns the accesses that have waited for the line: n_waiters[line] of them. */
const uint32_t *texture_cache_fill(struct texture_cache *cache, uint32_t line);
void texture_cache_invalidate(struct texture_cache *cache);

#endif
