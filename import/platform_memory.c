/* SPDX-License-Identifier: BSD-3-Clause */
/* Crossbar, L2 and DRAM. A wire's slots are the peer's buffer and, where one sender may send every
 * cycle, the packets on their way. */
#include "import/platform_xml.h"
#include <string.h>

enum { NO_CAP = 1000000, SLOTS_A_PAIR = 64, DEFAULT_DRAM_QUEUE = 4096 };

static void write_wire(struct xml *xml, const char *name, unsigned latency, unsigned credit_latency,
                       unsigned slots, const char *options, const char *slot_options,
                       const char *slot_note)
{
    g_autofree char *latency_id = g_strconcat(name, ".latency", NULL);
    g_autofree char *credit_id = g_strconcat(name, ".credit_latency", NULL);
    g_autofree char *slots_id = g_strconcat(name, ".slots", NULL);
    xml_prop(xml, latency_id, options, "a share of the sum above", "%ucycle%s", latency,
             latency == 1 ? "" : "s");
    xml_prop(xml, credit_id, NULL, "ours: as long as the unit's other wires", "%ucycle%s",
             credit_latency, credit_latency == 1 ? "" : "s");
    xml_prop(xml, slots_id, slot_options, slot_note, "%u", slots);
}

static void write_crossbar(struct xml *xml, const struct peer_config *config,
                           const struct latencies *at)
{
    const struct peer_memory *memory = &config->memory;
    const char *hit = "gpgpu_l2_rop_latency gpgpu_l1_latency";
    unsigned bank_delay = MIN(at->bank_to_port, at->to_dram);
    unsigned sm_delay = MAX(at->port_to_sm, at->sm_to_port);
    xml_line(xml, "<!-- A dependent load that hits L2 takes %u cycles. -->", at->l2_hit);
    xml_open_cluster(xml, "xbar", "xbar", 1, config->clocks.mhz[CLOCK_ICNT],
                     config->clocks.khz[CLOCK_ICNT], memory->flit_bytes, "crossbar");
    xml_prop(xml, "width", "icnt_flit_size network_mode", NULL, "%uB/cycle",
             memory->network_mode == 2 ? MAX(memory->flit_bytes, 40) : memory->flit_bytes);
    xml_prop(xml, "packet.header", NULL, "source", "%dB", PACKET_HEADER);
    xml_prop(xml, "packet.data", "network_mode gpgpu_cache:dl1/0", NULL, "%uB", at->packet_data);
    write_wire(xml, "sm_to_port", at->sm_to_port, at->sm_to_port, SLOTS_A_PAIR, hit,
               "icnt_in_buffer_limit", "the peer's are an SM's, ours a wire's");
    write_wire(xml, "port_to_bank", at->port_to_bank, bank_delay,
               memory->queues[0] + at->port_to_bank + bank_delay, hit,
               "gpgpu_dram_partition_queues", "and what is on its way");
    write_wire(xml, "bank_to_port", at->bank_to_port, at->bank_to_port, SLOTS_A_PAIR, hit,
               "icnt_in_buffer_limit", "the peer's are a slice's, ours a wire's");
    write_wire(xml, "port_to_sm", at->port_to_sm, sm_delay,
               memory->ejection + at->port_to_sm + sm_delay, hit,
               "gpgpu_n_cluster_ejection_buffer_size", "and what is on its way");
    xml_close_cluster(xml);
}

static const char *set_index(char letter)
{
    return letter == 'P' ? "ipoly" : letter == 'L' ? "linear" : "xor";
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
    xml_prop(xml, "size", "gpgpu_cache:dl2/0", NULL, "%s", size);
    xml_prop(xml, "ways", "gpgpu_cache:dl2/0", NULL, "%u", l2->ways);
    xml_prop(xml, "sector", "gpgpu_cache:dl2/0", NULL, "32B");
    xml_prop(xml, "fetch", "gpgpu_cache:dl2/0", NULL, "%s", l2->sectored ? "sector" : "line");
    xml_prop(xml, "set_index", "gpgpu_cache:dl2/1", NULL, "%s", set_index(l2->set_index));
    xml_prop(xml, "mshrs", "gpgpu_cache:dl2/2", NULL, "%u", l2->mshrs);
    xml_prop(xml, "mshr_merges", "gpgpu_cache:dl2/2", NULL, "%u", l2->merges);
    xml_prop(xml, "data.width", "gpgpu_cache:dl2/4", "its data port", "%uB/cycle", width);
    xml_prop(xml, "atomic.interval", NULL, "source: as any access", "1cycle");
    xml_prop(xml, "to_dram.width", NULL, "source: a request a cycle", "32B/cycle");
    write_wire(xml, "to_dram", at->to_dram, at->to_dram, memory->queues[1] + 2 * at->to_dram,
               "dram_latency", "gpgpu_dram_partition_queues", "and what is on its way");
    xml_close_cluster(xml);
}

