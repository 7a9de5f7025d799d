/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/sampling/leaps.h"
#include "cli/run/sampling/leaps_blocks.h"
#include "cli/run/sampling/leaps_ends.h"
#include "cli/run/sampling/leaps_rest.h"
#include "models/gpu.h"
#include "models/host/alarm.h"
#include "models/launch/grid.h"
#include "workloads/launch.h"
#include <math.h>

enum {
    FIRST = 4,   /* periods that the launch's begin takes. ASSUMED */
    UNEVEN = 16, /* periods behind the last leap, and behind the first end of a block. ASSUMED */
    SHORTEST = (WARM_UP + WINDOW) * LEAPS_PERIOD, /* leap, cycles: else it does not pay. ASSUMED */
    USUAL = 3 * SHORTEST,                         /* leap, if blocks have so much left. ASSUMED */
    LONG_WAVE = 1 << 14,                          /* warp instructions of an SM. ASSUMED */
    MOST_TRIES = 16,                              /* ASSUMED */
    TIMES_L2 = 2                                  /* of its lines are kept of a leap. ASSUMED */
};
/* A leap is this part of what has passed of the launch, or less; the second one if the windows so
 * far are alike enough for the aim. ASSUMED */
static const double longest_part = 0.5, longest_if_certain = 1;
/* Held SMs are looked at after this time. ASSUMED */
static const sim_time still_after = 1500000;

bool leaps_pay(const struct gpu *gpu, const struct launch *launch, uint64_t wave, double size)
{
    const uint64_t n_blocks = launch_blocks(launch);
    const double of_wave = size / (double)n_blocks * (double)MIN(wave, n_blocks);
    return sm_leap_fits(launch->code) && of_wave >= (double)LONG_WAVE * gpu_config_of(gpu)->n_sms;
}

/* ---- hooks: what units do at an exact time -------------------------------------------------- */

static void note_issued(void *data, const struct instruction *instruction, struct issued *what)
{
    const bool writes = instruction->op_class != OP_LOAD;
    if (instruction->access_bytes == 0 || what->space != SPACE_GLOBAL)
        return;
    issued_expand(what);
    for (lane_mask left = what->active; left; left &= left - 1)
        recent_lines_note(data, what->address[__builtin_ctz(left)], writes);
}

static void take_of_sm(struct leaps *leaps, struct leaps_sm *own, sim_time time)
{
    if (leaps->hook & HOOK_READ)
        sm_stand(own->sm, own->stand);
    if (leaps->hook & HOOK_HOLD)
        sm_hold(own->sm, time);
    if (leaps->hook & HOOK_LEAP)
        sm_leap(own->sm, &own->leap, time);
    if (leaps->hook & HOOK_GO)
        sm_go(own->sm, time);
}

static sim_time take(void *data, const struct unit *unit, sim_time time)
{
    struct leaps *leaps = data;
    struct leaps_sm *own = g_hash_table_lookup(leaps->sm_of, unit);
    if (leaps->over || time != leaps->hook_at)
        return SIM_TIME_NEVER;
    if (leaps->hook & HOOK_READ)
        wave_rows_read(&leaps->rows, unit, time);
    if (own)
        take_of_sm(leaps, own, time);
    return SIM_TIME_NEVER;
}

/* Sets what all units do at that time; SMs are woken, so that where their blocks stand is told by
 * all. */
static void set_hook(struct leaps *leaps, unsigned hook, sim_time at)
{
    struct engine *engine = gpu_engine(leaps->gpu);
    leaps->hook = hook;
    leaps->hook_at = at;
    if (hook & HOOK_READ) {
        const struct wave_row row = {
            .at = at, .cycles = clock_cycle_at_or_after(&gpu_config_of(leaps->gpu)->sm.clock, at)};
        wave_rows_begin(&leaps->rows, &row);
    }
    for (uint32_t i = 0; i < leaps->n_sms; i++) {
        struct unit *unit = sm_unit(leaps->sms[i].sm);
        engine_sample_awake(engine, unit, &leaps->rows.sampler, at);
    }
}

/* ---- from one phase to the next ------------------------------------------------------------- */

/* When the alarm rings for a hook: all units have come there at any lookahead. */
static sim_time seen(sim_time hook)
{
    return hook + ENGINE_LONGEST_DELAY_PS;
}

static double wanted(const struct leaps *leaps)
{
    const bool certain = leaps_uncertainty(leaps) <= leaps->error;
    return MAX(USUAL, leaps_own_clock(leaps) * (certain ? longest_if_certain : longest_part));
}

