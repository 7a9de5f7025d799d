/* SPDX-License-Identifier: BSD-3-Clause */
/* The properties of an SM's memory side in the platform file. */
#include "models/sm/core/sm_config_memory.h"
#include "models/core/payload.h"
#include "models/core/quantity.h"
#include "models/sm/core/sm_config_values.h"
#include <string.h>

enum { MOST_ENTRIES = 1 << 16, MOST_UNCACHED = 1 << 12, MOST_TMA_REQUESTS = 4096 };
enum { MOST_MSHRS = MOST_ENTRIES - MOST_UNCACHED, MOST_L1D_BANKS = 32 };

G_STATIC_ASSERT(MOST_ENTRIES <= UINT16_MAX + 1); /* MSHRs are message_number() */

/* Without a texture cache of their own (size 0) texels go through L1D. */
static bool read_texture(struct sm_config *config, struct platform_group *group, GError **error)
{
    if (!properties_bytes_or_none(group, "texture.size", "texels go through L1D",
                                  &config->texture.size_bytes, error))
        return false;
    if (config->texture.size_bytes == 0)
        return true;
    return sm_config_cache(group, "texture", &config->texture, error) &&
           sm_config_cycles(group, "texture.hit_latency", 1, &config->texture_latency, error) &&
           properties_count(group, "texture.mshr_merges", 1, 256, &config->texture_merges, error);
}

/* "none", or the sizes that shared memory can have in the unified memory, "0B,32KiB,96KiB". */
static bool read_carve_out(struct sm_config *config, struct platform_group *group, GError **error)
{
    static const char name[] = "l1d.carveout";
    const char *text;
    struct occupancy_carve_out *carve_out = &config->carve_out;
    carve_out->n = 0;
    if (!properties_text(group, name, &text, error))
        return false;
    if (strcmp(text, "none") == 0)
        return true;
    g_auto(GStrv) sizes = g_strsplit(text, ",", -1);
    for (unsigned i = 0; sizes[i]; i++) {
        g_autoptr(GError) problem = NULL;
        uint64_t bytes, last = i > 0 ? carve_out->bytes[i - 1] : 0;
        if (!quantity_bytes(g_strstrip(sizes[i]), &bytes, &problem))
            return properties_refuse(group, name, error, "%s", problem->message);
        if (i == CARVE_OUT_SIZES)
            return properties_refuse(group, name, error, "at most %d sizes", CARVE_OUT_SIZES);
        if ((i > 0 && bytes <= last) || bytes >= config->l1d.size_bytes)
            return properties_refuse(group, name, error,
                                     "expected ascending sizes below l1d.size, found '%s'", text);
        carve_out->bytes[carve_out->n++] = (uint32_t)bytes;
    }
    if (carve_out->n == 0 || carve_out->bytes[carve_out->n - 1] != config->limits.shared_bytes)
        return properties_refuse(group, name, error,
                                 "the last size must be that of shared.size, %u bytes",
                                 config->limits.shared_bytes);
    return true;
}

/* Without L1D (size 0) there are no lines for stores to take, whatever l1d.write says. */
static bool read_l1d_shape(struct sm_config *config, struct platform_group *group, GError **error)
{
    if (!properties_bytes_or_none(group, "l1d.size", "loads go to L2", &config->l1d.size_bytes,
                                  error))
        return false;
    return config->l1d.size_bytes > 0
               ? sm_config_cache(group, "l1d", &config->l1d, error)
               : properties_count(group, "l1d.ways", 1, MOST_WAYS, &config->l1d.ways, error);
}

