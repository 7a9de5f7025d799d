/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/l2/bank_report.h"
#include "models/l2/bank_internal.h"
#include "models/l2/bank_launch.h"
#include "models/l2/bank_requests.h"

/* What a bank has counted, and what it waits for. */

#define ROW(...) COUNTER_ROW(struct l2_bank_counters, __VA_ARGS__)
#define STALL(name_text, wait, meaning_text)                                                       \
    {                                                                                              \
        .name = (name_text), .unit = "cycles", .meaning = (meaning_text),                          \
        .offset = offsetof(struct l2_bank_counters, stall_cycles[wait])                            \
    }

const struct counter l2_bank_counter_table[] = {
    ROW(reads, "requests", "Reads taken from the queue.",
        .ncu = "lts__t_requests_srcunit_tex_op_read.sum",
        .note = "ncu includes fetches of textures and of lines without values; simgpu counts these "
                "as `fetches`."),
    ROW(writes, "requests", "Writes taken from the queue.",
        .ncu = "lts__t_requests_srcunit_tex_op_write.sum"),
    ROW(atomics, "requests", "Atomics taken from the queue, one for each line and warp."),
    ROW(fetches, "requests",
        "Lines without values taken from the queue: instructions, constants, textures, local "
        "memory, and all of a trace's loads."),
    ROW(far_requests, "requests", "Requests of SMs of the other half that went over (halves=2)."),
    ROW(copy_hits, "requests",
        "Reads and fetches of SMs of the other half that found a copy there (halves=2)."),
    ROW(hits, "requests", "Reads, atomics and fetches that found their sectors."),
    ROW(merges, "requests",
        "Reads, atomics and fetches whose missing sectors were all on their way."),
    ROW(sector_misses, "requests",
        "Reads, atomics and fetches that found their line but had to fetch sectors of it."),
    ROW(misses, "requests", "Reads, atomics and fetches that did not find their line."),
    ROW(write_hits, "requests", "Writes to a line that was there or on its way."),
    ROW(write_allocations, "requests", "Writes that took a line, without fetching it."),
    ROW(write_fetches, "requests",
        "Writes that read the missing part of their line (write_miss=read_line)."),
    ROW(accesses, "sectors", "Sectors that all these requests asked for or wrote.",
        .ncu = "lts__t_sectors.sum", .gpgpusim = "L2_total_cache_accesses"),
    ROW(access_hits, "sectors",
        "... that were in L2: valid or, for a write, partly written before.",
        .ncu = "lts__t_sectors_lookup_hit.sum"),
    ROW(access_merges, "sectors", "... that were on their way from DRAM.",
        .gpgpusim = "L2_total_cache_pending_hits"),
    ROW(access_misses, "sectors",
        "... that were not in L2; this includes writes, which fetch nothing.",
        .ncu = "lts__t_sectors_lookup_miss.sum", .gpgpusim = "L2_total_cache_misses",
        .note = "ncu counts writes that allocate as hits."),
    ROW(access_writes, "sectors", "Accesses by writes."),
    ROW(access_write_misses, "sectors", "Misses by writes."),
    ROW(replies, "messages", "Replies and acknowledgements handed to the reply port."),
    ROW(fills, "fetches", "Lines, or parts of lines, that came from DRAM."),
    ROW(fill_bytes, "bytes", "Bytes of these lines."),
    ROW(write_backs, "lines",
        "Dirty lines sent to DRAM, and writes that go on to it (write_miss=read_line)."),
    ROW(write_back_bytes, "bytes", "Bytes sent: dirty sectors."),
    STALL("stall_reply_cycles", BANK_WAIT_REPLY,
          "Cycles in which the first request waited for room in the reply port."),
    STALL("stall_dram_cycles", BANK_WAIT_DRAM, "... for room in the port to DRAM."),
    STALL("stall_mshr_cycles", BANK_WAIT_MSHR, "... for a free MSHR."),
    STALL("stall_merge_cycles", BANK_WAIT_MERGE, "... because an MSHR of its line was full."),
    STALL("stall_victim_cycles", BANK_WAIT_VICTIM,
          "... because every line of its set was on its way from DRAM."),
    ROW(atomic_cycles, "cycles", "Cycles in which atomics kept the bank busy."),
    ROW(reply_busy_cycles, "cycles", "Cycles in which the reply port sent."),
    ROW(reply_credit_stall_cycles, "cycles",
        "Cycles in which the reply port waited for room in the crossbar."),
    ROW(dram_busy_cycles, "cycles", "Cycles in which the port to DRAM sent."),
    ROW(dram_credit_stall_cycles, "cycles",
        "Cycles in which the port to DRAM waited for room in the channel's queue."),
    {0}};

