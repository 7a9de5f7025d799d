/* SPDX-License-Identifier: BSD-3-Clause */
/* What has ended: warps by launch, each launch's slowest block, and all of it as JSON. */
#include "observers/latency_internal.h"
#include "results/format.h"

void latency_kernel_free(void *kernel)
{
    struct latency_kernel *own = kernel;
    if (own)
        g_free(own->slowest.warps);
    g_free(own);
}

const struct latency_kernel *latency_kernel(const struct latency *latency, uint32_t launch)
{
    return launch < latency->kernels->len ? g_ptr_array_index(latency->kernels, launch) : NULL;
}

static struct latency_kernel *kernel_of(struct latency *latency, uint32_t launch)
{
    if (launch >= latency->kernels->len)
        g_ptr_array_set_size(latency->kernels, (gint)launch + 1);
    struct latency_kernel **place =
        (struct latency_kernel **)&g_ptr_array_index(latency->kernels, launch);
    if (!*place) {
        *place = g_new0(struct latency_kernel, 1);
        (*place)->launch = launch;
    }
    return *place;
}

static uint32_t last_to_end(const struct latency_warp *warps, uint32_t n)
{
    uint32_t last = 0;
    for (uint32_t i = 1; i < n; i++)
        if (warps[i].start + warps[i].elapsed > warps[last].start + warps[last].elapsed)
            last = i;
    return last;
}

static uint64_t cycles_of(const struct latency_block *block)
{
    return block->end - block->start;
}

/* Keeps the block if it is the slowest, whatever the order in which SMs tell of theirs. */
static void block_ended(struct latency_kernel *kernel, struct latency_running_block *block,
                        uint32_t sm)
{
    struct latency_block *slowest = &kernel->slowest;
    uint64_t time = block->end - block->start, record = cycles_of(slowest);
    if (slowest->n_warps > 0 &&
        (time < record || (time == record && block->index > slowest->index)))
        return;
    struct latency_warp *reuse = slowest->warps;
    *slowest = (struct latency_block){.index = block->index,
                                      .sm = sm,
                                      .start = block->start,
                                      .end = block->end,
                                      .n_warps = block->n_warps,
                                      .critical = last_to_end(block->warps, block->n_warps),
                                      .warps = block->warps};
    block->warps = reuse;
}

