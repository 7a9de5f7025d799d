/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/sampling/representative.h"
#include "base/input_error.h"
#include "cli/run/sampling/launch_traits.h"
#include "models/gpu.h"
#include "models/launch/grid.h"

enum {
    LONG = 4000000, /* warp instructions: a launch of more is not run to see what it is. ASSUMED */
    TIMES_L2 = 4,   /* of its lines: so many of those touched last warm it. ASSUMED */
    TAIL = 4000000, /* warp instructions at a long launch's end whose lines are noted. ASSUMED */
    LONG_TAIL = 100000000, /* the same, if less does not fill L2. ASSUMED */
    CHEAP = 30000000,      /* warp instructions that may be timed in any case. ASSUMED */
    CHEAP_PART = 100       /* of all: the same. ASSUMED */
};

/* ---- which launches are timed in full ------------------------------------------------------- */

/* Its kind has no other launch. */
static void time_in_full(struct representative *r, const struct launch *launch, enum in_full why)
{
    g_autofree char *text = g_strdup_printf("launch %u", launch->id);
    if (r->now.is && r->now.timed.waves)
        waves_disturb(r->now.timed.waves);
    warmth_forget(&r->warmth);
    r->l2_kind = G_MAXUINT;
    const struct timed_whole timed = {.launch = launch->id,
                                      .kind = sampling_kind(&r->sampling, text, launch->code->name),
                                      .why = why,
                                      .n_blocks = launch_blocks(launch)};
    g_array_append_val(r->timed, timed);
    r->in_full[why]++;
}

/* ---- the launch that is being timed --------------------------------------------------------- */

static uint64_t computed_so_far(const struct representative *r)
{
    return gpu_functional(r->gpu)->warp_instructions;
}

/* Blocks that all SMs hold. */
static uint64_t n_together(const struct representative *r, const struct launch *launch)
{
    return launch_traits_wave(gpu_config_of(r->gpu), launch);
}

/* What is known of a launch before it begins. */
struct known {
    struct launch_shapes shapes; /* none: of a trace */
    guint kind;
    double size;
    bool looked;
    uint64_t wave; /* 0: of no interest */
    double block;  /* of a long one's first block; 0: nobody has looked */
    struct launch_model model;
    uint64_t tail;    /* blocks at its end that fill L2; 0: nobody has looked */
    uint64_t repeats; /* as in struct computed_launch */
};

