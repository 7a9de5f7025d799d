/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/functional/functional.h"
#include "base/input_error.h"
#include "base/kernel_name.h"
#include "models/functional/functional_barrier.h"
#include "models/functional/functional_children.h"
#include "models/functional/functional_runner.h"
#include "models/functional/known/known_launches.h"
#include "models/launch/grid.h"
#include "models/launch/kernel_fault.h"
#include "workloads/instruction_source.h"

#include <stdlib.h>
#include <string.h>

#define ROW(...) COUNTER_ROW(struct functional_counts, __VA_ARGS__)

const struct counter functional_counter_table[] = {
    ROW(warp_instructions, "instructions",
        "Instructions executed functionally, one for each warp."),
    ROW(thread_instructions, "instructions", "The same, one for each active lane."),
    ROW(blocks, "blocks", "Thread blocks executed functionally."),
    ROW(known_launches, "launches",
        "Of these, launches that an equal one had computed before, on the same memory."),
    {0}};

enum {
    STATE_ALIGNMENT = 64,
    BLOCK_TURN = 1 << 22, /* warp instructions of a block, before another one begins beside it */
    MAX_BLOCKS = 64       /* that run side by side, unless all wait for others */
};

static void free_block(void *item)
{
    struct functional_block *block = item;
    if (block->cluster)
        functional_cluster_leave(block);
    g_free(block->warps);
    g_free(block->context.shared);
    free(block->states);
    g_free(block);
}

static size_t state_bytes_of(const struct kernel_code *code)
{
    return (code->warp_state_bytes + STATE_ALIGNMENT - 1) / STATE_ALIGNMENT * STATE_ALIGNMENT;
}

static uint32_t shared_bytes_of(const struct launch *launch)
{
    return launch->code->static_shared_bytes + launch->dynamic_shared_bytes;
}

static struct functional_block *new_block(const struct launch *launch)
{
    struct functional_block *block = g_new0(struct functional_block, 1);
    block->n_warps = (unsigned)((launch_threads_per_block(launch) + WARP_LANES - 1) / WARP_LANES);
    block->warps = g_new0(struct functional_warp, block->n_warps);
    size_t bytes = state_bytes_of(launch->code) * block->n_warps;
    block->states = aligned_alloc(STATE_ALIGNMENT, MAX(bytes, STATE_ALIGNMENT));
    g_assert(block->states);
    block->context =
        (struct block_context){.launch = launch, .shared = g_malloc(shared_bytes_of(launch) + 1)};
    return block;
}

static struct functional_block *start_block(struct functional *f, uint64_t index,
                                            struct functional_cluster *cluster)
{
    const struct launch *launch = f->launch;
    guint n_free = f->free_blocks->len;
    struct functional_block *block =
        n_free > 0 ? g_ptr_array_steal_index_fast(f->free_blocks, n_free - 1) : new_block(launch);
    launch_block_index(launch, index, block->context.index);
    memset(block->context.shared, 0, shared_bytes_of(launch));
    block->warps_left = block->n_warps;
    block->instructions = 0;
    const uint32_t rank = block->context.rank = cluster_rank(launch, block->context.index);
    block->context.peers = cluster->shared;
    block->cluster = cluster;
    cluster->shared[rank] = block->context.shared;
    cluster->block[rank] = block;
    cluster_barrier_init(&block->of_cluster, block->n_warps, rank, cluster->n_blocks);
    block_barriers_init(&block->barriers, block->n_warps);
    for (unsigned i = 0; i < block->n_warps; i++) {
        struct functional_warp *warp = &block->warps[i];
        warp->state = WARP_RUNS;
        warp->context =
            (struct warp_context){.code = launch->code,
                                  .block = &block->context,
                                  .in_block = i,
                                  .slot = i,
                                  .state = block->states + i * state_bytes_of(launch->code)};
        launch->code->ops->warp_start(&warp->context);
    }
    f->counts->blocks++;
    block->watch = f->options->watch;
    if (block->watch)
        block->watch->block_begins(block->watch->data, &block->context, block->n_warps);
    return block;
}

