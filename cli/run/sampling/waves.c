/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/sampling/waves.h"
#include "models/launch/grid.h"
#include "sampling/spread.h"
#include "sampling/steady.h"
#include <math.h>

enum {
    SECTOR_BYTES = 32,
    FEWEST_WAVES = 2, /* of the steady state. ASSUMED */
    PARTS = 4,        /* of a wave: rows are so close, or as close as units can be read. ASSUMED */
    /* A launch that was not steady is looked at again when it has this part more rows. ASSUMED. */
    AGAIN = 32,
    /* Rows are so many longest delays apart at least: a unit has been read when the next comes. */
    DELAYS_BETWEEN = 3
};

static const double looser_bytes = 2;        /* than cycles: write-backs come in bursts. ASSUMED */
static const double few_instructions = 1000; /* a sector for more is next to nothing. ASSUMED */
/* Warp instructions that a launch is timed for an aim of that error; for others, as many times as
 * many as the intervals of independent figures need. Beyond, a wider interval will do. ASSUMED. */
static const double budget = 2e6, budget_error = 0.035;
/* Of the time that blocks take to end: its standard deviation among parts of waves, relative, if
 * blocks don't end together. ASSUMED. */
static const double unevenness = 0.2;

static struct wave_row *row_at(const struct waves *waves, guint i)
{
    return wave_rows_at(&waves->rows, i);
}

/* ---- figures of waves ------------------------------------------------------------------------ */

typedef double (*getter)(const void *data, const struct unit_counters *counters);

/* What has been issued between two rows. At least 1: it divides. */
static double work_between(const struct wave_row *before, const struct wave_row *row)
{
    return (double)MAX(row->counters.sm.warp_instructions - before->counters.sm.warp_instructions,
                       1);
}

/* What lies between rows, and the work there: one piece fewer than rows. A wave's pieces are a
 * batch. */
struct pieces {
    double *counted, *work;
    struct steady_series series;
};

static void pieces_clear(struct pieces *pieces)
{
    g_free(pieces->counted);
    g_free(pieces->work);
}

#define auto_pieces __attribute__((cleanup(pieces_clear))) struct pieces

static double cycles_between(const struct wave_row *before, const struct wave_row *row)
{
    return (double)(row->cycles - before->cycles);
}

/* n_rows: at least 2. get: NULL for cycles. */
static struct pieces pieces_of(const struct waves *waves, guint n_rows, getter get,
                               const void *data)
{
    const guint n = n_rows - 1;
    struct pieces pieces = {g_new(double, n), g_new(double, n), {0}};
    for (guint i = 0; i < n; i++) {
        const struct wave_row *before = row_at(waves, i), *row = row_at(waves, i + 1);
        pieces.work[i] = work_between(before, row);
        pieces.counted[i] = get ? get(data, &row->counters) - get(data, &before->counters)
                                : cycles_between(before, row);
    }
    const double blocks = (double)(row_at(waves, n)->blocks - row_at(waves, n / 2)->blocks);
    const double of_wave = round((n - n / 2) * (double)waves->aim.wave / MAX(blocks, 1));
    pieces.series = (struct steady_series){pieces.counted, pieces.work, n, (guint)MAX(of_wave, 1)};
    return pieces;
}

static double dram_bytes(const void *data, const struct unit_counters *counters)
{
    (void)data;
    return (double)(counters->dram.read_bytes + counters->dram.write_bytes);
}

static double l2_filled(const void *data, const struct unit_counters *counters)
{
    (void)data;
    return (double)counters->l2.access_misses * SECTOR_BYTES;
}

static struct wave_rate rate_of(const struct waves *waves, getter get, const void *data)
{
    auto_pieces pieces = pieces_of(waves, waves->last + 1, get, data);
    const struct steady steady =
        steady_from(&pieces.series, get ? waves->warm_up : waves->warm_up_of_cycles);
    return (struct wave_rate){steady.mean, isinf(steady.half_width) ? SPREAD_UNKNOWN * steady.mean
                                                                    : steady.half_width};
}