static void time_it(struct representative *r, struct launch *launch, const struct known *known,
                    sim_time now)
{
    const uint64_t n_blocks = launch_blocks(launch);
    const bool leaps = !launch->code->traced && leaps_pay(r->gpu, launch, known->wave, known->size);
    warmth_settle(&r->warmth);
    r->now = (struct launch_under_way){
        .is = true,
        .launch = launch->id,
        .shapes = known->shapes,
        .kind = known->kind,
        .size = known->size,
        .looked = known->looked,
        .block = known->block,
        .model = known->model,
        .by_work = !launch->code->traced,
        .functional = computed_so_far(r),
        .timed = {.launch = launch->id, .kind = known->kind, .n_blocks = n_blocks}};
    if (leaps) {
        const double block = known->block > 0 ? known->block : known->size / (double)n_blocks;
        const struct leaps_aim aim = {r->sampling.error, known->wave, block, now};
        r->now.timed.leaps = leaps_new(r->gpu, r->memory, launch, &aim);
    } else if (waves_are_many(launch, known->wave)) {
        const struct waves_aim aim = {sampling_aim_of(&r->sampling, known->kind), known->wave,
                                      known->model.is, r->l2_kind == known->kind};
        r->now.timed.waves =
            waves_new(r->gpu, &aim, launch, launch->code->traced ? NULL : &r->seen);
        r->now.functional = computed_so_far(r) - waves_left_out(r->now.timed.waves).work;
    }
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
        timed->cycles = kernel_record_cycles(timed_whole_record(r->gpu, launch->id));
        const struct timed_launch noted = {
            .number = i - 1, .size = 1, .cycles = (double)timed->cycles};
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
    waves_end(timed->waves);
    const struct kernel_record *record = timed_whole_record(r->gpu, launch->id);
    const uint64_t work = computed_so_far(r) - r->now.functional;
    r->now.is = false;
    timed->timed_blocks = launch->detailed_blocks - waves_left_out(timed->waves).n;
    timed->cycles = kernel_record_cycles(record);
    timed->work = record->warp_instructions;
    timed->rest = timed_whole_rest(timed, record, work);
    r->computed_work += work;
    r->timed_work += timed->work;
    if (r->now.by_work)
        r->now.size = (double)(record->warp_instructions + work);
    const bool filled = timed->waves && waves_have_filled_l2(timed->waves) &&
                        shapes_fill_l2(&r->shapes, &r->now.shapes);
    r->l2_kind = filled ? timed->kind : G_MAXUINT;
    const struct timed_launch noted = {.number = r->timed->len,
                                       .size = r->now.size,
                                       .cycles = timed_whole_cycles(timed),
                                       .half_width = timed->waves ? timed->waves->allowed : 0,
                                       .model = r->now.model};
    sampling_note_timed(&r->sampling, r->now.kind, &noted);
    if (r->now.shapes.any && !r->now.looked)
        shapes_ran(&r->shapes, &r->now.shapes, r->now.kind, r->now.size, r->now.block);
    r->overhead = took - MIN(took, period_of(r, (double)timed->cycles));
    g_array_append_vals(r->timed, timed, 1);
    return period_of(r, MAX(noted.cycles - (double)timed->cycles, 0));
}

/* ---- launches that are computed ------------------------------------------------------------- */

static void computed(struct representative *r, const struct launch *launch,
                     const struct known *known, uint64_t work, struct launch_choice *choice)
{
    const struct computed_launch shown = {known->size, known->model, known->repeats};
    gpu_warm_code(r->gpu, launch);
    const double cycles = sampling_note_computed(&r->sampling, known->kind, &shown);
    r->l2_kind = r->l2_kind == known->kind ? known->kind : G_MAXUINT;
    r->n_computed++;
    r->computed_work += work;
    choice->computed = true;
    choice->takes = MAX(period_of(r, cycles) + r->overhead, 1);
}

/* Runs blocks from first_block on. Those at the end are listened to, if it is not known what the
 * launch leaves in L2 and its blocks are many, which can't wait for each other. */
static bool run(struct representative *r, const struct launch *launch, uint64_t first_block,
                const struct known *known, GString *output, GError **error)
{
    const uint64_t n = launch_blocks(launch) - first_block;
    const double each = MAX(known->size / (double)launch_blocks(launch), 1);
    const bool listens =
        shapes_listen(&r->shapes, &known->shapes) && first_block + n > n_together(r, launch);
    const double usual = TAIL / each, fills = MIN((double)known->tail, LONG_TAIL / each);
    const uint64_t tail = listens ? (uint64_t)MIN((double)n, MAX(usual, fills)) : 0;
    const struct gpu_part fast = {.first_block = first_block, .n_blocks = n - tail},
                          heard = {.first_block = first_block + n - tail,
                                   .n_blocks = tail,
                                   .listener = &r->seen.listener};
    if (fast.n_blocks > 0 && !gpu_compute(r->gpu, launch, &fast, output, error))
        return false;
    if (tail > 0) {
        functional_preview_begin(&r->seen, false, n_together(r, launch));
        if (!gpu_compute(r->gpu, launch, &heard, output, error))
            return false;
        launch_traits_heard(r->gpu, &r->seen, launch);
        shapes_listened(&r->shapes, &known->shapes, r->seen.warp_instructions, &r->seen.recent);
        warmth_take(&r->warmth, &r->seen.recent);
    } else {
        warmth_note(&r->warmth, shapes_lines(&known->shapes));
    }
    return true;
}

