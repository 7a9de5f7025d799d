/* SPDX-License-Identifier: BSD-3-Clause */
#include "import/latencies.h"

enum {
    SECTOR_BYTES = 32,
    LINE_SECTORS = 4,
    MISS_TO_REPLY = 9,   /* what the header lists, without the ROP queue */
    NETWORK_STAGES = 10, /* network_mode 1: routing, allocation and channels, both ways */
    DRAM_QUEUES = 2,
    BANK_SENDS = 1,   /* a request to DRAM has no data */
    OUR_STEPS = 3,    /* the SM's port, the request port, a reply's first flit from its bank */
    SHORT_WIRE = 8,   /* request port to bank: ports are the cheapest units to wake */
    LEAST_WIRES = 40, /* less than this lets no unit run ahead */
};

static unsigned rescale(unsigned cycles, unsigned from_khz, unsigned to_khz)
{
    return (unsigned)(((uint64_t)cycles * to_khz + from_khz / 2) / from_khz);
}

static unsigned divide_up(unsigned a, unsigned b)
{
    return (a + b - 1) / b;
}

/* A reply is a packet for each sector, which the bank and the SM's port send as they come. */
static void read_packets(struct latencies *out, const struct peer_memory *memory)
{
    out->sectors = memory->l1d.sectored ? 1 : LINE_SECTORS;
    bool whole_lines = !memory->l1d.sectored && memory->network_mode == 1;
    out->packet_data = whole_lines ? SECTOR_BYTES * LINE_SECTORS : SECTOR_BYTES;
    out->reply_cycles = out->sectors * divide_up(SECTOR_BYTES + PACKET_HEADER, memory->flit_bytes);
}

/* Every sector that L1 asks for is a burst of its own, in the same bank. */
static void add_dram(struct latencies *out, const struct peer_memory *memory, const unsigned *khz)
{
    const struct peer_dram_timing *t = &memory->timing;
    unsigned apart = t->ccdl > 0 ? t->ccdl : t->ccd;
    out->row_conflict = t->rp + t->rcd + t->cl + (out->sectors - 1) * apart +
                        memory->burst_beats / memory->data_ratio;
    out->row_conflict_core =
        (unsigned)(((uint64_t)out->row_conflict * khz[CLOCK_CORE] + khz[CLOCK_DRAM] - 1) /
                   khz[CLOCK_DRAM]);
    out->channel_sends = divide_up(out->sectors * SECTOR_BYTES, CHANNEL_WIDTH);
    unsigned ways = BANK_SENDS + out->to_dram + out->channel_sends + out->to_l2;
    out->dram =
        out->l2_hit + out->row_conflict_core + rescale(ways, khz[CLOCK_L2], khz[CLOCK_CORE]);
}

/* What lies on a load's way and not on a fetch's, cycles of the interconnect. */
static unsigned fetch_passes(const struct peer_config *config, unsigned ldst)
{
    const struct peer_core *core = &config->core;
    unsigned decoded = core->fetches == 1 ? 2 : 1;
    if (core->perfect_inst_const)
        return 0;
    return rescale(ldst + config->memory.l1_latency + decoded, config->clocks.khz[CLOCK_CORE],
                   config->clocks.khz[CLOCK_ICNT]);
}

void latencies_compute(struct latencies *out, const struct peer_config *config,
                       struct peer_values *values)
{
    const struct peer_memory *memory = &config->memory;
    const unsigned *khz = config->clocks.khz;
    *out = (struct latencies){0};
    out->ldst = config->core.register_reads >= 2 ? 4 : 5;
    out->overhead = out->ldst + 1;
    if (values->error)
        return;
    read_packets(out, memory);
    out->l2_hit = out->ldst + memory->l1_latency + MISS_TO_REPLY + out->sectors - 1 +
                  (memory->network_mode == 1 ? NETWORK_STAGES : 0) +
                  rescale(memory->rop_latency, khz[CLOCK_L2], khz[CLOCK_CORE]);
    unsigned ours = out->ldst + OUR_STEPS + out->reply_cycles + FILL_LATENCY;
    if (out->l2_hit < ours + LEAST_WIRES)
        return peer_refuse(values, "gpgpu_l2_rop_latency",
                           "L2 answers in %u cycles, and wires of ours need %u more", out->l2_hit,
                           ours + LEAST_WIRES - out->l2_hit);
    unsigned wires = rescale(out->l2_hit - ours, khz[CLOCK_CORE], khz[CLOCK_ICNT]);
    unsigned around = fetch_passes(config, out->ldst);
    if (wires < around + LEAST_WIRES)
        return peer_refuse(values, "gpgpu_l2_rop_latency",
                           "L2 answers in %u cycles, and a fetch's wires need %u more", out->l2_hit,
                           around + LEAST_WIRES - wires);
    unsigned rest = wires - SHORT_WIRE - around;
    out->port_to_bank = SHORT_WIRE;
    out->bank_to_port = rest * 30 / 100;
    out->port_to_sm = rest * 23 / 100;
    out->sm_to_port = rest - out->bank_to_port - out->port_to_sm + around;
    out->fetch = around > 0 ? out->sm_to_port - around : 0;
    unsigned l1 = rescale(memory->l1_latency, khz[CLOCK_CORE], khz[CLOCK_ICNT]);
    out->atomic = l1 > 0 && l1 < out->sm_to_port ? out->sm_to_port - l1 : 0;
    unsigned dram = rescale(memory->dram_latency + DRAM_QUEUES, khz[CLOCK_CORE], khz[CLOCK_L2]);
    out->to_l2 = MAX(dram / 2, 1);
    out->to_dram = MAX(dram - out->to_l2, 1);
    add_dram(out, memory, khz);
}
