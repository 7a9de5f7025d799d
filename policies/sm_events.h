/* SPDX-License-Identifier: BSD-3-Clause */
/* What happens in an SM, for policies of every kind that are there.
 *
 * A policy fills in the functions that it wants to hear; the others are NULL, and an event that
 * nobody wants costs one predictable branch. All policies of an SM hear an event one after the
 * other: those that a policy holds before it, and the kinds in the order of policies/kinds.h. An
 * event changes nothing but the state of whoever hears it.
 *
 * What pointers point to is valid during the call. This header is installed for plug-ins.
 */
#ifndef SIMGPU_POLICIES_SM_EVENTS_H
#define SIMGPU_POLICIES_SM_EVENTS_H

#include "policies/policy.h"
#include "policies/warps.h"

/* A loop of a kernel. */
struct warp_loop {
    uint32_t begin;       /* pc at which each iteration begins */
    uint32_t first, last; /* lowest and highest pc in it: a compiler need not put begin first */
    int32_t parent;       /* the enclosing loop, -1: none */
};

/* A kernel whose first block is about to start on the SM. */
struct warp_kernel {
    uint32_t launch;  /* number of the launch */
    uint32_t program; /* whose it is: 0 is the first one of the command line, or the only one */
    const char *name; /* the kernel's: with the same one, the same code */
    const struct warp_loop *loops;
    uint32_t n_loops;
    bool loops_appear;    /* a trace: nothing is known of its loops but what `executed` shows, whose
                             loop and next_loop are -1 */
    uint32_t block_warps; /* of each of its blocks */
};

/* A block on the SM. */
struct warp_block {
    uint64_t index; /* its number in the grid */
    uint32_t launch, program;
    uint8_t slot;    /* of the SM's places for blocks */
    uint64_t warps;  /* when it starts: the slots that they are about to take; when it ends: none */
    uint64_t cycles; /* when it ends: since it started */
};

/* An instruction that has been issued, and is done as far as control goes. */
struct warp_executed {
    uint32_t launch, pc;
    uint32_t next_pc;        /* of the warp's next one */
    int32_t loop, next_loop; /* the innermost loops that these two are in; -1: none */
    bool is_load;            /* from global or local memory */
    bool next_is_load;
    bool is_branch;
    uint32_t path; /* of a branch, with NEED_PATHS: instructions that the warp is to execute for
                      it, up to where its lanes meet again; if they go both ways, of both.
                      Without what branches on the way decide on. 0: none, or not known */
    bool ended;    /* the warp has no next one */
    uint32_t mask; /* lanes that ran it: active, and its guard held */
    uint8_t lanes; /* ... how many */
    uint8_t next_lanes; /* active ones of the next one, whatever its guard; of a trace, all of the
                           warp's */
};

enum warp_access_outcome {
    WARP_ACCESS_HIT,
    WARP_ACCESS_MERGED, /* with a miss that is on its way */
    WARP_ACCESS_MISS,
    WARP_ACCESS_UNCACHED, /* not looked up: strong accesses, atomics */
    WARP_ACCESS_BYPASSED  /* the bypass policy let it take no line */
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

/* A line of L1 from its coming to its going; with NEED_LINE_HISTORY. */
struct warp_line {
    uint64_t line; /* its address */
    struct warp_owner owner;
    uint32_t pc;   /* of the load or store that brought it */
    uint32_t uses; /* loads' transactions that have hit it since, or merged with its fetch */
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

/* How much room there is on the way to memory. */
struct warp_pressure {
    uint32_t free_mshrs; /* entries, of L1 */
    uint32_t free_port;  /* places in the queue to the crossbar */
    bool ldst_stalls;    /* L1 has an access that it cannot take */
};

/* A load or an atomic whose last value has come, from whatever memory, as in view->on_memory. */
struct warp_loaded {
    uint32_t pc;
    uint8_t slot;
    uint64_t ready; /* cycle from which the warp may use it */
};

/* Functions only, so that an event has a number: its place. */
struct sm_events {
    /* The first block of a launch is about to start here. */
    void (*kernel_started)(void *state, const struct warp_kernel *kernel,
                           const struct warp_view *view);
    /* Its warps start after this one, and have ended before that one. */
    void (*block_started)(void *state, const struct warp_block *block,
                          const struct warp_view *view);
    void (*block_finished)(void *state, const struct warp_block *block,
                           const struct warp_view *view);
    void (*warp_started)(void *state, unsigned slot, const struct warp_view *view);
    void (*warp_finished)(void *state, unsigned slot, const struct warp_view *view);

    /* The scheduler has picked the warp. */
    void (*issued)(void *state, unsigned scheduler, unsigned slot, const struct warp_view *view);
    /* After `issued`: what the instruction was. */
    void (*executed)(void *state, unsigned slot, const struct warp_executed *what,
                     const struct warp_view *view);
    /* The scheduler issues nothing at view->cycle. Once when that begins, not every cycle. */
    void (*stalled)(void *state, unsigned scheduler, const struct warp_view *view);
    /* For so many cycles the scheduler has issued nothing, although these of its warps have their
     * operands: their units take nothing. Warps held back by orders are not among them. Told once
     * for each stretch in which nothing changes. */
    void (*blocked)(void *state, unsigned scheduler, uint64_t ready, uint64_t cycles,
                    const struct warp_view *view);

    void (*barrier_entered)(void *state, unsigned slot, const struct warp_view *view);
    void (*barrier_left)(void *state, unsigned slot, const struct warp_view *view);
    /* The warp is in view->on_memory now. */
    void (*waits_on_memory)(void *state, unsigned slot, const struct warp_view *view);

    /* A load from global or local memory of so many active lanes makes so many transactions. */
    void (*coalesced)(void *state, unsigned slot, uint32_t pc, unsigned lanes,
                      unsigned transactions);
    /* Each of them, when it goes through L1. With NEED_LINE_HISTORY its owner is known. */
    void (*accessed)(void *state, const struct warp_access *access, const struct warp_view *view);
    /* Something of a line has come: the line, or sectors of it. After those who waited for it have
     * it, and before it is hit. Not what somebody fetched past L1, nor what stores have made stale
     * on its way. */
    void (*filled)(void *state, const struct warp_line *line, const struct warp_view *view);
    /* A line leaves L1 to make room for another one. Before `accessed` tells of that one's miss.
     * Lines that stores, atomics, acquires and kernels' beginnings and ends drop are not told of.
     */
    void (*evicted)(void *state, const struct warp_line *line, const struct warp_view *view);
    void (*loaded)(void *state, const struct warp_loaded *what, const struct warp_view *view);
    /* The reply to a load from global or local memory brings word of what it found in L2, if it was
     * something. With NEED_L2_OWNERS. */
    void (*l2_found)(void *state, const struct warp_l2_access *access,
                     const struct warp_view *view);
    /* Before the SM issues, if it is another one than last time. */
    void (*pressure)(void *state, const struct warp_pressure *pressure,
                     const struct warp_view *view);

    /* Another SM's policies, or the dispatcher's, tell something to this SM. */
    void (*word)(void *state, const struct policy_word *word, const struct warp_view *view);
};

#endif
