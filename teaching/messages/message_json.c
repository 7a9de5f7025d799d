/* SPDX-License-Identifier: BSD-3-Clause */
#include "teaching/messages/message_json.h"
#include "models/core/message_dispatch.h"
#include "models/core/wire.h"
#include "teaching/events/event_names.h"
#include "workloads/instruction_names.h"

static void put_number(GString *text, const char *name, uint64_t number)
{
    g_string_append_printf(text, ",\"%s\":%" G_GUINT64_FORMAT, name, number);
}

static void put_address(GString *text, uint64_t address)
{
    g_string_append_printf(text, ",\"address\":\"0x%" G_GINT64_MODIFIER "x\"", address);
}

static void put_string(GString *text, const char *name, const char *value)
{
    g_string_append_printf(text, ",\"%s\":\"", name);
    for (const char *at = value; *at; at++)
        if (*at == '"' || *at == '\\')
            g_string_append_printf(text, "\\%c", *at);
        else if ((unsigned char)*at < ' ')
            g_string_append_printf(text, "\\u%04x", (unsigned char)*at);
        else
            g_string_append_c(text, *at);
    g_string_append_c(text, '"');
}

static void put_owner(GString *text, const struct event_owner *owner)
{
    if (owner->warp == EVENT_NO_WARP)
        return;
    put_number(text, "sm", owner->sm);
    put_number(text, "warp", owner->warp);
}

static void put_message(GString *text, const struct message *message)
{
    put_string(text, "kind", event_message_name(message->kind));
    put_number(text, "launch", message->launch);
    if (message->kind <= MESSAGE_DRAM_DATA) {
        put_address(text, message_address(message));
        put_number(text, "sectors", message->sectors);
    } else if (message->kind == MESSAGE_BLOCK_START) {
        put_number(text, "block", message_block_index(message));
    } else if (message->kind == MESSAGE_BLOCK_DONE) {
        put_number(text, "block", message_done_block(message));
    }
}

static void put_posted(GString *text, const struct event *event)
{
    const struct event_posted *posted = &event->posted;
    put_message(text, &event->message);
    put_number(text, "number", posted->number);
    put_string(text, "to", posted->wire->receiver->name);
    put_number(text, "arrives_ps", event->message.arrival);
    put_number(text, "bytes", event->message.bytes);
    put_number(text, "ready_ps", posted->ready);
    put_number(text, "waited_port_ps", posted->waited_port);
    put_number(text, "waited_credit_ps", posted->waited_credit);
    put_number(text, "waited_edge_ps", posted->waited_edge);
    put_number(text, "passing_ps", posted->passing);
    put_number(text, "behind", posted->behind);
    put_owner(text, &event->owner);
}

static void put_found(GString *text, uint8_t hit, uint8_t merged, uint8_t missed)
{
    put_number(text, "hit", hit);
    put_number(text, "merged", merged);
    put_number(text, "missed", missed);
}

static void put_lookup(GString *text, const struct event *event)
{
    const struct l1_access *access = &event->looked_up;
    put_string(text, "kind", op_class_name(access->op_class));
    put_number(text, "launch", access->launch);
    put_address(text, access->line);
    put_number(text, "sectors", access->sectors);
    put_found(text, access->hit, access->merged, access->missed);
    put_owner(text, &event->owner);
    put_number(text, "pc", access->pc);
    put_number(text, "issued_cycle", access->issued);
}

static void put_warp(GString *text, const struct event *event)
{
    const bool issued = event->kind == EVENT_ISSUED;
    put_string(text, "kind", issued ? op_class_name(event->warp.op_class) : "warp");
    put_number(text, "launch", event->warp.launch);
    put_owner(text, &event->owner);
    put_string(text, "kernel", event->warp.kernel);
    put_number(text, "block", event->warp.block);
    put_number(text, "in_block", event->warp.in_block);
    put_number(text, "pc", event->warp.pc);
    put_number(text, "line", event->warp.line);
    if (!issued)
        return;
    put_number(text, "lanes", event->warp.lanes);
    if (event->warp.space == SPACE_NONE || !event->warp.lanes)
        return;
    put_string(text, "space", memory_space_name(event->warp.space));
    put_address(text, event->warp.address);
}

static void put_memory(GString *text, const struct event *event)
{
    put_message(text, &event->message);
    put_owner(text, &event->owner);
    if (event->kind == EVENT_SERVED) {
        put_number(text, "arrived_ps", event->served.arrival);
        put_found(text, event->served.hit, event->served.merged, event->served.missed);
    } else if (event->kind == EVENT_BURST) {
        put_number(text, "arrived_ps", event->burst.arrival);
        put_number(text, "data_ps", event->burst.data_end);
        put_number(text, "bank", event->burst.bank);
        put_number(text, "row", event->burst.row);
        put_string(text, "row_was", event_row_name(event->burst.row_state));
    }
}

void message_line_json(GString *text, const struct clock *clock, const char *unit,
                       const struct event *event)
{
    g_string_append_printf(text, "{\"ps\":%" G_GUINT64_FORMAT, event->time);
    put_number(text, "cycle", event_cycle(clock, event->time));
    put_string(text, "unit", unit);
    put_string(text, "does", event_kind_name(event->kind));
    switch ((enum event_kind)event->kind) {
    case EVENT_POSTED:
        put_posted(text, event);
        break;
    case EVENT_LOOKED_UP:
        put_lookup(text, event);
        break;
    case EVENT_ISSUED:
    case EVENT_WARP_STARTED:
    case EVENT_WARP_ENDED:
        put_warp(text, event);
        break;
    default:
        put_memory(text, event);
    }
    g_string_append(text, "}\n");
}