/* Blocks end one by one, and for so long that there was no leap: what is left of the launch is not
 * worth its time. */
static bool ends_are_uneven(const struct leaps *leaps)
{
    const guint last = leaps->rows.list->len - 1;
    return leaps->pause == 0 && leaps->first_gone > 0 && last >= leaps->first_gone + UNEVEN &&
           last >= leaps->go + UNEVEN;
}

static sim_time timed(struct leaps *leaps, sim_time time)
{
    const guint n = leaps->rows.list->len - 1 - leaps->go;
    /* The window ends with the row at which SMs are held. */
    const guint needs = (leaps->gaps->len > 0 ? WARM_UP : FIRST) + WINDOW - 1;
    const sim_time next = leaps->hook_at + leaps->period;
    if (leaps->pause > 0)
        leaps->pause--;
    leaps->distance = 0;
    const guint last = leaps->rows.list->len - 1;
    if (n >= needs && leaps->pause == 0 && leaps_calm(leaps, last - WINDOW, last) &&
        leaps_settled(leaps)) {
        const double far = leaps_reach(leaps);
        if (far >= SHORTEST)
            leaps->distance = MIN(far, wanted(leaps));
    }
    leaps->to_end = leaps->distance == 0 && ends_are_uneven(leaps);
    if (leaps->to_end) {
        leaps->distance = INFINITY;
        leaps->cut_from = alarm_beyond(time);
    }
    leaps->phase = leaps->distance > 0 ? LEAPS_HOLD : LEAPS_TIMED;
    set_hook(leaps, leaps->distance > 0 ? HOOK_READ | HOOK_HOLD : HOOK_READ, next);
    return seen(next);
}

static sim_time held(struct leaps *leaps, sim_time time)
{
    const guint to = leaps->rows.list->len - 1;
    const struct leaps_window window = {to - WINDOW, to};
    g_array_append_val(leaps->windows, window);
    leaps->tries = 0;
    leaps->phase = LEAPS_STILL;
    return time + still_after;
}

static bool are_still(const struct leaps *leaps)
{
    for (uint32_t i = 0; i < leaps->n_sms; i++)
        if (!sm_is_still(leaps->sms[i].sm))
            return false;
    return true;
}

/* Time goes on, with the next row. */
static sim_time let_go(struct leaps *leaps, sim_time time, double work)
{
    const double distance = work > 0 && !leaps->to_end ? leaps->distance : 0;
    const struct leaps_gap gap = {leaps->windows->len - 1, leaps->rows.list->len, work,
                                  leaps->planned,          leaps->at_ends,        distance};
    g_array_append_val(leaps->gaps, gap);
    leaps->phase = LEAPS_GO;
    set_hook(leaps, HOOK_READ | HOOK_GO, alarm_beyond(time));
    return seen(alarm_beyond(time));
}

static uint64_t n_warps(const struct leaps *leaps)
{
    return (launch_threads_per_block(leaps->launch) + WARP_LANES - 1) / WARP_LANES;
}

static void share_out(struct leaps *leaps)
{
    const uint64_t warps = n_warps(leaps);
    leaps->planned = 0;
    for (uint32_t i = 0; i < leaps->n_sms; i++) {
        struct leaps_sm *own = &leaps->sms[i];
        own->leap.warp_instructions = own->leap.thread_instructions = 0;
        own->leap.warps = own->leap.at_ends = 0;
        own->leap.to_end = leaps->to_end;
        for (unsigned k = 0; k < SM_MAX_BLOCKS; k++) {
            own->leap.leapt[k] = 0;
            const double most = leaps_pace(leaps, &own->block[k]) * leaps->distance / (double)warps;
            own->leap.most[k] = leaps->to_end ? UINT64_MAX : (uint64_t)most;
            leaps->planned += leaps->to_end ? INFINITY : (double)(own->leap.most[k] * warps);
        }
    }
}

static sim_time still(struct leaps *leaps, sim_time time)
{
    const sim_time beyond = alarm_beyond(time);
    const struct leaps_window *window =
        &g_array_index(leaps->windows, struct leaps_window, leaps->windows->len - 1);
    if (!leaps->to_end && (!leaps_calm(leaps, window->from, window->to) || leaps_turns(leaps)))
        return let_go(leaps, time, 0);
    if (are_still(leaps)) {
        share_out(leaps);
        leaps->phase = LEAPS_LEAP;
        set_hook(leaps, HOOK_LEAP, beyond);
        return seen(beyond);
    }
    if (leaps->tries++ == MOST_TRIES) {
        leaps->pause = 2 * WINDOW;
        return let_go(leaps, time, 0);
    }
    set_hook(leaps, HOOK_HOLD, beyond); /* blocks may have begun */
    return beyond + still_after;
}

