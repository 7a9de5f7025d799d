/* SPDX-License-Identifier: BSD-3-Clause */
/* Warp schedulers: which of the ready warps issues next.
 *
 * An SM has up to 64 warp slots and one to four schedulers; scheduler s owns the slots that are
 * s modulo the number of schedulers. One state serves all schedulers of an SM, since some
 * policies decide once a core. Sets of warps are 64-bit masks over slots.
 *
 * Contract (tests/policies/test_warp_scheduler_contract.c runs it over every scheduler): pick
 * returns a slot of `candidates` or WARP_NONE; the same calls give the same answers, whatever
 * the address of the state; a warp that stays ready is picked eventually if the others become
 * unready now and then and finish some time. A policy touches nothing but its own state.
 *
 * This header is installed for plug-ins.
 */
#ifndef SIMGPU_POLICIES_WARP_SCHEDULER_H
#define SIMGPU_POLICIES_WARP_SCHEDULER_H

#include "policies/policy.h"

enum {
    WARP_SLOTS = 64,        /* of an SM, at most */
    WARP_NONE = WARP_SLOTS, /* no slot */
    WARP_SCHEDULERS = 4,    /* of an SM, at most: Kepler and later have four, Fermi two */
    WARP_MAX_RETRIES = 64,  /* of an SM: warp_orders.retries */
};

/* A plug-in says with these that it is a warp scheduler, and for which headers it was built. The
 * last number is raised when a struct of this header changes. */
#define WARP_SCHEDULER_KIND "warp_scheduler"
#define WARP_SCHEDULER_ABI  (POLICY_ABI * 1000 + 4)

/* Facts about the SM that never change. */
struct warp_scheduler_site {
    unsigned schedulers; /* 1, 2 or 4 */
    unsigned warp_slots; /* 1 to WARP_SLOTS */
    uint32_t l1_lines;   /* of L1, with nothing of it given to shared memory */
};

/* Read-only view of the SM's warps, valid during a call. In an event it shows what holds after
 * it: a started warp is resident, a finished one no longer. */
struct warp_view {
    const uint64_t *age; /* a slot's dispatch order: smaller is older; unique over an SM's life;
                            the warps of a block by thread id, smallest first */
    const uint64_t *on_memory; /* a set: warps whose next instruction needs the result of a load or
                                  an atomic that is on its way */
    const uint64_t *to_ldst;   /* a set: warps whose next instruction goes to the load/store unit:
                                  memory's of any kind, and fences */
    uint64_t resident;         /* slots that hold a running warp */
    uint64_t at_barrier;       /* ... of those, waiting at a barrier */
    uint64_t cycle;            /* the SM's */
};

/* What a scheduler holds back, and what else it wants. It keeps one of these in its state (ops->
 * orders says where), changes it in any of its events, and the SM obeys from the next issue on.
 * A warp that is held back is no candidate, and its slots count as slots_policy. */
struct warp_orders {
    uint64_t no_issue;  /* slots whose warps may issue nothing */
    uint64_t no_loads;  /* ... no load from global or local memory */
    uint64_t no_memory; /* ... no load, store or atomic in global or local memory */
    uint64_t review;    /* cycle at which `review` is called, once it has come; UINT64_MAX: never */
    uint32_t words;     /* raised by one: `word` goes to the schedulers of all other SMs
                           (`received`), by way of the dispatcher; of words that are raised faster
                           than they can leave, only the last one goes */
    uint64_t word;
    uint32_t retries; /* loads that L1 cannot take wait aside, so many at most, and are tried again;
                         what is behind them passes. 0: they stall the load/store unit */
};

/* How much room there is on the way to memory. */
struct warp_pressure {
    uint32_t free_mshrs; /* entries, of L1 */
    uint32_t free_port;  /* places in the queue to the crossbar */
    bool ldst_stalls;    /* L1 has an access that it cannot take */
};

/* A loop of a kernel. */
struct warp_loop {
    uint32_t begin;       /* pc at which each iteration begins */
    uint32_t first, last; /* lowest and highest pc in it: a compiler need not put begin first */
    int32_t parent;       /* the enclosing loop, -1: none */
};

