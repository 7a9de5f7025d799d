/* SPDX-License-Identifier: BSD-3-Clause */
#include "teaching/messages/message_text.h"
#include "models/core/message_dispatch.h"
#include "models/core/wire.h"
#include "teaching/events/event_names.h"
#include "workloads/instruction_names.h"

enum { PS_PER_NS = 1000 };

const char message_line_head[] =
    "# cycle: of the SMs' clock. Times and waits behind = are cycles, too. Sectors are a line's "
    "four\n"
    "# quarters. docs/howto/messages.md explains each word.\n"
    "#  cycle          ns unit                 does     what          address       sect details\n";

static bool is_of_memory(const struct message *message)
{
    return message->kind <= MESSAGE_DRAM_DATA;
}

static void put_cycles(GString *text, const char *name, const struct clock *clock, sim_time time)
{
    g_string_append_printf(text, " %s=", name);
    event_cycles(text, clock, time);
}

static void put_sectors(GString *text, const char *name, uint8_t sectors)
{
    char digits[5];
    event_sectors(sectors, digits);
    g_string_append_printf(text, " %s=%s", name, digits);
}

static void put_what(GString *text, const char *what, uint64_t address, uint8_t sectors)
{
    char digits[5];
    event_sectors(sectors, digits);
    g_string_append_printf(text, " %-13s 0x%010" G_GINT64_MODIFIER "x  %s", what, address, digits);
}

static void put_nothing(GString *text, const char *what)
{
    g_string_append_printf(text, " %-13s %-12s  %-4s", what, "-", "-");
}

static void put_owner(GString *text, const struct event_owner *owner)
{
    if (owner->warp != EVENT_NO_WARP)
        g_string_append_printf(text, " warp=%u:%u", owner->sm, owner->warp);
}

/* Why it waited in its sender, part by part; nothing if it did not. */
static void put_waits(GString *text, const struct clock *clock, const struct event_posted *posted)
{
    if (posted->waited_port > 0) {
        put_cycles(text, "waited-port", clock, posted->waited_port);
        g_string_append_printf(text, " behind=%u", posted->behind);
    }
    if (posted->waited_credit > 0)
        put_cycles(text, "waited-credit", clock, posted->waited_credit);
    if (posted->waited_edge > 0)
        put_cycles(text, "waited-edge", clock, posted->waited_edge);
}

static void put_posted(GString *text, const struct clock *clock, const struct event *event)
{
    const struct message *message = &event->message;
    const char *what = event_message_name(message->kind);
    if (is_of_memory(message))
        put_what(text, what, message_address(message), message->sectors);
    else
        put_nothing(text, what);
    g_string_append_printf(text, " no=%" G_GUINT64_FORMAT " to=%s", event->posted.number,
                           event->posted.wire->receiver->name);
    put_cycles(text, "arrives", clock, message->arrival);
    if (message->bytes > 0)
        g_string_append_printf(text, " bytes=%u", message->bytes);
    g_string_append_printf(text, " launch=%u", message->launch);
    if (message->kind == MESSAGE_BLOCK_START)
        g_string_append_printf(text, " block=%" G_GUINT64_FORMAT, message_block_index(message));
    if (message->kind == MESSAGE_BLOCK_DONE)
        g_string_append_printf(text, " block=%" G_GUINT64_FORMAT, message_done_block(message));
    put_owner(text, &event->owner);
    put_waits(text, clock, &event->posted);
}

static void put_lookup(GString *text, const struct clock *clock, const struct event *event)
{
    const struct l1_access *access = &event->looked_up;
    put_what(text, op_class_name(access->op_class), access->line, access->sectors);
    if (access->bypasses)
        g_string_append(text, " passes-l1");
    else if (access->bypassed)
        g_string_append(text, " takes-no-line");
    put_sectors(text, "hit", access->hit);
    put_sectors(text, "merged", access->merged);
    put_sectors(text, "missed", access->missed);
    put_owner(text, &event->owner);
    g_string_append_printf(text, " pc=%u", access->pc);
    put_cycles(text, "since-issue", clock, event->time - clock_edge(clock, access->issued));
}

static void put_served(GString *text, const struct clock *clock, const struct event *event)
{
    put_sectors(text, "hit", event->served.hit);
    put_sectors(text, "merged", event->served.merged);
    put_sectors(text, "missed", event->served.missed);
    put_owner(text, &event->owner);
    put_cycles(text, "waited", clock, event->time - MIN(event->time, event->served.arrival));
}

static void put_burst(GString *text, const struct clock *clock, const struct event *event)
{
    g_string_append_printf(text, " bank=%u row=%" G_GUINT64_FORMAT " row-%s", event->burst.bank,
                           event->burst.row, event_row_name(event->burst.row_state));
    put_cycles(text, "data", clock, event->burst.data_end);
    put_owner(text, &event->owner);
    put_cycles(text, "waited", clock, event->time - MIN(event->time, event->burst.arrival));
}

static void put_warp(GString *text, const struct event *event)
{
    put_owner(text, &event->owner);
    g_string_append_printf(text, " %s block=%" G_GUINT64_FORMAT ".%u pc=%u", event->warp.kernel,
                           event->warp.block, event->warp.in_block, event->warp.pc);
    if (event->warp.line > 0) {
        g_autofree char *file = g_path_get_basename(event->warp.file);
        g_string_append_printf(text, " %s:%u", file, event->warp.line);
    }
}

static void put_issued(GString *text, const struct event *event)
{
    const char *space = memory_space_name(event->warp.space);
    g_autofree char *what =
        g_strdup_printf("%s%s%s", op_class_name(event->warp.op_class), *space ? "." : "", space);
    if (event->warp.space != SPACE_NONE && event->warp.lanes)
        g_string_append_printf(text, " %-13s 0x%010" G_GINT64_MODIFIER "x  %-4s", what,
                               event->warp.address, "-");
    else
        put_nothing(text, what);
    put_warp(text, event);
    g_string_append_printf(text, " lanes=%08x", event->warp.lanes);
}

void message_line_text(GString *text, const struct clock *clock, const char *unit,
                       const struct event *event)
{
    const gsize begun = text->len;
    event_cycles(text, clock, event->time);
    g_autofree char *cycle = g_strdup(text->str + begun);
    g_string_truncate(text, begun);
    g_string_append_printf(text, "%8s %7" G_GUINT64_FORMAT ".%03u %-20s %-8s", cycle,
                           event->time / PS_PER_NS, (unsigned)(event->time % PS_PER_NS), unit,
                           event_kind_name(event->kind));
    const struct message *message = &event->message;
    if (event->kind == EVENT_POSTED)
        put_posted(text, clock, event);
    else if (event->kind == EVENT_LOOKED_UP)
        put_lookup(text, clock, event);
    else if (event->kind == EVENT_ISSUED)
        put_issued(text, event);
    else if (event->kind == EVENT_WARP_STARTED || event->kind == EVENT_WARP_ENDED) {
        put_nothing(text, "warp");
        put_warp(text, event);
    } else
        put_what(text, event_message_name(message->kind), message_address(message),
                 message->sectors);
    if (event->kind == EVENT_SERVED)
        put_served(text, clock, event);
    else if (event->kind == EVENT_BURST)
        put_burst(text, clock, event);
    else if (event->kind == EVENT_QUEUED || event->kind == EVENT_RECEIVED)
        put_owner(text, &event->owner);
    g_string_append_c(text, '\n');
}
