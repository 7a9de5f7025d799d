/* SPDX-License-Identifier: BSD-3-Clause */
/* Source: as peer_config.c, and 2.0 (August 2026) for IPOLY in groups and the simple DRAM. */
#include "import/peer_dram.h"
#include <string.h>

/* What the peer's numbers for it mean. */
static void read_indexing(struct peer_memory *memory, struct peer_values *values)
{
    enum { CONSECUTIVE = 0, IPOLY = 2, RANDOM = 4, IPOLY_MODULO = 6 };
    static const char name[] = "gpgpu_memory_partition_indexing";
    unsigned indexing = peer_number(values, name, CONSECUTIVE, 0, IPOLY_MODULO);
    memory->bank_hash = indexing == IPOLY          ? "ipoly"
                        : indexing == IPOLY_MODULO ? "ipoly_modulo"
                        : indexing == RANDOM       ? "rotate"
                                                   : "none";
    if (indexing == RANDOM)
        peer_note(values, name, "%u, any slice for each piece: rotate here", indexing);
    else if (indexing != CONSECUTIVE && indexing != IPOLY && indexing != IPOLY_MODULO)
        peer_note(values, name, "%u: consecutive here", indexing);
}

static void read_banks(struct peer_memory *memory, struct peer_values *values)
{
    memory->chips = peer_number(values, "gpgpu_n_mem_per_ctrlr", 1, 1, 64);
    memory->bus_bytes = peer_number(values, "gpgpu_dram_buswidth", 4, 1, 128);
    memory->burst_beats = peer_number(values, "gpgpu_dram_burst_length", 4, 1, 64);
    memory->data_ratio = peer_number(values, "dram_data_command_freq_ratio", 2, 1, 16);
    memory->dual_bus = peer_flag(values, "dram_dual_bus_interface", false);
    peer_dram_timing_read(values, "gpgpu_dram_timing_opt", "4:2:8:12:21:13:34:9:4:5:13:1:0:0",
                          &memory->timing);
    if (memory->burst_beats % memory->data_ratio != 0)
        peer_refuse(values, "gpgpu_dram_burst_length",
                    "expected a multiple of dram_data_command_freq_ratio, %u", memory->data_ratio);
}

/* One row of as few banks as choose the slices: every access is a row hit. The highest R stays, for
 * there must be one. */
static void merge_rows(struct peer_address_map *map, unsigned bank_bits)
{
    unsigned banks = 0, rows = 0;
    for (size_t i = strlen(map->letters); i-- > 0;)
        if (map->letters[i] == 'B' && banks++ >= bank_bits)
            map->letters[i] = 'C';
    for (char *letter = map->letters; *letter; letter++)
        if (*letter == 'R' && rows++ > 0)
            *letter = 'C';
    map->bank_bits = bank_bits;
    map->low_bank_bits = 1;
}

/* A cycle of the channel is a sector. */
static void take_simple(struct peer_memory *memory, struct peer_clocks *clocks,
                        struct peer_values *values)
{
    enum { SECTOR_BYTES = 32, MOST_A_CYCLE = 16 };
    unsigned bank_bits = 1;
    while (1u << bank_bits < memory->slices_per_channel)
        bank_bits++;
    memory->chips = memory->burst_beats = memory->data_ratio = 1;
    memory->bus_bytes = SECTOR_BYTES;
    memory->dual_bus = true;
    memory->timing =
        (struct peer_dram_timing){1u << bank_bits, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    unsigned times = peer_number(values, "gpgpu_simple_dram_clock_multiplier", 1, 1, MOST_A_CYCLE);
    if (values->error)
        return;
    merge_rows(&memory->map, bank_bits);
    peer_clocks_multiply(clocks, CLOCK_DRAM, times);
}

void peer_dram_read(struct peer_memory *memory, struct peer_clocks *clocks,
                    struct peer_values *values)
{
    memory->channels = peer_number(values, "gpgpu_n_mem", 8, 1, 1024);
    memory->slices_per_channel =
        peer_number(values, "gpgpu_n_sub_partition_per_mchannel", 1, 1, 16);
    read_indexing(memory, values);
    memory->halves = peer_number(values, "gpgpu_n_chiplet_partition", 1, 1, 2);
    if (memory->halves == 2) {
        memory->far_latency = peer_number(values, "inter_chiplet_queue_latency", 100, 1, 5000);
        memory->far_queue = peer_number(values, "inter_chiplet_queue_size", 128, 1, 65536);
    }
    memory->rop_latency = peer_number(values, "gpgpu_l2_rop_latency", 85, 1, 700);
    memory->dram_latency = peer_number(values, "dram_latency", 30, 1, 700);
    memory->fr_fcfs = peer_number(values, "gpgpu_dram_scheduler", 1, 0, 1) == 1;
    memory->dram_queue = peer_number(values, "gpgpu_frfcfs_dram_sched_queue_size", 0, 0, 4096);
    memory->simple_dram = peer_flag(values, "gpgpu_simple_dram_model", false);
    peer_address_map_read(values, "gpgpu_mem_addr_mapping",
                          "dramid@8;00000000.00000000.00000000.00000000.0000RRRR.RRRRRRRR."
                          "BBBCCCCB.CCSSSSSS",
                          &memory->map);
    if (memory->simple_dram)
        take_simple(memory, clocks, values);
    else
        read_banks(memory, values);
}