/* Of blocks that were left out in the middle, beyond the steady state: half of what the begin has
 * beyond it. */
static struct wave_rate beyond(const struct waves *waves, getter get, const void *data, double mean)
{
    if (!waves->filling || waves->filled == 0)
        return (struct wave_rate){0, 0};
    const struct wave_row *first = row_at(waves, 0), *filled = row_at(waves, waves->filled);
    const double counted = get ? get(data, &filled->counters) - get(data, &first->counters)
                               : cycles_between(first, filled);
    const double work = (double)waves->filling->blocks.work;
    const double off = (counted / work_between(first, filled) - mean) / 2 * work;
    return (struct wave_rate){off, fabs(off)};
}

struct wave_rate waves_rest(const struct waves *waves, double instructions, getter get,
                            const void *data)
{
    const struct wave_rate rate = rate_of(waves, get, data);
    const struct wave_rate begin = beyond(waves, get, data, rate.mean);
    return (struct wave_rate){instructions * rate.mean + begin.mean,
                              instructions * rate.half_width + begin.half_width};
}

static double dirtied(const void *data, const struct unit_counters *counters)
{
    (void)data;
    return (double)counters->l2.access_write_misses * SECTOR_BYTES;
}

static double written(const void *data, const struct unit_counters *counters)
{
    (void)data;
    return (double)counters->dram.write_bytes;
}

static double l2_bytes(const struct waves *waves)
{
    const struct gpu_config *config = gpu_config_of(waves->rows.gpu);
    return (double)config->n_banks * (double)config->bank.size_bytes;
}

/* What has come into L2 up to that row. */
static double filled_at(const struct waves *waves, guint row)
{
    return l2_filled(NULL, &row_at(waves, row)->counters) -
           l2_filled(NULL, &row_at(waves, 0)->counters);
}

uint64_t waves_blocks_that_fill_l2(const struct waves *waves)
{
    const guint n = waves->rows.list->len;
    if (n < 3)
        return UINT64_MAX;
    const double blocks = (double)(row_at(waves, n - 2)->blocks - row_at(waves, 0)->blocks);
    const double needs = FILLING_FULL * l2_bytes(waves) * blocks / MAX(filled_at(waves, n - 2), 1);
    return needs < (double)waves->n_blocks ? (uint64_t)ceil(needs) : UINT64_MAX;
}

bool waves_have_filled_l2(const struct waves *waves)
{
    const guint n = waves->rows.list->len;
    return waves->aim.l2_is_full || waves->filled > 0 ||
           (n > 1 && filled_at(waves, n - 2) >= FILLING_FULL * l2_bytes(waves));
}

bool waves_l2_fills(const struct waves *waves)
{
    return !waves->aim.l2_is_full && waves->filled == 0 &&
           filled_at(waves, waves->warm_up) < l2_bytes(waves);
}

double waves_write_backs(const struct waves *waves, double instructions)
{
    const double each = rate_of(waves, l2_filled, NULL).mean;
    const double room = l2_bytes(waves) - l2_filled(NULL, &row_at(waves, waves->last)->counters);
    if (!waves_l2_fills(waves) || each <= 0)
        return 0;
    const double behind = instructions - MAX(room, 0) / each;
    const double more = rate_of(waves, dirtied, NULL).mean - rate_of(waves, written, NULL).mean;
    return MAX(behind, 0) * MAX(more, 0);
}

/* ---- when it is steady ----------------------------------------------------------------------- */

/* The row from which on L2 has the launch's own lines, or those of launches like it: before, it
 * writes back those of launches before it, or nothing. 0 if that would take too much of the launch.
 * n_rows: none yet. */
static guint row_of_full_l2(const struct waves *waves, guint n_rows)
{
    const double room = FILLING_FULL * l2_bytes(waves);
    if (waves->filling)
        return waves->filled > 0 ? waves->filled : n_rows;
    const struct wave_row *first = row_at(waves, 0), *last = row_at(waves, n_rows - 1);
    const double each = filled_at(waves, n_rows - 1) / (double)MAX(last->blocks - first->blocks, 1);
    if (waves->aim.l2_is_full || each * (double)waves->n_blocks * FILLING_MOST < room)
        return 0;
    for (guint i = 0; i < n_rows; i++)
        if (filled_at(waves, i) >= room)
            return i;
    return n_rows;
}

