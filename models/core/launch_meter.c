/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/launch_meter.h"
#include <string.h>

enum { FIRST_ROWS = 16 };

void launch_ledger_init(struct launch_ledger *ledger, size_t bytes)
{
    uint32_t n = (uint32_t)(bytes / sizeof(uint64_t));
    *ledger = (struct launch_ledger){.n_counters = n, .outside = g_new0(uint64_t, n)};
    pthread_mutex_init(&ledger->turning, NULL);
}

void launch_ledger_finish(struct launch_ledger *ledger)
{
    g_free(ledger->rows);
    g_free(ledger->outside);
    pthread_mutex_destroy(&ledger->turning);
    *ledger = (struct launch_ledger){0};
}

static uint64_t *row_at(const struct launch_ledger *ledger, uint32_t row)
{
    return &ledger->rows[(size_t)row * ledger->n_counters];
}

/* Counts for a launch whose row is forgotten belong to no launch. */
static uint32_t row_number(const struct launch_ledger *ledger, uint32_t launch)
{
    uint32_t row = launch;
    if (launch == NO_LAUNCH || !ledger->row_of)
        return launch;
    return launch_rows_find(ledger->row_of, launch, &row) ? row : NO_LAUNCH;
}

const void *launch_ledger_row(const struct launch_ledger *ledger, uint32_t row)
{
    if (row == NO_LAUNCH)
        return ledger->outside;
    return row < ledger->n_rows ? row_at(ledger, row) : NULL;
}

static void make_room(struct launch_ledger *ledger, uint32_t row)
{
    uint32_t before = ledger->n_rows;
    uint32_t after = MAX(row + 1, MAX(2 * before, FIRST_ROWS));
    ledger->rows = g_renew(uint64_t, ledger->rows, (size_t)after * ledger->n_counters);
    ledger->n_rows = after;
    memset(row_at(ledger, before), 0,
           (size_t)(after - before) * ledger->n_counters * sizeof(uint64_t));
}

static uint64_t *row_with_room(struct launch_ledger *ledger, uint32_t row)
{
    if (row == NO_LAUNCH)
        return ledger->outside;
    if (row >= ledger->n_rows)
        make_room(ledger, row);
    return row_at(ledger, row);
}

void launch_meter_init(struct launch_meter *meter, struct launch_ledger *ledger, void *counters,
                       size_t bytes)
{
    uint32_t n = (uint32_t)(bytes / sizeof(uint64_t));
    g_assert(!ledger || ledger->n_counters == n);
    *meter = (struct launch_meter){.ledger = ledger,
                                   .counters = counters,
                                   .mark = g_new0(uint64_t, n),
                                   .n_counters = n,
                                   .launch = NO_LAUNCH,
                                   .row = NO_LAUNCH};
}

void launch_meter_finish(struct launch_meter *meter)
{
    g_free(meter->mark);
}

void launch_meter_turn(struct launch_meter *meter, uint32_t launch)
{
    if (meter->ledger) {
        pthread_mutex_lock(&meter->ledger->turning);
        uint64_t *row = row_with_room(meter->ledger, meter->row);
        for (uint32_t i = 0; i < meter->n_counters; i++) {
            row[i] += meter->counters[i] - meter->mark[i];
            meter->mark[i] = meter->counters[i];
        }
        pthread_mutex_unlock(&meter->ledger->turning);
        if (launch != meter->launch)
            meter->row = row_number(meter->ledger, launch);
    }
    meter->launch = launch;
}

static uint64_t take_from(uint64_t *row, uint32_t counter, uint64_t amount)
{
    uint64_t taken = MIN(row[counter], amount);
    row[counter] -= taken;
    return amount - taken;
}

static void take_back(struct launch_meter *meter, uint32_t counter, uint64_t amount)
{
    struct launch_ledger *ledger = meter->ledger;
    amount = take_from(row_with_room(ledger, meter->row), counter, amount);
    for (uint32_t row = ledger->n_rows; row > 0 && amount > 0; row--)
        amount = take_from(row_at(ledger, row - 1), counter, amount);
    amount = take_from(ledger->outside, counter, amount);
    g_assert(amount == 0);
}

void launch_meter_close(struct launch_meter *meter)
{
    for (uint32_t i = 0; meter->ledger && i < meter->n_counters; i++)
        if (meter->counters[i] < meter->mark[i]) {
            take_back(meter, i, meter->mark[i] - meter->counters[i]);
            meter->mark[i] = meter->counters[i];
        }
    launch_meter_turn(meter, NO_LAUNCH);
}
