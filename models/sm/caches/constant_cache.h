/* SPDX-License-Identifier: BSD-3-Clause */
/* The constant cache as a part of the SM. constant_cache.c says how it serves addresses. */
#ifndef SIMGPU_SM_CONSTANT_CACHE_H
#define SIMGPU_SM_CONSTANT_CACHE_H

#include "models/cache/tag_array.h"
#include "models/sm/access/ldst_entry.h"

struct constant_cache {
    struct sm_core *core;
    struct sm_port *port;
    struct tag_array tags; /* empty if all constants are there */
};

void constant_cache_init(struct constant_cache *cache, struct sm_core *core, struct sm_port *port);
void constant_cache_finish(struct constant_cache *cache);
/* Makes the entry's remaining transactions, up to one that must wait. */
enum ldst_wait constant_cache_access(struct constant_cache *cache, struct ldst_entry *entry);
/* Makes one transaction for each different address, as the cache serves them; returns how many. */
unsigned constant_cache_lines(const struct issued *issued, struct line_transaction *lines);
/* Whether a load of constants has its address in a register. In machine code any other constant is
 * an operand of the instruction that needs it; only the indexed ones are loads. */
bool constant_is_indexed(const struct kernel_code *code, const struct instruction *load);
void constant_cache_fill(struct constant_cache *cache, uint32_t line);

#endif
