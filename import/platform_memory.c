/* SPDX-License-Identifier: BSD-3-Clause */
/* Crossbar and L2. */
#include "import/platform_xml.h"

/* With the buffers behind each. */
static void write_wires(struct xml *xml, const struct peer_memory *memory,
                        const struct latencies *at)
{
    const char *hit = "gpgpu_l2_rop_latency gpgpu_l1_latency";
    unsigned bank_delay = MIN(at->bank_to_port, at->to_dram);
    unsigned sm_delay = MAX(at->port_to_sm, at->sm_to_port);
    const char *in_option = memory->network_mode == 1 ? "vc_buf_size" : "icnt_in_buffer_limit";
    const bool out = memory->out_buffer > 0;
    const char *out_option = memory->halves == 2
                                 ? "gpgpu_dram_partition_queues inter_chiplet_queue_size"
                             : out ? "gpgpu_dram_partition_queues icnt_out_buffer_limit"
                                   : "gpgpu_dram_partition_queues";
    const char *sm_option = out ? "gpgpu_n_cluster_ejection_buffer_size icnt_out_buffer_limit"
                                : "gpgpu_n_cluster_ejection_buffer_size";
    xml_wire(xml, "sm_to_port", at->sm_to_port, at->sm_to_port, hit,
             (struct xml_wire_slots){memory->in_buffer + 2 * at->sm_to_port, in_option,
                                     "and what is on its way"});
    xml_wire(xml, "port_to_bank", at->port_to_bank, bank_delay, hit,
             (struct xml_wire_slots){memory->queues[0] + memory->out_buffer + memory->far_queue +
                                         at->port_to_bank + bank_delay,
                                     out_option, "and what is on its way"});
    xml_wire(xml, "bank_to_port", at->bank_to_port, at->bank_to_port, hit,
             (struct xml_wire_slots){memory->in_buffer + 2 * at->bank_to_port, in_option,
                                     "and what is on its way"});
    xml_wire(
        xml, "port_to_sm", at->port_to_sm, sm_delay, hit,
        (struct xml_wire_slots){memory->ejection + memory->out_buffer + at->port_to_sm + sm_delay,
                                sm_option, "and what is on its way"});
}

static void write_crossbar(struct xml *xml, const struct peer_config *config,
                           const struct latencies *at)
{
    const struct peer_memory *memory = &config->memory;
    xml_line(xml, "<!-- A dependent load that hits L2 takes %u cycles. -->", at->l2_hit);
    xml_open_cluster(xml, "xbar", "xbar", 1, config->clocks.mhz[CLOCK_ICNT],
                     config->clocks.khz[CLOCK_ICNT], memory->flit_bytes, "crossbar");
    xml_prop(xml, "queues", "network_mode", "source: packets wait at the inputs, in order",
             "inputs");
    xml_prop(xml, "width", "icnt_flit_size network_mode", NULL, "%uB/cycle",
             memory->network_mode == 2 ? MAX(memory->flit_bytes, 40) : memory->flit_bytes);
    xml_prop(xml, "packet.header", NULL, "source", "%dB", PACKET_HEADER);
    xml_prop(xml, "packet.data", "network_mode gpgpu_cache:dl1/0", NULL, "%uB", at->packet_data);
    xml_prop(xml, "packet.reply_data", NULL, "source: L2 answers by sector", "32B");
    write_wires(xml, memory, at);
    xml_prop(
        xml, "speedup", memory->network_mode == 1 ? "internal_speedup inter_config_file" : NULL,
        memory->network_mode == 1 ? NULL : "source: the built-in crossbar", "%u", memory->speedup);
    bool local = memory->network_mode == 2, sectors = memory->l1d.sectored;
    xml_prop(xml, "arbitration", "icnt_arbiter_algo network_mode",
             local && memory->islip
                 ? "source, a quirk: one output after another, each looks at the "
                   "inputs as they are by then"
                 : NULL,
             local && memory->islip ? "rising" : "turns");
    xml_prop(xml, "packet.contended", "gpgpu_cache:dl1/0",
             sectors ? "source: each sector is a packet, and others come between them"
                     : "source: a request for a line",
             sectors ? "apart" : "whole");
    xml_prop(xml, "packet.enters", NULL,
             "source: sectors are packets, and flits follow each other through the network",
             "first");
    xml_prop(xml, "packet.mixed", "gpgpu_l1_banks gpgpu_l1_latency gpgpu_cache:dl1/0",
             "source: L1's banks stall one by one, each behind a stage a cycle", "%u",
             sectors && memory->l1_banks > 1 ? CLAMP(memory->l1_latency, 1, 64) : 1);
    xml_prop(xml, "sm_to_port.fetch",
             at->fetch > 0 ? "gpgpu_l1_latency" : "gpgpu_perfect_inst_const_cache",
             at->fetch > 0 ? "not on the way of instructions and constants"
                           : "instructions and constants always hit",
             "%ucycles", at->fetch);
    xml_prop(xml, "sm_to_port.atomic", "gpgpu_l1_latency", "not on the way of atomics", "%ucycles",
             at->atomic);
    xml_prop(xml, "cluster", "gpgpu_n_cores_per_cluster", "SMs at a port of the network", "%u",
             config->core.cluster);
    xml_close_cluster(xml);
}

