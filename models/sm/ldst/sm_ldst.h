/* SPDX-License-Identifier: BSD-3-Clause */
/* The load/store unit as a part of the SM: its queue, and loads that wait aside.
 *
 * It makes the transactions of memory instructions at L1D and the caches beside it. What must wait
 * stays at the queue's head with a reason (enum ldst_wait), and whoever ends that wait wakes it;
 * "to retry" is said of loads that wait aside only (sm_ldst_retry.c).
 */
#ifndef SIMGPU_SM_SM_LDST_H
#define SIMGPU_SM_SM_LDST_H

#include "models/sm/caches/constant_cache.h"
#include "models/sm/caches/texture_cache.h"
#include "models/sm/l1d/l1d.h"

/* A load's transaction that waits aside: sm_ldst_retry.c. */
struct ldst_retry {
    struct line_transaction line;
    uint32_t access, launch, pc;
    uint8_t warp, space;
    bool values;
    bool filled; /* something of its line has come, or was asked for, since it was last tried */
};

/* Loads that wait aside; empty unless a policy needs it. */
struct ldst_retries {
    struct ldst_retry *list; /* ring of WARP_MAX_RETRIES; NULL: no policy needs it */
    uint32_t first, n;
    uint32_t filled;          /* of them, those whose line has come */
    uint8_t lines[256];       /* how many want a line, by the line's number modulo 256 */
    bool due;                 /* one of them may succeed */
    struct ldst_entry *entry; /* what L1D sees of one */
};

/* A scheduler's own places in the queue. */
struct ldst_places {
    uint64_t free;    /* cycle from which its way to the unit takes an instruction */
    uint64_t room_at; /* as load_store's, of its places */
    uint64_t *held;   /* ring of ldst_queue: its last instructions, as load_store counts them */
    uint64_t n;       /* all that it has issued */
};

struct load_store {
    const struct sm_config *config;
    struct sm_core *core;
    struct sm_warps *warps;
    struct sm_accesses *accesses;
    struct l1d *l1d;
    struct texture_cache *texture;
    struct constant_cache *constants;
    struct ldst_entry *queue; /* ring of `size` */
    uint32_t first, count, size;
    uint32_t may_pass; /* of them, those for shared memory, where L1D has a pipeline */
    uint64_t room_at;  /* from which cycle on the queue has room; CYCLE_NEVER: something must leave
                          it first */
    uint64_t left;     /* instructions that have left the queue */
    struct ldst_places *own; /* of each scheduler: then room_at is the first of theirs, or earlier;
                                NULL: all share the places */
    uint32_t local_launch, local_blocks; /* local.layout=words: of the last launch, blocks an SM */
    uint64_t pipeline_last, pipeline_entered; /* of the last instruction, as in ldst_entry */
    uint64_t free;                            /* cycle the unit is next free */
    uint64_t next;       /* cycle in which the head can be served; CYCLE_NEVER: none, or it waits */
    enum ldst_wait wait; /* of the head */
    /* A head that takes a line a cycle mostly finds, in the cycle after it took the last MSHR, that
     * there is none for its next line. That is known a cycle before, and needn't be looked at. */
    bool foresees; /* it is worth trying */
    bool foreseen; /* the head will wait for a fill in the next cycle, if none comes by then */
    bool absent;   /* nothing of the head's next line is in L1D, or on its way */
    bool ahead;    /* it waits from that cycle on, in which it has not been looked at */
    uint64_t stalls_from; /* that cycle; else one before the head began to wait */
    bool may_go_on;
    bool goes_on; /* the head may make its next transactions at once: its last needed nothing */
    struct ldst_retries retries;
};

/* The parts that it works with: see struct load_store. After them. */
struct ldst_services {
    struct sm_core *core;
    struct sm_warps *warps;
    struct sm_accesses *accesses;
    struct l1d *l1d;
    struct texture_cache *texture;
    struct constant_cache *constants;
};

void sm_ldst_init(struct load_store *ldst, const struct ldst_services *services);
void sm_ldst_finish(struct load_store *ldst);
/* sm_ldst_enqueue.c */
/* Enqueues what has been issued, as if that had been in cycle `start`, if its operands come as
 * early as they can; false: with a fault text there. */
bool sm_ldst_enqueue(struct load_store *ldst, unsigned slot, const struct instruction *instruction,
                     uint32_t pc, uint64_t start, struct issued *issued);
/* sm_ldst.c */
/* When `next` is the current cycle, or passed. Returns the access that is complete with it;
 * NO_ACCESS: none. */
uint32_t sm_ldst_step(struct load_store *ldst);
/* Something of the line has come to L1D. */
void sm_ldst_filled(struct load_store *ldst, uint64_t line);
/* Whether its head cannot proceed. */
static inline bool sm_ldst_waits(const struct load_store *ldst)
{
    return ldst->wait != LDST_WAITS_NOT;
}