/* Starts the blocks of the cluster whose first block is the next one; more than are wanted, if
 * these are no whole clusters. */
static uint64_t start_cluster(struct functional *f, uint64_t next, GPtrArray *running)
{
    const uint32_t n = (uint32_t)cluster_blocks(f->launch);
    struct functional_cluster *cluster = g_new0(struct functional_cluster, 1);
    cluster->n_blocks = cluster->left = n;
    for (uint32_t rank = 0; rank < n; rank++)
        g_ptr_array_add(running,
                        start_block(f, cluster_block_index(f->launch, next / n, rank), cluster));
    return next + n;
}

static bool stuck(struct functional *f, const struct functional_block *block)
{
    g_autoptr(GString) text = g_string_new(NULL);
    block_barriers_describe(&block->barriers, text);
    if (block->of_cluster.waiting && text->len > 0)
        g_string_append(text, "; ");
    if (block->of_cluster.waiting)
        cluster_barrier_describe(&block->of_cluster, text);
    g_autofree char *name = kernel_plain_name(f->launch->code->name);
    const uint32_t *index = block->context.index;
    return input_error_at(f->error, f->launch->code->file, 0,
                          "kernel %s, block (%u,%u,%u) waits for ever: %s", name, index[0],
                          index[1], index[2], text->str);
}

static bool cut_off(struct functional *f, enum functional_cut why, const char *text)
{
    const struct kernel_code *code = f->launch->code;
    g_autofree char *name = kernel_plain_name(code->name);
    g_set_error(f->error, INPUT_ERROR, (gint)why, "%s: kernel %s (launch %u) %s", code->file, name,
                f->launch->id, text);
    return false;
}

static void tell(const struct functional *f)
{
    g_autofree char *name = kernel_plain_name(f->launch->code->name);
    g_autofree char *what = g_strdup_printf(
        "kernel %s (launch %u) is being computed, %" G_GUINT64_FORMAT " warp instructions so far",
        name, f->launch->id, f->instructions);
    status_tell(f->options->status, what);
}

static bool may_go_on(struct functional *f)
{
    const struct functional_options *options = f->options;
    if (status_is_asked(options->status))
        tell(f);
    if (options->interrupted && *options->interrupted)
        return cut_off(f, FUNCTIONAL_INTERRUPTED, "was interrupted");
    if (options->max_instructions == 0 || f->instructions <= options->max_instructions)
        return true;
    return cut_off(f, FUNCTIONAL_LIMIT, "runs for more warp instructions than the limit allows");
}

/* Runs a block until it is over, can only wait for other blocks, or has had its turn while others
 * wait. */
static bool run_block(struct functional *f, struct functional_block *block)
{
    uint64_t turn_end = block->instructions + BLOCK_TURN;
    f->block_spins = false;
    while (block->warps_left > 0 && block->instructions < turn_end && !f->block_spins) {
        uint64_t before = block->instructions;
        f->block_spins = true;
        for (unsigned i = 0; i < block->n_warps; i++) {
            if (block->warps[i].state != WARP_RUNS)
                continue;
            if (!functional_run_warp(f, block, &block->warps[i]))
                return false;
            f->block_spins = f->block_spins && f->issued.spins;
        }
        if (block->instructions == before)
            return block->of_cluster.waiting || stuck(f, block);
        if (!may_go_on(f))
            return false;
        functional_runner_ask(f);
    }
    return true;
}