static void write_timing(struct xml *xml, const struct peer_memory *memory)
{
    const struct peer_dram_timing *t = &memory->timing;
    unsigned burst = memory->burst_beats / memory->data_ratio;
    const struct {
        const char *id, *name;
        unsigned cycles;
    } rows[] = {{"t_cl", "CL", t->cl},
                {"t_wl", "WL", t->wl},
                {"t_rp", "RP", t->rp},
                {"t_rc", "RC", t->rc},
                {"t_ras", "RAS", t->ras},
                {"t_rcd", "RCD", t->rcd},
                {"t_rrd", "RRD", t->rrd},
                {"t_ccd", "CCD", t->ccd},
                {"t_ccdl", "CCDL", t->ccdl > 0 ? t->ccdl : t->ccd},
                {"t_wr", "WR", t->wr},
                {"t_wtr", "CDLR", t->cdlr},
                {"t_rtp", "RTPL", t->rtpl},
                {"t_rtw", "CL + burst + 2 - WL", t->cl + burst + 2 - MIN(t->wl, t->cl)}};
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        bool sum = strchr(rows[i].name, ' ') != NULL;
        g_autofree char *note =
            sum ? g_strdup_printf("gpgpu_dram_timing_opt, source: %s", rows[i].name)
                : g_strdup_printf("gpgpu_dram_timing_opt %s=%u", rows[i].name, rows[i].cycles);
        unsigned cycles = MAX(rows[i].cycles, 1);
        xml_prop(xml, rows[i].id, NULL, note, "%ucycle%s", cycles, cycles == 1 ? "" : "s");
    }
}

static void write_dram(struct xml *xml, const struct peer_config *config,
                       const struct latencies *at)
{
    const struct peer_memory *memory = &config->memory;
    const char *bus = "gpgpu_dram_buswidth gpgpu_n_mem_per_ctrlr dram_data_command_freq_ratio";
    unsigned width = memory->bus_bytes * memory->chips * memory->data_ratio;
    unsigned burst = memory->bus_bytes * memory->chips * memory->burst_beats;
    g_autofree char *row =
        xml_bytes(UINT64_C(1) << (memory->map.column_bits + memory->map.burst_bits));
    xml_open_cluster(xml, "dram", "dram-", memory->channels, config->clocks.mhz[CLOCK_DRAM],
                     config->clocks.khz[CLOCK_DRAM], width, "dram_channel");
    xml_prop(xml, "width", bus, NULL, "%uB/cycle", width);
    xml_prop(xml, "burst", "gpgpu_dram_buswidth gpgpu_n_mem_per_ctrlr gpgpu_dram_burst_length",
             NULL, "%uB", burst);
    xml_prop(xml, "burst.shared", NULL, "source: each sector is an access of its own", "no");
    xml_prop(xml, "command_bus", "dram_dual_bus_interface", NULL, "%s",
             memory->dual_bus ? "dual" : "single");
    xml_prop(xml, "queue", "gpgpu_frfcfs_dram_sched_queue_size",
             memory->dram_queue == 0 ? "without limit" : NULL, "%u",
             memory->dram_queue == 0 ? DEFAULT_DRAM_QUEUE : memory->dram_queue);
    xml_prop(xml, "queue.row_hit_cap", "gpgpu_dram_scheduler",
             memory->fr_fcfs ? "source: row hits first, however many" : "first come, first served",
             "%d", memory->fr_fcfs ? NO_CAP : 1);
    xml_prop(xml, "banks", NULL, "gpgpu_dram_timing_opt nbk", "%u", memory->timing.nbk);
    xml_prop(xml, "bank_groups", NULL, "gpgpu_dram_timing_opt nbkgrp", "%u", memory->timing.nbkgrp);
    xml_prop(xml, "row.size", "gpgpu_mem_addr_mapping", NULL, "%s", row);
    write_timing(xml, memory);
    xml_prop(xml, "to_l2.width", "gpgpu_n_sub_partition_per_mchannel",
             "source: a reply a cycle of DRAM", "64B/cycle");
    write_wire(xml, "to_l2", at->to_l2, at->to_l2, memory->queues[2] + 2 * at->to_l2,
               "dram_latency", "gpgpu_dram_partition_queues", "and what is on its way");
    xml_close_cluster(xml);
}

void platform_write_memory(struct xml *xml, const struct peer_config *config,
                           const struct latencies *latencies)
{
    write_crossbar(xml, config, latencies);
    write_l2(xml, config, latencies);
    write_dram(xml, config, latencies);
}
