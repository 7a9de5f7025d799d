/* SPDX-License-Identifier: BSD-3-Clause */
/* The SM's load/store unit and caches. */
#include "import/platform_xml.h"

#include <string.h>

enum {
    MOST_WAYS = 64,      /* of a constant or texture cache */
    MOST_UNCACHED = 2048 /* requests of atomics: as many as an SM has lanes */
};

static uint64_t cache_bytes(const struct peer_cache *cache)
{
    return (uint64_t)cache->sets * cache->line_bytes * cache->ways;
}

static void write_coalescing(struct xml *xml, const struct peer_memory *memory)
{
    xml_prop(xml, "coalesce.size", "gpgpu_coalesce_arch gpgpu_shmem_warp_parts",
             memory->whole_warps ? "source: a warp is not cut" : NULL, "%s",
             memory->whole_warps ? "512B" : "128B");
    xml_prop(xml, "coalesce.narrow", "gpgpu_coalesce_arch",
             memory->narrow_segments ? "source: 32 bytes for bytes, 64 for two"
                                     : "source: sectors of 32 bytes",
             "%s", memory->narrow_segments ? "segments" : "lines");
    xml_prop(xml, "coalesce.writes", "gpgpu_coalesce_arch",
             memory->narrow_segments ? "source: a line, or that half or quarter of it that has all "
                                       "of its bytes"
                                     : "source: sectors of 32 bytes",
             "%s", memory->narrow_segments ? "halves" : "sectors");
    xml_prop(xml, "coalesce.order", NULL,
             "source: sorted by address, and taken from the end of the list", "falling");
    xml_prop(xml, "coalesce.atomics", "gpgpu_coalesce_arch",
             "source: a request a sector, of strong loads, too; and of atomics one more "
             "for each lane at a place again",
             "sectors");
}

/* With loose round robin, one share for all agrees best as it comes: in the peer, arithmetic takes
 * places from loads. With greedy-then-oldest one sub-core would take every place in a row. There it
 * is the peer's order that counts: its oldest instruction goes first, so sub-cores alternate. */
static void write_places(struct xml *xml, const struct peer_core *core)
{
    if (!core->private_units)
        xml_prop(xml, "ldst.private", NULL, "source: schedulers share them", "no");
    else if (strcmp(core->policy, "lrr") == 0)
        xml_prop(xml, "ldst.private", NULL,
                 "ours: one scheduler's share for all, since arithmetic takes places from loads in "
                 "the peer",
                 "no");
    else
        xml_prop(xml, "ldst.private", "gpgpu_scheduler",
                 "ours: one scheduler's share for all, in turn: the peer's instructions go on in "
                 "the order of their issue, so none of its greedy sub-cores keeps the unit",
                 "turns");
}

static void write_shared(struct xml *xml, const struct peer_config *config,
                         const struct latencies *latencies)
{
    const struct peer_memory *memory = &config->memory;
    xml_prop(xml, "ldst.issue_latency", "gpgpu_reg_file_port_throughput",
             "source: operand collector, dispatch, unit", "%ucycles", latencies->ldst);
    xml_prop(xml, "ldst.queue",
             "gpgpu_pipeline_widths gpgpu_operand_collector_num_units_mem "
             "gpgpu_operand_collector_num_units_gen "
             "gpgpu_enable_specialized_operand_collector",
             config->core.private_units ? "the registers and collectors on the way to the unit: a "
                                          "scheduler's share"
                                        : "the registers and collectors on the way to the unit, "
                                          "and the unit's own",
             "%u", config->core.mem_queue);
    write_places(xml, &config->core);
    xml_prop(xml, "ldst.pipeline", "gpgpu_l1_latency gpgpu_l1_banks",
             "source: a stage a cycle before the tags, for each bank", "%u",
             memory->l1_latency * memory->l1_banks);
    write_coalescing(xml, memory);
    xml_prop(xml, "async.bypass", NULL, "source, a quirk: LDGSTS goes through L1 whatever it asks",
             "no");
    xml_prop(xml, "op.atomic.waits", NULL, "source, a quirk: also where nothing needs its value",
             "yes");
    xml_prop(xml, "op.fence.waits", NULL, "source, a quirk: for registers, not for stores",
             "loads");
    xml_prop(xml, "op.fence.invalidates", "gpgpu_flush_l1_cache",
             "source: a fence empties L1D as well", "%s", memory->flush_l1 ? "yes" : "no");
    xml_prop(xml, "local.layout", "gpgpu_local_mem_map",
             memory->local_words ? "source: words of all threads side by side" : "not modelled",
             "%s", memory->local_words ? "words" : "warps");
    xml_prop(xml, "shared.latency", "gpgpu_smem_latency", "1 more to write back", "%ucycles",
             memory->smem_latency + 1);
    xml_prop(xml, "shared.banks", "gpgpu_shmem_num_banks", NULL, "%u", memory->shared_banks);
    xml_prop(xml, "shared.conflict_latency", NULL, "source: a turn a cycle", "1cycle");
    xml_prop(xml, "shared.wide", "gpgpu_shmem_warp_parts",
             memory->whole_warps
                 ? "source, a quirk: of a lane's access only the first word has a bank"
                 : "ours",
             "%s", memory->whole_warps ? "first" : "all");
}

