/* SPDX-License-Identifier: BSD-3-Clause */
/* An SM's properties in the platform file. */
#include "models/core/payload.h"
#include "models/sm/shared_conflicts.h"
#include "models/sm/sm.h"

/* Longest latency: what the SM's wheel of ready warps holds (1,024 cycles), with room for the turns
 * of a shared memory access (128 at most) and for register bank conflicts. */
enum { LONGEST_LATENCY = 800, MOST_ENTRIES = 1 << 16, LARGEST_INSTRUCTION = 16 };

static const char *const pipe_names[] = {"none",   "sp",     "int",  "sfu", "dp",
                                         "tensor", "branch", "ldst", NULL};

/* Loads, stores and atomics go to "ldst", by the properties named so. */
static const char *const op_names[OP_CLASSES] = {
    [OP_INT] = "int",           [OP_INT_MUL] = "int_mul",   [OP_INT_DIV] = "int_div",
    [OP_FP32] = "fp32",         [OP_FP32_DIV] = "fp32_div", [OP_FP64] = "fp64",
    [OP_FP64_DIV] = "fp64_div", [OP_TENSOR] = "tensor",     [OP_CONVERT] = "convert",
    [OP_SFU] = "sfu",           [OP_BRANCH] = "branch",     [OP_EXIT] = "exit",
    [OP_BARRIER] = "barrier",   [OP_FENCE] = "fence"};

static bool cycles_up_to(struct platform_group *group, const char *name, uint32_t minimum,
                         uint32_t *out, GError **error)
{
    if (!properties_cycles(group, name, minimum, out, error))
        return false;
    if (*out <= LONGEST_LATENCY)
        return true;
    return properties_refuse(group, name, error, "at most %d cycles are possible", LONGEST_LATENCY);
}

static bool read_op(struct sm_config *config, struct platform_group *group, unsigned op,
                    GError **error)
{
    g_autofree char *unit = g_strdup_printf("op.%s.unit", op_names[op]);
    g_autofree char *latency = g_strdup_printf("op.%s.latency", op_names[op]);
    g_autofree char *interval = g_strdup_printf("op.%s.interval", op_names[op]);
    unsigned pipe;
    uint32_t latency_cycles, interval_cycles;
    if (!properties_choice(group, unit, pipe_names, &pipe, error) ||
        !cycles_up_to(group, latency, 1, &latency_cycles, error) ||
        !cycles_up_to(group, interval, 1, &interval_cycles, error))
        return false;
    if (pipe != PIPE_NONE && config->pipes[pipe] == 0)
        return properties_refuse(group, unit, error, "there are no units of this kind");
    config->ops[op] = (struct op_timing){.pipe = (uint8_t)pipe,
                                         .latency = (uint16_t)latency_cycles,
                                         .interval = (uint16_t)interval_cycles};
    return true;
}

static bool read_ops(struct sm_config *config, struct platform_group *group, GError **error)
{
    static const char *const units[PIPES] = {
        [PIPE_SP] = "units.sp", [PIPE_INT] = "units.int",       [PIPE_SFU] = "units.sfu",
        [PIPE_DP] = "units.dp", [PIPE_TENSOR] = "units.tensor", [PIPE_BRANCH] = "units.branch"};
    static const char *const yes_or_no[] = {"no", "yes", NULL};
    for (unsigned pipe = PIPE_SP; pipe < PIPE_LDST; pipe++)
        if (!properties_count(group, units[pipe], 0, PIPE_MAX_INSTANCES, &config->pipes[pipe],
                              error))
            return false;
    unsigned private;
    if (!properties_choice(group, "units.private", yes_or_no, &private, error))
        return false;
    config->private_units = private == 1;
    config->pipes[PIPE_NONE] = config->pipes[PIPE_LDST] = 1;
    for (unsigned op = 0; op < OP_CLASSES; op++) {
        if (!op_names[op])
            config->ops[op] = (struct op_timing){.pipe = PIPE_LDST, .latency = 1, .interval = 1};
        else if (!read_op(config, group, op, error))
            return false;
    }
    return true;
}

static bool read_cache(struct platform_group *group, const char *name, struct cache_shape *out,
                       GError **error)
{
    g_autofree char *size = g_strdup_printf("%s.size", name);
    g_autofree char *ways = g_strdup_printf("%s.ways", name);
    if (!properties_bytes(group, size, &out->size_bytes, error) ||
        !properties_count(group, ways, 1, 64, &out->ways, error))
        return false;
    uint64_t way_bytes = out->size_bytes / out->ways;
    if (out->size_bytes % out->ways || way_bytes % LINE_BYTES || (way_bytes & (way_bytes - 1)) ||
        out->size_bytes > (UINT64_C(1) << 24))
        return properties_refuse(group, size, error,
                                 "a way must be a power of two and at least %d bytes, and the "
                                 "cache at most 16 MiB",
                                 LINE_BYTES);
    return true;
}

/* Without a cache (size 0) everything hits. */
static bool read_cache_or_none(struct platform_group *group, const char *name,
                               struct cache_shape *out, GError **error)
{
    g_autofree char *size = g_strdup_printf("%s.size", name);
    if (!properties_bytes_or_none(group, size, &out->size_bytes, error))
        return false;
    return out->size_bytes == 0 || read_cache(group, name, out, error);
}