static const char *kind_name(const struct message *message)
{
    switch (message->kind) {
    case MESSAGE_READ:
        return "READ";
    case MESSAGE_WRITE:
        return "WRITE";
    case MESSAGE_ATOMIC:
        return "ATOMIC";
    default:
        return "FETCH";
    }
}

static void describe_requests(const struct l2_bank *bank, GString *text)
{
    static const char *const reasons[BANK_WAITS] = {
        [BANK_WAIT_NONE] = "is about to be served",
        [BANK_WAIT_REPLY] = "waits for room in the reply port",
        [BANK_WAIT_DRAM] = "waits for room in the port to DRAM",
        [BANK_WAIT_MSHR] = "waits for a free MSHR",
        [BANK_WAIT_MERGE] = "waits because an MSHR of its line is full",
        [BANK_WAIT_VICTIM] = "waits for a fill of its set"};
    if (bank->requests.count == 0)
        return;
    const struct message *head = &bank_first_request(bank)->message;
    g_string_append_printf(
        text, "%s: %u requests queued, head %s 0x%" G_GINT64_MODIFIER "x of SM %u %s\n",
        bank->unit.name, bank->requests.count, kind_name(head), message_address(head),
        head->requester, reasons[bank->wait]);
}

static void describe_port(const struct l2_bank *bank, const struct out_port *port, GString *text)
{
    const char *receiver = out_port_waits_for(port);
    if (receiver)
        g_string_append_printf(text, "%s: %u packets queued, the first waits for a slot at %s\n",
                               bank->unit.name, port->count, receiver);
}

void bank_describe_waits(struct unit *unit, GString *text)
{
    const struct l2_bank *bank = (const struct l2_bank *)unit;
    describe_requests(bank, text);
    describe_port(bank, &bank->reply_port, text);
    describe_port(bank, &bank->dram_port, text);
    if (bank->used_mshrs > 0)
        g_string_append_printf(text, "%s: %u %s are on their way from %s\n", unit->name,
                               bank->used_mshrs,
                               bank->config->fetch_bytes == LINE_BYTES ? "lines" : "sectors",
                               bank->to_dram ? bank->to_dram->receiver->name : "DRAM");
}

void bank_snapshot(const struct unit *unit, sim_time time, void *counters)
{
    const struct l2_bank *bank = (const struct l2_bank *)unit;
    struct l2_bank_counters *out = counters;
    uint64_t cycle = bank_cycle_of(bank, time);
    *out = bank->counters;
    if (bank->wait != BANK_WAIT_NONE && bank->waits_since < cycle)
        out->stall_cycles[bank->wait] += cycle - bank->waits_since;
    struct out_port_cycles replies = out_port_cycles_before(&bank->reply_port, cycle);
    struct out_port_cycles dram = out_port_cycles_before(&bank->dram_port, cycle);
    out->reply_busy_cycles = replies.busy;
    out->reply_credit_stall_cycles = replies.credit_stall;
    out->dram_busy_cycles = dram.busy;
    out->dram_credit_stall_cycles = dram.credit_stall;
}
