/* SPDX-License-Identifier: BSD-3-Clause */
/* A launch that is being computed, and one warp's turn: for the files of this folder. */
#ifndef SIMGPU_FUNCTIONAL_FUNCTIONAL_WARP_H
#define SIMGPU_FUNCTIONAL_FUNCTIONAL_WARP_H

#include "models/functional/block_pool.h"
#include "models/functional/functional_barrier.h"
#include "models/functional/functional_children.h"
#include "models/functional/functional_options.h"
#include "models/functional/known/footprint.h"
#include "models/memory/device_memory.h"
#include "workloads/warp_runner.h"

/* When to look for blocks that find nothing to do: functional_idle.h. */
struct functional_idle {
    uint64_t most;         /* instructions of a block that may be one; 0: nobody looks */
    uint64_t least;        /* of those blocks behind which none was found: not behind such again, */
    uint64_t ask_at, wait; /* but from this block on; and so many blocks from look to look */
};

struct functional {
    const struct launch *launch;
    struct device_memory *memory;
    const struct functional_options *options;
    struct functional_counts *counts; /* of the blocks that are started now */
    GString *output;
    GError **error;
    uint64_t instructions;   /* of this launch */
    uint64_t next, end;      /* blocks that are to be started */
    uint64_t pause_at;       /* instructions after which no more are; UINT64_MAX: never */
    struct block_pool *pool; /* for several threads, where more blocks come from; may be NULL */
    const struct functional_counts *failed; /* what the block that has failed counts into */
    struct functional_idle idle;
    uint64_t placed; /* the block that was started last, and its coordinates */
    uint32_t place[3];
    struct functional_block *free_blocks;
    GPtrArray *running; /* struct functional_block that have begun; NULL: none has */
    bool stopped;       /* all of them idle, and no other is left to begin: functional_look.h */
    struct issued issued;
    bool heard;                          /* somebody listens, or watches */
    bool block_spins;                    /* the block that ran last could only wait for others */
    struct footprint *footprint;         /* what the launch touches; NULL: nobody asks */
    struct functional_children children; /* launches of this launch, which follow it */
    bool computes;                       /* plain instructions run many at a time */
    const uint8_t *turn_ends;            /* enum turn_end by pc; NULL: anywhere */
    const uint32_t *clock_polls;         /* instruction_source_ops.clock_polls */
    const uint8_t *wait_loops;           /* the same; NULL: nobody looks whether blocks idle */
    bool insists;                        /* nobody shall: functional_insist() */
    struct warp_runner *runner;          /* NULL: there is none, for now */
    uint64_t ask_at, told;               /* instructions: when the front end is asked for one, and
                                            what it has heard of */
};

/* Whether the kernel has a loop in which nothing is done but to wait for others. */
bool functional_only_waits(const struct functional *f);
/* Runs a warp until it waits, ends, or has had its turn. A loop that waits for others ends its turn
 * (issued.spins). False with an error: a fault. */
bool functional_run_warp(struct functional *f, struct functional_block *block,
                         struct functional_warp *warp);

/* The same for a warp that f->runner is yet to start. */
bool functional_begin_warp(struct functional *f, struct functional_block *block,
                           struct functional_warp *warp);
/* What each warp has when its block begins, but for its registers. */
static inline struct warp_context *functional_new_warp(const struct functional_block *block,
                                                       struct functional_warp *warp)
{
    warp->state = WARP_RUNS;
    warp->holds = block->holds & TURN_HOLDS_LOAD;
    if (block->has_clocks)
        warp->clock = (struct functional_clock){0};
    warp->context.again = block->again;
    warp->context.n_steps = 0;
    return &warp->context;
}

/* For looks at warps (functional_look.h): what an instruction that was issued wants of others; a
 * fault of it; whose instructions follow. The first two are false with an error. */
bool functional_follow_up(struct functional *f, struct functional_block *block,
                          struct functional_warp *warp, uint32_t pc);
bool functional_blame(struct functional *f, const struct warp_context *w, uint32_t pc);
void functional_tell_turn(const struct functional *f, const struct warp_context *w);

#endif
