/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/sampling/launch_traits.h"
#include "models/launch/grid.h"
#include "models/launch/occupancy.h"
#include "workloads/instruction_source.h"
#include <math.h>

static uint64_t shared_bytes(const struct launch *launch)
{
    return (uint64_t)launch->code->static_shared_bytes + launch->dynamic_shared_bytes;
}

char *launch_traits_unseen(const struct launch *launch)
{
    return g_strdup_printf("%s block %ux%ux%u shared %" G_GUINT64_FORMAT, launch->code->name,
                           launch->block[0], launch->block[1], launch->block[2],
                           shared_bytes(launch));
}

char *launch_traits_shape(const struct launch *launch)
{
    g_autofree char *kind = launch_traits_unseen(launch);
    return g_strdup_printf("%s grid %ux%ux%u", kind, launch->grid[0], launch->grid[1],
                           launch->grid[2]);
}

static const double a_fifth = 0.18; /* log(1.2) */

static double log_of(uint64_t part, uint64_t whole)
{
    return part > 0 && whole > 0 ? log((double)part / (double)whole) : -INFINITY;
}

struct launch_mix launch_traits_mix(const struct functional_preview *seen)
{
    /* Less than one per cent is none. */
    const uint64_t fresh = seen->fresh * 100 > seen->lines ? seen->fresh : 0;
    return (struct launch_mix){{log_of(seen->lines, seen->warp_instructions),
                                log_of(fresh, seen->lines),
                                log_of(seen->thread_instructions, seen->warp_instructions)}};
}

bool launch_traits_alike(const struct launch_mix *a, const struct launch_mix *b)
{
    for (unsigned i = 0; i < LAUNCH_MIX_TRAITS; i++)
        if (isinf(a->traits[i]) != isinf(b->traits[i]) ||
            (!isinf(a->traits[i]) && fabs(a->traits[i] - b->traits[i]) >= a_fifth))
            return false;
    return true;
}

/* Equal for ratios that differ by less than about a fifth. */
static int step_of(double trait)
{
    return isinf(trait) ? -1000 : (int)floor(trait / a_fifth);
}

char *launch_traits_seen(const struct launch *launch, const char *before,
                         const struct launch_mix *mix)
{
    g_autofree char *kind = launch_traits_unseen(launch);
    if (!mix)
        return g_steal_pointer(&kind);
    return g_strdup_printf("%s after %s lines %d fresh %d lanes %d", kind,
                           before ? before : "nothing", step_of(mix->traits[0]),
                           step_of(mix->traits[1]), step_of(mix->traits[2]));
}

double launch_traits_size(const struct launch *launch)
{
    const uint64_t bytes = launch->code->ops->work ? launch->code->ops->work(launch) : 0;
    return (double)(bytes > 0 ? bytes : launch_blocks(launch));
}

uint64_t launch_traits_wave(const struct gpu_config *config, const struct launch *launch)
{
    const struct occupancy_limits *limits = &config->sm.limits;
    const struct occupancy_need need = {
        .threads_per_block = (uint32_t)MIN(launch_threads_per_block(launch), UINT32_MAX),
        .registers_per_thread = occupancy_registers(limits, launch->code),
        .shared_bytes_per_block = shared_bytes(launch),
        .grid_blocks = launch_blocks(launch),
        .n_sms = config->n_sms};
    if (need.threads_per_block == 0 || need.grid_blocks == 0)
        return 0;
    return (uint64_t)occupancy_compute(limits, &need).capacity * config->n_sms;
}

void launch_traits_heard(struct gpu *gpu, struct functional_preview *seen,
                         const struct launch *launch)
{
    const struct fetch_config *fetch = &gpu_config_of(gpu)->sm.fetch;
    const uint64_t end =
        launch->code_address + (uint64_t)launch->code->n_instructions * fetch->instruction_bytes;
    const uint64_t first = launch->code_address & ~(uint64_t)(RECENT_LINE_BYTES - 1);
    functional_preview_end(seen);
    for (uint64_t line = first; line < end && fetch->cache.size_bytes > 0;
         line += RECENT_LINE_BYTES)
        recent_lines_note_sectors(&seen->recent, line, RECENT_SECTORS, false);
}

uint64_t launch_traits_block(struct gpu *gpu, struct functional_preview *seen,
                             const struct launch *launch, uint64_t most)
{
    const struct gpu_part first = {.n_blocks = 1, .most = most, .listener = &seen->listener};
    g_autoptr(GString) output = g_string_new(NULL);
    g_autoptr(GError) fault = NULL; /* it will come again, at its time */
    const struct preview_hearer hearer = seen->hearer;
    seen->hearer = (struct preview_hearer){0}; /* the block comes again */
    functional_preview_begin(seen, true, 1);
    gpu_compute(gpu, launch, &first, output, &fault);
    functional_preview_end(seen);
    functional_preview_undo(seen);
    seen->hearer = hearer;
    return seen->warp_instructions;
}
