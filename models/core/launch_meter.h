/* SPDX-License-Identifier: BSD-3-Clause */
/* Counters by launch, at no cost where the counting happens.
 *
 * A unit counts into one struct of uint64_t as ever. Its meter knows the launch that the unit works
 * for, and what the counters were when that work began (the mark). When the unit turns to another
 * launch, the ledger gets what was added since, and the mark moves up. So counting is still one
 * addition, and a unit that works for one launch pays nothing more.
 *
 * All units of a kind share a ledger, and a lock if several threads run them. The ledger only adds,
 * so the order of their turns does not matter, and its rows sum exactly to the units' counters.
 * Launches may share a row: of millions of them only sums are kept
 * (models/dispatch/kernel_folds.h).
 */
#ifndef SIMGPU_CORE_LAUNCH_METER_H
#define SIMGPU_CORE_LAUNCH_METER_H

#include "models/core/launch_rows.h"
#include <glib.h>
#include <pthread.h>
#include <stdint.h>

/* The launch of work that is done for none. */
enum { NO_LAUNCH = UINT32_MAX };

/* What the units of one kind have counted, by launch. */
struct launch_ledger {
    uint32_t n_counters;
    uint64_t *rows; /* of n_counters */
    uint32_t n_rows;
    const struct launch_rows *row_of; /* by launch id: its row, which launches may share. Borrowed;
                                       * NULL: launch ids are rows */
    uint64_t *outside;                /* counted while the unit worked for no launch */
    pthread_mutex_t turning;          /* units turn one at a time */
};

/* bytes: size of the counters struct. */
void launch_ledger_init(struct launch_ledger *ledger, size_t bytes);
void launch_ledger_finish(struct launch_ledger *ledger);
/* The counters struct of a row, or of NO_LAUNCH; NULL if nothing has been counted for it. */
const void *launch_ledger_row(const struct launch_ledger *ledger, uint32_t row);

struct launch_meter {
    struct launch_ledger *ledger; /* NULL: nobody asks for counters by launch */
    uint64_t *counters, *mark;
    uint32_t n_counters;
    uint32_t launch; /* for which the unit works; NO_LAUNCH at first */
    uint32_t row;    /* that launch's row: the ledger may forget the launch meanwhile */
};

/* counters: the unit's struct. Both are borrowed; ledger may be NULL. */
void launch_meter_init(struct launch_meter *meter, struct launch_ledger *ledger, void *counters,
                       size_t bytes);
void launch_meter_finish(struct launch_meter *meter);
/* From now on the unit works for that launch. */
void launch_meter_turn(struct launch_meter *meter, uint32_t launch);
/* The end of the run: the ledger gets what has been counted. A counter may have become smaller
 * since the last turn, by what would have happened after the end. The present launch loses that
 * amount. If it has too little, other launches lose the rest, the last one first. */
void launch_meter_close(struct launch_meter *meter);

#endif
