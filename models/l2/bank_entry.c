/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/l2/bank_entry.h"

static struct bank_request *request_at(const struct bank_entry *entry, uint32_t position)
{
    return ring_at(entry->requests, position, sizeof(struct bank_request));
}

static struct bank_entry_span *span_at(const struct bank_entry *entry, uint32_t position)
{
    return ring_at(&entry->full, position, sizeof(struct bank_entry_span));
}

static bool is_full(const struct bank_entry *entry)
{
    return entry->full.count > 0 && span_at(entry, entry->full.count - 1)->to == CYCLE_NEVER;
}

static uint32_t sectors_of(const struct bank_request *request)
{
    return message_sector_count(request->message.sectors);
}

/* The first cycle from `cycle` on in which the queue had room; CYCLE_NEVER: it has none yet. */
static uint64_t first_with_room(const struct bank_entry *entry, uint64_t cycle)
{
    for (uint32_t i = 0; i < entry->full.count; i++) {
        const struct bank_entry_span *span = span_at(entry, i);
        if (cycle < span->from)
            break;
        cycle = MAX(cycle, span->to);
    }
    return cycle;
}

/* False if the next request must wait for room in the queue. */
static bool enter(struct bank_entry *entry)
{
    struct bank_request *request = request_at(entry, entry->entered);
    const uint64_t latency = entry->config->latency, come = request->arrival;
    const uint64_t cycle =
        first_with_room(entry, MAX(entry->free, come > latency ? come - latency : 0));
    if (cycle == CYCLE_NEVER)
        return false;
    entry->free = cycle + sectors_of(request);
    request->arrival = MAX(come, cycle + latency);
    entry->entered++;
    while (entry->full.count > 0 && span_at(entry, 0)->to <= entry->free)
        ring_drop(&entry->full);
    return true;
}

/* The first request in the pipeline goes into the queue. */
static void queue_next(struct bank_entry *entry)
{
    const struct bank_request *request = request_at(entry, entry->queued++);
    entry->sectors += sectors_of(request);
    if (entry->sectors >= entry->config->room && !is_full(entry))
        *(struct bank_entry_span *)ring_push(&entry->full, sizeof(struct bank_entry_span)) =
            (struct bank_entry_span){request->arrival, CYCLE_NEVER};
}

void bank_entry_run(struct bank_entry *entry, uint64_t cycle)
{
    bool waits = false;
    for (;;) {
        const uint64_t queued = entry->queued < entry->entered
                                    ? request_at(entry, entry->queued)->arrival
                                    : CYCLE_NEVER;
        const uint64_t come = !waits && entry->entered < entry->requests->count
                                  ? request_at(entry, entry->entered)->arrival
                                  : CYCLE_NEVER;
        if (come <= cycle && come <= queued)
            waits = !enter(entry);
        else if (queued <= cycle)
            queue_next(entry);
        else
            break;
    }
    if (entry->entered == 0 && entry->requests->count > 0)
        enter(entry); /* nothing can fill the queue before it comes */
}

void bank_entry_begin(struct bank_entry *entry, uint64_t cycle)
{
    if (request_at(entry, 0)->arrival > cycle)
        enter(entry); /* it is the only one that can do anything */
    else
        bank_entry_run(entry, cycle);
}

void bank_entry_leaves(struct bank_entry *entry, uint64_t cycle)
{
    entry->sectors -= sectors_of(request_at(entry, 0));
    entry->queued--;
    entry->entered--;
    if (is_full(entry) && entry->sectors < entry->config->room)
        span_at(entry, entry->full.count - 1)->to = cycle + 1;
}

void bank_entry_init(struct bank_entry *entry, const struct bank_entry_config *config,
                     struct ring *requests)
{
    *entry = (struct bank_entry){.config = config, .requests = requests};
}

void bank_entry_finish(struct bank_entry *entry)
{
    ring_finish(&entry->full);
}
