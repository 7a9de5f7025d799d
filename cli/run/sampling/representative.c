/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/sampling/representative.h"
#include "base/input_error.h"
#include "cli/run/sampling/launch_traits.h"
#include "cli/run/sampling/leaps_rest.h"
#include "models/gpu.h"
#include "models/launch/grid.h"

enum {
    LONG = 4000000, /* warp instructions: a launch of more is not run to see what it is. ASSUMED */
    TIMES_L2 = 4    /* of its lines: so many of those touched last warm it. ASSUMED */
};

/* ---- which launches are timed in full
 * ------------------------------------------------------------
 */

static enum in_full why_in_full(const struct launch *launch, bool alone)
{
    if (!alone || launch->depth > 0)
        return IN_FULL_BESIDE;
    if (launch->cluster[0] * launch->cluster[1] * launch->cluster[2] > 1)
        return IN_FULL_CLUSTERS;
    return launch->code->traced || functional_preview_fits(launch->code) ? IN_FULL_NOT
                                                                         : IN_FULL_SYNC;
}

/* Its kind has no other launch. */
static void time_in_full(struct representative *r, const struct launch *launch, enum in_full why)
{
    g_autofree char *text = g_strdup_printf("launch %u", launch->id);
    if (r->now.is && r->now.timed.waves)
        waves_disturb(r->now.timed.waves);
    const struct timed_whole timed = {.launch = launch->id,
                                      .kind = sampling_kind(&r->sampling, text, launch->code->name),
                                      .why = why,
                                      .n_blocks = launch_blocks(launch)};
    g_array_append_val(r->timed, timed);
    r->in_full[why]++;
}

/* ---- the launch that is being timed
 * ----------------------------------------------------------------
 */

static uint64_t computed_so_far(const struct representative *r)
{
    return gpu_functional(r->gpu)->warp_instructions;
}

static void time_it(struct representative *r, struct launch *launch, const char *shape, guint kind,
                    double size, uint64_t wave, sim_time now)
{
    const uint64_t n_blocks = launch_blocks(launch);
    g_free(r->now.shape);
    r->now = (struct launch_under_way){
        .is = true,
        .launch = launch->id,
        .shape = g_strdup(shape),
        .kind = kind,
        .size = size,
        .by_work = !launch->code->traced,
        .functional = computed_so_far(r),
        .timed = {.launch = launch->id, .kind = kind, .n_blocks = n_blocks}};
    if (wave > 0 && n_blocks >= WAVES_FEWEST * wave) {
        r->now.timed.waves = waves_new(r->gpu, r->sampling.error, n_blocks, wave);
        launch->watch = &r->now.timed.waves->watch;
    } else if (leaps_fit(launch)) {
        r->now.timed.leaps = leaps_new(r->gpu, r->memory, launch, now);
    }
}

static const struct kernel_record *record_of(const struct gpu *gpu, uint32_t launch)
{
    const GArray *records = gpu_kernel_records(gpu);
    for (guint i = records->len; i > 0; i--) {
        const struct kernel_record *record = &g_array_index(records, struct kernel_record, i - 1);
        if (record->launch == launch)
            return record;
    }
    g_assert_not_reached();
}

/* Warp instructions of the blocks that were not timed: a trace has not been read so far, and they
 * are taken to be as long as the others. */
static double rest_of(const struct timed_whole *timed, const struct kernel_record *record,
                      uint64_t work)
{
    const double blocks = (double)(timed->n_blocks - timed->timed_blocks);
    if (timed->leaps)
        return (double)timed->leaps->leapt;
    if (!timed->waves || timed->waves->timed == 0)
        return 0;
    if (work > 0)
        return (double)work;
    return blocks * (double)record->warp_instructions / (double)MAX(timed->timed_blocks, 1);
}

static double cycles_at(const void *data, const struct wave_row *row)
{
    (void)data;
    return (double)row->cycles;
}

static double whole_cycles(const struct timed_whole *timed)
{
    if (timed->leaps)
        return (double)timed->cycles + leaps_rest(timed->leaps, cycles_at, NULL).more;
    return (double)timed->cycles +
           (timed->rest > 0 ? timed->rest * waves_cycles(timed->waves).mean : 0);
}

static void note_shape(struct representative *r, const char *text, guint kind, double size,
                       bool is_long)
{
    struct launch_shape *shape = g_hash_table_lookup(r->shapes, text);
    if (!shape) {
        shape = g_new0(struct launch_shape, 1);
        g_hash_table_insert(r->shapes, g_strdup(text), shape);
    }
    *shape = (struct launch_shape){kind, size, is_long};
}