static bool rest(void *data, const struct launch *launch, uint64_t first_block, GString *output,
                 GError **error)
{
    struct representative *r = data;
    const struct waves *waves = r->now.timed.waves;
    const struct known known = {.shapes = r->now.shapes,
                                .size = r->now.size,
                                .tail = waves ? waves_blocks_that_fill_l2(waves) : 0};
    return launch->code->traced || !r->now.is || r->now.launch != launch->id ||
           run(r, launch, first_block, &known, output, error);
}

/* Its kind and size are believed to be known. */
static bool time_or_compute(struct representative *r, struct launch *launch,
                            const struct known *known, GString *output,
                            struct launch_choice *choice, GError **error)
{
    const struct functional_counts *counts = gpu_functional(r->gpu);
    const uint64_t before = counts->warp_instructions, repeated = counts->known_launches;
    if (sampling_wants(&r->sampling, known->kind, known->size)) {
        time_it(r, launch, known, choice->now);
        return true;
    }
    if (!run(r, launch, 0, known, output, error))
        return false;
    struct known ran = *known;
    ran.size = (double)(counts->warp_instructions - before);
    ran.repeats = counts->known_launches > repeated ? gpu_repeated(r->gpu) : 0;
    shapes_ran(&r->shapes, &known->shapes, known->kind, ran.size, known->block);
    computed(r, launch, &ran, counts->warp_instructions - before, choice);
    return true;
}

/* Looking at it takes too long: its kind is that of its shape, its size that of its first block, as
 * often as it has blocks. */
static bool choose_unseen(struct representative *r, struct launch *launch, uint64_t wave,
                          GString *output, struct launch_choice *choice, GError **error)
{
    g_autofree char *text = launch_traits_unseen(launch);
    const double block = (double)launch_traits_block(r->gpu, &r->seen, launch, LONG);
    const struct known known = {.shapes = shapes_make_long(&r->shapes, launch),
                                .kind = sampling_kind(&r->sampling, text, launch->code->name),
                                .size = block * (double)launch_blocks(launch),
                                .wave = wave,
                                .block = block};
    return time_or_compute(r, launch, &known, output, choice, error);
}

/* Runs the launch to see what it is; undoes that if it is to be timed. */
static bool look(struct representative *r, struct launch *launch,
                 const struct launch_shapes *shapes, uint64_t wave, GString *output,
                 struct launch_choice *choice, GError **error)
{
    struct functional_preview *seen = &r->seen;
    GError *fault = NULL;
    traffic_begin(&r->traffic);
    functional_preview_begin(seen, true, wave);
    const struct gpu_part all = {
        .n_blocks = launch_blocks(launch), .most = LONG, .listener = &seen->listener};
    const bool good = gpu_compute(r->gpu, launch, &all, output, &fault);
    launch_traits_heard(r->gpu, seen, launch);
    const bool is_long = g_error_matches(fault, INPUT_ERROR, FUNCTIONAL_LIMIT);
    const struct launch_mix its_mix = launch_traits_mix(seen),
                            *mix = waves_are_many(launch, wave) ? NULL : &its_mix;
    const struct known known = {
        .shapes = *shapes,
        .kind = shapes_kind(&r->shapes, shapes, &r->sampling, launch, r->last, mix),
        .size = (double)seen->warp_instructions,
        .looked = true,
        .wave = wave,
        .model = good ? traffic_end(&r->traffic) : (struct launch_model){0}};
    if (good) {
        const struct look look = {known.kind, mix, known.size, &seen->recent};
        shapes_looked(&r->shapes, shapes, &look);
        if (!sampling_wants(&r->sampling, known.kind, known.size)) {
            warmth_take(&r->warmth, &seen->recent);
            computed(r, launch, &known, seen->warp_instructions, choice);
            return true;
        }
    }
    /* A fault will come again, at its time. */
    functional_preview_undo(seen);
    g_string_truncate(output, 0);
    g_clear_error(&fault);
    if (is_long)
        return choose_unseen(r, launch, wave, output, choice, error);
    time_it(r, launch, &known, choice->now);
    if (good)
        r->now.timed.course = traffic_take(&r->traffic);
    return true;
}

