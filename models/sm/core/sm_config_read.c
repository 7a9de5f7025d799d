/* SPDX-License-Identifier: BSD-3-Clause */
/* An SM's properties in the platform file; those of its memory side: sm_config_memory.c. */
#include "models/sm/core/sm_config_read.h"
#include "models/core/payload.h"
#include "models/sm/core/sm_config_clusters.h"
#include "models/sm/core/sm_config_memory.h"
#include "models/sm/core/sm_config_tensor.h"
#include "models/sm/core/sm_config_values.h"
#include <string.h>

enum { LARGEST_INSTRUCTION = 16 };

static const char *const pipe_names[] = {"none",   "sp",     "int",     "sfu",  "dp",
                                         "tensor", "branch", "texture", "ldst", NULL};

/* Loads, stores and atomics go to "ldst", by the properties named so. */
static const char *const op_names[OP_CLASSES] = {
    [OP_INT] = "int",           [OP_INT_MUL] = "int_mul",   [OP_INT_DIV] = "int_div",
    [OP_FP32] = "fp32",         [OP_FP32_DIV] = "fp32_div", [OP_FP64] = "fp64",
    [OP_FP64_DIV] = "fp64_div", [OP_TENSOR] = "tensor",     [OP_CONVERT] = "convert",
    [OP_SFU] = "sfu",           [OP_TEXTURE] = "texture",   [OP_BRANCH] = "branch",
    [OP_EXIT] = "exit",         [OP_BARRIER] = "barrier",   [OP_FENCE] = "fence"};

static bool read_op(struct sm_config *config, struct platform_group *group, unsigned op,
                    GError **error)
{
    g_autofree char *unit = g_strdup_printf("op.%s.unit", op_names[op]);
    g_autofree char *latency = g_strdup_printf("op.%s.latency", op_names[op]);
    g_autofree char *interval = g_strdup_printf("op.%s.interval", op_names[op]);
    unsigned pipe;
    uint32_t latency_cycles, interval_cycles;
    if (!properties_choice(group, unit, pipe_names, &pipe, error) ||
        !sm_config_cycles(group, latency, 1, &latency_cycles, error) ||
        !sm_config_cycles(group, interval, 1, &interval_cycles, error))
        return false;
    if (pipe != PIPE_NONE && config->pipes[pipe] == 0)
        return properties_refuse(group, unit, error, "there are no units of this kind");
    config->ops[op] = (struct op_timing){.pipe = (uint8_t)pipe,
                                         .latency = (uint16_t)latency_cycles,
                                         .interval = (uint16_t)interval_cycles};
    return true;
}

/* One of the list: "sp:6". */
static bool read_collector(struct sm_config *config, struct platform_group *group, const char *text,
                           GError **error)
{
    g_auto(GStrv) words = g_strsplit(text, ":", 2);
    uint64_t n = 0;
    unsigned pipe = PIPE_SP;
    bool any = words[0] && strcmp(words[0], "any") == 0;
    while (!any && pipe < PIPE_LDST && (!words[0] || strcmp(words[0], pipe_names[pipe]) != 0))
        pipe++;
    if (pipe == PIPE_LDST || !words[1] ||
        !g_ascii_string_to_unsigned(words[1], 10, 1, COLLECTORS_MOST, &n, NULL))
        return properties_refuse(group, "collectors", error,
                                 "expected none, or kinds of units or \"any\", each with a number "
                                 "up to %d, such as sp:6,sfu:8; found '%s'",
                                 COLLECTORS_MOST, text);
    *(any ? &config->collectors.any : &config->collectors.own[pipe]) = (uint32_t)n;
    return true;
}

/* "none", or how many collectors kinds of units have: "any:2". */
static bool read_collectors(struct sm_config *config, struct platform_group *group, GError **error)
{
    const char *text;
    config->collectors = (struct collector_config){0};
    if (!properties_text(group, "collectors", &text, error))
        return false;
    config->collectors.used = strcmp(text, "none") != 0;
    if (!config->collectors.used) {
        properties_pass_over(group, "result.buses");
        return true;
    }
    g_auto(GStrv) parts = g_strsplit(text, ",", -1);
    for (unsigned i = 0; parts[i]; i++)
        if (!read_collector(config, group, parts[i], error))
            return false;
    if (!properties_count(group, "result.buses", 0, 64, &config->collectors.buses, error))
        return false;
    if (config->register_banks > COLLECTORS_MOST_BANKS)
        return properties_refuse(group, "registers.banks", error,
                                 "with collectors at most %d are possible", COLLECTORS_MOST_BANKS);
    if (config->register_reads > COLLECTORS_MOST_READS)
        return properties_refuse(group, "registers.reads", error,
                                 "with collectors at most %d are possible", COLLECTORS_MOST_READS);
    return true;
}

/* What some instructions cost instead of what their class does; a platform need not say it. */
static bool read_own_costs(struct sm_config *config, struct platform_group *group, GError **error)
{
    static const struct {
        const char *name;
        uint8_t class; /* whose unit it uses; OP_CLASSES: the uniform datapath */
    } own[OWN_COSTS] = {[COST_UNIFORM] = {"op.uniform", OP_CLASSES},
                        [COST_REDUX] = {"op.redux", OP_CONVERT},
                        [COST_DPX] = {"op.dpx", OP_INT}};
    for (unsigned cost = COST_OF_CLASS + 1; cost < OWN_COSTS; cost++) {
        struct op_timing *timing = &config->ops[OPS_OWN + cost];
        *timing = (struct op_timing){0};
        if (!group_find_property(group, own[cost].name))
            continue;
        if (!sm_config_timing(timing, group, own[cost].name, error))
            return false;
        timing->pipe =
            own[cost].class == OP_CLASSES ? PIPE_UNIFORM : config->ops[own[cost].class].pipe;
        if (config->collectors.used && timing->pipe == PIPE_UNIFORM)
            return properties_refuse(group, own[cost].name, error,
                                     "with operand collectors the uniform datapath has no unit of "
                                     "its own");
    }
    return true;
}