static sim_time period_of(const struct representative *r, double cycles)
{
    return clock_edge(&gpu_config_of(r->gpu)->sm.clock, (uint64_t)MAX(cycles, 0));
}

/* A launch that was timed in full. */
static void ended_in_full(struct representative *r, const struct launch *launch)
{
    for (guint i = r->timed->len; i > 0; i--) {
        struct timed_whole *timed = &g_array_index(r->timed, struct timed_whole, i - 1);
        if (timed->launch != launch->id)
            continue;
        timed->timed_blocks = launch->detailed_blocks;
        timed->cycles = kernel_record_cycles(record_of(r->gpu, launch->id));
        const struct timed_launch noted = {i - 1, 1, (double)timed->cycles};
        sampling_note_timed(&r->sampling, timed->kind, &noted);
        return;
    }
}

static sim_time ended(void *data, const struct launch *launch, sim_time took)
{
    struct representative *r = data;
    struct timed_whole *timed = &r->now.timed;
    if (!r->now.is || r->now.launch != launch->id) {
        ended_in_full(r, launch);
        return 0;
    }
    if (timed->leaps)
        leaps_end(timed->leaps);
    const struct kernel_record *record = record_of(r->gpu, launch->id);
    const uint64_t work = computed_so_far(r) - r->now.functional;
    r->now.is = false;
    timed->timed_blocks = launch->detailed_blocks;
    timed->cycles = kernel_record_cycles(record);
    timed->work = record->warp_instructions;
    timed->rest = rest_of(timed, record, work);
    r->computed_work += work;
    if (r->now.by_work)
        r->now.size = (double)(record->warp_instructions + work);
    const struct timed_launch noted = {r->timed->len, r->now.size, whole_cycles(timed)};
    sampling_note_timed(&r->sampling, r->now.kind, &noted);
    note_shape(r, r->now.shape, r->now.kind, r->now.size, r->now.is_long);
    r->overhead = took - MIN(took, period_of(r, (double)timed->cycles));
    g_array_append_vals(r->timed, timed, 1);
    return period_of(r, MAX(noted.cycles - (double)timed->cycles, 0));
}

/* ---- launches that are computed -----------------------------------------------------------------
 */

static void computed(struct representative *r, const struct launch *launch, guint kind, double size,
                     uint64_t work, struct launch_choice *choice)
{
    gpu_warm_code(r->gpu, launch);
    r->fresh += r->seen.fresh;
    const double cycles = sampling_note_computed(&r->sampling, kind, size);
    r->n_computed++;
    r->computed_work += work;
    choice->computed = true;
    choice->takes = MAX(period_of(r, cycles) + r->overhead, 1);
}

static void warm(void *data, uint64_t line, uint8_t sectors, bool written)
{
    gpu_warm_l2(data, line, sectors, written);
}

/* Runs blocks from first_block on. What they have touched last is in L2 then. */
static bool run(struct representative *r, const struct launch *launch, uint64_t first_block,
                GString *output, GError **error)
{
    functional_preview_begin(&r->seen, false);
    if (!gpu_compute(r->gpu, launch, first_block, 0, &r->seen.listener, output, error))
        return false;
    recent_lines_take(&r->seen.recent, warm, r->gpu);
    return true;
}

static bool rest(void *data, const struct launch *launch, uint64_t first_block, GString *output,
                 GError **error)
{
    return run(data, launch, first_block, output, error);
}

/* Its kind and size are believed to be known. */
static bool compute(struct representative *r, const struct launch *launch, const char *shape,
                    guint kind, double size, GString *output, struct launch_choice *choice,
                    GError **error)
{
    const uint64_t before = computed_so_far(r);
    if (!run(r, launch, 0, output, error))
        return false;
    const uint64_t work = computed_so_far(r) - before;
    if (!launch->code->traced)
        size = (double)work;
    note_shape(r, shape, kind, size, true);
    computed(r, launch, kind, size, work, choice);
    return true;
}

/* Looking at it takes too long: its kind is that of its shape. */
static void time_unseen(struct representative *r, struct launch *launch, const char *shape,
                        sim_time now)
{
    g_autofree char *text = launch_traits_unseen(launch);
    time_it(r, launch, shape, sampling_kind(&r->sampling, text, launch->code->name), 0, 0, now);
    r->now.is_long = true;
}

