/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/functional/functional_blocks.h"
#include "base/input_error.h"
#include "base/kernel_name.h"
#include "models/functional/functional_idle.h"
#include "models/functional/functional_look.h"
#include "models/functional/functional_runner.h"
#include "models/launch/grid.h"
#include "workloads/instruction_source.h"

#include <stdlib.h>
#include <string.h>

enum {
    STATE_ALIGNMENT = 64,
    BLOCK_TURN = 1 << 22, /* warp instructions of a block, before another one begins beside it */
    MAX_BLOCKS = 64,      /* that run side by side, unless all wait for others */
    LEAST_SPUN = 4        /* rounds in which all blocks spin, before somebody looks at them */
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
    for (unsigned i = 0; i < block->n_warps; i++)
        block->warps[i].context =
            (struct warp_context){.code = launch->code,
                                  .block = &block->context,
                                  .in_block = i,
                                  .slot = i,
                                  .state = block->states + i * state_bytes_of(launch->code)};
    return block;
}

/* A block that has run before, as one of this launch, has all but what each warp begins with. */
static void start_warps(const struct functional *f, struct functional_block *block)
{
    for (unsigned i = 0; i < block->n_warps; i++) {
        struct warp_context *w = functional_new_warp(block, &block->warps[i]);
        if (f->runner)
            f->runner->start(f->runner, w);
        else
            f->launch->code->ops->warp_start(w);
    }
}

/* The coordinates of the block `index`. Most blocks are the next one; 0 is before any. */
static void find_place(struct functional *f, uint64_t index, uint32_t place[3])
{
    const uint32_t *grid = f->launch->grid;
    if (index != f->placed + 1)
        launch_block_index(f->launch, index, f->place);
    else if (++f->place[0] == grid[0]) {
        f->place[0] = 0;
        if (++f->place[1] == grid[1]) {
            f->place[1] = 0;
            f->place[2]++;
        }
    }
    f->placed = index;
    memcpy(place, f->place, sizeof f->place);
}

static void join(struct functional_block *block, struct functional_cluster *cluster, uint32_t rank)
{
    block->context.rank = rank;
    block->context.peers = cluster->shared;
    block->cluster = cluster;
    cluster->shared[rank] = block->context.shared;
    cluster->block[rank] = block;
}

/* A runner starts warps when it begins to run them, unless they are held before that. */
static bool may_begin(const struct functional *f)
{
    return f->runner && !f->options->watch &&
           (!f->turn_ends ||
            (turn_kind(f->turn_ends[0]) != TURN_GOES_ON && !(f->turn_ends[0] & TURN_HOLDS)));
}

/* cluster: NULL for a block that has none. */
static struct functional_block *start_block(struct functional *f, uint64_t index,
                                            struct functional_cluster *cluster)
{
    const struct launch *launch = f->launch;
    struct functional_block *block = f->free_blocks;
    const bool again = block != NULL;
    if (block)
        f->free_blocks = block->next_free;
    else
        block = new_block(launch);
    find_place(f, index, block->context.index);
    const uint32_t shared_bytes = shared_bytes_of(launch);
    if (shared_bytes > 0)
        memset(block->context.shared, 0, shared_bytes);
    block->warps_left = block->n_warps;
    block->instructions = block->look_at = block->looked_since = 0;
    block->counts = f->counts;
    block->holds = 0;
    if (block->n_warps > 1 && f->turn_ends)
        block->holds = f->turn_ends[launch->code->n_instructions];
    if (cluster)
        join(block, cluster, cluster_rank(launch, block->context.index));
    else if (!again) {
        block->alone.n_blocks = block->alone.left = 1;
        join(block, &block->alone, 0);
    }
    functional_barriers_begin(block, again);
    block->again = again;
    block->has_clocks = f->clock_polls != NULL;
    block->begins = may_begin(f);
    if (!block->begins)
        start_warps(f, block);
    block->counts->blocks++;
    block->watch = f->options->watch;
    if (block->watch)
        block->watch->block_begins(block->watch->data, &block->context, block->n_warps);
    return block;
}

/* Starts the blocks of the cluster whose first block is the next one; more than are wanted, if
 * these are no whole clusters. */
