/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/payload.h"
#include "models/dram/channel.h"
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
    } rows[] = {{"t_cl", &timing->cl},   {"t_wl", &timing->wl},   {"t_rcd", &timing->rcd},
                {"t_ras", &timing->ras}, {"t_rp", &timing->rp},   {"t_rc", &timing->rc},
                {"t_rrd", &timing->rrd}, {"t_ccd", &timing->ccd}, {"t_ccdl", &timing->ccdl},
                {"t_rtw", &timing->rtw}, {"t_wtr", &timing->wtr}, {"t_wr", &timing->wr},
                {"t_rtp", &timing->rtp}};
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++)
        if (!properties_cycles(group, rows[i].name, 1, rows[i].cycles, error))
            return false;
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

static bool read_sizes(struct dram_config *config, struct platform_group *group, GError **error)
{
    uint32_t width;
    uint64_t burst, row;
    if (!properties_bytes_per_cycle(group, "width", &width, error) ||
        !properties_bytes(group, "burst", &burst, error) ||
        !properties_bytes(group, "row.size", &row, error))
        return false;
    if (!power_of_two(burst) || burst > LINE_BYTES || burst % width != 0)
        return properties_refuse(group, "burst", error,
                                 "expected a power of two, at most %d bytes, and a multiple of the "
                                 "width, %u bytes",
                                 LINE_BYTES, width);
    if (!power_of_two(row) || row < LINE_BYTES || row > (1u << 30))
        return properties_refuse(group, "row.size", error,
                                 "expected a power of two from %d bytes to 1 GiB", LINE_BYTES);
    config->burst_bytes = (uint32_t)burst;
    config->timing.burst = (uint32_t)burst / width;
    config->row_bytes = (uint32_t)row;
    return true;
}

bool dram_config_read(struct dram_config *config, struct platform_group *group,
                      const struct clock *l2_clock, GError **error)
{
    config->l2_clock = *l2_clock;
    return properties_clock(group, "clock", &config->clock, error) &&
           read_timing(&config->timing, group, error) &&
           read_banks(&config->timing, group, error) && read_sizes(config, group, error) &&
           properties_count(group, "queue", 1, MAX_QUEUE, &config->queue, error) &&
           properties_count(group, "queue.row_hit_cap", 1, MAX_HIT_CAP, &config->row_hit_cap,
                            error) &&
           properties_bytes_per_cycle(group, "to_l2.width", &config->l2_width, error) &&
           wire_shape_read(&config->to_l2, group, "to_l2", &config->l2_clock, error);
}