/* Nobody issues, and the head will wait, as `foreseen`: it does, from the next cycle on. */
void sm_ldst_stall_ahead(struct load_store *ldst);
/* Cycles before `cycle` in which L1D's banks were busy that have not been counted: those in which
 * the head began to wait without having been looked at. */
static inline uint64_t sm_ldst_busy_ahead(const struct load_store *ldst, uint64_t cycle)
{
    return ldst->ahead && ldst->stalls_from < cycle;
}

/* Of the cycles from `since` up to (not including) `cycle`, in all of which the head is as it is
 * now, those in which it cannot proceed. */
static inline uint64_t sm_ldst_stalls(const struct load_store *ldst, uint64_t since, uint64_t cycle)
{
    const uint64_t from = MAX(since, ldst->stalls_from);
    return sm_ldst_waits(ldst) && from < cycle ? cycle - from : 0;
}

/* Something has changed that its head, or a load aside, may have waited for. */
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

/* The queue's instruction so many behind its head: no further than its size. */
static inline struct ldst_entry *ldst_entry_at(const struct load_store *ldst, uint32_t position)
{
    const uint32_t at = ldst->first + position;
    return &ldst->queue[at < ldst->size ? at : at - ldst->size];
}

/* sm_ldst_places.c. */
void sm_ldst_init_places(struct load_store *ldst);
/* The newest instruction, the slot's, takes one of its scheduler's own places. */
void sm_ldst_hold_place(struct load_store *ldst, unsigned slot);
/* For sm_ldst_note_room. */
void sm_ldst_find_room(struct load_store *ldst);
/* All share the places, and the head makes accesses of L1D: its count of them with which the queue
 * has room that it hasn't yet; UINT64_MAX: it has, or that is not how it gets some. */
uint64_t sm_ldst_served_with_room(const struct load_store *ldst);

/* Says from when on the queue has room: an instruction has come, or gone on. Schedulers ask far
 * more often than that. */
static inline void sm_ldst_note_room(struct load_store *ldst)
{
    if (G_LIKELY(ldst->count < ldst->config->ldst_queue && !ldst->own))
        ldst->room_at = 0;
    else
        sm_ldst_find_room(ldst);
}

/* Accesses of a transaction, each for a bank. */
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

/* Whether the transaction is the texture cache's. */
static inline bool ldst_is_for_texture_cache(const struct load_store *ldst,
                                             const struct ldst_entry *entry)
{
    return entry->space == SPACE_TEXTURE && ldst->config->texture.size_bytes > 0;
}

/* sm_local.c: lanes' offsets in local memory become addresses. */
/* With local.layout=words: words of 4 bytes, LOCAL_WORD, are so many bytes apart. */
enum { LOCAL_WORD = 4 };
uint64_t sm_local_words_apart(struct load_store *ldst, unsigned slot);
void sm_place_local(struct load_store *ldst, unsigned slot, unsigned bytes, struct issued *issued);

/* sm_ldst_ahead.c */
/* Whether a head ever does that: nobody hears of single accesses, or has them wait aside. */
bool sm_ldst_may_go_on(const struct load_store *ldst);
/* The head, which `goes_on`, makes transactions in cycles before that one as long as they need
 * nothing. By then nothing arrives, and no warp issues. */
void sm_ldst_go_on(struct load_store *ldst, uint64_t before);

/* sm_ldst_pass.c: while the head waits. When the first instruction for shared memory can pass what
 * is in L1D's pipeline; CYCLE_NEVER: there is none, or something must go on first. */
uint64_t sm_ldst_pass_at(const struct load_store *ldst);
/* It passes, in that cycle. */
struct ldst_entry *sm_ldst_pass(struct load_store *ldst);

/* sm_operands.c */
/* Makes the payloads of a store or an atomic, of what has been issued. */
void sm_pack_operands(struct payload_pool *pool, struct ldst_entry *entry,
                      const struct instruction *instruction, struct issued *issued, unsigned bytes);

/* sm_ldst_retry.c: loads that wait aside, with NEED_RETRIES. */
void sm_retries_init(struct load_store *ldst);
void sm_retries_finish(struct load_store *ldst);
/* Whether one of them wants the line. */
bool sm_retries_want(const struct load_store *ldst, uint64_t line);
/* The head's transaction, which cannot proceed, goes aside. False: it must not, or has no room. */
bool sm_set_aside(struct load_store *ldst, const struct ldst_entry *entry,
                  const struct line_transaction *line);
/* Something of the line has come. */
void sm_retries_filled(struct load_store *ldst, uint64_t line);
/* When one of them may succeed: tries. True: the load/store queue's head is not served in this
 * cycle. *complete: an access that is complete with it. */
bool sm_retries_first(struct load_store *ldst, uint32_t *complete);

#endif
