/* SPDX-License-Identifier: BSD-3-Clause */
/* What a channel has counted, and what it waits for. */
#include "models/dram/channel_report.h"

#define ROW(...) COUNTER_ROW(struct dram_counters, __VA_ARGS__)

const struct counter dram_counter_table[] = {
    ROW(reads, "requests", "Reads, each of one or more sectors of a line.",
        .note = "GPGPU-Sim counts a request for each sector: see dram_read_sectors."),
    ROW(writes, "requests", "Write-backs.",
        .note = "GPGPU-Sim counts a request for each sector: see dram_write_sectors."),
    ROW(read_bytes, "bytes", "Bytes read.", .ncu = "dram__bytes_read.sum",
        .note = "Divided by 32: dram__sectors_read.sum."),
    ROW(write_bytes, "bytes", "Bytes written.", .ncu = "dram__bytes_write.sum",
        .note = "Divided by 32: dram__sectors_write.sum."),
    ROW(row_hits, "requests", "Requests that found their row open."),
    ROW(row_misses, "requests", "Requests that had to open a row in an idle bank."),
    ROW(row_conflicts, "requests", "Requests that had to close another row first."),
    ROW(activates, "commands", "Rows opened.", .gpgpusim = "n_act"),
    ROW(precharges, "commands", "Rows closed.", .gpgpusim = "n_pre"),
    ROW(bus_cycles, "cycles", "Command cycles in which the data bus was busy."),
    ROW(queue_full_cycles, "cycles",
        "Command cycles in which the first arrival waited for room in the queue."),
    ROW(queue_cycles, "cycles",
        "Command cycles from arrival to a request's last command, summed over requests."),
    ROW(reply_busy_cycles, "cycles", "L2 cycles in which the port to L2 sent."),
    ROW(reply_credit_stall_cycles, "cycles",
        "L2 cycles in which the port to L2 waited for room in an L2 bank."),
    {0}};

static void mirror_queue(const struct dram_channel *channel, struct dram_counters *counters)
{
    const uint64_t *started = channel->queue.started, *issued = channel->queue.issued;
    counters->row_hits = started[0] + started[DRAM_CLOSED];
    counters->row_misses = started[DRAM_OPENED];
    counters->row_conflicts = started[DRAM_OPENED | DRAM_CLOSED];
    counters->activates = issued[DRAM_ACTIVATE];
    counters->precharges = issued[DRAM_PRECHARGE];
    counters->bus_cycles = (issued[DRAM_READ] + issued[DRAM_WRITE]) * channel->config->timing.burst;
}

void dram_channel_mirror(struct dram_channel *channel)
{
    mirror_queue(channel, &channel->counters);
    channel->counters.reply_busy_cycles = channel->reply_port.busy_cycles;
    channel->counters.reply_credit_stall_cycles = channel->reply_port.credit_stall_cycles;
}

void dram_channel_turn(struct dram_channel *channel, uint32_t launch)
{
    dram_channel_mirror(channel);
    launch_meter_turn(&channel->meter, launch);
}

/* How many requests have arrived and are not in the queue. */
static uint32_t waiting(const struct dram_channel *channel)
{
    uint32_t n = 0;
    for (uint32_t wire = 0; wire < channel->unit.n_incoming; wire++) {
        const struct ring *messages = inbox_queue(&channel->unit.inbox, wire);
        for (uint32_t i = 0; i < messages->count; i++) {
            const struct message *message = ring_at(messages, i, sizeof *message);
            n += message->arrival < channel->advanced;
        }
    }
    return n;
}

void dram_channel_describe_waits(struct unit *unit, GString *text)
{
    const struct dram_channel *channel = (const struct dram_channel *)unit;
    const char *receiver = out_port_waits_for(&channel->reply_port);
    if (receiver)
        g_string_append_printf(text, "%s: data of %u reads, the first wait for a slot at %s\n",
                               unit->name, channel->reply_port.count, receiver);
    if (channel->n_held > 0)
        g_string_append_printf(
            text, "%s: %u requests wait to enter the queue, which holds %u of %u bursts\n",
            unit->name, waiting(channel), channel->queue.bursts, channel->queue.size);
}

void dram_channel_snapshot(const struct unit *unit, sim_time time, void *counters)
{
    const struct dram_channel *channel = (const struct dram_channel *)unit;
    const struct dram_config *config = channel->config;
    struct dram_counters *out = counters;
    uint64_t cycle = clock_cycle_at_or_after(&config->clock, time);
    *out = channel->counters;
    mirror_queue(channel, out);
    if (channel->full_since < cycle)
        out->queue_full_cycles += cycle - channel->full_since;
    struct out_port_cycles replies = out_port_cycles_before(
        &channel->reply_port, clock_cycle_at_or_after(&config->l2_clock, time));
    out->reply_busy_cycles = replies.busy;
    out->reply_credit_stall_cycles = replies.credit_stall;
}