static bool read_ops(struct sm_config *config, struct platform_group *group, GError **error)
{
    static const char *const units[PIPES] = {
        [PIPE_SP] = "units.sp",          [PIPE_INT] = "units.int",
        [PIPE_SFU] = "units.sfu",        [PIPE_DP] = "units.dp",
        [PIPE_TENSOR] = "units.tensor",  [PIPE_BRANCH] = "units.branch",
        [PIPE_TEXTURE] = "units.texture"};
    static const char *const yes_or_no[] = {"no", "yes", NULL};
    for (unsigned pipe = PIPE_SP; pipe < PIPE_LDST; pipe++)
        if (!properties_count(group, units[pipe], 0, PIPE_MAX_INSTANCES, &config->pipes[pipe],
                              error))
            return false;
    unsigned private;
    if (!properties_choice(group, "units.private", yes_or_no, &private, error) ||
        !properties_count(group, "units.queue", 0, UNIT_MAX_QUEUE, &config->unit_queue.places,
                          error) ||
        !read_collectors(config, group, error))
        return false;
    config->private_units = private == 1;
    config->pipes[PIPE_NONE] = config->pipes[PIPE_LDST] = config->pipes[PIPE_GROUP] = 1;
    config->pipes[PIPE_UNIFORM] = 1;
    uint32_t longest = 1;
    for (unsigned op = 0; op < OP_CLASSES; op++) {
        if (!op_names[op])
            config->ops[op] = (struct op_timing){
                .pipe = op == OP_SYNC ? PIPE_NONE : PIPE_LDST, .latency = 1, .interval = 1};
        else if (!read_op(config, group, op, error))
            return false;
    }
    if (!sm_config_read_tensor(config, group, error) || !read_own_costs(config, group, error))
        return false;
    for (unsigned op = 0; op < G_N_ELEMENTS(config->ops); op++)
        longest = MAX(longest, config->ops[op].latency);
    config->unit_queue.longest = LONGEST_RESULT - longest;
    return true;
}

/* Lines of the instruction cache that may be on their way at a time, and how far its prefetcher
 * goes. */
static bool read_icache_misses(struct sm_config *config, struct platform_group *group,
                               GError **error)
{
    static const char mshrs[] = "l1i.mshrs", ahead[] = "l1i.prefetch";
    if (config->fetch.cache.size_bytes > 0)
        return properties_count(group, mshrs, 1, 1024, &config->fetch.mshrs, error) &&
               properties_count(group, ahead, 0, 64, &config->fetch.ahead, error);
    properties_pass_over(group, mshrs);
    properties_pass_over(group, ahead);
    return true;
}

static bool read_front(struct sm_config *config, struct platform_group *group, GError **error)
{
    static const char *const branch_words[] = {"flush", "follow", "behind", NULL};
    static const char *const order_words[] = {"fixed", "rotate", NULL};
    static const char *const fetch_words[] = {"slots", "turns", NULL};
    uint64_t instruction_bytes;
    unsigned branches, order, fetches;
    if (!properties_count(group, "schedulers", 1, WARP_SCHEDULERS, &config->schedulers, error) ||
        !properties_count(group, "issue.width", 1, 2, &config->issue_width, error) ||
        !properties_choice(group, "issue.order", order_words, &order, error) ||
        !properties_count(group, "registers.banks", 1, 256, &config->register_banks, error) ||
        !properties_count(group, "registers.reads", 1, 16, &config->register_reads, error) ||
        !properties_count(group, "ibuffer.entries", 1, 16, &config->fetch.buffer, error) ||
        !properties_count(group, "fetch.width", 1, 16, &config->fetch.width, error) ||
        !properties_count(group, "fetch.warps", 1, 16, &config->fetch.warps, error) ||
        !sm_config_cycles(group, "fetch.latency", 1, &config->fetch.latency, error) ||
        !properties_choice(group, "fetch.branches", branch_words, &branches, error) ||
        !properties_choice(group, "fetch.order", fetch_words, &fetches, error) ||
        !properties_bytes(group, "instruction.size", &instruction_bytes, error) ||
        !sm_config_cache_or_none(group, "l1i", "every instruction is there", &config->fetch.cache,
                                 error) ||
        !read_icache_misses(config, group, error))
        return false;
    config->issue_rotates = order == 1;
    config->fetch.turns = fetches == 1;
    config->fetch.follows = branches > 0;
    config->fetch.behind = branches == 2 && config->fetch.cache.size_bytes > 0;
    if (config->fetch.buffer < config->fetch.width)
        return properties_refuse(group, "ibuffer.entries", error,
                                 "a fetch of %u instructions needs room", config->fetch.width);
    if (config->fetch.buffer >= 2 * config->fetch.width)
        return properties_refuse(group, "ibuffer.entries", error,
                                 "with room for two fetches of %u instructions, a warp could have "
                                 "two on their way; only one is possible",
                                 config->fetch.width);
    if (instruction_bytes > LARGEST_INSTRUCTION || LINE_BYTES % instruction_bytes)
        return properties_refuse(group, "instruction.size", error, "must be 1B, 2B, 4B, 8B or 16B");
    config->fetch.instruction_bytes = (uint32_t)instruction_bytes;
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
           sm_config_read_memory(config, group, error) &&
           sm_config_read_clusters(config, group, error);
}
