/* SPDX-License-Identifier: BSD-3-Clause */
#include "teaching/film/film_columns.h"
#include "models/core/message_dispatch.h"
#include "models/core/wire.h"
#include "teaching/events/event_names.h"

typedef int64_t getter(const struct film_rows *rows, const struct event *event);

struct column {
    const char *name;
    getter *get;
    bool differences;
};

#define GETTER(name, value)                                                                        \
    static int64_t name(const struct film_rows *rows, const struct event *event)                   \
    {                                                                                              \
        (void)rows;                                                                                \
        return (int64_t)(value);                                                                   \
    }

static bool is_of_memory(const struct event *event)
{
    return event->message.kind <= MESSAGE_DRAM_DATA;
}

/* The block that a message is about, plus 1; 0: none. */
static uint64_t block_of(const struct event *event)
{
    if (event->message.kind == MESSAGE_BLOCK_START)
        return message_block_index(&event->message) + 1;
    return event->message.kind == MESSAGE_BLOCK_DONE ? message_done_block(&event->message) + 1 : 0;
}

static int64_t get_back(const struct film_rows *rows, const struct event *event)
{
    const sim_time back = film_reel_back(rows->reel, event);
    return back == SIM_TIME_NEVER ? -1 : (int64_t)(back - event->message.arrival);
}

static int64_t get_wire(const struct film_rows *rows, const struct event *event)
{
    return GPOINTER_TO_INT(g_hash_table_lookup(rows->wires, event->posted.wire)) - 1;
}

GETTER(get_time, event->time)
GETTER(get_unit, event->unit)
GETTER(get_event, event->kind)
GETTER(get_kind, event->message.kind)
GETTER(get_address, is_of_memory(event) ? message_address(&event->message) : 0)
GETTER(get_sectors, is_of_memory(event) ? event->message.sectors : 0)
GETTER(get_bytes, event->message.bytes)
GETTER(get_launch, event->message.launch)
GETTER(get_block, is_of_memory(event) ? 0 : block_of(event))
GETTER(get_sm, event->owner.warp == EVENT_NO_WARP ? -1 : event->owner.sm)
GETTER(get_warp, event->owner.warp)
GETTER(get_pc, event->owner.pc)
GETTER(get_issued, event->owner.issued)
GETTER(get_number, event->posted.number)
GETTER(get_waited, event->time - event->posted.ready)
GETTER(get_port, event->posted.waited_port)
GETTER(get_credit, event->posted.waited_credit)
GETTER(get_edge, event->posted.waited_edge)
GETTER(get_passing, event->posted.passing)
GETTER(get_behind, event->posted.behind)
GETTER(get_flight, event->message.arrival - event->time)
GETTER(get_row, film_code_row(rows->code, event))
GETTER(get_of_grid, event->warp.block)
GETTER(get_in_block, event->warp.in_block)
GETTER(get_of_launch, event->warp.launch)
GETTER(get_lanes, event->warp.lanes)
GETTER(get_accessed, event->warp.address)
GETTER(get_space, event->warp.space)
GETTER(get_class, event->warp.op_class)
GETTER(get_wait, event->warp.wait)
GETTER(get_busy, event->warp.busy)
GETTER(get_line, event->looked_up.line)
GETTER(get_looked, event->looked_up.sectors)
GETTER(get_l1_class, event->looked_up.op_class)
GETTER(get_l1_hit, event->looked_up.hit)
GETTER(get_l1_merged, event->looked_up.merged)
GETTER(get_l1_missed, event->looked_up.missed)
GETTER(get_hit, event->served.hit)
GETTER(get_merged, event->served.merged)
GETTER(get_missed, event->served.missed)
GETTER(get_in_buffer, event->time - MIN(event->time, event->served.arrival))
GETTER(get_queued, event->time - MIN(event->time, event->burst.arrival))
GETTER(get_data, event->burst.data_end - MIN(event->burst.data_end, event->time))
GETTER(get_dram_row, event->burst.row)
GETTER(get_dram_bank, event->burst.bank)
GETTER(get_row_state, event->burst.row_state)

#define OWNER                                                                                      \
    {"sm", get_sm, false},                                                                         \
    {                                                                                              \
        "warp", get_warp, false                                                                    \
    }
#define MESSAGE                                                                                    \
    {"kind", get_kind, false}, {"address", get_address, true},                                     \
    {                                                                                              \
        "sectors", get_sectors, false                                                              \
    }

static const struct column of_all[] = {
    {"t", get_time, true}, {"kind", get_event, false}, {"unit", get_unit, false}, {0}};