static void sort_line(struct leaps *leaps, uint64_t noted)
{
    const uint64_t line = noted & ~(uint64_t)(RECENT_LINE_BYTES - 1);
    gpu_warm_l2(leaps->gpu, line, noted & RECENT_SECTORS, noted & RECENT_WRITTEN);
}

/* The lines that all SMs have touched, side by side, the oldest first. */
static void warm(struct leaps *leaps)
{
    uint64_t most = 0;
    for (uint32_t i = 0; i < leaps->n_sms; i++)
        most = MAX(most, leaps->sms[i].recent.n);
    for (uint64_t back = most; back > 0; back--)
        for (uint32_t i = 0; i < leaps->n_sms; i++) {
            const struct recent_lines *recent = &leaps->sms[i].recent;
            if (back <= recent->n)
                sort_line(leaps, recent->lines[recent->n - back]);
        }
    for (uint32_t i = 0; i < leaps->n_sms; i++)
        leaps->sms[i].recent.n = 0;
}

static sim_time leapt(struct leaps *leaps, sim_time time)
{
    uint64_t sum = 0, threads = 0, warps = 0, at_ends = 0;
    double furthest = 0; /* part of its way that a block has come */
    for (uint32_t i = 0; i < leaps->n_sms; i++) {
        struct leaps_sm *own = &leaps->sms[i];
        sum += own->leap.warp_instructions;
        threads += own->leap.thread_instructions;
        warps += own->leap.warps;
        at_ends += own->leap.at_ends;
        for (unsigned k = 0; k < SM_MAX_BLOCKS; k++) {
            own->block[k].leapt += own->leap.leapt[k];
            own->block[k].seen += (double)own->leap.leapt[k];
            if (own->leap.most[k] > 0)
                furthest = MAX(furthest, (double)own->leap.leapt[k] /
                                             (double)(own->leap.most[k] * n_warps(leaps)));
        }
    }
    gpu_note_leapt(leaps->gpu, sum, threads);
    leaps->leapt += sum;
    leaps->at_ends = (double)at_ends / (double)MAX(warps, 1);
    leaps->distance = leaps->to_end ? leaps_note_ends(leaps) : leaps->distance * MIN(furthest, 1);
    leaps->skipped += leaps->distance;
    if (sum == 0)
        leaps->pause = 2 * WINDOW;
    warm(leaps);
    return let_go(leaps, time, (double)sum);
}

static sim_time gone(struct leaps *leaps, sim_time time)
{
    const guint go = leaps->rows.list->len - 1;
    const guint to = g_array_index(leaps->windows, struct leaps_window, leaps->windows->len - 1).to;
    leaps->held +=
        (double)(wave_rows_at(&leaps->rows, go)->cycles - wave_rows_at(&leaps->rows, to)->cycles);
    leaps->go = go;
    return timed(leaps, time);
}

static sim_time ring(void *data, sim_time time)
{
    struct leaps *leaps = data;
    leaps->last_ring = time;
    if (leaps->phase == LEAPS_TIMED || leaps->phase == LEAPS_HOLD || leaps->phase == LEAPS_GO) {
        wave_rows_read_idle(&leaps->rows);
        leaps_note_blocks(leaps);
    }
    switch (leaps->phase) {
    case LEAPS_TIMED:
        return timed(leaps, time);
    case LEAPS_HOLD:
        return held(leaps, time);
    case LEAPS_STILL:
        return still(leaps, time);
    case LEAPS_LEAP:
        return leapt(leaps, time);
    case LEAPS_GO:
        return gone(leaps, time);
    }
    g_assert_not_reached();
}

/* ---- life ----------------------------------------------------------------------------------- */

static void init_sm(struct leaps *leaps, uint32_t i, struct device_memory *memory, uint64_t room)
{
    struct leaps_sm *own = &leaps->sms[i];
    own->sm = gpu_sm(leaps->gpu, i);
    recent_lines_init(&own->recent, room);
    own->listener = (struct functional_listener){.data = &own->recent, .issued = note_issued};
    own->leap = (struct sm_leap){.memory = memory, .listener = &own->listener};
    g_hash_table_insert(leaps->sm_of, sm_unit(own->sm), own);
}

