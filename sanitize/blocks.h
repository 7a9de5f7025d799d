/* SPDX-License-Identifier: BSD-3-Clause */
/* The blocks that run, and who the warps of the run were: for checkers and their reports. */
#ifndef SIMGPU_SANITIZE_BLOCKS_H
#define SIMGPU_SANITIZE_BLOCKS_H

#include "sanitize/race/order.h"
#include "sanitize/race/shadow.h"
#include "workloads/launch.h"

struct mbarriers;
struct value_flow;
struct warp_values;
struct written;

/* A launch, as reports name it. */
struct known_launch {
    uint32_t id;
    uint32_t order; /* number in order.launches */
    uint32_t block[3];
    uint32_t base; /* site of the code's first instruction */
    char *kernel;
    bool uses_fences;
    const struct value_flow *flows; /* by pc, of the init checker; NULL */
    bool has_calls;
    struct clock *clusters; /* what arrivals at barriers of clusters have left */
};

/* A block that has run. */
struct known_block {
    uint32_t first_warp, launch; /* uid; number in blocks.launches */
    uint32_t index[3];
};

/* A copy into shared memory that nobody has waited for. */
struct copy_on_its_way {
    uint32_t warp, offset; /* in the block */
    uint16_t lane, bytes;
    uint32_t group; /* of its warp: how many commits came before it */
};

/* Lanes of a warp that wait for others at a barrier or a shuffle, while those run on. */
struct waiting_lanes {
    uint32_t pc;
    lane_mask lanes;  /* 0: none wait */
    lane_mask passed; /* others that have touched memory behind it */
};

struct running_block {
    const struct block_context *context;
    struct order_block *order;
    struct shadow *shared;
    struct written *written, *local; /* of the init checker; NULL */
    struct warp_values **values;     /* by warp, of the init checker; NULL: all are defined */
    struct known_launch *launch;
    uint64_t live;               /* warps that have not ended */
    uint64_t waits_cluster;      /* warps that pass a barrier of their cluster with the next step */
    struct mbarriers *mbarriers; /* of the sync checker; NULL: it has used none */
    GArray *copies;              /* struct copy_on_its_way */
    struct waiting_lanes *waiting; /* by warp; NULL: none yet */
    uint32_t *groups;              /* by warp: commits so far; NULL: none */
};

struct blocks {
    struct order *order;
    GPtrArray *launches; /* struct known_launch */
    GArray *known;       /* struct known_block, by first_warp */
    GHashTable *running; /* its shared memory's address -> struct running_block */
    GPtrArray *free_shadows;
    const struct block_context *last_context;
    struct running_block *last;
};

void mbarriers_free(struct mbarriers *mbarriers); /* mbarrier_check.c */

void blocks_init(struct blocks *blocks, struct order *order);
void blocks_finish(struct blocks *blocks);
struct known_launch *blocks_launch(struct blocks *blocks, const struct launch *launch,
                                   uint32_t order, uint32_t base, bool uses_fences);
void blocks_begin(struct blocks *blocks, const struct block_context *context,
                  struct known_launch *launch);
/* shadows: where that of its shared memory goes, which is used again later; NULL: at once. */
void blocks_end(struct blocks *blocks, const struct block_context *context, GPtrArray *shadows);
/* NULL: it does not run. */
struct running_block *blocks_running(struct blocks *blocks, const struct block_context *context);
/* By its shared memory. */
struct running_block *blocks_of_shared(struct blocks *blocks, const uint8_t *shared);
const struct known_block *blocks_of_warp(const struct blocks *blocks, uint32_t warp);
/* "thread (3,0,0) of block (1,0,0) in launch 2". g_free. */
char *blocks_thread(const struct blocks *blocks, uint32_t warp, unsigned lane);

#endif