static bool run_blocks(struct functional *f, GPtrArray *running)
{
    uint64_t next = f->options->first_block, end = next + f->options->n_blocks;
    guint at = 0;
    uint64_t before = UINT64_MAX; /* instructions when the first one had its last turn */
    bool all_spin = true;         /* all that have had a turn since the first one */
    while (next < end || running->len > 0) {
        if (at == running->len) {
            if (next < end && (running->len < MAX_BLOCKS || all_spin)) {
                next = start_cluster(f, next, running);
            } else {
                if (f->instructions == before)
                    return stuck(f, running->pdata[0]);
                before = f->instructions;
                at = 0;
                all_spin = true;
            }
        }
        struct functional_block *block = running->pdata[at];
        if (!run_block(f, block))
            return false;
        all_spin = all_spin && f->block_spins;
        if (block->warps_left > 0) {
            at++;
            continue;
        }
        functional_cluster_leave(block);
        if (block->watch)
            block->watch->block_ends(block->watch->data, &block->context);
        g_ptr_array_steal_index(running, at);
        g_ptr_array_add(f->free_blocks, block);
    }
    return true;
}

/* Runs what the launch has launched, each with what it launches itself: a child has ended when its
 * own children have. Frees all. good: the launch itself has ended well. */
static bool run_children(struct functional *f, bool good)
{
    struct functional_options options = *f->options;
    struct child_launch *child;
    while ((child = functional_children_take(&f->children)) != NULL) {
        struct launch launch;
        good = good && functional_child(&launch, f->launch, child, f->error);
        options.first_block = 0;
        options.n_blocks = good ? launch_blocks(&launch) : 0;
        good = good && functional_run(&launch, f->memory, &options, f->counts, f->output, f->error);
        g_free(child);
    }
    return good;
}

static void add_counts(struct functional_counts *to, const struct functional_counts *more)
{
    to->warp_instructions += more->warp_instructions;
    to->thread_instructions += more->thread_instructions;
    to->blocks += more->blocks;
    to->known_launches += more->known_launches;
}

/* footprint: what it touches goes there; may be NULL. */
static bool run_launch(const struct launch *launch, struct device_memory *memory,
                       const struct functional_options *options, struct functional_counts *counts,
                       GString *output, struct footprint *footprint, GError **error)
{
    g_autofree char *name = kernel_plain_name(launch->code->name);
    if (launch->code->problem)
        return input_error_at(error, launch->code->file, 0, "launch %u of kernel %s: %s",
                              launch->id, name, launch->code->problem);
    if (options->undo && launch->code->allocates) { /* nobody could take allocations back */
        options->watch->skipped(options->watch->data, launch);
        return true;
    }
    struct functional f = {.launch = launch,
                           .memory = memory,
                           .options = options,
                           .heard = options->listener || options->watch,
                           .counts = counts,
                           .output = output,
                           .error = error,
                           .footprint = footprint,
                           .free_blocks = g_ptr_array_new_with_free_func(free_block)};
    GPtrArray *running = g_ptr_array_new_with_free_func(free_block);
    functional_runner_start(&f);
    if (options->watch)
        options->watch->launch_begins(options->watch->data, launch);
    bool good = run_blocks(&f, running);
    functional_runner_stop(&f);
    g_ptr_array_free(running, TRUE);
    g_ptr_array_free(f.free_blocks, TRUE);
    return run_children(&f, good);
}

bool functional_run(const struct launch *launch, struct device_memory *memory,
                    const struct functional_options *options, struct functional_counts *counts,
                    GString *output, GError **error)
{
    struct known_launches *known = options->known;
    if (launch->code->traced) /* without values there is nothing to compute */
        return true;
    if (!known || launch->code->problem)
        return run_launch(launch, memory, options, counts, output, NULL, error);
    struct footprint *footprint;
    struct functional_counts own = {0};
    const gsize printed = output->len;
    bool good = known_launches_apply(known, launch, options->first_block, options->n_blocks, &own,
                                     &footprint);
    if (!good) {
        good = run_launch(launch, memory, options, &own, output, footprint, error);
        if (footprint)
            known_launches_learn(known, &own, good && output->len == printed);
    }
    add_counts(counts, &own);
    return good;
}
