/* SPDX-License-Identifier: BSD-3-Clause */
#include "sanitize/blocks.h"
#include "base/kernel_name.h"
#include "sanitize/race/clock.h"
#include "sanitize/values/values.h"
#include "sanitize/values/written.h"

static void launch_free(void *item)
{
    struct known_launch *launch = item;
    clock_unref(launch->clusters);
    g_free(launch->kernel);
    g_free(launch);
}

static void shadow_release(void *shadow)
{
    shadow_free(shadow);
}

static void running_free(void *item)
{
    struct running_block *block = item;
    for (uint32_t i = 0; block->values && i < block->order->n_warps; i++)
        values_free(block->values[i]);
    g_free(block->values);
    mbarriers_free(block->mbarriers);
    written_free(block->local);
    order_block_free(block->order);
    shadow_free(block->shared);
    written_free(block->written);
    if (block->copies)
        g_array_free(block->copies, TRUE);
    g_free(block->groups);
    g_free(block->waiting);
    g_free(block);
}

void blocks_init(struct blocks *blocks, struct order *order)
{
    *blocks = (struct blocks){.order = order,
                              .launches = g_ptr_array_new_with_free_func(launch_free),
                              .known = g_array_new(FALSE, FALSE, sizeof(struct known_block)),
                              .running = g_hash_table_new_full(NULL, NULL, NULL, running_free),
                              .free_shadows = g_ptr_array_new_with_free_func(shadow_release)};
}

void blocks_finish(struct blocks *blocks)
{
    g_hash_table_destroy(blocks->running);
    g_ptr_array_free(blocks->free_shadows, TRUE);
    g_array_free(blocks->known, TRUE);
    g_ptr_array_free(blocks->launches, TRUE);
    *blocks = (struct blocks){0};
}

struct known_launch *blocks_launch(struct blocks *blocks, const struct launch *launch,
                                   uint32_t order, uint32_t base, bool uses_fences)
{
    struct known_launch *known = g_new0(struct known_launch, 1);
    *known = (struct known_launch){.id = launch->id,
                                   .order = order,
                                   .block = {launch->block[0], launch->block[1], launch->block[2]},
                                   .base = base,
                                   .kernel = kernel_plain_name(launch->code->name),
                                   .uses_fences = uses_fences};
    g_ptr_array_add(blocks->launches, known);
    return known;
}

void blocks_begin(struct blocks *blocks, const struct block_context *context,
                  struct known_launch *launch)
{
    struct running_block *block = g_new0(struct running_block, 1);
    const uint32_t *size = launch->block;
    block->context = context;
    block->launch = launch;
    block->order = order_block_new(blocks->order, launch->order, size[0] * size[1] * size[2]);
    block->live =
        block->order->n_warps >= 64 ? UINT64_MAX : (UINT64_C(1) << block->order->n_warps) - 1;
    const guint n = blocks->free_shadows->len;
    block->shared =
        n > 0 ? g_ptr_array_steal_index_fast(blocks->free_shadows, n - 1) : shadow_new(0);
    shadow_begin_life(block->shared);
    g_hash_table_replace(blocks->running, context->shared, block);
    guint number = blocks->launches->len - 1;
    while (blocks->launches->pdata[number] != launch)
        number--;
    const struct known_block known = {
        block->order->first, number, {context->index[0], context->index[1], context->index[2]}};
    g_array_append_val(blocks->known, known);
    blocks->last = block;
    blocks->last_context = context;
}

void blocks_end(struct blocks *blocks, const struct block_context *context, GPtrArray *shadows)
{
    struct running_block *block = blocks_running(blocks, context);
    blocks->last = NULL;
    blocks->last_context = NULL;
    if (!block)
        return;
    order_block_end(blocks->order, block->order);
    g_ptr_array_add(shadows ? shadows : blocks->free_shadows, g_steal_pointer(&block->shared));
    g_hash_table_remove(blocks->running, context->shared);
}

struct running_block *blocks_of_shared(struct blocks *blocks, const uint8_t *shared)
{
    return g_hash_table_lookup(blocks->running, shared);
}

struct running_block *blocks_running(struct blocks *blocks, const struct block_context *context)
{
    if (context != blocks->last_context) {
        blocks->last = blocks_of_shared(blocks, context->shared);
        blocks->last_context = blocks->last ? context : NULL;
    }
    return blocks->last;
}

const struct known_block *blocks_of_warp(const struct blocks *blocks, uint32_t warp)
{
    guint low = 0, high = blocks->known->len;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        if (g_array_index(blocks->known, struct known_block, middle).first_warp <= warp)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? &g_array_index(blocks->known, struct known_block, low - 1) : NULL;
}

char *blocks_thread(const struct blocks *blocks, uint32_t warp, unsigned lane)
{
    const struct known_block *block = blocks_of_warp(blocks, warp);
    const struct known_launch *launch = blocks->launches->pdata[block->launch];
    const uint32_t thread = (warp - block->first_warp) * WARP_LANES + lane;
    const uint32_t x = thread % launch->block[0], y = thread / launch->block[0] % launch->block[1];
    const uint32_t z = thread / launch->block[0] / launch->block[1];
    return g_strdup_printf("thread (%u,%u,%u) of block (%u,%u,%u) in launch %u", x, y, z,
                           block->index[0], block->index[1], block->index[2], launch->id);
}