/* Whether the rows from `begin` on are enough waves. Piece i lies between rows i and i + 1. */
static bool has_enough(const struct waves *waves, guint begin, guint n)
{
    return begin < n && row_at(waves, n)->blocks - row_at(waves, begin)->blocks >=
                            FEWEST_WAVES * waves->aim.wave;
}

/* Of bytes. A launch that hardly moves any may have any number of them. */
static bool is_certain(const struct steady *traffic, double aim)
{
    return traffic->half_width <= looser_bytes * aim * traffic->mean ||
           traffic->half_width <= SECTOR_BYTES / few_instructions;
}

/* Cycles, and bytes if only the waves tell of them. */
static bool are_certain(const struct waves *waves, const struct steady *time,
                        const struct steady *traffic, double aim)
{
    return time->half_width <= aim * time->mean &&
           (waves->aim.bytes_known || is_certain(traffic, aim));
}

/* Half an interval's width that the launch may have, relative, by its share of the run's cycles. */
static double aim_of(const struct waves *waves, guint row)
{
    const struct wave_row *first = row_at(waves, 0), *last = row_at(waves, row);
    const double each = cycles_between(first, last) / (double)MAX(last->blocks - first->blocks, 1);
    return sampling_error_for(&waves->aim.certain, each * (double)waves->n_blocks);
}

/* The same when the launch has had its budget: it grows as fast as intervals of independent figures
 * would become narrower. */
static double aim_so_far(const struct waves *waves, guint row)
{
    const double work = work_between(row_at(waves, 0), row_at(waves, row));
    const double longer = waves->aim.certain.error / budget_error;
    return MAX(aim_of(waves, row), waves->aim.certain.error * sqrt(work / budget) * longer);
}

/* Rows of warm-up, of those behind the row at which L2 gets lines of blocks that were left out. */
static guint warm_up_of(const struct waves *waves, const struct steady_series *series)
{
    const guint from = waves->filled;
    const struct steady_series behind = {series->counted + from, series->work + from,
                                         series->n - from, series->batch};
    return from + steady_warm_up(&behind);
}

static bool is_steady(struct waves *waves, guint n_rows)
{
    const guint full = row_of_full_l2(waves, n_rows), n = n_rows - 1;
    if (!has_enough(waves, full, n))
        return false;
    auto_pieces cycles = pieces_of(waves, n_rows, NULL, NULL);
    auto_pieces bytes = pieces_of(waves, n_rows, dram_bytes, NULL);
    guint of_cycles = warm_up_of(waves, &cycles.series);
    const guint begin = MAX(full, MAX(of_cycles, warm_up_of(waves, &bytes.series)));
    if (!has_enough(waves, begin, n))
        return false;
    struct steady time = steady_from(&cycles.series, of_cycles);
    const struct steady later = steady_from(&cycles.series, begin),
                        traffic = steady_from(&bytes.series, begin);
    if (later.half_width <= time.half_width) {
        time = later;
        of_cycles = begin;
    }
    if (!are_certain(waves, &time, &traffic, aim_so_far(waves, n)))
        return false;
    waves->allowed = aim_of(waves, n);
    waves->over_budget = !are_certain(waves, &time, &traffic, waves->allowed);
    waves->warm_up = begin;
    waves->warm_up_of_cycles = of_cycles;
    waves->last = n;
    return true;
}

/* Whether blocks end one after the other, and not a wave at a time: so many of them take about the
 * same time in all pieces. */
static bool are_spread(const struct waves *waves)
{
    double sum = 0, squares = 0;
    const double n = waves->last - waves->warm_up;
    for (guint i = waves->warm_up; i < waves->last; i++) {
        const struct wave_row *before = row_at(waves, i), *row = row_at(waves, i + 1);
        const double each = cycles_between(before, row) / (double)(row->blocks - before->blocks);
        sum += each;
        squares += each * each;
    }
    return squares / n - sum * sum / (n * n) < unevenness * unevenness * sum * sum / (n * n);
}

