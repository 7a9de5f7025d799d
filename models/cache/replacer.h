/* SPDX-License-Identifier: BSD-3-Clause */
/* A replacement policy at work in a cache: its state, what it keeps of the lines, and the access
 * that asks.
 *
 * A cache with least recently used keeps that order by itself and needs no replacer: it has a NULL
 * pointer. It looks at the pointer only when a line comes or goes. A cache with a replacer sets
 * `access` before it looks for a victim or uses a line, and then tells what happens to the line.
 *
 * A victim is remembered until something happens in the cache. So a request that has found its
 * victim and still must wait does not make the policy choose again. A policy must not depend on how
 * often a request is tried.
 *
 * Source: policies/replacement/replacement.h.
 */
#ifndef SIMGPU_CACHE_REPLACER_H
#define SIMGPU_CACHE_REPLACER_H

#include "policies/replacement/replacement.h"

struct replacer {
    const struct replacement_ops *ops;
    void *state;                      /* of the policy */
    void *owned;                      /* the same, if it is the replacer's own; else NULL */
    uint8_t *lines;                   /* set by set, line_bytes each */
    uint32_t ways;                    /* of each set */
    int victim;                       /* chosen and not gone yet; -1: none */
    uint32_t victim_set;              /* the victim's set */
    struct replacement_access access; /* the present one */
};

/* NULL if the cache's own order of use decides. values: of a policy of a replacement kind, borrowed
 * for the call. state: borrowed; NULL: the replacer gets one of its own. */
struct replacer *replacer_new(const struct policy_values *values, void *state,
                              const struct replacement_site *site);
/* NULL is fine. */
void replacer_free(struct replacer *replacer);

/* Chooses one of these ways of the set, of which there is at least one; some may be invalid. */
unsigned replacer_victim(struct replacer *replacer, uint32_t set,
                         const struct replacement_ways *allowed,
                         const struct replacement_ways *invalid);
/* The present access takes the way. evicts: a line was there. */
void replacer_insert(struct replacer *replacer, uint32_t set, unsigned way, bool evicts);
/* The present access has found its line there. */
void replacer_touch(struct replacer *replacer, uint32_t set, unsigned way);
/* A line is dropped. */
void replacer_drop(struct replacer *replacer, uint32_t set, unsigned way);

#endif
