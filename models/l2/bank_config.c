/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/l2/bank_config.h"
#include <inttypes.h>

enum { MAX_MSHRS = 65536, MAX_MERGES = 255, MAX_FLITS = 8, MAX_QUEUE = 65536, MOST_FAR = 10000 };

static bool read_shape(struct l2_bank_config *config, struct platform_group *group, GError **error)
{
    static const char *const indexes[] = {
        [BANK_SETS_LINEAR] = "linear", [BANK_SETS_XOR] = "xor", [BANK_SETS_IPOLY] = "ipoly", NULL};
    uint64_t size;
    uint32_t ways;
    unsigned set_index;
    if (!properties_bytes(group, "size", &size, error) ||
        !properties_count(group, "ways", 1, BANK_MAX_WAYS, &ways, error) ||
        !properties_choice(group, "set_index", indexes, &set_index, error))
        return false;
    const char *problem = bank_shape_problem(size, ways, set_index);
    if (problem)
        return properties_refuse(group, "size", error,
                                 "no cache can have this size, %" PRIu64 " bytes in %" PRIu32
                                 " ways with lines of %d bytes, %.10g sets: %s",
                                 size, ways, (int)LINE_BYTES,
                                 (double)size / ((double)ways * LINE_BYTES), problem);
    config->size_bytes = size;
    bank_shape_init(&config->shape, size, ways, set_index);
    return true;
}

static bool read_sectors(struct l2_bank_config *config, struct platform_group *group,
                         GError **error)
{
    static const char *const fetches[] = {"sector", "line", NULL};
    uint64_t sector;
    unsigned fetch;
    if (!properties_bytes(group, "sector", &sector, error) ||
        !properties_choice(group, "fetch", fetches, &fetch, error))
        return false;
    if (sector != 32 && sector != 64)
        return properties_refuse(group, "sector", error, "expected 32 or 64 bytes");
    config->sector_bytes = (uint32_t)sector;
    config->fetch_bytes = fetch == 1 ? LINE_BYTES : config->sector_bytes;
    return true;
}

static bool read_write_miss(struct l2_bank_config *config, struct platform_group *group,
                            GError **error)
{
    static const char *const words[] = {"keep", "read_line", NULL};
    unsigned word;
    if (!properties_choice(group, "write_miss", words, &word, error))
        return false;
    config->write_reads = word == 1;
    return true;
}

static bool read_merged_replies(struct l2_bank_config *config, struct platform_group *group,
                                GError **error)
{
    static const char *const words[] = {"whole", "mixed", NULL};
    unsigned word;
    if (!properties_choice(group, "merged_replies", words, &word, error))
        return false;
    config->mixes = word == 1;
    return true;
}

static bool read_entry(struct l2_bank_config *config, struct platform_group *group, GError **error)
{
    uint32_t latency, queue;
    if (!properties_cycles(group, "entry.latency", 0, &latency, error) ||
        !properties_count(group, "entry.queue", 1, MAX_QUEUE, &queue, error))
        return false;
    config->entry.latency = latency;
    config->entry.room = queue > LINE_SECTORS ? queue - LINE_SECTORS + 1 : 1;
    return true;
}

static bool read_halves(struct l2_bank_config *config, struct platform_group *group, GError **error)
{
    struct bank_halves_config *halves = &config->halves;
    if (!properties_count(group, "halves", 1, 2, &halves->halves, error) ||
        !properties_cycles(group, "far.latency", 0, &halves->far_latency, error) ||
        !properties_bytes_or_none(group, "far.copies", "no copies", &halves->copies_bytes, error))
        return false;
    halves->copies_ways = config->shape.ways;
    if (halves->halves == 1)
        return true;
    if (halves->far_latency == 0 || halves->far_latency > MOST_FAR)
        return properties_refuse(group, "far.latency", error,
                                 "two halves need from 1 to %d cycles between them", MOST_FAR);
    const char *problem =
        halves->copies_bytes > 0
            ? tag_array_problem(halves->copies_bytes, halves->copies_ways, LINE_BYTES)
            : NULL;
    return !problem || properties_refuse(group, "far.copies", error,
                                         "no cache can have this size in %" PRIu32 " ways: %s",
                                         halves->copies_ways, problem);
}

bool l2_bank_config_read(struct l2_bank_config *config, struct platform_group *group,
                         const struct crossbar_config *crossbar, GError **error)
{
    config->replies = crossbar->replies;
    config->early = crossbar->mixed > 1 && crossbar->requests.data_bytes == LINE_SECTOR_BYTES;
    return properties_clock(group, "clock", &config->clock, error) &&
           read_shape(config, group, error) && read_sectors(config, group, error) &&
           properties_bytes_per_cycle(group, "data.width", &config->data_width, error) &&
           properties_count(group, "mshrs", 1, MAX_MSHRS, &config->mshrs, error) &&
           properties_count(group, "mshr_merges", 1, MAX_MERGES, &config->mshr_merges, error) &&
           read_merged_replies(config, group, error) && read_write_miss(config, group, error) &&
           read_entry(config, group, error) && read_halves(config, group, error) &&
           properties_cycles(group, "atomic.interval", 1, &config->atomic_interval, error) &&
           properties_count(group, "to_xbar.flits", 1, MAX_FLITS, &config->reply_flits, error) &&
           properties_bytes_per_cycle(group, "to_dram.width", &config->dram_width, error) &&
           wire_shape_read(&config->to_dram, group, "to_dram", &config->clock, error);
}