static const char *set_index(char letter)
{
    return letter == 'P' ? "ipoly" : letter == 'L' ? "linear" : "xor";
}

/* In the peer, a half's caches hold its lines and copies of the other's. */
static void write_halves(struct xml *xml, const struct peer_memory *memory)
{
    const struct peer_cache *l2 = &memory->l2;
    const bool two = memory->halves == 2;
    const uint64_t size = (uint64_t)l2->sets * l2->line_bytes * l2->ways;
    g_autofree char *copies = xml_bytes(two ? size / 2 : 0);
    xml_prop(xml, "halves", "gpgpu_n_chiplet_partition", NULL, "%u", memory->halves);
    xml_prop(xml, "far.latency", two ? "inter_chiplet_queue_latency" : "gpgpu_n_chiplet_partition",
             two ? "there and back" : NULL, "%ucycles", 2 * memory->far_latency);
    xml_prop(xml, "far.copies", two ? "gpgpu_cache:dl2/0" : "gpgpu_n_chiplet_partition",
             two ? "ours: half of a bank, places of their own" : NULL, "%s", copies);
}

static void write_l2(struct xml *xml, const struct peer_config *config, const struct latencies *at)
{
    const struct peer_memory *memory = &config->memory;
    const struct peer_cache *l2 = &memory->l2;
    unsigned width = l2->data_width > 0 ? l2->data_width : 32;
    g_autofree char *size = xml_bytes((uint64_t)l2->sets * l2->line_bytes * l2->ways);
    xml_open_cluster(xml, "l2", "l2-", memory->channels * memory->slices_per_channel,
                     config->clocks.mhz[CLOCK_L2], config->clocks.khz[CLOCK_L2], memory->flit_bytes,
                     "l2_bank");
    xml_prop(xml, "l2_replacement", "gpgpu_cache:dl2/1", NULL, "lru");
    xml_prop(xml, "size", "gpgpu_cache:dl2/0", NULL, "%s", size);
    xml_prop(xml, "ways", "gpgpu_cache:dl2/0", NULL, "%u", l2->ways);
    xml_prop(xml, "sector", "gpgpu_cache:dl2/0", NULL, "32B");
    xml_prop(xml, "fetch", "gpgpu_cache:dl2/0", NULL, "%s", l2->sectored ? "sector" : "line");
    xml_prop(xml, "set_index", "gpgpu_cache:dl2/1", NULL, "%s", set_index(l2->set_index));
    xml_prop(xml, "mshrs", "gpgpu_cache:dl2/2", NULL, "%u", l2->mshrs);
    xml_prop(xml, "mshr_merges", "gpgpu_cache:dl2/2", NULL, "%u", l2->merges);
    xml_prop(xml, "merged_replies", "gpgpu_cache:dl1/0",
             memory->l1d.sectored
                 ? "requests are for sectors, whose packets mix in the crossbar"
                 : "source: an MSHR is a sector's, and answers a request a cycle, beside hits",
             "%s", memory->l1d.sectored ? "whole" : "mixed");
    xml_prop(xml, "entry.latency", "gpgpu_l2_rop_latency",
             "source: lies before L2's queue, and the crossbar looks at the queue alone",
             "%ucycles", memory->rop_latency);
    xml_prop(xml, "entry.queue", "gpgpu_dram_partition_queues",
             "source: with room for four sectors", "%u", memory->queues[0]);
    xml_prop(xml, "data.width", "gpgpu_cache:dl2/4", "its data port", "%uB/cycle", width);
    xml_prop(xml, "write_miss", "gpgpu_cache:dl2/1", NULL, "%s",
             l2->write_allocate == 'W' ? "read_line" : "keep");
    write_halves(xml, memory);
    xml_prop(xml, "atomic.interval", NULL, "source: as any access", "1cycle");
    xml_prop(xml, "to_xbar.flits", "gpgpu_clock_domains",
             "source: the network takes a packet's flits in its own clock", "%u",
             CLAMP(config->clocks.khz[CLOCK_ICNT] / config->clocks.khz[CLOCK_L2], 1, 8));
    xml_prop(xml, "to_dram.width", NULL, "source: a request a cycle", "32B/cycle");
    xml_wire(xml, "to_dram", at->to_dram, at->to_dram, "dram_latency",
             (struct xml_wire_slots){memory->queues[1] + 2 * at->to_dram,
                                     "gpgpu_dram_partition_queues", "and what is on its way"});
    xml_close_cluster(xml);
}

void platform_write_memory(struct xml *xml, const struct peer_config *config,
                           const struct latencies *latencies)
{
    write_crossbar(xml, config, latencies);
    write_l2(xml, config, latencies);
    platform_write_dram(xml, config, latencies);
}