static void start_cluster(struct functional *f, uint32_t n, GPtrArray *running)
{
    struct functional_cluster *cluster = g_new0(struct functional_cluster, 1);
    cluster->n_blocks = cluster->left = n;
    for (uint32_t rank = 0; rank < n; rank++)
        g_ptr_array_add(running,
                        start_block(f, cluster_block_index(f->launch, f->next / n, rank), cluster));
    f->next += n;
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

static bool may_go_on(struct functional *f, const struct functional_block *block)
{
    const struct functional_options *options = f->options;
    if (f->pool && block_pool_is_beyond(f->pool, block->counts))
        return false; /* an earlier block has failed */
    if (status_is_asked(options->status))
        tell(f);
    if (options->interrupted && *options->interrupted)
        return cut_off(f, FUNCTIONAL_INTERRUPTED, "was interrupted");
    if (options->max_instructions == 0 || f->instructions <= options->max_instructions)
        return true;
    return cut_off(f, FUNCTIONAL_LIMIT, "runs for more warp instructions than the limit allows");
}

/* Each warp that can has a turn. */
static bool run_warps(struct functional *f, struct functional_block *block)
{
    for (unsigned i = 0; i < block->n_warps; i++) {
        if (block->warps[i].state != WARP_RUNS)
            continue;
        if (!functional_run_warp(f, block, &block->warps[i]))
            return false;
        f->block_spins = f->block_spins && f->issued.spins;
    }
    return true;
}

/* Each has its first turn. */
static bool begin_warps(struct functional *f, struct functional_block *block)
{
    block->begins = false;
    for (unsigned i = 0; i < block->n_warps; i++) {
        if (!functional_begin_warp(f, block, &block->warps[i]))
            return false;
        f->block_spins = f->block_spins && f->issued.spins;
    }
    return true;
}

/* Runs a block until it is over, can only wait for other blocks, or has had its turn while others
 * wait. */
static bool run_block(struct functional *f, struct functional_block *block)
{
    uint64_t turn_end = block->instructions + BLOCK_TURN;
    f->block_spins = false;
    while (block->warps_left > 0 && block->instructions < turn_end && !f->block_spins) {
        const uint64_t before = block->instructions + block->held;
        f->block_spins = true;
        if (!(block->begins ? begin_warps(f, block) : run_warps(f, block)))
            return false;
        if (block->instructions + block->held == before)
            return block->of_cluster.waiting || stuck(f, block);
        if (!may_go_on(f, block))
            return false;
        if (!f->runner)
            functional_runner_ask(f);
        if (G_UNLIKELY(f->wait_loops != NULL) && !f->block_spins &&
            block->instructions >= block->look_at && block->warps_left > 0 &&
            !functional_look_in_time(f, block, &f->block_spins))
            return false;
    }
    return true;
}

/* Whether another block is to be started, here and now. */
static bool has_next(struct functional *f)
{
    if (f->next >= f->end && f->pool && !block_pool_take(f->pool, &f->next, &f->end, &f->counts))
        return false;
    return f->next < f->end && f->instructions < f->pause_at;
}

static bool ends_badly(struct functional *f, const struct functional_block *block)
{
    f->failed = block->counts;
    return false;
}

static void end_block(struct functional *f, struct functional_block *block)
{
    if (block->cluster != &block->alone)
        functional_cluster_leave(block);
    if (block->watch)
        block->watch->block_ends(block->watch->data, &block->context);
    block->next_free = f->free_blocks;
    f->free_blocks = block;
}

/* What is known of the blocks that have begun, when each has had a turn. */
struct round {
    guint at;
    uint64_t before;     /* instructions when the first one had its last turn */
    bool all_spin;       /* all that have had a turn since the first one */
    unsigned spun, look; /* so many such rounds, one after the other; and when to look */
};

/* Each block that has begun has had its turn. False with an error. */
static bool end_round(struct functional *f, struct round *round)
{
    if (f->instructions == round->before) {
        stuck(f, f->running->pdata[0]);
        return false;
    }
    round->spun = round->all_spin ? round->spun + 1 : 0;
    if (f->wait_loops && round->spun >= round->look) {
        if (!functional_look_at_all(f, &f->stopped))
            return false;
        round->look = MIN(2 * round->look, LEAST_SPUN << 10);
        round->spun = 0;
    }
    round->before = f->instructions;
    round->at = 0;
    round->all_spin = true;
    return true;
}

/* The next block begins, and has its first turn. Most are over then. False: it has failed, and is
 * the last of f->running. */
static bool run_next(struct functional *f, struct round *round)
{
    struct functional_block *block = start_block(f, f->next++, NULL);
    const bool good = run_block(f, block);
    if (good && block->warps_left == 0) {
        round->all_spin = round->all_spin && f->block_spins;
        round->look = LEAST_SPUN;
        functional_idle_skip(f, block);
        end_block(f, block);
        return true;
    }
    g_ptr_array_add(f->running, block);
    round->all_spin = round->all_spin && f->block_spins;
    round->at++;
    return good;
}

static bool run_all(struct functional *f)
{
    GPtrArray *running = f->running;
    struct round round = {.before = UINT64_MAX, .all_spin = true, .look = LEAST_SPUN};
    const uint32_t cluster_size = (uint32_t)cluster_blocks(f->launch);
    while (running->len > 0 || has_next(f)) {
        if (round.at == running->len) {
            if ((running->len < MAX_BLOCKS || round.all_spin) && has_next(f)) {
                if (cluster_size > 1)
                    start_cluster(f, cluster_size, running);
                else if (!run_next(f, &round))
                    return ends_badly(f, running->pdata[running->len - 1]);
                else
                    continue;
            } else if (!end_round(f, &round))
                return ends_badly(f, running->pdata[0]);
            if (f->stopped)
                return true;
        }
        struct functional_block *block = running->pdata[round.at];
        if (!run_block(f, block))
            return ends_badly(f, block);
        round.all_spin = round.all_spin && f->block_spins;
        if (block->warps_left > 0) {
            round.at++;
            continue;
        }
        g_ptr_array_steal_index(running, round.at);
        end_block(f, block);
        round.look = LEAST_SPUN;
    }
    return true;
}

/* Blocks that idled may do so still. */
static bool go_on(struct functional *f)
{
    f->stopped = f->stopped && !f->insists;
    if (f->stopped && !functional_look_at_all(f, &f->stopped))
        return ends_badly(f, f->running->pdata[0]);
    return f->stopped || run_all(f);
}

bool functional_run_blocks(struct functional *f)
{
    if (!f->running)
        functional_idle_start(f);
    if (!f->running)
        f->running = g_ptr_array_new_with_free_func(free_block);
    const bool good = go_on(f);
    if (!good || !f->stopped)
        functional_drop_blocks(f);
    return good;
}

void functional_drop_blocks(struct functional *f)
{
    f->stopped = false;
    if (!f->running)
        return;
    g_ptr_array_free(f->running, TRUE);
    f->running = NULL;
    while (f->free_blocks) {
        struct functional_block *block = f->free_blocks;
        f->free_blocks = block->next_free;
        free_block(block);
    }
}
