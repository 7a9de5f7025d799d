/* SPDX-License-Identifier: BSD-3-Clause */
/* Events as lines of the file. */
#include "models/core/observer.h"
#include "models/sm/sm_view.h"
#include "observers/timeline_writer.h"
#include "workloads/instruction_names.h"

static const char *wait_name(uint32_t what)
{
    static const char *const names[WARP_WAITS] = {[WARP_READY] = "ready",
                                                  [WARP_WAITS_BARRIER] = "waits: barrier",
                                                  [WARP_WAITS_FENCE] = "waits: fence",
                                                  [WARP_WAITS_FETCH] = "waits: fetch",
                                                  [WARP_WAITS_CONTROL] = "waits: control",
                                                  [WARP_WAITS_DATA] = "waits: data",
                                                  [WARP_WAITS_MEMORY] = "waits: memory",
                                                  [WARP_DRAINS] = "drains"};
    return names[what - TIMELINE_WAITS];
}

static const char *kind_name(uint32_t kind)
{
    switch (kind) {
    case MESSAGE_READ:
        return " read";
    case MESSAGE_WRITE:
        return " write";
    case MESSAGE_ATOMIC:
        return " atomic";
    default:
        return " fetch";
    }
}

static const char *const results[] = {
    [TIMELINE_HIT] = " hit", [TIMELINE_MERGED] = " merged", [TIMELINE_MISS] = " miss"};
static const char *const rows[] = {[DRAM_ROW_HIT] = " row hit",
                                   [DRAM_ROW_MISS] = " row miss",
                                   [DRAM_ROW_CONFLICT] = " row conflict"};

/* "ph", "pid", "tid", "ts". */
static void write_head(struct timeline_writer *writer, const char *phase, unsigned pid,
                       unsigned tid, sim_time ts)
{
    timeline_begin(writer);
    timeline_text(writer, "\"ph\":\"");
    timeline_text(writer, phase);
    timeline_text(writer, "\",\"pid\":");
    timeline_number(writer, pid);
    timeline_text(writer, ",\"tid\":");
    timeline_number(writer, tid);
    timeline_text(writer, ",\"ts\":");
    timeline_us(writer, ts);
}

/* key: with what comes before it. */
static void write_number(struct timeline_writer *writer, const char *key, uint64_t number)
{
    timeline_text(writer, key);
    timeline_number(writer, number);
}

/* "dur", and a name of two parts. */
static void write_slice_head(struct timeline_writer *writer, const struct timeline_event *event,
                             unsigned pid, unsigned tid, const char *name, const char *rest)
{
    write_head(writer, "X", pid, tid, event->from);
    timeline_text(writer, ",\"dur\":");
    timeline_us(writer, event->to - event->from);
    timeline_text(writer, ",\"name\":\"");
    timeline_text(writer, name);
    timeline_text(writer, rest);
    timeline_text(writer, "\",\"args\":{");
}

/* ---- warps ------------------------------------------------------------------------------------
 */

static void write_stay(struct timeline_writer *writer, const struct timeline_event *event)
{
    unsigned pid = TIMELINE_PID_SM + event->place, tid = timeline_tid(event->place, event->warp);
    uint64_t bit = UINT64_C(1) << event->warp;
    if (event->kind == TIMELINE_WARP_END) {
        writer->stays[event->place] &= ~bit;
        write_head(writer, "E", pid, tid, event->from);
        timeline_text(writer, "}");
        return;
    }
    writer->stays[event->place] |= bit;
    write_head(writer, "B", pid, tid, event->from);
    timeline_text(writer, ",\"name\":\"");
    timeline_text(writer, event->stay.kernel);
    write_number(writer, " block ", event->stay.block);
    write_number(writer, " warp ", event->stay.in_block);
    write_number(writer, "\",\"args\":{\"launch\":", event->stay.launch);
    timeline_text(writer, "}}");
}

static void write_slice(struct timeline_writer *writer, const struct timeline_event *event)
{
    uint32_t what = event->slice.what;
    bool waits = what >= TIMELINE_WAITS;
    const char *space = waits ? "" : memory_space_name(what >> TIMELINE_SPACE_SHIFT);
    char rest[16];
    g_snprintf(rest, sizeof rest, "%s%s", *space ? " " : "", space);
    write_slice_head(
        writer, event, TIMELINE_PID_SM + event->place, timeline_tid(event->place, event->warp),
        waits ? wait_name(what) : op_class_name(what & ((1 << TIMELINE_SPACE_SHIFT) - 1)), rest);
    write_number(writer, "\"pc\":", event->slice.pc);
    write_number(writer, ",\"line\":", event->slice.line);
    if (event->slice.instructions > 1)
        write_number(writer, ",\"instructions\":", event->slice.instructions);
    if (event->slice.unit_busy > 0)
        write_number(writer, ",\"unit_busy_cycles\":", event->slice.unit_busy);
    timeline_text(writer, "}}");
}