static uint64_t block_done(void *data, const struct launch_progress *progress)
{
    struct leaps *leaps = data;
    if (leaps->first_end == 0)
        leaps->first_end = progress->now_ps;
    return leaps->cut_from > 0 && progress->now_ps >= leaps->cut_from ? progress->sent : UINT64_MAX;
}

/* The first wave, and what is left over of whole waves. */
static void leave_waves_out(struct leaps *leaps, struct launch *launch, uint64_t wave)
{
    const uint64_t n = launch_blocks(launch);
    launch->watch = &leaps->watch;
    if (wave == 0 || n < 2 * wave)
        return;
    launch->detailed_blocks = wave + n % wave;
    leaps->one_wave = n % wave == 0;
}

struct leaps *leaps_new(struct gpu *gpu, struct device_memory *memory, struct launch *launch,
                        const struct leaps_aim *aim)
{
    const struct gpu_config *config = gpu_config_of(gpu);
    const uint64_t l2_lines = config->n_banks * config->bank.size_bytes / RECENT_LINE_BYTES;
    struct leaps *leaps = g_new0(struct leaps, 1);
    *leaps = (struct leaps){.watch = {leaps, block_done},
                            .error = aim->error,
                            .block_length = aim->block,
                            .gpu = gpu,
                            .launch = launch,
                            .period = clock_edge(&config->sm.clock, LEAPS_PERIOD),
                            .n_sms = gpu_n_sms(gpu),
                            .sm_of = g_hash_table_new(NULL, NULL),
                            .windows = g_array_new(FALSE, FALSE, sizeof(struct leaps_window)),
                            .gaps = g_array_new(FALSE, FALSE, sizeof(struct leaps_gap))};
    leaps->period = MAX(leaps->period, 4 * ENGINE_LONGEST_DELAY_PS);
    leaps->sms = g_new0(struct leaps_sm, leaps->n_sms);
    for (uint32_t i = 0; i < leaps->n_sms; i++)
        init_sm(leaps, i, memory, TIMES_L2 * l2_lines / leaps->n_sms);
    leave_waves_out(leaps, launch, aim->wave);
    wave_rows_init(&leaps->rows, gpu, leaps, take);
    set_hook(leaps, HOOK_READ, alarm_beyond(aim->now));
    alarm_set(gpu_alarm(gpu), seen(alarm_beyond(aim->now)), leaps, ring);
    return leaps;
}

/* Rows that no ring has seen are not complete. If that is so of the one at which time went on
 * behind the last leap, units have counted nothing since they were held, as far as is known.
 * Returns that row; 0: there was no leap. */
static guint drop_unseen_rows(struct leaps *leaps)
{
    GArray *rows = leaps->rows.list;
    const guint gaps = leaps->gaps->len;
    const guint go = gaps > 0 ? g_array_index(leaps->gaps, struct leaps_gap, gaps - 1).go : 0;
    const struct wave_row went_on = *wave_rows_at(&leaps->rows, MIN(go, rows->len - 1));
    while (rows->len > 0 && seen(wave_rows_at(&leaps->rows, rows->len - 1)->at) > leaps->last_ring)
        g_array_set_size(rows, rows->len - 1);
    if (go == 0 || go < rows->len)
        return go;
    struct wave_row held = *wave_rows_at(&leaps->rows, rows->len - 1);
    held.cycles = went_on.cycles;
    held.at = went_on.at;
    g_array_append_val(rows, held);
    return go;
}

void leaps_end(struct leaps *leaps)
{
    GArray *rows = leaps->rows.list;
    leaps->over = true;
    alarm_clear(gpu_alarm(leaps->gpu));
    leaps_note_last(leaps);
    const guint go = drop_unseen_rows(leaps);
    if (go > 0 && rows->len > go + WARM_UP + 1) {
        const guint from = go + WARM_UP;
        const struct leaps_window window = {from, MIN(from + WINDOW, rows->len - 1)};
        g_array_append_val(leaps->windows, window);
    }
}

void leaps_free(struct leaps *leaps)
{
    if (!leaps)
        return;
    for (uint32_t i = 0; i < leaps->n_sms; i++)
        recent_lines_finish(&leaps->sms[i].recent);
    g_free(leaps->sms);
    g_hash_table_unref(leaps->sm_of);
    wave_rows_finish(&leaps->rows);
    g_array_free(leaps->windows, TRUE);
    g_array_free(leaps->gaps, TRUE);
    g_free(leaps);
}