/* A kernel whose first block is about to start on the SM. */
struct warp_kernel {
    uint32_t launch;  /* number of the launch */
    const char *name; /* the kernel's: with the same one, the same code */
    const struct warp_loop *loops;
    uint32_t n_loops;
    bool loops_appear;    /* a trace: nothing is known of its loops but what `executed` shows, whose
                             loop and next_loop are -1 */
    uint32_t block_warps; /* of each of its blocks */
};

/* An instruction that has been issued, and is done as far as control goes. */
struct warp_executed {
    uint32_t launch, pc;
    uint32_t next_pc;        /* of the warp's next one */
    int32_t loop, next_loop; /* the innermost loops that these two are in; -1: none */
    bool is_load;            /* from global or local memory */
    bool next_is_load;
    bool is_branch;
    bool ended;         /* the warp has no next one */
    uint32_t mask;      /* lanes that ran it: active, and its guard held */
    uint8_t lanes;      /* ... how many */
    uint8_t next_lanes; /* active ones of the next one, whatever its guard; of a trace, all of the
                           warp's */
};

enum warp_access_outcome {
    WARP_ACCESS_HIT,
    WARP_ACCESS_MERGED, /* with a miss that is on its way */
    WARP_ACCESS_MISS,
    WARP_ACCESS_BYPASS /* not looked up: strong accesses, atomics */
};

/* Who brought a line into L1. A slot has many warps in its life; `age` is as in warp_view. */
struct warp_owner {
    uint64_t age;
    uint8_t slot; /* WARP_NONE: nobody (it is not known) */
};

/* A load of a warp makes a transaction at L1. */
struct warp_access {
    uint64_t line; /* its address */
    uint32_t launch, pc;
    uint8_t slot;
    uint8_t outcome;         /* enum warp_access_outcome; of the whole transaction */
    struct warp_owner owner; /* of the line, if it was there; a miss makes the warp its owner */
};

/* What a load that had to go to L2 found there, of its own launch. By who had brought the line: the
 * same warp slot, another one of the SM, or another SM's. Lost: the bank gave the line away, but
 * still knows whose it was. */
enum warp_l2_found {
    WARP_L2_NOTHING,
    WARP_L2_HIT_OWN,
    WARP_L2_HIT_SM,
    WARP_L2_HIT_OTHER_SM,
    WARP_L2_LOST_OWN,
    WARP_L2_LOST_SM,
    WARP_L2_LOST_OTHER_SM
};

struct warp_l2_access {
    uint64_t line; /* its address */
    uint32_t launch;
    uint8_t slot;
    uint8_t found; /* enum warp_l2_found, but not nothing */
};

struct warp_scheduler_ops {
    struct policy_head head;

    /* NULL when the zeroed state will do. */
    void (*init)(void *state, const struct warp_scheduler_site *site,
                 const struct policy_values *values);

    /* Chooses one slot of candidates (never empty: ready warps of `scheduler`), or WARP_NONE to
     * hold them all back; it is asked again at the next cycle. A pick changes nothing that a
     * later pick sees unless `issued` follows, so the SM may drop it. */
    unsigned (*pick)(void *state, unsigned scheduler, uint64_t candidates,
                     const struct warp_view *view);

    /* For statistics alone: which of `warps` (running ones of `scheduler`) are looked at, in the
     * policy's order, up to and including `slot`, which pick has just returned and of which
     * `issued` has not been told. Pure. NULL: only the slot itself. */
    uint64_t (*visited)(const void *state, unsigned scheduler, unsigned slot, uint64_t warps,
                        const struct warp_view *view);

    /* Events; NULL when not wanted, which costs one predictable branch. */
    void (*issued)(void *state, unsigned scheduler, unsigned slot, const struct warp_view *view);
    /* The scheduler issues nothing at view->cycle. Once when that begins, not every cycle. */
    void (*stalled)(void *state, unsigned scheduler, const struct warp_view *view);
    void (*warp_started)(void *state, unsigned slot, const struct warp_view *view);
    void (*warp_finished)(void *state, unsigned slot, const struct warp_view *view);
    void (*barrier_entered)(void *state, unsigned slot, const struct warp_view *view);
    void (*barrier_left)(void *state, unsigned slot, const struct warp_view *view);