static void write_constant(struct xml *xml, const struct peer_config *config)
{
    const struct peer_cache *cache = &config->memory.constant;
    g_autofree char *size = xml_bytes(cache_bytes(cache));
    if (config->core.perfect_inst_const) {
        xml_prop(xml, "constant.size", "gpgpu_perfect_inst_const_cache gpgpu_const_cache:l1/0",
                 "always hits", "0B");
    } else {
        xml_prop(xml, "constant.size", "gpgpu_const_cache:l1/0", NULL, "%s", size);
        xml_prop(xml, "constant.ways", "gpgpu_const_cache:l1/0", NULL, "%u", cache->ways);
    }
    xml_prop(xml, "constant.hit_latency", NULL, "source: in the load/store unit's own cycle",
             "1cycle");
    xml_prop(xml, "constant.indexed_latency", NULL, "source: as hit_latency", "1cycle");
    xml_prop(xml, "constant.traced", NULL, "source, a quirk: a trace's LDC is an integer operation",
             "operand");
}

static void write_texture(struct xml *xml, const struct peer_config *config,
                          const struct latencies *latencies)
{
    const struct peer_cache *cache = &config->memory.texture;
    unsigned unit = config->core.op_texture.latency;
    g_autofree char *size = xml_bytes(cache_bytes(cache));
    xml_prop(xml, "cluster.blocks", NULL, "source: blocks of a cluster are placed one by one", "1");
    if (cache->ways > MOST_WAYS) {
        xml_prop(xml, "texture.size", "gpgpu_tex_cache:l1/0", "more than 64 ways: L1D instead",
                 "0B");
        return;
    }
    xml_prop(xml, "texture.size", "gpgpu_tex_cache:l1/0", NULL, "%s", size);
    xml_prop(xml, "texture.ways", "gpgpu_tex_cache:l1/0", NULL, "%u", cache->ways);
    xml_prop(xml, "texture.hit_latency", NULL,
             unit > 0 ? "the unit TEX" : "ASSUMED: the texture unit is longer than L1's pipeline",
             "%ucycles", unit > 0 ? unit + latencies->overhead : 200);
    xml_prop(xml, "texture.mshr_merges", "gpgpu_tex_cache:l1/2", NULL, "%u", cache->merges);
}

/* "none", or the sizes that shared memory may have. */
static char *carveout(const struct peer_memory *memory)
{
    if (!memory->adaptive)
        return g_strdup("none");
    GString *text = g_string_new(NULL);
    g_auto(GStrv) words = g_strsplit(memory->carveout, ",", -1);
    for (char **word = words; *word; word++)
        g_string_append_printf(text, "%s%s%s", text->len > 0 ? "," : "", *word,
                               g_str_equal(*word, "0") ? "B" : "KiB");
    return g_string_free(text, FALSE);
}

