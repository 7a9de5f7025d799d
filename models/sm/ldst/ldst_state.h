/* SPDX-License-Identifier: BSD-3-Clause */
/* The state of the load/store unit: its queue, and loads that wait aside.
 *
 * The files of this folder share this struct. A transaction that must wait stays at the queue's
 * head with a reason (enum ldst_wait). The part that ends the wait calls sm_ldst_wake. "To retry"
 * is said only of loads that wait aside (sm_ldst_retry.c).
 */
#ifndef SIMGPU_SM_LDST_STATE_H
#define SIMGPU_SM_LDST_STATE_H

#include "models/sm/caches/constant_cache.h"
#include "models/sm/caches/texture_cache.h"
#include "models/sm/cluster/sm_remote.h"
#include "models/sm/l1d/l1d_state.h"

/* A load's transaction that waits aside: sm_ldst_retry.c. */
struct ldst_retry {
    struct line_transaction line;
    uint32_t access, launch, pc;
    uint8_t warp, space;
    bool values;
    bool filled; /* since its last try a part of its line has come, or was asked for */
};

/* Loads that wait aside; empty unless a policy needs it. */
struct ldst_retries {
    struct ldst_retry *list; /* ring of WARP_MAX_RETRIES; NULL: no policy needs it */
    uint32_t first, n;
    uint32_t filled;          /* how many of these are `filled` */
    uint8_t lines[256];       /* how many want a line, by the line's number modulo 256 */
    bool due;                 /* one of them may succeed */
    struct ldst_entry *entry; /* one load, as L1D sees it */
};

/* A scheduler's own places in the queue. */
struct ldst_places {
    uint64_t free;    /* its way to the unit takes an instruction from this cycle on */
    uint64_t room_at; /* as load_store's, of its places */
    uint64_t *held;   /* ring of ldst_queue: its last instructions, by load_store's count */
    uint64_t n;       /* how many instructions it has issued */
};

struct load_store {
    const struct sm_config *config;
    struct sm_core *core;
    struct sm_warps *warps;
    struct sm_accesses *accesses;
    struct l1d *l1d;
    struct texture_cache *texture;
    struct constant_cache *constants;
    struct sm_remote *remote;
    struct ldst_entry *queue; /* ring of `size` */
    uint32_t first, count, size;
    uint32_t may_pass; /* of them, instructions for shared memory, if L1D has a pipeline */
    uint64_t room_at; /* from this cycle on the queue has room; CYCLE_NEVER: something must leave it
                         first */
    uint64_t left;    /* instructions that have left the queue */
    struct ldst_places *own; /* of each scheduler: then room_at is the first of theirs, or earlier;
                                NULL: all share the places */
    uint32_t local_launch, local_blocks; /* local.layout=words: of the last launch, blocks an SM */
    uint64_t pipeline_last, pipeline_entered; /* of the last instruction, as in ldst_entry */
    uint64_t free;                            /* the unit is free from this cycle on */
    uint64_t next;       /* cycle in which the head can be served; CYCLE_NEVER: none, or it waits */
    enum ldst_wait wait; /* of the head */
    /* A head that takes a line a cycle may take the last MSHR. In the next cycle it then mostly
     * finds none for its next line. That is known a cycle before, and needs no look. */
    bool foresees; /* it is worth trying */
    bool foreseen; /* the head will wait for a fill in the next cycle, if none comes by then */
    bool absent;   /* nothing of the head's next line is in L1D, or on its way */
    bool ahead;    /* it waits from `stalls_from` on, without having been looked at */
    uint64_t stalls_from; /* that cycle; or one before the head began to wait */
    bool may_go_on;
    bool goes_on; /* the head may make its next transactions at once: its last one needed nothing */
    struct ldst_retries retries;
};

/* Whether the queue's head cannot proceed. */
static inline bool sm_ldst_waits(const struct load_store *ldst)
{
    return ldst->wait != LDST_WAITS_NOT;
}

/* Cycles before `cycle` in which L1D's banks were busy and that have not been counted. In them the
 * head began to wait without having been looked at. */
static inline uint64_t sm_ldst_busy_ahead(const struct load_store *ldst, uint64_t cycle)
{
    return ldst->ahead && ldst->stalls_from < cycle;
}

/* How many cycles from `since` up to (not including) `cycle` the head cannot proceed. In all of
 * them it is as it is now. */
static inline uint64_t sm_ldst_stalls(const struct load_store *ldst, uint64_t since, uint64_t cycle)
{
    const uint64_t from = MAX(since, ldst->stalls_from);
    return sm_ldst_waits(ldst) && from < cycle ? cycle - from : 0;
}

/* Something has changed that the head, or a load aside, may have waited for. */
static inline void sm_ldst_wake(struct load_store *ldst, enum ldst_wait what)
{
    uint64_t cycle = ldst->core->cycle;
    if (G_UNLIKELY(ldst->retries.n > 0)) {
        ldst->retries.due = true;
        ldst->next = MIN(ldst->next, MAX(ldst->free, cycle));
    }
    if (ldst->wait != what)
        return;
    ldst->wait = LDST_WAITS_NOT;
    ldst->next = cycle;
}

/* The queue's instruction at that place behind its head; no further than its size. */
static inline struct ldst_entry *ldst_entry_at(const struct load_store *ldst, uint32_t position)
{
    const uint32_t at = ldst->first + position;
    return &ldst->queue[at < ldst->size ? at : at - ldst->size];
}

/* How many accesses, one for each bank, a transaction makes. */
static inline uint32_t ldst_accesses_of(const struct sm_config *config,
                                        const struct line_transaction *line)
{
    return config->l1d_sectored ? sector_count(line->sectors) : 1;
}

/* Lets the banks that are not busy serve the transaction's sectors, in order, up to the first
 * conflict. Returns the sectors that are left for a later cycle. */
G_ALWAYS_INLINE static inline uint8_t ldst_serve(const struct sm_config *config,
                                                 const struct line_transaction *transaction,
                                                 uint8_t left, uint32_t *busy)
{
    uint64_t line = transaction->line;
    uint32_t banks = config->l1d_banks; /* a power of two */
    if (!config->l1d_sectored)          /* whole lines: so many, wherever they lie */
        return left == 0 || (*busy)++ < banks ? 0 : left;
    if (banks >= SECTORS) { /* a line's sectors lie in different banks, side by side */
        unsigned first = (unsigned)(line / SECTOR_BYTES) & (banks - 1);
        uint32_t conflicts = *busy >> first & left;
        uint32_t served = conflicts ? left & ((conflicts & -conflicts) - 1) : left;
        *busy |= served << first;
        return (uint8_t)(left & ~served);
    }
    for (; left; left &= (uint8_t)(left - 1)) {
        uint32_t bank = UINT32_C(1) << ((uint32_t)__builtin_ctz(left) & (banks - 1));
        if (*busy & bank)
            break;
        *busy |= bank;
    }
    return left;
}

/* Whether the transaction is for the texture cache. */
static inline bool ldst_is_for_texture_cache(const struct load_store *ldst,
                                             const struct ldst_entry *entry)
{
    return entry->space == SPACE_TEXTURE && ldst->config->texture.size_bytes > 0;
}

#endif