static const struct column of_warp[] = {OWNER,
                                        {"row", get_row, false},
                                        {"block", get_of_grid, true},
                                        {"in_block", get_in_block, false},
                                        {"launch", get_of_launch, true},
                                        {0}};
static const struct column of_state[] = {
    OWNER, {"row", get_row, false}, {"wait", get_wait, false}, {"busy", get_busy, false}, {0}};
static const struct column of_issue[] = {OWNER,
                                         {"row", get_row, false},
                                         {"lanes", get_lanes, false},
                                         {"class", get_class, false},
                                         {"space", get_space, false},
                                         {"address", get_accessed, true},
                                         {0}};
static const struct column of_lookup[] = {OWNER,
                                          {"pc", get_pc, false},
                                          {"address", get_line, true},
                                          {"sectors", get_looked, false},
                                          {"class", get_l1_class, false},
                                          {"hit", get_l1_hit, false},
                                          {"merged", get_l1_merged, false},
                                          {"missed", get_l1_missed, false},
                                          {0}};
static const struct column of_message[] = {OWNER, MESSAGE, {0}};
static const struct column of_service[] = {OWNER,
                                           MESSAGE,
                                           {"hit", get_hit, false},
                                           {"merged", get_merged, false},
                                           {"missed", get_missed, false},
                                           {"waited", get_in_buffer, false},
                                           {0}};
static const struct column of_burst[] = {OWNER,
                                         MESSAGE,
                                         {"bank", get_dram_bank, false},
                                         {"row", get_dram_row, true},
                                         {"row_was", get_row_state, false},
                                         {"waited", get_queued, false},
                                         {"data", get_data, false},
                                         {0}};
static const struct column of_post[] = {OWNER,
                                        MESSAGE,
                                        {"number", get_number, true},
                                        {"wire", get_wire, false},
                                        {"bytes", get_bytes, false},
                                        {"launch", get_launch, true},
                                        {"block", get_block, true},
                                        {"pc", get_pc, false},
                                        {"issued", get_issued, true},
                                        {"waited", get_waited, false},
                                        {"port", get_port, false},
                                        {"credit", get_credit, false},
                                        {"edge", get_edge, false},
                                        {"passing", get_passing, false},
                                        {"behind", get_behind, false},
                                        {"flight", get_flight, false},
                                        {"back", get_back, false},
                                        {0}};

static const struct column *const tables[EVENT_KINDS] = {
    [EVENT_WARP_ENDED] = of_warp,  [EVENT_WARP_STARTED] = of_warp, [EVENT_RECEIVED] = of_message,
    [EVENT_WARP_WAITS] = of_state, [EVENT_LOOKED_UP] = of_lookup,  [EVENT_QUEUED] = of_message,
    [EVENT_ISSUED] = of_issue,     [EVENT_SERVED] = of_service,    [EVENT_BURST] = of_burst,
    [EVENT_POSTED] = of_post};

/* kind: EVENT_KINDS: all. */
static void write_column(const struct film_rows *rows, const struct column *column, unsigned kind,
                         GString *text)
{
    int64_t last = 0;
    bool first = true;
    g_string_append_printf(text, "\"%s%s\":[", column->differences ? "+" : "", column->name);
    for (guint i = 0; i < rows->events->len; i++) {
        const struct event *event = rows->events->pdata[i];
        if (kind != EVENT_KINDS && event->kind != kind)
            continue;
        const int64_t value = column->get(rows, event);
        g_string_append_printf(text, "%s%" G_GINT64_FORMAT, first ? "" : ",",
                               column->differences ? value - last : value);
        last = value;
        first = false;
    }
    g_string_append_c(text, ']');
}

static void write_table(const struct film_rows *rows, const struct column *columns, unsigned kind,
                        GString *text)
{
    g_string_append_c(text, '{');
    for (const struct column *column = columns; column->name; column++) {
        if (column != columns)
            g_string_append(text, ",\n");
        write_column(rows, column, kind, text);
    }
    g_string_append_c(text, '}');
}

void film_columns_write(const struct film_rows *rows, GString *text)
{
    g_string_append(text, "\"events\":");
    write_table(rows, of_all, EVENT_KINDS, text);
    g_string_append(text, ",\n\"tables\":[");
    for (unsigned kind = 0; kind < EVENT_KINDS; kind++) {
        if (kind > 0)
            g_string_append(text, ",\n");
        write_table(rows, tables[kind], kind, text);
    }
    g_string_append_c(text, ']');
}
