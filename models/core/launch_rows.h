/* SPDX-License-Identifier: BSD-3-Clause */
/* Which row of the ledgers (launch_meter.h) a launch counts into, while it may still count.
 *
 * A program may launch a kernel ten million times, so a launch that has ended must not take memory
 * for good. The table has places by launch id modulo its size. A later launch may take the place of
 * one that has ended, once half as many launches have begun since as the table is long. What memory
 * does for a launch after its end (write-backs under way) is over long before. If the old launch
 * goes on, the table doubles.
 */
#ifndef SIMGPU_CORE_LAUNCH_ROWS_H
#define SIMGPU_CORE_LAUNCH_ROWS_H

#include <stdbool.h>
#include <stdint.h>

struct launch_place;

struct launch_rows {
    struct launch_place *places;
    uint32_t n_places; /* a power of two */
    uint64_t begun;    /* launches that have begun */
};

void launch_rows_init(struct launch_rows *rows);
void launch_rows_finish(struct launch_rows *rows);
/* The launch begins. */
void launch_rows_set(struct launch_rows *rows, uint32_t launch, uint32_t row);
/* It has ended. */
void launch_rows_end(struct launch_rows *rows, uint32_t launch);
/* False if it has not begun, or has long ended. */
bool launch_rows_find(const struct launch_rows *rows, uint32_t launch, uint32_t *row);

#endif
