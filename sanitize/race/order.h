/* SPDX-License-Identifier: BSD-3-Clause */
/* What is ordered before what: which accesses of others a thread may rely on.
 *
 * An access of thread M at stamp s happens before what thread L does now if L knows M up to s. What
 * L knows is the largest of few numbers, from the coarse to the fine:
 *
 *     launch      all that was there before, by streams, events and the host's waits
 *     block       the last barrier of the whole block
 *     warps met   the last named barrier of two warps of a block, if there was one for some warps
 *     warp        the last __syncwarp() of the whole warp; each instruction, if lanes go in step
 *     lanes met   the last __syncwarp() of two lanes, if there was one for some lanes
 *     clocks      what came by release and acquire (order_sync.h), to it or to a launch before
 *
 * As barriers are nested so, knowledge of a thousand threads is a few words. It does not depend on
 * the order in which blocks happen to run.
 * Source: Lamport, "Time, Clocks, and the Ordering of Events in a Distributed System" (1978);
 *   Flanagan and Freund, "FastTrack" (PLDI 2009); PTX ISA, "Memory Consistency Model".
 */
#ifndef SIMGPU_SANITIZE_RACE_ORDER_H
#define SIMGPU_SANITIZE_RACE_ORDER_H

#include "sanitize/race/marks.h"
#include "workloads/instruction.h"
#include <glib.h>

struct clock;
struct clocks;

enum { ORDER_BARRIERS = 16 };

/* What a thread knew at a fence: a clock, and itself up to this stamp. */
struct order_fence {
    struct clock *clock;
    uint32_t stamp; /* 0: there was none, or the clock has it */
};

/* A thread that has used fences, or acquired something. */
struct order_lane {
    struct clock *knows;      /* what it has acquired since the warp's clock took it over */
    struct clock *soft;       /* what strong reads without a fence behind have seen */
    struct clock *seen_all;   /* what strong reads have seen, for a fence that reaches others */
    struct clock *seen_block; /* the same of releases in its block, for any fence */
    struct order_fence all;   /* its last fence that reaches other blocks */
    struct order_fence near;  /* its last one of any scope */
    uint64_t lock;            /* the place of its last compare and swap; 0: it has left it */
    uint64_t polled;          /* the place where it last waited for a value, */
    uint32_t polled_stamp;    /* and the stamp of the write that it saw there */
    uint32_t unfenced;        /* MARK_UNFENCED_...: no fence since then */
    bool sloppy;              /* it has touched memory in that state */
};

struct order_warp {
    uint32_t sync;           /* stamp of the last __syncwarp() of all its lanes */
    lane_mask live;          /* lanes that exist */
    uint32_t *met;           /* [i * 32 + j]: lane i knows lane j up to; NULL: no partial one yet */
    struct order_lane *lane; /* 32, NULL: none has used fences */
};

struct order_barrier {
    uint32_t *arrived; /* by warp: stamp, 0: not yet */
    uint32_t *pc;      /* by warp: the instruction */
};

struct order_block {
    uint32_t first, n_warps; /* uid of its first warp */
    uint32_t launch;         /* number in order.launches */
    uint32_t begun;          /* stamp */
    uint32_t barrier;        /* stamp of the last barrier of all */
    uint32_t *met;           /* [w * n_warps + v]: warp w knows warp v up to; NULL: none yet */
    struct order_lane all;   /* what barriers have made all its threads know; of its clocks only */
    bool uses_clocks;
    struct order_warp *warp;
    struct order_barrier of[ORDER_BARRIERS];
    struct clock *mbarriers; /* what arrivals at its mbarriers have left */
};

/* A launch: its place in a chain of launches that come one after the other. */
struct order_launch {
    uint32_t first_warp;  /* uid: later launches have larger ones */
    uint32_t block_warps; /* warps of each of its blocks */
    uint32_t begun;       /* stamp: all its own are above */
    uint32_t base;        /* all stamps up to here are known to it */
    uint32_t chain, number;
    uint32_t *knows; /* by chain: up to which number; n_knows of them */
    uint32_t n_knows;
    struct clock *inherited; /* what launches that it knows have acquired from others */
    struct clock *left;      /* this, and what its own threads have acquired: for those behind it */
};

struct order {
    uint32_t now;
    uint32_t next_warp;
    uint32_t settled; /* all that come later know all stamps up to here */
    guint n_settled;  /* launches that they belong to */
    struct clocks *clocks;
    bool lock_step;   /* lanes of a warp do each instruction together */
    GArray *launches; /* struct order_launch, by first_warp */
};

void order_init(struct order *order);
/* Behind all that may hold clocks: blocks, and places in shadow memory. */
void order_finish(struct order *order);

/* A launch begins; knows is taken over. Returns its number. Launches that have begun end before the
 * next one begins, or are in no order with it. */
uint32_t order_launch(struct order *order, uint32_t chain, uint32_t number, uint32_t *knows,
                      uint32_t n_knows);
const struct order_launch *order_launch_of(const struct order *order, uint32_t warp);

/* The uid of the first warp of a warp's block. */
uint32_t order_block_of(const struct order *order, uint32_t warp);

struct order_block *order_block_new(struct order *order, uint32_t launch, uint32_t threads);
/* It has ended: what its threads have acquired goes to launches behind its own. */
void order_block_end(struct order *order, struct order_block *block);
void order_block_free(struct order_block *block);
/* All that come later know the first n launches. */
void order_settle(struct order *order, guint n);

enum order_kind {
    ORDER_NONE,
    ORDER_FIRM,    /* by launches and barriers: whatever runs first */
    ORDER_BY_CLOCK /* by who has acquired after whom */
};

/* Why the thread knows of the access. strong: by what it has seen without a fence, too. */
enum order_kind order_known(const struct order *order, const struct order_block *block,
                            unsigned warp, unsigned lane, const struct mark *mark, bool strong);

/* Barriers. A warp arrives; then the barrier opens, and these warps of it go on. A warp that has
 * ended without coming is in no order with them. */
void order_arrive(struct order *order, struct order_block *block, uint32_t id, unsigned warp,
                  uint32_t pc);
void order_open(struct order *order, struct order_block *block, uint32_t id, uint64_t warps);
/* These lanes of a warp have met in a __syncwarp(). */
void order_warp_sync(struct order *order, struct order_block *block, unsigned warp,
                     lane_mask lanes);

/* All stamps up to here are known to all threads of the block's launch. */
static inline uint32_t order_base(const struct order *order, const struct order_block *block)
{
    return g_array_index(order->launches, struct order_launch, block->launch).base;
}

static inline bool order_same_block(const struct order_block *block, const struct mark *mark)
{
    return mark->warp - block->first < block->n_warps;
}

#endif