static bool read_l1d(struct sm_config *config, struct platform_group *group, GError **error)
{
    static const char *const set_index_names[] = {"linear", "xor", "fermi", NULL};
    static const char *const sector_names[] = {"128B", "32B", NULL};
    static const char *const write_names[] = {"evict", "through", "allocate", NULL};
    static const char *const local_names[] = {"same", "back", NULL};
    static const char *const pending_names[] = {"cut", "left", NULL};
    static const char *const allocate_names[] = {"miss", "fill", NULL};
    unsigned set_index, sector, write, local, pending, allocate;
    if (!read_l1d_shape(config, group, error) ||
        !properties_choice(group, "l1d.set_index", set_index_names, &set_index, error) ||
        !properties_choice(group, "l1d.sector", sector_names, &sector, error) ||
        !properties_count(group, "l1d.banks", 1, MOST_L1D_BANKS, &config->l1d_banks, error) ||
        !properties_choice(group, "l1d.write", write_names, &write, error) ||
        !properties_choice(group, "l1d.write_local", local_names, &local, error) ||
        !properties_choice(group, "l1d.write_pending", pending_names, &pending, error) ||
        !properties_choice(group, "l1d.allocate", allocate_names, &allocate, error) ||
        !read_carve_out(config, group, error) ||
        !sm_config_cycles(group, "l1d.hit_latency", 1, &config->l1d_latency, error) ||
        !sm_config_cycles(group, "l1d.fill_latency", 1, &config->l1d_fill_latency, error) ||
        !properties_count(group, "l1d.mshrs", 1, MOST_MSHRS, &config->l1d_mshrs, error) ||
        !properties_count(group, "l1d.mshrs_uncached", 0, MOST_UNCACHED,
                          &config->access.mshrs_uncached, error) ||
        !properties_count(group, "l1d.mshr_merges", 1, 256, &config->l1d_merges, error) ||
        !properties_count(group, "l1d.mshr_replies", 0, 64, &config->access.replies, error) ||
        !properties_count(group, "l1d.miss_queue", 1, MOST_ENTRIES, &config->miss_queue, error))
        return false;
    if (config->l1d_banks & (config->l1d_banks - 1))
        return properties_refuse(group, "l1d.banks", error, "must be a power of two");
    config->l1d_set_index = (enum tag_set_index)set_index;
    config->l1d_sectored = sector == 1;
    config->l1d_write = config->l1d.size_bytes > 0 ? (enum l1d_write)write : L1D_WRITE_EVICT;
    config->l1d_allocate_on_fill = allocate == 1;
    config->access.local_back = local == 1 && !config->l1d_allocate_on_fill;
    config->access.pending_left = pending == 1 && config->l1d_write != L1D_WRITE_ALLOCATE;
    return true;
}

static bool read_shared(struct sm_config *config, struct platform_group *group, GError **error)
{
    static const char *const wide_words[] = {"all", "first", NULL};
    unsigned wide;
    if (!sm_config_cycles(group, "shared.latency", 1, &config->shared.latency, error) ||
        !properties_count(group, "shared.banks", 1, SHARED_MAX_BANKS, &config->shared.banks,
                          error) ||
        !sm_config_cycles(group, "shared.conflict_latency", 1, &config->shared.conflict_latency,
                          error) ||
        !properties_choice(group, "shared.wide", wide_words, &wide, error))
        return false;
    config->shared.widest = wide == 1 ? SHARED_WORD_BYTES : UINT32_MAX;
    if (config->shared.banks & (config->shared.banks - 1))
        return properties_refuse(group, "shared.banks", error, "must be a power of two");
    /* All lanes in one bank; a lane of 16 bytes has four words, for four banks if there are. */
    uint32_t turns = WARP_LANES * MAX(1, 4 / config->shared.banks);
    if (config->shared.latency + (turns - 1) * config->shared.conflict_latency > LONGEST_RESULT)
        return properties_refuse(
            group, "shared.conflict_latency", error,
            "shared.latency and %u turns of the banks are more than %d cycles together", turns,
            LONGEST_RESULT);
    return true;
}

/* Fences and constants of simulators whose traces this one reads. */
static bool read_quirks(struct sm_config *config, struct platform_group *group, GError **error)
{
    static const char *const fence_words[] = {"all", "loads", NULL};
    static const char *const yes_or_no[] = {"no", "yes", NULL};
    static const char *const constant_words[] = {"cache", "operand", NULL};
    unsigned fence, invalidates, constant;
    if (!properties_choice(group, "op.fence.waits", fence_words, &fence, error) ||
        !properties_choice(group, "op.fence.invalidates", yes_or_no, &invalidates, error) ||
        !properties_choice(group, "constant.traced", constant_words, &constant, error))
        return false;
    config->access.fence_loads = fence == 1;
    config->access.fence_drops = invalidates == 1;
    config->access.constant_operands = constant == 1;
    return true;
}