static void write_point(struct timeline_writer *writer, const char *phase, unsigned pid,
                        unsigned tid, sim_time ts, uint64_t id)
{
    write_head(writer, phase, pid, tid, ts);
    timeline_text(writer, ",\"cat\":\"load\",\"name\":\"load\",\"id\":");
    timeline_hex(writer, id);
    timeline_text(writer, "}");
}

/* From the load, through L2, to the reply. */
static void write_arrow(struct timeline_writer *writer, const struct timeline_event *event)
{
    unsigned pid = TIMELINE_PID_SM + event->place, tid = timeline_tid(event->place, event->warp);
    unsigned bank = TIMELINE_PID_L2 + event->arrow.bank;
    write_point(writer, "s", pid, tid, event->from, event->id);
    write_point(writer, "t", bank, bank, event->arrow.through, event->id);
    write_point(writer, "f\",\"bp\":\"e", pid, tid, event->to, event->id);
}

/* ---- requests ---------------------------------------------------------------------------------
 */

struct async {
    const char *category;
    unsigned pid;
    const char *where, *what, *how; /* the name: "L2", " read", " miss" */
};

static void write_async_end(struct timeline_writer *writer, const struct timeline_event *event,
                            const struct async *async, const char *phase, sim_time ts)
{
    write_head(writer, phase, async->pid, async->pid, ts);
    timeline_text(writer, ",\"cat\":\"");
    timeline_text(writer, async->category);
    timeline_text(writer, "\",\"name\":\"");
    timeline_text(writer, async->where);
    timeline_text(writer, async->what);
    timeline_text(writer, async->how);
    timeline_text(writer, "\",\"id\":");
    timeline_hex(writer, event->id);
}

/* Its begin with arguments, of which `more` writes the last, and its end. */
static void write_async(struct timeline_writer *writer, const struct timeline_event *event,
                        const struct async *async,
                        void (*more)(struct timeline_writer *, const struct timeline_event *))
{
    write_async_end(writer, event, async, "b", event->from);
    timeline_text(writer, ",\"args\":{\"address\":");
    timeline_hex(writer, event->request.address);
    write_number(writer, ",\"sectors\":", message_sector_count(event->request.sectors));
    more(writer, event);
    timeline_text(writer, "}}");
    write_async_end(writer, event, async, "e", event->to);
    timeline_text(writer, "}");
}

static void add_warp(struct timeline_writer *writer, const struct timeline_event *event)
{
    if (event->warp >= WARP_SLOTS)
        return;
    write_number(writer, ",\"slot\":", event->warp);
    write_number(writer, ",\"pc\":", event->request.pc);
}

static void add_sm(struct timeline_writer *writer, const struct timeline_event *event)
{
    write_number(writer, ",\"sm\":", event->sm);
}

static void add_row(struct timeline_writer *writer, const struct timeline_event *event)
{
    write_number(writer, ",\"bank\":", event->request.dram_bank);
    write_number(writer, ",\"row\":", event->request.row);
}

static void write_sm_request(struct timeline_writer *writer, const struct timeline_event *event)
{
    const struct async async = {"l1", TIMELINE_PID_SM + event->place, "L1", kind_name(event->op),
                                ""};
    write_async(writer, event, &async, add_warp);
}

static void write_service(struct timeline_writer *writer, const struct timeline_event *event)
{
    unsigned pid = TIMELINE_PID_L2 + event->place;
    write_slice_head(writer, event, pid, pid, kind_name(event->op) + 1, results[event->result]);
    write_number(writer, "\"sm\":", event->sm);
    timeline_text(writer, "}}");
}

static void write_l2_request(struct timeline_writer *writer, const struct timeline_event *event)
{
    const struct async async = {"l2", TIMELINE_PID_L2 + event->place, "L2", kind_name(event->op),
                                results[event->result]};
    write_async(writer, event, &async, add_sm);
}

static void write_dram_request(struct timeline_writer *writer, const struct timeline_event *event)
{
    const struct async async = {"dram", TIMELINE_PID_DRAM + event->place, "DRAM",
                                event->op == MESSAGE_DRAM_WRITE ? " write" : " read",
                                rows[event->result]};
    write_async(writer, event, &async, add_row);
}

void timeline_write_event(struct timeline_writer *writer, const struct timeline_event *event)
{
    static void (*const write[])(struct timeline_writer *, const struct timeline_event *) = {
        [TIMELINE_WARP_BEGIN] = write_stay,       [TIMELINE_WARP_END] = write_stay,
        [TIMELINE_WARP_SLICE] = write_slice,      [TIMELINE_ARROW] = write_arrow,
        [TIMELINE_SM_REQUEST] = write_sm_request, [TIMELINE_L2_SERVICE] = write_service,
        [TIMELINE_L2_REQUEST] = write_l2_request, [TIMELINE_DRAM_REQUEST] = write_dram_request};
    write[event->kind](writer, event);
}
