/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/functional/functional.h"
#include "base/input_error.h"
#include "base/kernel_name.h"
#include "models/functional/functional_alike.h"
#include "models/functional/functional_blocks.h"
#include "models/functional/functional_runner.h"
#include "models/functional/functional_threads.h"
#include "models/functional/known/known_launches.h"
#include "models/launch/grid.h"
#include "models/memory/memory_digest.h"
#include "models/memory/owed_memory.h"
#include "workloads/instruction_source.h"

#define ROW(...) COUNTER_ROW(struct functional_counts, __VA_ARGS__)

const struct counter functional_counter_table[] = {
    ROW(warp_instructions, "instructions",
        "Instructions executed functionally, one for each warp."),
    ROW(thread_instructions, "instructions", "The same, one for each active lane."),
    ROW(blocks, "blocks", "Thread blocks executed functionally."),
    ROW(known_launches, "launches",
        "Of these, launches that an equal one had computed before, on the same memory."),
    {0}};

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

/* footprint: NULL, what it has touched is not known. */
static void tell_memory(struct device_memory *memory, const struct footprint *footprint)
{
    if (!footprint || footprint->out_of_sight) {
        device_memory_all_changed(memory);
        return;
    }
    for (guint i = 0; i < footprint->parts->len; i++) {
        const struct footprint_part *part =
            &g_array_index(footprint->parts, struct footprint_part, i);
        if (part->how & FOOTPRINT_WRITTEN)
            device_memory_changed(memory, part->address, part->bytes);
    }
}

/* footprint: what it touches goes there; may be NULL. */
static bool run_launch(const struct launch *launch, struct device_memory *memory,
                       const struct functional_options *options, struct functional_counts *counts,
                       GString *output, struct footprint *footprint, GError **error)
{
    g_autofree char *name = kernel_plain_name(launch->code->name);
    device_memory_arrive_all(memory);
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
                           .next = options->first_block,
                           .end = options->first_block + options->n_blocks,
                           .pause_at = UINT64_MAX};
    functional_runner_start(&f);
    if (options->watch)
        options->watch->launch_begins(options->watch->data, launch);
    const bool good = functional_alike_fit(&f)     ? functional_alike_run(&f)
                      : functional_threads_fit(&f) ? functional_threads_run(&f)
                                                   : functional_run_blocks(&f);
    functional_runner_stop(&f);
    tell_memory(memory, footprint);
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
