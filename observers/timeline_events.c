/* SPDX-License-Identifier: BSD-3-Clause */
/* Events as lines of the file. */
#include "models/observer.h"
#include "models/sm/sm_view.h"
#include "observers/timeline_writer.h"

static const char *op_name(uint32_t op)
{
    static const char *const names[OP_CLASSES] = {
        [OP_INT] = "int",           [OP_INT_MUL] = "int_mul",   [OP_INT_DIV] = "int_div",
        [OP_FP32] = "fp32",         [OP_FP32_DIV] = "fp32_div", [OP_FP64] = "fp64",
        [OP_FP64_DIV] = "fp64_div", [OP_TENSOR] = "tensor",     [OP_CONVERT] = "convert",
        [OP_SFU] = "sfu",           [OP_BRANCH] = "branch",     [OP_EXIT] = "exit",
        [OP_BARRIER] = "barrier",   [OP_FENCE] = "fence",       [OP_LOAD] = "load",
        [OP_STORE] = "store",       [OP_ATOMIC] = "atomic"};
    return names[op];
}

static const char *space_name(uint32_t space)
{
    static const char *const names[] = {
        [SPACE_NONE] = "",        [SPACE_GLOBAL] = " global",   [SPACE_SHARED] = " shared",
        [SPACE_LOCAL] = " local", [SPACE_CONST] = " const",     [SPACE_PARAM] = " param",
        [SPACE_GENERIC] = "",     [SPACE_TEXTURE] = " texture",
    };
    return names[space];
}

static const char *wait_name(uint32_t what)
{
    static const char *const names[WARP_WAITS] = {[WARP_READY] = "not picked",
                                                  [WARP_WAITS_BARRIER] = "waits: barrier",
                                                  [WARP_WAITS_FENCE] = "waits: fence",
                                                  [WARP_WAITS_FETCH] = "waits: fetch",
                                                  [WARP_WAITS_CONTROL] = "waits: control",
                                                  [WARP_WAITS_DATA] = "waits: data",
                                                  [WARP_WAITS_MEMORY] = "waits: memory",
                                                  [WARP_DRAINS] = "drains"};
    return what == TIMELINE_UNIT_BUSY ? "waits: unit" : names[what - TIMELINE_WAITS];
}

static const char *kind_name(uint32_t kind)
{
    switch (kind) {
    case MESSAGE_READ:
        return "read";
    case MESSAGE_WRITE:
        return "write";
    case MESSAGE_ATOMIC:
        return "atomic";
    default:
        return "fetch";
    }
}

static const char *const results[] = {
    [TIMELINE_HIT] = "hit", [TIMELINE_MERGED] = "merged", [TIMELINE_MISS] = "miss"};
static const char *const rows[] = {
    [DRAM_ROW_HIT] = "row hit", [DRAM_ROW_MISS] = "row miss", [DRAM_ROW_CONFLICT] = "row conflict"};

static void write_stay(struct timeline_writer *writer, const struct timeline_event *event)
{
    unsigned tid = timeline_tid(event->place, event->warp);
    uint64_t bit = UINT64_C(1) << event->warp;
    if (event->kind == TIMELINE_WARP_END) {
        writer->stays[event->place] &= ~bit;
        timeline_write(writer, "\"ph\":\"E\",\"pid\":%u,\"tid\":%u,\"ts\":" TIMELINE_US "}",
                       TIMELINE_PID_SM + event->place, tid, TIMELINE_US_OF(event->from));
        return;
    }
    writer->stays[event->place] |= bit;
    timeline_write(writer,
                   "\"ph\":\"B\",\"pid\":%u,\"tid\":%u,\"ts\":" TIMELINE_US
                   ",\"name\":\"%s block %" G_GUINT64_FORMAT " warp %u\",\"args\":{\"launch\":%u}}",
                   TIMELINE_PID_SM + event->place, tid, TIMELINE_US_OF(event->from),
                   event->stay.kernel, event->stay.block, event->stay.in_block, event->stay.launch);
}

static void write_slice(struct timeline_writer *writer, const struct timeline_event *event)
{
    uint32_t what = event->slice.what;
    bool waits = what >= TIMELINE_WAITS;
    g_autofree char *count =
        event->slice.instructions > 1
            ? g_strdup_printf(",\"instructions\":%u", event->slice.instructions)
            : NULL;
    timeline_write(writer,
                   "\"ph\":\"X\",\"pid\":%u,\"tid\":%u,\"ts\":" TIMELINE_US ",\"dur\":" TIMELINE_US
                   ",\"name\":\"%s%s\",\"args\":{\"pc\":%u,\"line\":%u%s}}",
                   TIMELINE_PID_SM + event->place, timeline_tid(event->place, event->warp),
                   TIMELINE_US_OF(event->from), TIMELINE_US_OF(event->to - event->from),
                   waits ? wait_name(what) : op_name(what & ((1 << TIMELINE_SPACE_SHIFT) - 1)),
                   waits ? "" : space_name(what >> TIMELINE_SPACE_SHIFT), event->slice.pc,
                   event->slice.line, count ? count : "");
}

