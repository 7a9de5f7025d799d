/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/functional/functional_runner.h"
#include "models/functional/functional_access.h"
#include "models/memory/device_peers.h"
#include "workloads/instruction_source.h"

enum { ASK_EVERY = 1 << 18 }; /* warp instructions */

/* Where device address 0 would lie on the host. */
static uint8_t *origin_of(struct device_memory *memory)
{
    return device_memory_at(memory, DEVICE_MEMORY_BASE) - DEVICE_MEMORY_BASE;
}

static unsigned how_of(unsigned kinds)
{
    return (kinds & RUNNER_READS ? FOOTPRINT_READ : 0) |
           (kinds & RUNNER_WRITES ? FOOTPRINT_WRITTEN : 0);
}

/* Where the program's pinned memory could not be mapped at its place (device_memory_host_place),
 * accesses to it are left to the interpreter. */
static bool find(void *data, uint64_t low, uint64_t high, unsigned kinds, uint64_t range[2])
{
    const struct functional *f = data;
    const struct device_allocation *found =
        device_memory_find_from(f->memory, f->launch->device, low, high - low);
    if (!found ||
        device_memory_at(f->memory, found->address) != origin_of(f->memory) + found->address)
        return false;
    if (f->footprint)
        footprint_note(f->footprint, low, high, how_of(kinds));
    range[0] = found->address;
    range[1] = found->address + found->bytes;
    return true;
}

static bool access_memory(void *data, struct warp_context *w, uint32_t pc, struct issued *what)
{
    const struct functional *f = data;
    return functional_access(f->memory, f->footprint, f->pool != NULL, w, pc,
                             &w->code->instructions[pc], what);
}

/* The front end hears from one thread at a time. */
static struct warp_runner *ask_for(const struct functional *f, const struct runner_host *host)
{
    const struct launch *launch = f->launch;
    if (f->pool)
        g_mutex_lock(&f->pool->mutex);
    struct warp_runner *runner = launch->code->ops->runner(launch, host, f->instructions - f->told);
    if (f->pool)
        g_mutex_unlock(&f->pool->mutex);
    return runner;
}

/* Whether issuing what is left of the launch would take longer than to make a runner: then that is
 * waited for, since whoever goes on meanwhile computes next to nothing. Blocks that have begun
 * count as if they had ended. */
static bool is_worth_waiting(const struct functional *f)
{
    const uint64_t begun = f->next - f->options->first_block;
    if (f->pool || begun == 0)
        return false;
    const uint64_t left = (f->end - f->next) * (f->instructions / begun);
    return left / RUNNER_TAKES_EACH >
           f->launch->code->n_instructions + RUNNER_TAKES / RUNNER_TAKES_EACH;
}

static void ask(struct functional *f)
{
    const enum functional_runners runners = f->options->runners;
    const struct runner_host host = {.data = f,
                                     .at_once = runners == RUNNERS_AT_ONCE || is_worth_waiting(f),
                                     .memory = device_memory_at(f->memory, DEVICE_MEMORY_BASE) -
                                               DEVICE_MEMORY_BASE,
                                     .together = f->pool != NULL,
                                     .find = find,
                                     .access = access_memory};
    f->runner = ask_for(f, &host);
    f->told = f->instructions;
    f->ask_at = f->instructions + ASK_EVERY;
}

void functional_runner_start(struct functional *f)
{
    const struct instruction_source_ops *ops = f->launch->code->ops;
    const bool may = ops->runner && f->options->runners != RUNNERS_NEVER && !f->heard;
    f->computes = ops->run_plain && ops->turn_ends && !f->heard;
    f->turn_ends = ops->turn_ends ? ops->turn_ends(f->launch->code) : NULL;
    f->clock_polls = ops->clock_polls ? ops->clock_polls(f->launch->code) : NULL;
    f->wait_loops =
        ops->wait_loops && !f->pool && !f->insists ? ops->wait_loops(f->launch->code) : NULL;
    f->ask_at = UINT64_MAX;
    if (may)
        ask(f);
}

void functional_runner_ask(struct functional *f)
{
    if (G_UNLIKELY(f->instructions >= f->ask_at) && !f->runner)
        ask(f);
}

void functional_runner_stop(struct functional *f)
{
    if (f->runner)
        f->runner->free(f->runner);
    else if (f->ask_at != UINT64_MAX)
        ask_for(f, NULL);
    f->runner = NULL;
    f->ask_at = UINT64_MAX;
}
