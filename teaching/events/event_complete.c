/* SPDX-License-Identifier: BSD-3-Clause */
#include "teaching/events/event_complete.h"
#include "models/core/payload.h"
#include "models/core/wire.h"
#include "teaching/events/event_log_state.h"

static bool is_of_memory(const struct event *event)
{
    return event->message.kind <= MESSAGE_DRAM_DATA;
}

/* The lookup of which the request is a part: the SM's last one, in the same cycle. */
static void find_owner(struct event_log *log, struct event *event)
{
    const struct message *message = &event->message;
    const struct event *lookup = &log->last_lookup;
    if (lookup->kind == EVENT_LOOKED_UP && lookup->time == event->time &&
        lookup->unit == event->unit &&
        (lookup->looked_up.line ^ message_address(message)) < LINE_BYTES)
        event->owner = lookup->owner;
    else if (message->kind == MESSAGE_WRITE &&
             message_number_slot(message_number(message)) != MESSAGE_NO_WARP)
        event->owner.warp = (uint8_t)message_number_slot(message_number(message));
}

/* A bank's miss is known by its line. */
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
        const struct event_stop *found = event_ways_look(&log->ways, event->unit, &miss);
        stop = found ? *found : stop;
    } else if (is_of_memory(event) && message->kind != MESSAGE_REPLY_PART) {
        event_ways_take(&log->ways, event->unit, message, &stop);
    }
    event->owner = stop.owner;
    event->posted.ready = stop.since;
    event_posts_explain(&log->posts, event, credit);
    if (message->kind == MESSAGE_DRAM_DATA) {
        const struct message miss = miss_of(message, message->requester);
        event_ways_take(&log->ways, wire->receiver->id, &miss, &stop);
    } else if (is_of_memory(event) && message->kind != MESSAGE_REPLY_PART &&
               message->kind != MESSAGE_DRAM_WRITE) {
        put(log, wire->receiver->id, message, message->arrival, &event->owner);
    }
}

static void follow_service(struct event_log *log, struct event *event)
{
    const struct event_stop *stop = event_ways_look(&log->ways, event->unit, &event->message);
    if (stop)
        event->owner = stop->owner;
    const struct message miss = miss_of(&event->message, (uint16_t)event->served.bank);
    if (event->served.missed && !event_ways_look(&log->ways, event->unit, &miss))
        put(log, event->unit, &miss, event->time, &event->owner);
}

void event_log_complete(struct event_log *log, struct event *event, sim_time credit)
{
    struct event_stop stop, *found;
    switch ((enum event_kind)event->kind) {
    case EVENT_QUEUED:
        if (event_ways_take(&log->ways, event->unit, &event->message, &stop))
            event->owner = stop.owner; /* a bank's: since its request came */
        else
            find_owner(log, event);
        put(log, event->unit, &event->message, event->time, &event->owner);
        break;
    case EVENT_LOOKED_UP:
        log->last_lookup = *event;
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
