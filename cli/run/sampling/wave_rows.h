/* SPDX-License-Identifier: BSD-3-Clause */
/* Rows: all units' counters at one exact time, for launches of which a part is timed.
 *
 * Units read themselves when they come to that time; those that have had nothing to do are read
 * later, with the same figures. Units: times in ps.
 */
#ifndef SIMGPU_CLI_RUN_SAMPLING_WAVE_ROWS_H
#define SIMGPU_CLI_RUN_SAMPLING_WAVE_ROWS_H

#include "metrics/run_numbers.h"

/* All units at one time. */
struct wave_row {
    uint64_t blocks; /* that had ended */
    uint64_t cycles;
    sim_time at;
    struct unit_counters counters;
};

struct wave_rows {
    const struct gpu *gpu;
    GArray *list;                  /* struct wave_row */
    GHashTable *kinds;             /* of units that are read: unit -> its kind, see wave_rows.c */
    struct engine_sampler sampler; /* the engine keeps a pointer to it as long as it runs */
    /* Is called for each unit at the time of the next row, when it has been read. NULL: nobody. */
    void (*beside)(void *data, const struct unit *unit);
    void *beside_data;
};

/* take: as in engine_sampler; it calls wave_rows_read. NULL: nothing but that. */
void wave_rows_init(struct wave_rows *rows, const struct gpu *gpu, void *data,
                    sim_time (*take)(void *data, const struct unit *unit, sim_time time));
void wave_rows_finish(struct wave_rows *rows);
static inline struct wave_row *wave_rows_at(const struct wave_rows *rows, guint i)
{
    return &g_array_index(rows->list, struct wave_row, i);
}
/* A row whose time is to come; it is complete when every unit has come there and
 * wave_rows_read_idle was called. */
void wave_rows_begin(struct wave_rows *rows, const struct wave_row *row);
void wave_rows_read(struct wave_rows *rows, const struct unit *unit, sim_time time);
void wave_rows_read_idle(struct wave_rows *rows);

#endif