/* There is nothing to compute. */
static bool choose_of_trace(struct representative *r, struct launch *launch,
                            struct launch_choice *choice)
{
    g_autofree char *text = launch_traits_unseen(launch);
    const struct known known = {.kind = sampling_kind(&r->sampling, text, launch->code->name),
                                .size = launch_traits_size(launch),
                                .wave = n_together(r, launch)};
    if (sampling_wants(&r->sampling, known.kind, known.size))
        time_it(r, launch, &known, choice->now);
    else
        computed(r, launch, &known, 0, choice);
    return true;
}

/* Of many waves: whether a look at it, or a few like it, costs next to nothing. */
static bool is_short(struct representative *r, const struct launch *launch)
{
    const uint64_t blocks = launch_blocks(launch);
    return shapes_afford(&r->shapes, blocks) &&
           shapes_afford(&r->shapes,
                         launch_traits_block(r->gpu, &r->seen, launch, LONG / blocks + 1) * blocks);
}

static bool choose(struct representative *r, struct launch *launch, bool alone, GString *output,
                   struct launch_choice *choice, GError **error)
{
    const enum in_full why = timed_whole_why(launch, alone && !r->now.is);
    r->n_launches++;
    r->sampling.thrifty =
        r->timed_work > CHEAP && r->timed_work * CHEAP_PART > r->timed_work + r->computed_work;
    if (why != IN_FULL_NOT) {
        time_in_full(r, launch, why);
        return true;
    }
    if (launch->code->traced)
        return choose_of_trace(r, launch, choice);
    const uint64_t wave = n_together(r, launch);
    const struct launch_shapes shapes = shapes_of(&r->shapes, launch, r->last);
    const struct launch_shape *trusted = shapes_trusted(&r->shapes, &shapes);
    if (trusted) {
        const double block = shapes_want_block(&shapes)
                                 ? (double)launch_traits_block(r->gpu, &r->seen, launch, LONG)
                                 : 0;
        const double size = shapes_size(&shapes, trusted, block);
        const struct known known = {shapes, trusted->kind, size, false, wave, block, {0}, 0, 0};
        return time_or_compute(r, launch, &known, output, choice, error);
    }
    if (shapes.any->is_long || (waves_are_many(launch, wave) && !is_short(r, launch)))
        return choose_unseen(r, launch, wave, output, choice, error);
    return look(r, launch, &shapes, wave, output, choice, error);
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

/* ---- life ----------------------------------------------------------------------------------- */

static void clear_timed(void *item)
{
    waves_free(((struct timed_whole *)item)->waves);
    leaps_free(((struct timed_whole *)item)->leaps);
    traffic_course_free(((struct timed_whole *)item)->course);
}

struct representative *representative_new(double error)
{
    struct representative *r = g_new0(struct representative, 1);
    r->chooser = (struct launch_chooser){r, begin, rest, ended};
    r->l2_kind = G_MAXUINT;
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
    g_free(r->last);
    g_array_free(r->timed, TRUE);
    sampling_finish(&r->sampling);
    if (r->gpu) {
        functional_preview_finish(&r->seen);
        shapes_finish(&r->shapes);
        warmth_finish(&r->warmth);
        traffic_finish(&r->traffic);
    }
    g_free(r);
}

void representative_attach(struct representative *r, struct gpu *gpu, struct device_memory *memory)
{
    r->gpu = gpu;
    r->memory = memory;
    const struct gpu_config *config = gpu_config_of(gpu);
    const uint64_t lines = config->n_banks * config->bank.size_bytes / RECENT_LINE_BYTES;
    functional_preview_init(&r->seen, memory, lines * TIMES_L2);
    traffic_init(&r->traffic, config);
    r->seen.hearer = traffic_hearer(&r->traffic);
    warmth_init(&r->warmth, gpu);
    shapes_init(&r->shapes, &r->warmth);
}
