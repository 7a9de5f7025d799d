/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/functional/functional_alike.h"
#include "models/functional/functional_threads.h"
#include "workloads/cluster.h"
#include "workloads/instruction_source.h"

bool functional_alike_fit(const struct functional *f)
{
    const struct functional_options *options = f->options;
    const struct kernel_code *code = f->launch->code;
    return f->footprint && options->n_blocks > 1 && !f->heard && !options->undo &&
           options->max_instructions == 0 && !functional_only_waits(f) &&
           cluster_blocks(f->launch) == 1 && code->ops->blocks_alike &&
           code->ops->blocks_alike(code);
}

/* Whether a block on this memory, behind another one, would find what that one has found. */
static bool leaves_what_it_reads(const struct footprint *footprint)
{
    if (footprint->out_of_sight)
        return false;
    for (guint i = 0; i < footprint->parts->len; i++)
        if (g_array_index(footprint->parts, struct footprint_part, i).how ==
            (FOOTPRINT_READ | FOOTPRINT_WRITTEN))
            return false;
    return true;
}

static void count_others(struct functional_counts *counts, const struct functional_counts *before,
                         uint64_t others)
{
    counts->warp_instructions += others * (counts->warp_instructions - before->warp_instructions);
    counts->thread_instructions +=
        others * (counts->thread_instructions - before->thread_instructions);
    counts->blocks += others * (counts->blocks - before->blocks);
}

bool functional_alike_run(struct functional *f)
{
    const struct functional_counts before = *f->counts;
    const uint64_t end = f->end;
    f->end = f->next + 1;
    f->wait_loops = NULL; /* blocks that are alike do not wait */
    if (!functional_run_blocks(f))
        return false;
    f->end = end;
    if (!leaves_what_it_reads(f->footprint))
        return functional_threads_fit(f) ? functional_threads_run(f) : functional_run_blocks(f);
    count_others(f->counts, &before, end - f->next);
    return true;
}
