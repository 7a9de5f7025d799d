/* SPDX-License-Identifier: BSD-3-Clause */
/* The events of an SM, for policies of every kind there.
 *
 * A policy fills in functions for the events that it wants to hear. The others are NULL. An event
 * that nobody wants costs one predictable branch. All policies of an SM hear an event one after the
 * other. A held policy hears it before its holder. Kinds hear it in the order of policies/kinds.h.
 * An event changes nothing but the state of the policy that hears it.
 *
 * Pointers are valid during the call only. This header is installed for plug-ins.
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
    uint32_t program; /* 0: the first program of the command line, or the only one */
    const char *name; /* the kernel's; launches with the same name have the same code */
    const struct warp_loop *loops;
    uint32_t n_loops;
    bool loops_appear; /* the code is a trace, so its loops are not known beforehand. The loop and
                          next_loop of `executed` are then -1 */
    uint32_t block_warps; /* warps of each of its blocks */
};

/* A block on the SM. */
struct warp_block {
    uint64_t index; /* its number in the grid */
    uint32_t launch, program;
    uint8_t slot;    /* its place among the SM's places for blocks */
    uint64_t warps;  /* when it starts: the slots that its warps are about to take; at its end: 0 */
    uint64_t cycles; /* when it ends: cycles since its start */
};

/* An instruction that a warp has issued. Its control flow is done. */
struct warp_executed {
    uint32_t launch, pc;
    uint32_t next_pc;        /* pc of the warp's next instruction */
    int32_t loop, next_loop; /* the innermost loops of these two instructions; -1: none */
    bool is_load;            /* from global or local memory */
    bool next_is_load;
    bool is_branch;
    /* For a branch, with NEED_PATHS: how many instructions the warp executes until its lanes meet
     * again. If lanes go both ways, both ways count. Instructions that further branches on the way
     * decide on do not count. 0: none, or not known. */
    uint32_t path;
    bool ended;         /* the warp has no next instruction */
    uint32_t mask;      /* lanes that ran it: they were active, and its guard held */
    uint8_t lanes;      /* the number of these lanes */
    uint8_t next_lanes; /* active lanes of the next instruction, whatever its guard. In a trace: all
                           lanes of the warp */
};

enum warp_access_outcome {
    WARP_ACCESS_HIT,
    WARP_ACCESS_MERGED, /* it joined a miss that is on its way */
    WARP_ACCESS_MISS,
    WARP_ACCESS_UNCACHED, /* without a lookup: strong accesses, atomics */
    WARP_ACCESS_BYPASSED  /* the bypass policy let it take no line */
};

/* The warp that brought a line into L1. A slot has many warps in its life, so `age` (as in
 * warp_view) tells them apart. */
struct warp_owner {
    uint64_t age;
    uint8_t slot; /* WARP_NONE: the owner is not known */
};

/* A load of a warp makes a transaction at L1. */
struct warp_access {
    uint64_t line; /* its address */
    uint32_t launch, pc;
    uint8_t slot;
    uint8_t outcome;         /* enum warp_access_outcome, for the whole transaction */
    struct warp_owner owner; /* the line's, if it was there; a miss makes the warp its owner */
};

/* A line of L1, from its arrival until it leaves. With NEED_LINE_HISTORY. */
struct warp_line {
    uint64_t line; /* its address */
    struct warp_owner owner;
    uint32_t pc;   /* pc of the load or store that brought it */
    uint32_t uses; /* transactions of loads that have hit it since, or joined its fetch */
};

/* What a load found in L2. The line belongs to the load's own launch. Its owner is the same warp
 * slot, another slot of the SM, or another SM. Lost: the bank gave the line away, but still knows
 * its owner. */
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
    uint8_t found; /* enum warp_l2_found, never WARP_L2_NOTHING */
};

/* The room on the way to memory. */
struct warp_pressure {
    uint32_t free_mshrs; /* free MSHRs of L1 */
    uint32_t free_port;  /* places in the queue to the crossbar */
    bool ldst_stalls;    /* L1 has an access that it cannot take */
};

/* A load or an atomic whose last value has come, from any memory (as in view->on_memory). */
struct warp_loaded {
    uint32_t pc;
    uint8_t slot;
    uint64_t ready; /* cycle from which the warp may use it */
};

/* This struct has functions only: an event's number is its place here. */
struct sm_events {
    /* The first block of a launch is about to start here. */
    void (*kernel_started)(void *state, const struct warp_kernel *kernel,
                           const struct warp_view *view);
    /* A block's warps start after block_started, and end before block_finished. */
    void (*block_started)(void *state, const struct warp_block *block,
                          const struct warp_view *view);
    void (*block_finished)(void *state, const struct warp_block *block,
                           const struct warp_view *view);
    void (*warp_started)(void *state, unsigned slot, const struct warp_view *view);
    void (*warp_finished)(void *state, unsigned slot, const struct warp_view *view);

    /* The scheduler has picked the warp. */
    void (*issued)(void *state, unsigned scheduler, unsigned slot, const struct warp_view *view);
    /* Follows `issued` and describes the instruction. */
    void (*executed)(void *state, unsigned slot, const struct warp_executed *what,
                     const struct warp_view *view);
    /* The scheduler issues nothing at view->cycle. Told once when that begins, not every cycle. */
    void (*stalled)(void *state, unsigned scheduler, const struct warp_view *view);
    /* For so many cycles the scheduler has issued nothing. The warps in `ready` have their
     * operands, but their units take nothing. Warps that orders hold back are not among them. Told
     * once for each stretch in which nothing changes. */
    void (*blocked)(void *state, unsigned scheduler, uint64_t ready, uint64_t cycles,
                    const struct warp_view *view);

    void (*barrier_entered)(void *state, unsigned slot, const struct warp_view *view);
    void (*barrier_left)(void *state, unsigned slot, const struct warp_view *view);
    /* The warp is in view->on_memory now. */
    void (*waits_on_memory)(void *state, unsigned slot, const struct warp_view *view);

    /* A load from global or local memory with so many active lanes makes so many transactions. */
    void (*coalesced)(void *state, unsigned slot, uint32_t pc, unsigned lanes,
                      unsigned transactions);
    /* One of these transactions goes through L1. With NEED_LINE_HISTORY the owner is known. */
    void (*accessed)(void *state, const struct warp_access *access, const struct warp_view *view);
    /* A line has come to L1, or sectors of it. Accesses that waited already have it; no later one
     * has hit it yet. Not told: data that passes L1 by, or that a store made stale on its way. */
    void (*filled)(void *state, const struct warp_line *line, const struct warp_view *view);
    /* A line leaves L1 to make room for another one. Told before `accessed` tells that one's miss.
     * Not told: lines that stores, atomics, acquires, and the begin or end of a kernel drop. */
    void (*evicted)(void *state, const struct warp_line *line, const struct warp_view *view);
    void (*loaded)(void *state, const struct warp_loaded *what, const struct warp_view *view);
    /* The reply to a load from global or local memory has come, and says what the load found in L2.
     * Not told if it found nothing. With NEED_L2_OWNERS. */
    void (*l2_found)(void *state, const struct warp_l2_access *access,
                     const struct warp_view *view);
    /* Told before the SM issues, if the pressure has changed since the last time. */
    void (*pressure)(void *state, const struct warp_pressure *pressure,
                     const struct warp_view *view);

    /* A word has come from policies of another SM, or of the dispatcher. */
    void (*word)(void *state, const struct policy_word *word, const struct warp_view *view);
};

#endif
