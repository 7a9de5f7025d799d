/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/launch/occupancy.h"
#include "models/core/platform/platform.h"
#include "workloads/instruction.h"

/* No platform has an SM with more of anything; larger values are typing errors. */
enum { LARGEST_COUNT = 1 << 24 };

static bool read_count(struct platform_group *group, const char *name, uint32_t *out,
                       GError **error)
{
    return properties_count(group, name, 1, LARGEST_COUNT, out, error);
}

static bool read_bytes(struct platform_group *group, const char *name, uint32_t *out,
                       GError **error)
{
    uint64_t bytes;
    if (!properties_bytes(group, name, &bytes, error))
        return false;
    if (bytes > LARGEST_COUNT)
        return properties_refuse(group, name, error, "expected at most %d bytes", LARGEST_COUNT);
    *out = (uint32_t)bytes;
    return true;
}

bool occupancy_limits_read(struct platform_group *group, struct occupancy_limits *out,
                           GError **error)
{
    struct occupancy_limits limits;
    if (!read_count(group, "warps", &limits.max_warps, error) ||
        !read_count(group, "blocks", &limits.max_blocks, error) ||
        !read_count(group, "threads", &limits.max_threads, error) ||
        !read_count(group, "threads.per_block", &limits.max_threads_per_block, error) ||
        !read_count(group, "registers", &limits.registers, error) ||
        !read_count(group, "registers.allocation", &limits.register_unit, error) ||
        !read_count(group, "registers.warp_granularity", &limits.warp_granularity, error) ||
        !read_bytes(group, "shared.size", &limits.shared_bytes, error) ||
        !read_bytes(group, "shared.allocation", &limits.shared_unit, error))
        return false;
    if (limits.registers % limits.warp_granularity != 0)
        return properties_refuse(group, "registers.warp_granularity", error,
                                 "%u registers cannot be divided into %u equal parts",
                                 limits.registers, limits.warp_granularity);
    *out = limits;
    return true;
}

static uint64_t divide_up(uint64_t value, uint64_t unit)
{
    return value / unit + (value % unit != 0);
}

/* What one block takes, rounded as the hardware does, and what an SM has. */
struct demand {
    uint64_t need, available;
    uint64_t blocks; /* that fit */
};

static struct demand simple_demand(uint64_t need, uint64_t available)
{
    return (struct demand){need, available, need == 0 ? UINT64_MAX : available / need};
}

static struct demand thread_demand(const struct occupancy_limits *limits,
                                   const struct occupancy_need *need, uint64_t warps)
{
    if (need->threads_per_block > limits->max_threads_per_block)
        return (struct demand){need->threads_per_block, limits->max_threads_per_block, 0};
    return simple_demand(warps * WARP_LANES, limits->max_threads);
}

static struct demand register_demand(const struct occupancy_limits *limits,
                                     const struct occupancy_need *need, uint64_t warps)
{
    uint64_t parts = limits->warp_granularity;
    uint64_t unit = limits->register_unit;
    uint64_t of_warp = divide_up((uint64_t)need->registers_per_thread * WARP_LANES, unit) * unit;
    struct demand demand =
        simple_demand(of_warp * divide_up(warps, parts) * parts, limits->registers);
    if (of_warp != 0 && demand.blocks != 0)
        demand.blocks = limits->registers / parts / of_warp * parts / warps;
    return demand;
}

/* Blocks that the launch bounds want on an SM. */
static uint64_t wanted_blocks(const struct occupancy_limits *limits, const struct kernel_code *code,
                              uint64_t warps)
{
    uint64_t blocks = code->min_blocks;
    bool possible = blocks <= limits->max_blocks && blocks * warps <= limits->max_warps &&
                    blocks * warps * WARP_LANES <= limits->max_threads;
    return possible ? blocks : 1;
}

uint32_t occupancy_registers(const struct occupancy_limits *limits, const struct kernel_code *code)
{
    uint32_t needed = code->registers_per_thread;
    uint64_t parts = limits->warp_granularity;
    uint64_t warps = divide_up(code->max_threads, WARP_LANES);
    if (warps == 0 || code->min_blocks == 0)
        return needed;
    warps *= wanted_blocks(limits, code, warps);
    uint64_t of_warp = limits->registers / parts / divide_up(warps, parts);
    uint64_t most = of_warp / limits->register_unit * limits->register_unit / WARP_LANES;
    return most == 0 ? needed : (uint32_t)MIN(needed, most);
}