    /* The warp is in view->on_memory now. */
    void (*waits_on_memory)(void *state, unsigned slot, const struct warp_view *view);

    /* For schedulers that throttle; each may be NULL. */
    /* Where the state keeps its orders; asked once, after init. */
    const struct warp_orders *(*orders)(void *state);
    /* For so many cycles the scheduler has issued nothing, although these of its warps have their
     * operands: their units take nothing. Warps held back by orders are not among them. Told once
     * for each stretch in which nothing changes, to schedulers with orders. */
    void (*blocked)(void *state, unsigned scheduler, uint64_t ready, uint64_t cycles,
                    const struct warp_view *view);
    void (*review)(void *state, const struct warp_view *view);
    void (*received)(void *state, uint64_t word, const struct warp_view *view);
    /* Before the SM issues, if it is another one than last time. Only with orders. */
    void (*pressure)(void *state, const struct warp_pressure *pressure,
                     const struct warp_view *view);
    /* The first block of a launch is about to start here. `kernel` is there during the call. */
    void (*kernel_started)(void *state, const struct warp_kernel *kernel,
                           const struct warp_view *view);
    /* After `issued`: what the instruction was. */
    void (*executed)(void *state, unsigned slot, const struct warp_executed *what,
                     const struct warp_view *view);
    /* A load from global or local memory of so many active lanes makes so many transactions. */
    void (*coalesced)(void *state, unsigned slot, uint32_t pc, unsigned lanes,
                      unsigned transactions);
    /* Each of them, when it goes through L1. */
    void (*accessed)(void *state, const struct warp_access *access, const struct warp_view *view);
    /* A line leaves L1 to make room for another one. */
    void (*evicted)(void *state, uint64_t line, const struct warp_owner *owner);
    /* The reply to a load from global or local memory brings word of what it found in L2, if it was
     * something. Asking for this makes the banks keep for each line whose it is, and as many lines
     * that they have lost (models/l2/bank_tags.h). */
    void (*l2_found)(void *state, const struct warp_l2_access *access,
                     const struct warp_view *view);

    /* Profiles: what a run has learned about its kernels, as text, and what another one is to know
     * of them beforehand. Each may be NULL, but with profile_write there is profile_merge. */
    /* `state` learns what `other`, of another SM, knows. */
    void (*profile_merge)(void *state, const void *other);
    void (*profile_write)(const void *state, GString *text);
    /* After init. False with an error that names `file` and the line. */
    bool (*profile_read)(void *state, const char *file, const char *text, GError **error);
    /* What it tells after a run; NULL: nothing. A NULL name ends the table. */
    const struct policy_result *results;
    /* What it has found out since the last kernel_started: a value for each number of the table, in
     * its order, zeroed before. Asked when that launch has ended, when another one starts, or at
     * the end of the run. */
    void (*report)(const void *state, uint64_t *values);
};

static inline uint64_t warp_bit(unsigned slot)
{
    return UINT64_C(1) << slot;
}

/* The lowest slot of a set that is not empty. */
static inline unsigned warp_first(uint64_t set)
{
    return (unsigned)__builtin_ctzll(set);
}

/* The oldest warp of a set that is not empty. */
static inline unsigned warp_oldest(uint64_t set, const struct warp_view *view)
{
    unsigned oldest = warp_first(set);
    while ((set &= set - 1) != 0) {
        unsigned slot = warp_first(set);
        if (view->age[slot] < view->age[oldest])
            oldest = slot;
    }
    return oldest;
}

/* Those of a set that are older than the warp. */
static inline uint64_t warp_older(uint64_t set, unsigned than, const struct warp_view *view)
{
    uint64_t older = 0, age = view->age[than];
    for (; set != 0; set &= set - 1) {
        unsigned slot = warp_first(set);
        older |= (uint64_t)(view->age[slot] < age) << slot;
    }
    return older;
}

#endif