/* Runs the launch to see what it is; undoes that if it is to be timed. */
static bool preview(struct representative *r, struct launch *launch, const char *shape,
                    uint64_t wave, GString *output, struct launch_choice *choice)
{
    struct functional_preview *seen = &r->seen;
    GError *fault = NULL;
    functional_preview_begin(seen, true);
    const bool good = gpu_compute(r->gpu, launch, 0, leaps_fit(launch) ? LONG : 0, &seen->listener,
                                  output, &fault);
    const bool is_long = g_error_matches(fault, INPUT_ERROR, FUNCTIONAL_LIMIT);
    g_autofree char *text = launch_traits_seen(launch, r->last, seen);
    const guint kind = sampling_kind(&r->sampling, text, launch->code->name);
    const double size = (double)seen->warp_instructions;
    if (good && !sampling_wants(&r->sampling, kind, size)) {
        recent_lines_take(&seen->recent, warm, r->gpu);
        computed(r, launch, kind, size, seen->warp_instructions, choice);
        return true;
    }
    /* A fault will come again, at its time. */
    functional_preview_undo(seen);
    g_string_truncate(output, 0);
    g_clear_error(&fault);
    if (is_long)
        time_unseen(r, launch, shape, choice->now);
    else
        time_it(r, launch, shape, kind, size, wave, choice->now);
    return true;
}

static bool choose(struct representative *r, struct launch *launch, bool alone, GString *output,
                   struct launch_choice *choice, GError **error)
{
    const enum in_full why = why_in_full(launch, alone && !r->now.is);
    r->n_launches++;
    if (why != IN_FULL_NOT) {
        time_in_full(r, launch, why);
        return true;
    }
    const uint64_t wave = launch_traits_wave(gpu_config_of(r->gpu), launch);
    g_autofree char *text = launch_traits_shape(launch);
    const struct launch_shape *shape = g_hash_table_lookup(r->shapes, text);
    const bool many =
        (wave > 0 && launch_blocks(launch) >= WAVES_FEWEST * wave) || (shape && shape->is_long);
    if (!launch->code->traced && !many)
        return preview(r, launch, text, wave, output, choice);
    g_autofree char *unseen = launch_traits_unseen(launch);
    const guint kind =
        shape ? shape->kind : sampling_kind(&r->sampling, unseen, launch->code->name);
    const bool sized = launch->code->traced || shape;
    const double size = launch->code->traced ? launch_traits_size(launch) : shape ? shape->size : 0;
    if (sized && !sampling_wants(&r->sampling, kind, size))
        return compute(r, launch, text, kind, size, output, choice, error);
    time_it(r, launch, text, kind, size, wave, choice->now);
    r->now.is_long = !launch->code->traced;
    return true;
}

static bool begin(void *data, struct launch *launch, bool alone, GString *output,
                  struct launch_choice *choice, GError **error)
{
    struct representative *r = data;
    const bool good = choose(r, launch, alone, output, choice, error);
    g_free(r->last);
    r->last = g_strdup(launch->code->name);
    return good;
}

/* ---- life
 * -----------------------------------------------------------------------------------------
 */

static void clear_timed(void *item)
{
    waves_free(((struct timed_whole *)item)->waves);
    leaps_free(((struct timed_whole *)item)->leaps);
}

struct representative *representative_new(double error)
{
    struct representative *r = g_new0(struct representative, 1);
    r->chooser = (struct launch_chooser){r, begin, rest, ended};
    r->shapes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    r->timed = g_array_new(FALSE, FALSE, sizeof(struct timed_whole));
    g_array_set_clear_func(r->timed, clear_timed);
    sampling_init(&r->sampling, error);
    return r;
}

void representative_free(struct representative *r)
{
    if (!r)
        return;
    if (r->now.is)
        clear_timed(&r->now.timed);
    g_free(r->now.shape);
    g_free(r->last);
    g_hash_table_unref(r->shapes);
    g_array_free(r->timed, TRUE);
    sampling_finish(&r->sampling);
    if (r->gpu)
        functional_preview_finish(&r->seen);
    g_free(r);
}

void representative_attach(struct representative *r, struct gpu *gpu, struct device_memory *memory)
{
    r->gpu = gpu;
    r->memory = memory;
    const struct gpu_config *config = gpu_config_of(gpu);
    const uint64_t lines = config->n_banks * config->bank.size_bytes / RECENT_LINE_BYTES;
    functional_preview_init(&r->seen, memory, lines * TIMES_L2);
}
