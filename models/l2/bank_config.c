/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/l2/bank.h"

enum { MAX_MSHRS = 65536, MAX_MERGES = 1024, MAX_WAYS = 1024 };

static bool read_lines(struct l2_bank_config *config, struct platform_group *group, GError **error)
{
    static const char *const indexes[] = {
        [TAG_SETS_LINEAR] = "linear", [TAG_SETS_XOR] = "xor", NULL};
    uint64_t sector;
    unsigned set_index;
    if (!properties_bytes(group, "size", &config->size_bytes, error) ||
        !properties_count(group, "ways", 1, MAX_WAYS, &config->ways, error) ||
        !properties_bytes(group, "sector", &sector, error) ||
        !properties_choice(group, "set_index", indexes, &set_index, error))
        return false;
    if (sector != 32 && sector != 64)
        return properties_refuse(group, "sector", error, "expected 32 or 64 bytes");
    const char *problem = tag_array_problem(config->size_bytes, config->ways, LINE_BYTES);
    if (problem)
        return properties_refuse(group, "size", error, "no cache can have this size: %s", problem);
    config->sector_bytes = (uint32_t)sector;
    config->set_index = set_index;
    return true;
}

bool l2_bank_config_read(struct l2_bank_config *config, struct platform_group *group,
                         const struct crossbar_config *crossbar, GError **error)
{
    config->reply_width = crossbar->width;
    config->header_bytes = crossbar->header_bytes;
    return properties_clock(group, "clock", &config->clock, error) &&
           read_lines(config, group, error) &&
           properties_count(group, "mshrs", 1, MAX_MSHRS, &config->mshrs, error) &&
           properties_count(group, "mshr_merges", 1, MAX_MERGES, &config->mshr_merges, error) &&
           properties_cycles(group, "atomic.interval", 1, &config->atomic_interval, error) &&
           properties_bytes_per_cycle(group, "to_dram.width", &config->dram_width, error) &&
           wire_shape_read(&config->to_dram, group, "to_dram", &config->clock, error);
}
