/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/sampling/filling.h"
#include "models/gpu.h"
#include "models/launch/grid.h"
#include "models/sm/sm_leap.h"

/* Waves: those of the begin, the fewest that may be left out, and the fewest of a launch of which
 * any are. What L2 has behind them is only about what it would have, so a few waves behind them
 * are warm-up: fewer than these would not pay. ASSUMED. */
enum { BEGIN = 2, FEWEST = 8, LEAST = 16 };

static uint64_t l2_lines(const struct gpu *gpu)
{
    const struct gpu_config *config = gpu_config_of(gpu);
    return (uint64_t)(config->n_banks * config->bank.size_bytes / RECENT_LINE_BYTES);
}

/* Computes `n` more blocks. False: they have a fault, or print. */
static bool run_more(struct filling *filling, struct functional_preview *seen,
                     const struct launch *launch, uint64_t n)
{
    const struct gpu_part part = {.first_block = filling->blocks.first + filling->blocks.n,
                                  .n_blocks = n,
                                  .listener = &seen->listener};
    g_autoptr(GString) output = g_string_new(NULL);
    g_autoptr(GError) fault = NULL; /* it will come again, at its time */
    filling->blocks.n += n;
    return gpu_compute(filling->gpu, launch, &part, output, &fault) && output->len == 0;
}

/* Waves that fill L2; 0: it does not pay. */
static uint64_t waves_needed(const struct gpu *gpu, const struct launch *launch, uint64_t wave,
                             uint64_t lines_of_wave)
{
    const double needs = FILLING_FULL * (double)l2_lines(gpu) / (double)MAX(lines_of_wave, 1);
    const double most = FILLING_MOST * (double)launch_blocks(launch) / (double)wave;
    return needs > FEWEST - 1 && needs <= most ? (uint64_t)needs + 1 : 0;
}

/* By wave, since later ones may touch fewer lines. */
static bool run(struct filling *filling, struct functional_preview *seen,
                const struct launch *launch, uint64_t wave)
{
    const double full = FILLING_FULL * (double)l2_lines(filling->gpu);
    const double most = FILLING_MOST * (double)launch_blocks(launch);
    if (!run_more(filling, seen, launch, wave))
        return false;
    functional_preview_end(seen);
    recent_lines_compact(&seen->recent);
    uint64_t more = waves_needed(filling->gpu, launch, wave, seen->recent.n);
    if (more == 0)
        return false;
    while (more > 1 || (double)seen->recent.n < full) {
        if ((double)(filling->blocks.n + wave) > most || !run_more(filling, seen, launch, wave))
            return false;
        more = MAX(more, 2) - 1;
        functional_preview_end(seen);
        if (more == 1)
            recent_lines_compact(&seen->recent);
    }
    return true;
}

static void sort_lines(struct filling *filling, const struct recent_lines *recent)
{
    const struct gpu_config *config = gpu_config_of(filling->gpu);
    g_autoptr(GPtrArray) banks = g_ptr_array_new();
    for (uint32_t i = 0; i < config->n_banks; i++) {
        const struct unit *unit;
        const void *counters;
        GArray *lines = g_array_new(FALSE, FALSE, sizeof(uint64_t));
        gpu_unit(filling->gpu, GPU_BANKS, i, &unit, &counters);
        g_hash_table_insert(filling->lines,
                            g_ptr_array_index(gpu_engine(filling->gpu)->units, unit->id), lines);
        g_ptr_array_add(banks, lines);
    }
    for (uint32_t i = 0; i < recent->n; i++) {
        const uint64_t line = recent->lines[i] & ~(uint64_t)(RECENT_LINE_BYTES - 1);
        g_array_append_val(banks->pdata[address_map_bank(&config->map, line)], recent->lines[i]);
    }
}

static void free_lines(void *lines)
{
    g_array_free(lines, TRUE);
}

static bool may_fill(const struct gpu *gpu, const struct launch *launch, uint64_t wave)
{
    const uint64_t n = launch_blocks(launch);
    return n >= LEAST * wave && launch->detailed_blocks == n && gpu_may_leave_out(gpu) &&
           sm_leap_in_any_order(launch->code);
}

struct filling *filling_new(struct gpu *gpu, struct functional_preview *seen, struct launch *launch,
                            uint64_t wave)
{
    if (!may_fill(gpu, launch, wave))
        return NULL;
    struct filling *filling = g_new(struct filling, 1);
    *filling = (struct filling){
        gpu, {BEGIN * wave, 0, 0}, g_hash_table_new_full(NULL, NULL, NULL, free_lines)};
    const struct preview_hearer hearer = seen->hearer;
    seen->hearer = (struct preview_hearer){0}; /* the model of L2 hears whole launches */
    functional_preview_begin(seen, true, wave);
    const bool good = run(filling, seen, launch, wave);
    functional_preview_end(seen);
    seen->hearer = hearer;
    if (!good) {
        functional_preview_undo(seen);
        filling_free(filling);
        return NULL;
    }
    filling->blocks.work = seen->warp_instructions;
    sort_lines(filling, &seen->recent);
    launch->first_left_out = filling->blocks.first;
    launch->left_out = filling->blocks.n;
    return filling;
}

void filling_free(struct filling *filling)
{
    if (!filling)
        return;
    g_hash_table_unref(filling->lines);
    g_free(filling);
}

void filling_fill(void *data, const struct unit *unit)
{
    struct filling *filling = data;
    const GArray *lines = g_hash_table_lookup(filling->lines, unit);
    for (guint i = 0; lines && i < lines->len; i++) {
        const uint64_t noted = g_array_index(lines, uint64_t, i);
        gpu_warm_l2(filling->gpu, noted & ~(uint64_t)(RECENT_LINE_BYTES - 1),
                    noted & RECENT_SECTORS, noted & RECENT_WRITTEN);
    }
    g_hash_table_remove(filling->lines, unit);
}
