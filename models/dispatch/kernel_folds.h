/* SPDX-License-Identifier: BSD-3-Clause */
/* What is kept of launches that get no record of their own.
 *
 * A program may launch a kernel millions of times. A record and rows of counters for each would
 * fill the memory. So only the first launches have them. The later ones are summed up by kernel,
 * program and stream, each sum in a fold. Each fold has its row in the ledgers
 * (models/core/launch_meter.h), behind those of the records; `rows` says which row a launch counts
 * into.
 */
#ifndef SIMGPU_DISPATCH_KERNEL_FOLDS_H
#define SIMGPU_DISPATCH_KERNEL_FOLDS_H

#include "models/core/launch_rows.h"
#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* Launches of one kernel in one stream of one client. */
struct kernel_fold {
    char *name;
    uint32_t client;
    uint64_t stream;
    uint64_t launches, ended;    /* launches that have begun, and how many of these have ended */
    uint64_t cycles, elapsed_ps; /* sums of those that have ended */
    uint64_t warp_instructions;  /* of finished blocks */
};

struct kernel_folds {
    uint32_t kept;           /* launches that have a record; 0: all */
    GArray *folds;           /* struct kernel_fold, in the order of their first launches */
    GHashTable *known;       /* struct kernel_fold by name, client and stream -> its index */
    struct launch_rows rows; /* see above */
};

void kernel_folds_init(struct kernel_folds *folds, uint32_t kept);
void kernel_folds_finish(struct kernel_folds *folds);
/* The launch begins, after n_records records. True if it gets a record. If not, *fold is the index
 * of the fold that takes it. The name is copied if it is new. */
bool kernel_folds_begin(struct kernel_folds *folds, guint n_records, uint32_t launch,
                        const struct kernel_fold *what, guint *fold);

/* The launch has ended. */
void kernel_folds_end(struct kernel_folds *folds, uint32_t launch);

static inline struct kernel_fold *kernel_folds_at(const struct kernel_folds *folds, guint index)
{
    return &g_array_index(folds->folds, struct kernel_fold, index);
}

#endif
