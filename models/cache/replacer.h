/* SPDX-License-Identifier: BSD-3-Clause */
/* A replacement policy at work in a cache: its state, what it keeps of the lines, and who asks.
 *
 * A cache whose policy is least recently used needs none of this, for it keeps that order by
 * itself; it has a NULL pointer where others have a replacer, and looks at it only when a line
 * comes or goes. Others set `access` before they look for a victim or use a line, and then tell
 * what happens to the line.
 *
 * A victim is remembered until something happens in the cache, so that a request that must wait,
 * although its victim is found, does not make the policy choose again: how often a request is tried
 * is nothing that a policy may depend on.
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
    int victim;                       /* that has been chosen and has not gone yet; -1: none */
    uint32_t victim_set;              /* where it is */
    struct replacement_access access; /* the present one */
};

/* NULL if the cache's own order of use decides. values: a policy's of a replacement kind, borrowed
 * for the call. state: borrowed; NULL: it gets one of its own. */
struct replacer *replacer_new(const struct policy_values *values, void *state,
                              const struct replacement_site *site);
/* NULL is fine. */
void replacer_free(struct replacer *replacer);

/* The way to take in a set of which these ways may go, at least one, of which some may be invalid.
 */
unsigned replacer_victim(struct replacer *replacer, uint32_t set,
                         const struct replacement_ways *allowed,
                         const struct replacement_ways *invalid);
/* The present access takes the way; evicts: a line that was there. */
void replacer_insert(struct replacer *replacer, uint32_t set, unsigned way, bool evicts);
/* The present access has found its line there. */
void replacer_touch(struct replacer *replacer, uint32_t set, unsigned way);
/* A line is dropped. */
void replacer_drop(struct replacer *replacer, uint32_t set, unsigned way);

#endif