/* Without the properties: mbarriers take as long as shared memory, and there is no TMA engine. */
static bool read_tma(struct sm_config *config, struct platform_group *group, GError **error)
{
    enum { WAIT_LIMIT = 1000000 }; /* ASSUMED */
    struct tma_config *tma = &config->access.tma;
    const uint32_t shared = MIN(config->ldst_latency + config->shared.latency, LONGEST_LATENCY);
    *tma = (struct tma_config){
        .arrive_latency = shared, .wait_latency = shared, .wait_limit = WAIT_LIMIT};
    if (properties_have(group, "mbarrier.arrive_latency") &&
        (!sm_config_cycles(group, "mbarrier.arrive_latency", 1, &tma->arrive_latency, error) ||
         !sm_config_cycles(group, "mbarrier.wait_latency", 1, &tma->wait_latency, error) ||
         !properties_cycles(group, "mbarrier.wait_limit", 1, &tma->wait_limit, error)))
        return false;
    return !properties_have(group, "tma.requests") ||
           (properties_count(group, "tma.requests", 1, MOST_TMA_REQUESTS, &tma->requests, error) &&
            sm_config_cycles(group, "tma.interval", 1, &tma->interval, error) &&
            sm_config_cycles(group, "tma.latency", 1, &tma->latency, error) &&
            sm_config_cycles(group, "tma.line_interval", 1, &tma->line_interval, error) &&
            sm_config_cycles(group, "tma.fill_latency", 1, &tma->fill_latency, error));
}

static bool read_queue(struct sm_config *config, struct platform_group *group, GError **error)
{
    static const char *const ways[] = {"no", "yes", "turns", NULL};
    unsigned private;
    if (!properties_count(group, "ldst.queue", 1, 256, &config->ldst_queue, error) ||
        !properties_choice(group, "ldst.private", ways, &private, error) ||
        !properties_count(group, "ldst.pipeline", 0, 1024, &config->ldst_pipeline, error))
        return false;
    if (private > 0 && !config->private_units)
        return properties_refuse(group, "ldst.private", error, "%s needs units.private yes",
                                 ways[private]);
    config->access.private_places = private == 1;
    config->access.places_in_turn = private == 2;
    return true;
}

bool sm_config_read_memory(struct sm_config *config, struct platform_group *group, GError **error)
{
    static const char *const words[] = {"lines", "segments", NULL};
    static const char *const yes_or_no[] = {"no", "yes", NULL};
    static const char *const layouts[] = {"warps", "words", NULL};
    static const char *const atomic_words[] = {"lines", "sectors", NULL};
    static const char *const store_words[] = {"sectors", "halves", NULL};
    static const char *const orders[] = {"lanes", "falling", NULL};
    uint64_t coalescing;
    unsigned narrow, stores, atomics, copies, local, waits, order;
    if (!sm_config_cycles(group, "ldst.issue_latency", 1, &config->ldst_latency, error) ||
        !read_queue(config, group, error) ||
        !properties_bytes(group, "coalesce.size", &coalescing, error) ||
        !properties_choice(group, "coalesce.narrow", words, &narrow, error) ||
        !properties_choice(group, "coalesce.writes", store_words, &stores, error) ||
        !properties_choice(group, "coalesce.order", orders, &order, error) ||
        !properties_choice(group, "op.atomic.waits", yes_or_no, &waits, error) ||
        !read_quirks(config, group, error) ||
        !properties_choice(group, "local.layout", layouts, &local, error) ||
        !properties_choice(group, "coalesce.atomics", atomic_words, &atomics, error) ||
        !properties_choice(group, "async.bypass", yes_or_no, &copies, error) ||
        !read_shared(config, group, error) || !read_tma(config, group, error) ||
        !sm_config_cache_or_none(group, "constant", "every constant is there",
                                 &config->constant_cache, error) ||
        !sm_config_cycles(group, "constant.hit_latency", 1, &config->constant_latency, error) ||
        !sm_config_cycles(group, "constant.indexed_latency", 1, &config->indexed_latency, error) ||
        !read_texture(config, group, error) || !read_l1d(config, group, error))
        return false;
    if (coalescing < LINE_BYTES || coalescing > 512 || (coalescing & (coalescing - 1)))
        return properties_refuse(group, "coalesce.size", error, "must be 128B, 256B or 512B");
    config->coalescing_bytes = (uint32_t)coalescing;
    config->access.narrow_segments = narrow == 1;
    config->access.store_halves = stores == 1;
    config->access.falling = order == 1;
    config->access.atomic_waits = waits == 1;
    config->access.local_words = local == 1;
    config->access.atomic_sectors = atomics == 1;
    config->access.copies_cached = copies == 0;
    return true;
}