/* T: write-through; L: write-back for local memory, write-evict for global. */
static const char *write_policy(const struct peer_cache *l1d)
{
    if (l1d->write == 'L' || l1d->write == 'E')
        return "evict";
    return l1d->write_allocate == 'N' ? "through" : "allocate";
}

/* The peer's hash of Fermi's sets is for lines of 128 bytes, as ours. */
static const char *set_index(char letter)
{
    return letter == 'L' ? "linear" : letter == 'H' ? "fermi" : "xor";
}

static void write_l1d(struct xml *xml, const struct peer_memory *memory)
{
    const struct peer_cache *l1d = &memory->l1d;
    uint64_t bytes = memory->adaptive ? (uint64_t)memory->unified_kib << 10 : cache_bytes(l1d);
    g_autofree char *size = xml_bytes(bytes);
    g_autofree char *sizes = carveout(memory);
    uint64_t ways = bytes / ((uint64_t)l1d->sets * l1d->line_bytes);
    const char *shape =
        memory->adaptive ? "gpgpu_unified_l1d_size gpgpu_cache:dl1/0" : "gpgpu_cache:dl1/0";
    xml_prop(xml, "l1d.size", shape, NULL, "%s", size);
    xml_prop(xml, "l1d.ways", shape, memory->adaptive ? "as many sets" : NULL, "%" G_GUINT64_FORMAT,
             ways);
    xml_prop(xml, "l1d.carveout", "gpgpu_adaptive_cache_config gpgpu_shmem_option", NULL, "%s",
             sizes);
    xml_prop(xml, "l1d.sector", "gpgpu_cache:dl1/0", NULL, "%s", l1d->sectored ? "32B" : "128B");
    xml_prop(xml, "l1d.banks", "gpgpu_l1_banks", NULL, "%u", memory->l1_banks);
    xml_prop(xml, "l1d.write", "gpgpu_cache:dl1/1", NULL, "%s", write_policy(l1d));
    xml_prop(xml, "l1d.write_local", "gpgpu_cache:dl1/1",
             l1d->write == 'L' ? "L: write-back where it hits" : NULL, "%s",
             l1d->write == 'L' ? "back" : "same");
    bool allocates = strcmp(write_policy(l1d), "allocate") == 0;
    xml_prop(xml, "l1d.write_pending", "gpgpu_cache:dl1/1",
             allocates ? NULL : "source, a quirk: a store to a line on its way leaves it", "%s",
             allocates ? "cut" : "left");
    xml_prop(xml, "l1d.allocate", "gpgpu_cache:dl1/1", NULL, "%s",
             l1d->allocate == 'm' ? "miss" : "fill");
    xml_prop(xml, "l1d.set_index", "gpgpu_cache:dl1/1", NULL, "%s", set_index(l1d->set_index));
    xml_prop(xml, "l1d.hit_latency", "gpgpu_l1_latency", NULL, "%ucycle%s", memory->l1_latency,
             memory->l1_latency == 1 ? "" : "s");
    xml_prop(xml, "l1d.fill_latency", NULL, "source: fill, then write-back", "%dcycles",
             FILL_LATENCY);
    xml_prop(xml, "l1d.mshrs", "gpgpu_cache:dl1/2", NULL, "%u", l1d->mshrs);
    xml_prop(xml, "l1d.mshrs_uncached", NULL,
             "source: no limit but the network's; a request for each lane of the warps", "%u",
             MOST_UNCACHED);
    xml_prop(xml, "l1d.mshr_merges", "gpgpu_cache:dl1/2", NULL, "%u", l1d->merges);
    xml_prop(xml, "l1d.mshr_replies", NULL,
             "source: what an MSHR has brought goes to one waiting access a cycle", "1");
    xml_prop(xml, "l1d.miss_queue", "gpgpu_cache:dl1/3", NULL, "%u", l1d->miss_queue);
}

void platform_write_l1(struct xml *xml, const struct peer_config *config,
                       const struct latencies *latencies)
{
    write_shared(xml, config, latencies);
    write_constant(xml, config);
    write_texture(xml, config, latencies);
    write_l1d(xml, &config->memory);
}