static bool read_front(struct sm_config *config, struct platform_group *group, GError **error)
{
    static const char *const branch_words[] = {"flush", "follow", NULL};
    uint64_t instruction_bytes;
    unsigned branches;
    if (!properties_count(group, "schedulers", 1, WARP_SCHEDULERS, &config->schedulers, error) ||
        !properties_count(group, "issue.width", 1, 2, &config->issue_width, error) ||
        !properties_count(group, "registers.banks", 1, 256, &config->register_banks, error) ||
        !properties_count(group, "ibuffer.entries", 1, 16, &config->ibuffer_entries, error) ||
        !properties_count(group, "fetch.width", 1, 16, &config->fetch_width, error) ||
        !properties_count(group, "fetch.warps", 1, 16, &config->fetch_warps, error) ||
        !cycles_up_to(group, "fetch.latency", 1, &config->fetch_latency, error) ||
        !properties_choice(group, "fetch.branches", branch_words, &branches, error) ||
        !properties_bytes(group, "instruction.size", &instruction_bytes, error) ||
        !read_cache_or_none(group, "l1i", &config->icache, error))
        return false;
    config->fetch_follows = branches == 1;
    if (config->ibuffer_entries < config->fetch_width)
        return properties_refuse(group, "ibuffer.entries", error,
                                 "a fetch of %u instructions needs room", config->fetch_width);
    if (instruction_bytes > LARGEST_INSTRUCTION || LINE_BYTES % instruction_bytes)
        return properties_refuse(group, "instruction.size", error, "must be 1B, 2B, 4B, 8B or 16B");
    config->instruction_bytes = (uint32_t)instruction_bytes;
    return true;
}

/* Without a texture cache of their own (size 0) texels go through L1D. */
static bool read_texture(struct sm_config *config, struct platform_group *group, GError **error)
{
    if (!properties_bytes_or_none(group, "texture.size", &config->texture.size_bytes, error))
        return false;
    if (config->texture.size_bytes == 0)
        return true;
    return read_cache(group, "texture", &config->texture, error) &&
           cycles_up_to(group, "texture.hit_latency", 1, &config->texture_latency, error) &&
           properties_count(group, "texture.mshr_merges", 1, 256, &config->texture_merges, error);
}

static bool read_memory(struct sm_config *config, struct platform_group *group, GError **error)
{
    static const char *const set_index_names[] = {"linear", "xor", NULL};
    uint64_t coalescing;
    unsigned set_index;
    if (!cycles_up_to(group, "ldst.issue_latency", 1, &config->ldst_latency, error) ||
        !properties_count(group, "ldst.queue", 1, 256, &config->ldst_queue, error) ||
        !properties_bytes(group, "coalesce.size", &coalescing, error) ||
        !cycles_up_to(group, "shared.latency", 1, &config->shared_latency, error) ||
        !properties_count(group, "shared.banks", 1, SHARED_MAX_BANKS, &config->shared_banks,
                          error) ||
        !read_cache(group, "constant", &config->constant_cache, error) ||
        !cycles_up_to(group, "constant.hit_latency", 1, &config->constant_latency, error) ||
        !read_texture(config, group, error) || !read_cache(group, "l1d", &config->l1d, error) ||
        !properties_choice(group, "l1d.set_index", set_index_names, &set_index, error) ||
        !cycles_up_to(group, "l1d.hit_latency", 1, &config->l1d_latency, error) ||
        !cycles_up_to(group, "l1d.fill_latency", 1, &config->l1d_fill_latency, error) ||
        !properties_count(group, "l1d.mshrs", 1, MOST_ENTRIES, &config->l1d_mshrs, error) ||
        !properties_count(group, "l1d.mshr_merges", 1, 256, &config->l1d_merges, error) ||
        !properties_count(group, "l1d.miss_queue", 1, MOST_ENTRIES, &config->miss_queue, error))
        return false;
    if (config->shared_banks & (config->shared_banks - 1))
        return properties_refuse(group, "shared.banks", error, "must be a power of two");
    if (coalescing < LINE_BYTES || coalescing > 512 || (coalescing & (coalescing - 1)))
        return properties_refuse(group, "coalesce.size", error, "must be 128B, 256B or 512B");
    config->coalescing_bytes = (uint32_t)coalescing;
    config->l1d_set_index = set_index == 1 ? TAG_SETS_XOR : TAG_SETS_LINEAR;
    return true;
}

bool sm_config_read(struct sm_config *config, struct platform_group *group, GError **error)
{
    if (!properties_clock(group, "clock", &config->clock, error) ||
        !occupancy_limits_read(group, &config->limits, error))
        return false;
    if (config->limits.max_warps > WARP_SLOTS)
        return properties_refuse(group, "warps", error, "at most %d are possible", WARP_SLOTS);
    if (config->limits.max_blocks > SM_MAX_BLOCKS)
        return properties_refuse(group, "blocks", error, "at most %d are possible", SM_MAX_BLOCKS);
    return read_front(config, group, error) && read_ops(config, group, error) &&
           read_memory(config, group, error);
}
