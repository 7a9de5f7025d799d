/* SPDX-License-Identifier: BSD-3-Clause */
/* Accesses that are to be checked later, by parts of memory: see team.h. */
#ifndef SIMGPU_SANITIZE_RACE_BATCH_H
#define SIMGPU_SANITIZE_RACE_BATCH_H

#include "sanitize/race/team.h"

/* Lanes of an entry that go to one part. */
struct batch_item {
    uint32_t at; /* in bytes[] */
    lane_mask lanes;
};

struct batch {
    uint8_t *bytes; /* entries, one behind the other */
    uint32_t used, n;
    GArray *items[TEAM_PARTS]; /* struct batch_item */
    GPtrArray *ended;          /* shadows of blocks that have ended; owned until it is cleared */
};

/* An entry, for one part. */
struct batch_entry {
    uint32_t first, n_warps, launch; /* of the block */
    uint32_t barrier, sync, stamp;   /* the block's last barrier, and the warp's; its own */
    struct race_access access;       /* without its block */
    struct race_stored stored;       /* unit: 0, nothing is known */
    uint64_t offset[WARP_LANES];     /* of `access` */
};

struct batch *batch_new(void);
void batch_free(struct batch *batch);
/* False: it is full. */
bool batch_add(struct batch *batch, const struct race_access *access, uint32_t stamp,
               const struct race_stored *stored);
void batch_read(const struct batch *batch, const struct batch_item *item,
                struct batch_entry *entry);
/* It is empty; shadows of ended blocks go to free_shadows. */
void batch_clear(struct batch *batch, GPtrArray *free_shadows);

#endif