static void write_point(struct timeline_writer *writer, const char *phase, unsigned pid,
                        unsigned tid, sim_time ts, uint64_t id)
{
    timeline_write(writer,
                   "\"ph\":\"%s,\"cat\":\"load\",\"name\":\"load\",\"id\":\"0x%" G_GINT64_MODIFIER
                   "x\",\"pid\":%u,\"tid\":%u,\"ts\":" TIMELINE_US "}",
                   phase, id, pid, tid, TIMELINE_US_OF(ts));
}

/* From the load, through L2, to the reply. */
static void write_arrow(struct timeline_writer *writer, const struct timeline_event *event)
{
    unsigned pid = TIMELINE_PID_SM + event->place, tid = timeline_tid(event->place, event->warp);
    unsigned bank = TIMELINE_PID_L2 + event->arrow.bank;
    write_point(writer, "s\"", pid, tid, event->from, event->id);
    write_point(writer, "t\"", bank, bank, event->arrow.through, event->id);
    write_point(writer, "f\",\"bp\":\"e\"", pid, tid, event->to, event->id);
}

/* Both ends of an asynchronous slice. args: the text of its object. */
static void write_async(struct timeline_writer *writer, const struct timeline_event *event,
                        const char *category, unsigned pid, const char *name, const char *args)
{
    timeline_write(writer,
                   "\"ph\":\"b\",\"cat\":\"%s\",\"name\":\"%s\",\"id\":\"0x%" G_GINT64_MODIFIER
                   "x\",\"pid\":%u,\"tid\":%u,\"ts\":" TIMELINE_US ",\"args\":{%s}}",
                   category, name, event->id, pid, pid, TIMELINE_US_OF(event->from), args);
    timeline_write(writer,
                   "\"ph\":\"e\",\"cat\":\"%s\",\"name\":\"%s\",\"id\":\"0x%" G_GINT64_MODIFIER
                   "x\",\"pid\":%u,\"tid\":%u,\"ts\":" TIMELINE_US "}",
                   category, name, event->id, pid, pid, TIMELINE_US_OF(event->to));
}

static void write_sm_request(struct timeline_writer *writer, const struct timeline_event *event)
{
    g_autofree char *name = g_strdup_printf("L1 %s", kind_name(event->op));
    g_autofree char *whose =
        event->warp < WARP_SLOTS
            ? g_strdup_printf(",\"slot\":%u,\"pc\":%u", event->warp, event->request.pc)
            : NULL;
    g_autofree char *args = g_strdup_printf(
        "\"address\":\"0x%" G_GINT64_MODIFIER "x\",\"sectors\":%u%s", event->request.address,
        message_sector_count(event->request.sectors), whose ? whose : "");
    write_async(writer, event, "l1", TIMELINE_PID_SM + event->place, name, args);
}

static void write_service(struct timeline_writer *writer, const struct timeline_event *event)
{
    unsigned pid = TIMELINE_PID_L2 + event->place;
    timeline_write(writer,
                   "\"ph\":\"X\",\"pid\":%u,\"tid\":%u,\"ts\":" TIMELINE_US ",\"dur\":" TIMELINE_US
                   ",\"name\":\"%s %s\",\"args\":{\"sm\":%u}}",
                   pid, pid, TIMELINE_US_OF(event->from), TIMELINE_US_OF(event->to - event->from),
                   kind_name(event->op), results[event->result], event->sm);
}

static void write_l2_request(struct timeline_writer *writer, const struct timeline_event *event)
{
    g_autofree char *name =
        g_strdup_printf("L2 %s %s", kind_name(event->op), results[event->result]);
    g_autofree char *args = g_strdup_printf(
        "\"address\":\"0x%" G_GINT64_MODIFIER "x\",\"sectors\":%u,\"sm\":%u",
        event->request.address, message_sector_count(event->request.sectors), event->sm);
    write_async(writer, event, "l2", TIMELINE_PID_L2 + event->place, name, args);
}

static void write_dram_request(struct timeline_writer *writer, const struct timeline_event *event)
{
    bool writes = event->op == MESSAGE_DRAM_WRITE;
    g_autofree char *name =
        g_strdup_printf("DRAM %s %s", writes ? "write" : "read", rows[event->result]);
    g_autofree char *args =
        g_strdup_printf("\"bank\":%u,\"row\":%" G_GUINT64_FORMAT
                        ",\"address\":\"0x%" G_GINT64_MODIFIER "x\",\"sectors\":%u",
                        event->request.dram_bank, event->request.row, event->request.address,
                        message_sector_count(event->request.sectors));
    write_async(writer, event, "dram", TIMELINE_PID_DRAM + event->place, name, args);
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
