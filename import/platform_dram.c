/* SPDX-License-Identifier: BSD-3-Clause */
/* DRAM channels. Source: GPGPU-Sim's dram.cc for what has no option. */
#include "import/platform_xml.h"
#include <string.h>

enum { NO_CAP = 1000000, LONGEST_QUEUE = 4096 };

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
                {"t_rcdw", "RCD - WL - 1", t->rcd > t->wl + 1 ? t->rcd - t->wl - 1 : 1},
                {"t_rrd", "RRD", t->rrd},
                {"t_rrdl", "RRD", t->rrd},
                {"t_faw", "4 RRD, no limit beyond it", 4 * t->rrd},
                {"t_ccd", "CCD", t->ccd},
                {"t_ccdl", "CCDL", t->ccdl > 0 ? t->ccdl : t->ccd},
                {"t_wr", "WR", t->wr},
                {"t_wtr", "CDLR", t->cdlr},
                {"t_wtrl", "CDLR", t->cdlr},
                {"t_rtp", "the longer of the burst and RTPL", MAX(burst, t->rtpl)},
                {"t_rtpl", "RTPL", t->rtpl},
                {"t_rtw", "CL + burst + 2 - WL", t->cl + burst + 2 - MIN(t->wl, t->cl)}};
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        bool sum = strchr(rows[i].name, ' ') != NULL;
        g_autofree char *note =
            memory->simple_dram ? g_strdup("gpgpu_simple_dram_model 1, without timing")
            : sum               ? g_strdup_printf("gpgpu_dram_timing_opt, source: %s", rows[i].name)
                  : g_strdup_printf("gpgpu_dram_timing_opt %s=%u", rows[i].name, rows[i].cycles);
        unsigned cycles = memory->simple_dram ? 1 : MAX(rows[i].cycles, 1);
        xml_prop(xml, rows[i].id, NULL, note, "%ucycle%s", cycles, cycles == 1 ? "" : "s");
    }
}

static void write_queue(struct xml *xml, const struct peer_memory *memory)
{
    bool unlimited = memory->dram_queue == 0;
    xml_prop(xml, "command_bus",
             memory->simple_dram ? "gpgpu_simple_dram_model" : "dram_dual_bus_interface", NULL,
             "%s", memory->dual_bus ? "dual" : "single");
    xml_prop(xml, "queue", "gpgpu_frfcfs_dram_sched_queue_size", unlimited ? "without limit" : NULL,
             "%u", unlimited ? LONGEST_QUEUE : memory->dram_queue);
    xml_prop(xml, "queue.row_hit_cap", "gpgpu_dram_scheduler",
             memory->fr_fcfs ? "source: row hits first, however many" : "first come, first served",
             "%d", memory->fr_fcfs ? NO_CAP : 1);
    xml_prop(xml, "queue.writes", NULL, "source: reads and writes in one queue", "mixed");
}

static void write_banks(struct xml *xml, const struct peer_memory *memory)
{
    const struct peer_address_map *map = &memory->map;
    g_autofree char *piece = xml_bytes(UINT64_C(1) << map->piece_bits);
    g_autofree char *row = xml_bytes(UINT64_C(1) << (map->column_bits + map->burst_bits));
    const char *simple = "gpgpu_simple_dram_model 1: one for each slice, at least 2";
    xml_prop(xml, "banks", NULL, memory->simple_dram ? simple : "gpgpu_dram_timing_opt nbk", "%u",
             memory->timing.nbk);
    xml_prop(xml, "bank_groups", NULL,
             memory->simple_dram ? "gpgpu_simple_dram_model 1" : "gpgpu_dram_timing_opt nbkgrp",
             "%u", memory->timing.nbkgrp);
    xml_prop(xml, "row.size", "gpgpu_mem_addr_mapping", NULL, "%s", row);
    xml_prop(xml, "bank.interleave", "gpgpu_mem_addr_mapping", "the bits below the lowest B", "%s",
             piece);
    xml_prop(xml, "bank.ways", "gpgpu_mem_addr_mapping", "the lowest Bs", "%u",
             1u << map->low_bank_bits);
    xml_prop(xml, "bank.hash", "dram_bnk_indexing_policy", NULL, "none");
}

void platform_write_dram(struct xml *xml, const struct peer_config *config,
                         const struct latencies *latencies)
{
    const struct peer_memory *memory = &config->memory;
    const bool simple = memory->simple_dram;
    const char *sector = simple ? "source: a sector a cycle" : NULL;
    const char *bus = simple ? "gpgpu_simple_dram_model gpgpu_simple_dram_clock_multiplier"
                             : "gpgpu_dram_buswidth gpgpu_n_mem_per_ctrlr "
                               "dram_data_command_freq_ratio";
    unsigned width = memory->bus_bytes * memory->chips * memory->data_ratio;
    unsigned burst = memory->bus_bytes * memory->chips * memory->burst_beats;
    xml_open_cluster(xml, "dram", "dram-", memory->channels, config->clocks.mhz[CLOCK_DRAM],
                     config->clocks.khz[CLOCK_DRAM], width, "dram_channel");
    xml_prop(xml, "width", bus, sector, "%uB/cycle", width);
    xml_prop(xml, "burst",
             simple ? bus : "gpgpu_dram_buswidth gpgpu_n_mem_per_ctrlr gpgpu_dram_burst_length",
             sector, "%uB", burst);
    xml_prop(
        xml, "burst.shared", NULL,
        "source: a sector read is an access of its own, what a line writes back is one, with a "
        "size and, a quirk, no places",
        "writes");
    write_queue(xml, memory);
    write_banks(xml, memory);
    write_timing(xml, memory);
    xml_prop(xml, "to_l2.width", "gpgpu_n_sub_partition_per_mchannel",
             "source: a reply a cycle of DRAM", "%dB/cycle", CHANNEL_WIDTH);
    xml_wire(xml, "to_l2", latencies->to_l2, latencies->to_l2, "dram_latency",
             (struct xml_wire_slots){memory->queues[2] + 2 * latencies->to_l2,
                                     "gpgpu_dram_partition_queues", "and what is on its way"});
    xml_close_cluster(xml);
}
