/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/launch_meter.h"
#include <string.h>

enum { FIRST_LAUNCHES = 16 };

void launch_ledger_init(struct launch_ledger *ledger, size_t bytes)
{
    uint32_t n = (uint32_t)(bytes / sizeof(uint64_t));
    *ledger = (struct launch_ledger){.n_counters = n, .outside = g_new0(uint64_t, n)};
}

void launch_ledger_finish(struct launch_ledger *ledger)
{
    g_free(ledger->rows);
    g_free(ledger->outside);
    *ledger = (struct launch_ledger){0};
}

static uint64_t *row_at(const struct launch_ledger *ledger, uint32_t launch)
{
    return &ledger->rows[(size_t)launch * ledger->n_counters];
}

const void *launch_ledger_of(const struct launch_ledger *ledger, uint32_t launch)
{
    if (launch == NO_LAUNCH)
        return ledger->outside;
    return launch < ledger->n_launches ? row_at(ledger, launch) : NULL;
}

static void make_room(struct launch_ledger *ledger, uint32_t launch)
{
    uint32_t before = ledger->n_launches;
    uint32_t after = MAX(launch + 1, MAX(2 * before, FIRST_LAUNCHES));
    ledger->rows = g_renew(uint64_t, ledger->rows, (size_t)after * ledger->n_counters);
    ledger->n_launches = after;
    memset(row_at(ledger, before), 0,
           (size_t)(after - before) * ledger->n_counters * sizeof(uint64_t));
}

static uint64_t *row_of(struct launch_ledger *ledger, uint32_t launch)
{
    if (launch == NO_LAUNCH)
        return ledger->outside;
    if (launch >= ledger->n_launches)
        make_room(ledger, launch);
    return row_at(ledger, launch);
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
                                   .launch = NO_LAUNCH};
}

void launch_meter_finish(struct launch_meter *meter)
{
    g_free(meter->mark);
}

void launch_meter_turn(struct launch_meter *meter, uint32_t launch)
{
    if (meter->ledger) {
        uint64_t *row = row_of(meter->ledger, meter->launch);
        for (uint32_t i = 0; i < meter->n_counters; i++) {
            row[i] += meter->counters[i] - meter->mark[i];
            meter->mark[i] = meter->counters[i];
        }
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
    amount = take_from(row_of(ledger, meter->launch), counter, amount);
    for (uint32_t launch = ledger->n_launches; launch > 0 && amount > 0; launch--)
        amount = take_from(row_at(ledger, launch - 1), counter, amount);
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