/* Blocks that have left. If blocks end together, the launch's end depends on how full its last wave
 * is: then as many more as leave whole waves out. */
static uint64_t cut_at(const struct waves *waves, uint64_t sent)
{
    return are_spread(waves) ? sent : sent + (waves->n_blocks - sent) % waves->aim.wave;
}

/* Another row begins. If a block behind those that were left out has been sent, L2 gets their lines
 * at its time. */
static void begin_row(struct waves *waves, const struct launch_progress *progress, uint64_t done)
{
    const struct filling *filling = waves->filling;
    const guint n = waves->rows.list->len;
    const struct wave_row row = {.blocks = done,
                                 .cycles = progress->cycles,
                                 .at = progress->now_ps + ENGINE_LONGEST_DELAY_PS};
    waves->rows.beside = NULL;
    if (filling && waves->filled == 0 && n > 0 &&
        progress->sent > filling->blocks.first + filling->blocks.n) {
        waves->filled = n;
        waves->rows.beside = filling_fill;
        waves->rows.beside_data = waves->filling;
    }
    wave_rows_begin(&waves->rows, &row);
}

struct filling_blocks waves_left_out(const struct waves *waves)
{
    return waves && waves->filling ? waves->filling->blocks : (struct filling_blocks){0};
}

static uint64_t block_done(void *data, const struct launch_progress *progress)
{
    struct waves *waves = data;
    const guint n = waves->rows.list->len;
    const uint64_t done = progress->done - waves_left_out(waves).n;
    if (done < waves->next || waves->timed > 0 ||
        (n > 0 &&
         progress->now_ps < row_at(waves, n - 1)->at + DELAYS_BETWEEN * ENGINE_LONGEST_DELAY_PS))
        return UINT64_MAX;
    waves->next = done + MAX(waves->aim.wave / PARTS, 1);
    wave_rows_read_idle(&waves->rows);
    if (n >= waves->again && !waves->disturbed && is_steady(waves, n)) {
        const uint64_t timed = cut_at(waves, progress->sent);
        if (timed < waves->n_blocks) {
            waves->timed = timed;
            return timed;
        }
    }
    if (n >= waves->again)
        waves->again = n + 1 + n / AGAIN;
    begin_row(waves, progress, done);
    return UINT64_MAX;
}

/* ---- life ------------------------------------------------------------------------------------ */

bool waves_are_many(const struct launch *launch, uint64_t wave)
{
    return wave > 0 && launch_blocks(launch) >= WAVES_FEWEST * wave;
}

struct waves *waves_new(struct gpu *gpu, const struct waves_aim *aim, struct launch *launch,
                        struct functional_preview *seen)
{
    struct waves *waves = g_new0(struct waves, 1);
    *waves = (struct waves){.watch = {waves, block_done},
                            .aim = *aim,
                            .n_blocks = launch_blocks(launch),
                            .next = MAX(aim->wave / PARTS, 1),
                            .again = 2};
    if (seen && !aim->l2_is_full)
        waves->filling = filling_new(gpu, seen, launch, aim->wave);
    wave_rows_init(&waves->rows, gpu, NULL, NULL);
    launch->watch = &waves->watch;
    return waves;
}

/* The last row's time may not have come. If the launch was never cut, all waves behind the begin
 * tell of the blocks that were left out. */
void waves_end(struct waves *waves)
{
    if (!waves)
        return;
    waves->rows.beside = NULL;
    if (!waves->filling || waves->timed > 0)
        return;
    const guint n = waves->rows.list->len;
    waves->last = n > 2 ? n - 2 : 1;
    waves->warm_up = MIN(waves->filled, waves->last - 1);
    waves->warm_up_of_cycles = waves->warm_up;
}

void waves_free(struct waves *waves)
{
    if (!waves)
        return;
    wave_rows_finish(&waves->rows);
    filling_free(waves->filling);
    g_free(waves);
}

void waves_disturb(struct waves *waves)
{
    waves->disturbed = true;
}