static void all_demands(const struct occupancy_limits *limits, const struct occupancy_need *need,
                        struct demand demands[OCCUPANCY_GRID])
{
    uint64_t warps = divide_up(need->threads_per_block, WARP_LANES);
    uint64_t shared =
        divide_up(need->shared_bytes_per_block, limits->shared_unit) * limits->shared_unit;
    demands[OCCUPANCY_WARPS] = simple_demand(warps, limits->max_warps);
    demands[OCCUPANCY_BLOCKS] = simple_demand(1, limits->max_blocks);
    demands[OCCUPANCY_THREADS] = thread_demand(limits, need, warps);
    demands[OCCUPANCY_REGISTERS] = register_demand(limits, need, warps);
    demands[OCCUPANCY_SHARED_MEMORY] = simple_demand(shared, limits->shared_bytes);
}

struct occupancy_footprint occupancy_footprint_of(const struct occupancy_limits *limits,
                                                  const struct occupancy_need *need)
{
    struct demand demands[OCCUPANCY_GRID];
    struct occupancy_footprint footprint;
    all_demands(limits, need, demands);
    for (unsigned i = 0; i < OCCUPANCY_GRID; i++)
        footprint.amount[i] = demands[i].need;
    return footprint;
}

uint32_t occupancy_room(const struct occupancy_limits *limits,
                        const struct occupancy_footprint *used,
                        const struct occupancy_footprint *block)
{
    const uint64_t all[OCCUPANCY_GRID] = {[OCCUPANCY_WARPS] = limits->max_warps,
                                          [OCCUPANCY_BLOCKS] = limits->max_blocks,
                                          [OCCUPANCY_THREADS] = limits->max_threads,
                                          [OCCUPANCY_REGISTERS] = limits->registers,
                                          [OCCUPANCY_SHARED_MEMORY] = limits->shared_bytes};
    uint64_t room = UINT32_MAX;
    for (unsigned i = 0; i < OCCUPANCY_GRID; i++) {
        uint64_t left = all[i] > used->amount[i] ? all[i] - used->amount[i] : 0;
        if (block->amount[i] > 0)
            room = MIN(room, left / block->amount[i]);
    }
    return (uint32_t)room;
}

struct occupancy occupancy_compute(const struct occupancy_limits *limits,
                                   const struct occupancy_need *need)
{
    g_assert(need->threads_per_block > 0 && need->n_sms > 0);
    uint64_t warps = divide_up(need->threads_per_block, WARP_LANES);
    struct demand demands[OCCUPANCY_GRID];
    all_demands(limits, need, demands);
    enum occupancy_resource limit = OCCUPANCY_WARPS;
    for (enum occupancy_resource i = OCCUPANCY_WARPS; i < OCCUPANCY_GRID; i++)
        if (demands[i].blocks < demands[limit].blocks)
            limit = i;
    struct occupancy occupancy = {
        .capacity = (uint32_t)demands[limit].blocks,
        .blocks = (uint32_t)demands[limit].blocks,
        .warps_per_block = (uint32_t)warps,
        .limit = limit,
        .need = demands[limit].need,
        .available = demands[limit].available,
    };
    uint64_t share = divide_up(need->grid_blocks, need->n_sms);
    if (share < occupancy.blocks) {
        occupancy.blocks = (uint32_t)share;
        occupancy.limit = OCCUPANCY_GRID;
        occupancy.need = 1;
        occupancy.available = need->grid_blocks;
    }
    occupancy.warps = occupancy.blocks * occupancy.warps_per_block;
    return occupancy;
}

uint32_t occupancy_carve(const struct occupancy_carve_out *carve_out, uint64_t bytes)
{
    uint32_t i = 0;
    while (i + 1 < carve_out->n && carve_out->bytes[i] < bytes)
        i++;
    return carve_out->bytes[i];
}

const char *occupancy_resource_name(enum occupancy_resource resource)
{
    static const char *const names[OCCUPANCY_RESOURCES] = {
        [OCCUPANCY_WARPS] = "warps",
        [OCCUPANCY_BLOCKS] = "blocks",
        [OCCUPANCY_THREADS] = "threads",
        [OCCUPANCY_REGISTERS] = "registers",
        [OCCUPANCY_SHARED_MEMORY] = "shared memory",
        [OCCUPANCY_GRID] = "grid",
    };
    g_assert(resource < OCCUPANCY_RESOURCES);
    return names[resource];
}

char *occupancy_describe_misfit(const struct occupancy *occupancy)
{
    bool bytes = occupancy->limit == OCCUPANCY_SHARED_MEMORY;
    return g_strdup_printf("a block needs %" G_GUINT64_FORMAT " %s%s, and there are %" //
                           G_GUINT64_FORMAT,
                           occupancy->need, bytes ? "bytes of " : "",
                           occupancy_resource_name(occupancy->limit), occupancy->available);
}
