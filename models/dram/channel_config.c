/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/dram/channel_config.h"
#include "models/core/payload.h"
#include "models/icnt/crossbar.h"

enum { MAX_QUEUE = 4096, MAX_HIT_CAP = 1000000 };

static bool power_of_two(uint64_t x)
{
    return x > 0 && (x & (x - 1)) == 0;
}

static bool read_timing(struct dram_timing *timing, struct platform_group *group, GError **error)
{
    const struct {
        const char *name;
        uint32_t *cycles;
    } rows[] = {{"t_cl", &timing->cl},     {"t_wl", &timing->wl},   {"t_rcd", &timing->rcd},
                {"t_rcdw", &timing->rcdw}, {"t_ras", &timing->ras}, {"t_rp", &timing->rp},
                {"t_rc", &timing->rc},     {"t_rrd", &timing->rrd}, {"t_rrdl", &timing->rrdl},
                {"t_faw", &timing->faw},   {"t_ccd", &timing->ccd}, {"t_ccdl", &timing->ccdl},
                {"t_rtw", &timing->rtw},   {"t_wtr", &timing->wtr}, {"t_wtrl", &timing->wtrl},
                {"t_wr", &timing->wr},     {"t_rtp", &timing->rtp}, {"t_rtpl", &timing->rtpl}};
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (!properties_cycles(group, rows[i].name, 1, rows[i].cycles, error))
            return false;
        if (*rows[i].cycles > DRAM_MAX_TIMING)
            return properties_refuse(group, rows[i].name, error, "expected at most %d cycles",
                                     DRAM_MAX_TIMING);
    }
    return true;
}

static bool read_banks(struct dram_timing *timing, struct platform_group *group, GError **error)
{
    if (!properties_count(group, "banks", 1, DRAM_MAX_BANKS, &timing->banks, error) ||
        !properties_count(group, "bank_groups", 1, DRAM_MAX_BANKS, &timing->groups, error))
        return false;
    if (!power_of_two(timing->banks))
        return properties_refuse(group, "banks", error, "expected a power of two");
    if (!power_of_two(timing->groups) || timing->groups > timing->banks)
        return properties_refuse(group, "bank_groups", error,
                                 "expected a power of two, at most the number of banks, %u",
                                 timing->banks);
    return true;
}

static uint8_t log2_of(uint64_t power)
{
    return (uint8_t)__builtin_ctzll(power);
}

/* Rows and banks, and which addresses go where. */
static bool read_geometry(struct dram_config *config, struct platform_group *group, GError **error)
{
    static const char *const hashes[] = {"none", "rotate", NULL};
    uint32_t banks = config->timing.banks, ways;
    uint64_t row, piece;
    unsigned hash;
    if (!properties_bytes(group, "row.size", &row, error) ||
        !properties_bytes(group, "bank.interleave", &piece, error) ||
        !properties_count(group, "bank.ways", 1, DRAM_MAX_BANKS, &ways, error) ||
        !properties_choice(group, "bank.hash", hashes, &hash, error))
        return false;
    if (!power_of_two(row) || row < LINE_BYTES || row > (1u << 30))
        return properties_refuse(group, "row.size", error,
                                 "expected a power of two from %d bytes to 1 GiB", LINE_BYTES);
    if (!power_of_two(piece) || piece < LINE_BYTES || piece > row)
        return properties_refuse(group, "bank.interleave", error,
                                 "expected a power of two from %d bytes to row.size", LINE_BYTES);
    if (!power_of_two(ways) || ways > banks)
        return properties_refuse(group, "bank.ways", error,
                                 "expected a power of two, at most the number of banks, %u", banks);
    config->geometry = (struct dram_geometry){.low_banks = log2_of(ways),
                                              .high_banks = log2_of(banks / ways),
                                              .piece = log2_of(piece),
                                              .row = log2_of(row),
                                              .shift = hash == 1};
    return true;
}

static uint8_t bursts_for(uint32_t sectors, uint32_t burst_bytes, bool shared)
{
    uint32_t bursts = 0, each = shared ? MAX(burst_bytes / LINE_SECTOR_BYTES, 1) : 1;
    for (uint32_t i = 0; i < LINE_SECTORS; i += each)
        bursts += (sectors >> i & ((1u << each) - 1)) != 0;
    return (uint8_t)(bursts * MAX(LINE_SECTOR_BYTES / burst_bytes, 1));
}

/* So many bursts as the sectors fill, wherever they lie. */
static uint8_t bursts_filled(uint32_t sectors, uint32_t burst_bytes)
{
    const uint32_t bytes = message_sector_count((uint8_t)sectors) * LINE_SECTOR_BYTES;
    return (uint8_t)((bytes + burst_bytes - 1) / burst_bytes);
}

void dram_config_set_bursts(struct dram_config *config, uint32_t burst_bytes,
                            enum dram_burst_sharing sharing)
{
    config->burst_bytes = burst_bytes;
    for (uint32_t sectors = 0; sectors < 1 << LINE_SECTORS; sectors++) {
        config->bursts[DRAM_READS][sectors] =
            bursts_for(sectors, burst_bytes, sharing == DRAM_BURST_SHARED);
        config->bursts[DRAM_WRITES][sectors] = sharing == DRAM_BURST_WRITES_FILL
                                                   ? bursts_filled(sectors, burst_bytes)
                                                   : config->bursts[DRAM_READS][sectors];
    }
}

static bool read_bursts(struct dram_config *config, struct platform_group *group, GError **error)
{
    static const char *const sharing[] = {"yes", "no", "writes", NULL};
    uint32_t width;
    uint64_t burst;
    unsigned shared;
    if (!properties_bytes_per_cycle(group, "width", &width, error) ||
        !properties_bytes(group, "burst", &burst, error) ||
        !properties_choice(group, "burst.shared", sharing, &shared, error))
        return false;
    if (!power_of_two(burst) || burst > LINE_BYTES || burst % width != 0)
        return properties_refuse(group, "burst", error,
                                 "expected a power of two, at most %d bytes, and a multiple of the "
                                 "width, %u bytes",
                                 LINE_BYTES, width);
    dram_config_set_bursts(config, (uint32_t)burst, (enum dram_burst_sharing)shared);
    config->timing.burst = (uint32_t)burst / width;
    return true;
}

static bool read_queue(struct dram_config *config, struct platform_group *group, GError **error)
{
    static const char *const buses[] = {"single", "dual", NULL};
    static const char *const writes[] = {"mixed", "drained", NULL};
    unsigned bus, kept;
    if (!properties_choice(group, "command_bus", buses, &bus, error) ||
        !properties_count(group, "queue", 1, MAX_QUEUE, &config->queue, error) ||
        !properties_count(group, "queue.row_hit_cap", 1, MAX_HIT_CAP, &config->row_hit_cap,
                          error) ||
        !properties_choice(group, "queue.writes", writes, &kept, error))
        return false;
    config->timing.dual_bus = bus == 1;
    config->drained = kept == 1;
    return true;
}

bool dram_config_read(struct dram_config *config, struct platform_group *group,
                      const struct clock *l2_clock, GError **error)
{
    config->l2_clock = *l2_clock;
    return properties_clock(group, "clock", &config->clock, error) &&
           read_timing(&config->timing, group, error) &&
           read_banks(&config->timing, group, error) && read_geometry(config, group, error) &&
           read_bursts(config, group, error) && read_queue(config, group, error) &&
           properties_bytes_per_cycle(group, "to_l2.width", &config->l2_width, error) &&
           wire_shape_read(&config->to_l2, group, "to_l2", &config->l2_clock, error);
}
