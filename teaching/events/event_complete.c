/* SPDX-License-Identifier: BSD-3-Clause */
#include "teaching/events/event_complete.h"
#include "models/core/payload.h"
#include "models/core/wire.h"
#include "teaching/events/event_log_state.h"

static bool is_of_memory(const struct event *event)
{
    return event->message.kind <= MESSAGE_DRAM_DATA;
}

/* L1 looks up several transactions in a cycle; all of a cycle come before the requests that they
 * make.
 */
static void keep_lookup(struct event_log *log, const struct event *lookup)
{
    const struct event *last =
        log->lookups->len > 0 ? &g_array_index(log->lookups, struct event, 0) : NULL;
    if (last && (last->time != lookup->time || last->unit != lookup->unit))
        g_array_set_size(log->lookups, 0);
    g_array_append_val(log->lookups, *lookup);
}

/* Whether the lookup is the one that has made the request: of lookups of one line, one asks. */
static bool makes(const struct event *lookup, const struct event *request)
{
    const struct l1_access *access = &lookup->looked_up;
    const bool stores = access->op_class == OP_STORE;
    return lookup->time == request->time && lookup->unit == request->unit &&
           (access->line ^ message_address(&request->message)) < LINE_BYTES &&
           stores == (request->message.kind == MESSAGE_WRITE) &&
           (access->missed || stores || access->bypasses);
}

static void find_owner(struct event_log *log, struct event *event)
{
    const struct message *message = &event->message;
    for (guint i = 0; i < log->lookups->len; i++) {
        const struct event *lookup = &g_array_index(log->lookups, struct event, i);
        if (makes(lookup, event)) {
            event->owner = lookup->owner;
            return;
        }
    }
    if (message->kind == MESSAGE_WRITE &&
        message_number_slot(message_number(message)) != MESSAGE_NO_WARP)
        event->owner.warp = (uint8_t)message_number_slot(message_number(message));
}

/* A bank's miss is known by its line. Each makes one DRAM_READ, and these leave in their order. */
static struct message miss_of(const struct message *message, uint16_t bank)
{
    const struct dram_message miss = {
        .address = message_address(message) & ~(uint64_t)(LINE_BYTES - 1), .bank = bank};
    return message_to_dram(MESSAGE_DRAM_READ, &miss);
}

static void put(struct event_log *log, uint32_t unit, const struct message *message, sim_time since,
                const struct event_owner *owner)
{
    const struct event_stop stop = {since, *owner};
    event_ways_put(&log->ways, unit, message, &stop);
}

static void follow_post(struct event_log *log, struct event *event, sim_time credit)
{
    const struct wire *wire = event->posted.wire;
    struct event_stop stop = {SIM_TIME_NEVER, event->owner};
    const struct message *message = &event->message;
    if (is_of_memory(event) && message->kind == MESSAGE_DRAM_READ) {
        const struct message miss = miss_of(message, message->requester);
        event_ways_take(&log->ways, event->unit, &miss, &stop);
    } else if (is_of_memory(event) && message->kind != MESSAGE_REPLY_PART) {
        event_ways_take(&log->ways, event->unit, message, &stop);
    }
    event->owner = stop.owner;
    event->posted.ready = stop.since;
    event_posts_explain(&log->posts, event, credit);
    if (is_of_memory(event) && message->kind != MESSAGE_REPLY_PART &&
        message->kind != MESSAGE_DRAM_WRITE && message->kind != MESSAGE_DRAM_DATA)
        put(log, wire->receiver->id, message, message->arrival, &event->owner);
}

static void follow_service(struct event_log *log, struct event *event)
{
    const struct event_stop *stop = event_ways_look(&log->ways, event->unit, &event->message);
    if (stop)
        event->owner = stop->owner;
    const bool asks = event->message.kind != MESSAGE_WRITE || log->config->bank.write_reads;
    if (!event->served.missed || !asks)
        return;
    const struct message miss = miss_of(&event->message, event->served.bank);
    put(log, event->unit, &miss, event->time, &event->owner);
}

void event_log_complete(struct event_log *log, struct event *event, sim_time credit)
{
    struct event_stop stop, *found;
    switch ((enum event_kind)event->kind) {
    case EVENT_QUEUED:
        if (event->unit == log->sm_units[event->message.requester])
            find_owner(log, event);
        else if (event_ways_take(&log->ways, event->unit, &event->message, &stop))
            event->owner = stop.owner; /* a bank's reply: of the request that came */
        put(log, event->unit, &event->message, event->time, &event->owner);
        break;
    case EVENT_LOOKED_UP:
        keep_lookup(log, event);
        break;
    case EVENT_SERVED:
        follow_service(log, event);
        break;
    case EVENT_BURST:
        found = event_ways_look(&log->ways, event->unit, &event->message);
        if (found) {
            event->owner = found->owner;
            found->since = event->burst.data_end;
        }
        break;
    case EVENT_POSTED:
        follow_post(log, event, credit);
        break;
    case EVENT_RECEIVED:
        if (event_ways_take(&log->ways, event->unit, &event->message, &stop))
            event->owner = stop.owner;
        break;
    default:
        break;
    }
}