void latency_keep(struct latency *latency, uint32_t sm, const struct latency_running *warp,
                  uint64_t end, uint64_t instructions)
{
    struct latency_kernel *kernel = kernel_of(latency, warp->launch);
    struct latency_running_block *block = &latency->sms[sm].blocks[warp->block_slot];
    struct latency_warp kept = {.in_block = warp->in_block,
                                .start = warp->start,
                                .elapsed = end - warp->start,
                                .instructions = instructions};
    uint64_t sum = 0;
    for (unsigned i = 0; i < LATENCY_PARTS; i++) {
        kept.parts[i] = warp->counted[i];
        kernel->parts[i] += kept.parts[i];
        sum += kept.parts[i];
    }
    g_assert(sum == kept.elapsed);
    kernel->code = warp->code;
    kernel->warps++;
    kernel->elapsed += kept.elapsed;
    kernel->instructions += instructions;
    if (!block->warps)
        block->warps = g_new0(struct latency_warp, LATENCY_BLOCK_WARPS);
    g_assert(warp->in_block < LATENCY_BLOCK_WARPS && block->running > 0);
    block->warps[warp->in_block] = kept;
    block->n_warps = MAX(block->n_warps, warp->in_block + 1);
    block->end = MAX(block->end, end);
    if (--block->running == 0)
        block_ended(kernel, block, sm);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void add_integer(JsonBuilder *json, const char *name, uint64_t value)
{
    json_builder_set_member_name(json, name);
    json_builder_add_int_value(json, (gint64)value);
}

static void add_parts(JsonBuilder *json, const uint64_t parts[LATENCY_PARTS])
{
    json_builder_set_member_name(json, "parts");
    json_builder_begin_object(json);
    for (unsigned i = 0; i < LATENCY_PARTS; i++)
        add_integer(json, latency_part_name(i), parts[i]);
    json_builder_end_object(json);
}

/* Of all warps. */
static void add_sums(JsonBuilder *json, const struct latency_kernel *kernel)
{
    add_integer(json, "warps", kernel->warps);
    add_integer(json, "instructions", kernel->instructions);
    add_integer(json, "elapsed", kernel->elapsed);
    add_parts(json, kernel->parts);
}

static void add_means(JsonBuilder *json, const struct latency_kernel *kernel)
{
    double warps = (double)kernel->warps;
    json_builder_set_member_name(json, "mean");
    json_builder_begin_object(json);
    json_builder_set_member_name(json, "elapsed");
    json_builder_add_double_value(json, (double)kernel->elapsed / warps);
    for (unsigned i = 0; i < LATENCY_PARTS; i++) {
        json_builder_set_member_name(json, latency_part_name(i));
        json_builder_add_double_value(json, (double)kernel->parts[i] / warps);
    }
    json_builder_end_object(json);
}

static void add_warp(JsonBuilder *json, const struct latency_warp *warp,
                     const struct latency_block *block)
{
    json_builder_begin_object(json);
    add_integer(json, "warp", warp->in_block);
    add_integer(json, "instructions", warp->instructions);
    add_integer(json, "elapsed", warp->elapsed);
    add_integer(json, "idle", block->end - (warp->start + warp->elapsed));
    add_parts(json, warp->parts);
    json_builder_end_object(json);
}

static void add_block(JsonBuilder *json, const struct latency_block *block)
{
    json_builder_set_member_name(json, "slowest_block");
    json_builder_begin_object(json);
    add_integer(json, "block", block->index);
    add_integer(json, "sm", block->sm);
    add_integer(json, "start_cycle", block->start);
    add_integer(json, "cycles", cycles_of(block));
    add_integer(json, "critical_warp", block->warps[block->critical].in_block);
    json_builder_set_member_name(json, "warps");
    json_builder_begin_array(json);
    for (uint32_t i = 0; i < block->n_warps; i++)
        add_warp(json, &block->warps[i], block);
    json_builder_end_array(json);
    json_builder_end_object(json);
}

static uint64_t idle_of(const struct latency_block *block, uint32_t warp)
{
    return block->end - (block->warps[warp].start + block->warps[warp].elapsed);
}

/* The first of those that wait longest for the block's end. */
static uint32_t first_to_end(const struct latency_block *block)
{
    uint32_t first = 0;
    for (uint32_t i = 1; i < block->n_warps; i++)
        if (idle_of(block, i) > idle_of(block, first))
            first = i;
    return first;
}

/* Of the warps of the block: the most of one or the fewest. */
static uint64_t instructions_of(const struct latency_block *block, bool most)
{
    uint64_t n = block->warps[0].instructions;
    for (uint32_t i = 1; i < block->n_warps; i++)
        n = most ? MAX(n, block->warps[i].instructions) : MIN(n, block->warps[i].instructions);
    return n;
}

/* The run's slowest block, in numbers alone, as studies show them. */
static void add_slowest(JsonBuilder *json, uint32_t launch, const struct latency_block *block)
{
    const struct {
        const char *name;
        uint32_t warp;
    } ends[] = {{"critical", block->critical}, {"fastest", first_to_end(block)}};
    json_builder_set_member_name(json, "slowest_block");
    json_builder_begin_object(json);
    add_integer(json, "launch", launch);
    add_integer(json, "block", block->index);
    add_integer(json, "cycles", cycles_of(block));
    add_integer(json, "warps", block->n_warps);
    add_integer(json, "most_instructions", instructions_of(block, true));
    add_integer(json, "fewest_instructions", instructions_of(block, false));
    for (unsigned i = 0; i < G_N_ELEMENTS(ends); i++) {
        json_builder_set_member_name(json, ends[i].name);
        add_warp(json, &block->warps[ends[i].warp], block);
    }
    json_builder_end_object(json);
}

/* Records are nearly in the order of launches: the search goes on from the last one. */
static const char *name_of(const struct gpu *gpu, uint32_t launch, guint *hint)
{
    const GArray *records = gpu_kernel_records(gpu);
    for (guint i = 0; i < records->len; i++) {
        guint at = (*hint + i) % records->len;
        const struct kernel_record *record = &g_array_index(records, struct kernel_record, at);
        if (record->launch != launch)
            continue;
        *hint = at + 1;
        return record->name;
    }
    return "";
}

static void add_kernel(JsonBuilder *json, const struct latency_kernel *kernel, const char *name)
{
    json_builder_begin_object(json);
    add_integer(json, "launch", kernel->launch);
    json_builder_set_member_name(json, RESULT_KERNEL);
    json_builder_add_string_value(json, name);
    add_sums(json, kernel);
    add_means(json, kernel);
    if (kernel->slowest.n_warps > 0)
        add_block(json, &kernel->slowest);
    json_builder_end_object(json);
}

void latency_write(const void *state, const struct gpu *gpu, JsonBuilder *json)
{
    const struct latency *latency = state;
    struct latency_kernel total = {0};
    const struct latency_kernel *slowest = NULL;
    guint hint = 0;
    json_builder_begin_object(json);
    json_builder_set_member_name(json, RESULT_KERNELS);
    json_builder_begin_array(json);
    for (guint launch = 0; launch < latency->kernels->len; launch++) {
        const struct latency_kernel *kernel = latency_kernel(latency, launch);
        if (!kernel)
            continue;
        total.warps += kernel->warps;
        total.elapsed += kernel->elapsed;
        total.instructions += kernel->instructions;
        for (unsigned i = 0; i < LATENCY_PARTS; i++)
            total.parts[i] += kernel->parts[i];
        add_kernel(json, kernel, name_of(gpu, launch, &hint));
        if (kernel->slowest.n_warps > 0 &&
            (!slowest || cycles_of(&kernel->slowest) > cycles_of(&slowest->slowest)))
            slowest = kernel;
    }
    json_builder_end_array(json);
    add_sums(json, &total);
    if (slowest)
        add_slowest(json, slowest->launch, &slowest->slowest);
    latency_write_codes(latency, json);
    json_builder_end_object(json);
}
