/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/sampling/waves.h"
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

/* DRAM bytes may be less certain than cycles: write-backs come in bursts. ASSUMED. */
static const double looser_bytes = 2;
/* A sector for more instructions than these is next to nothing. ASSUMED. */
static const double few_instructions = 1000;
/* Warp instructions that a launch is timed for an aim of that error; for others, as many times as
 * many as the intervals of independent figures need. Beyond, a wider interval will do. ASSUMED. */
static const double budget = 2e6, budget_error = 0.035;
/* Of a launch's blocks: it does not wait longer for L2. ASSUMED. */
static const double most_of_launch = 0.15;
/* Of the time that blocks take to end: its standard deviation among parts of waves, relative, if
 * blocks don't end together. ASSUMED. */
static const double unevenness = 0.2;
/* L2 is full when so many times its bytes have missed: its sets fill unevenly. ASSUMED. */
static const double full_factor = 1.2;

static struct wave_row *row_at(const struct waves *waves, guint i)
{
    return wave_rows_at(&waves->rows, i);
}

/* ---- figures of waves ---------------------------------------------------------------------------
 */

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
    return (struct wave_rate){steady.mean, steady.half_width};
}

struct wave_rate waves_cycles(const struct waves *waves)
{
    return rate_of(waves, NULL, NULL);
}

struct wave_rate waves_count(const struct waves *waves, getter get, const void *data)
{
    return rate_of(waves, get, data);
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
    const double needs = full_factor * l2_bytes(waves) * blocks / MAX(filled_at(waves, n - 2), 1);
    return needs < (double)waves->aim.n_blocks ? (uint64_t)ceil(needs) : UINT64_MAX;
}

bool waves_have_filled_l2(const struct waves *waves)
{
    const guint n = waves->rows.list->len;
    return waves->aim.l2_is_full ||
           (n > 1 && filled_at(waves, n - 2) >= full_factor * l2_bytes(waves));
}

bool waves_l2_fills(const struct waves *waves)
{
    return !waves->aim.l2_is_full && filled_at(waves, waves->warm_up) < l2_bytes(waves);
}

double waves_write_backs(const struct waves *waves, double instructions)
{
    const double each = waves_count(waves, l2_filled, NULL).mean;
    const double room = l2_bytes(waves) - l2_filled(NULL, &row_at(waves, waves->last)->counters);
    if (!waves_l2_fills(waves) || each <= 0)
        return 0;
    const double behind = instructions - MAX(room, 0) / each;
    const double more =
        waves_count(waves, dirtied, NULL).mean - waves_count(waves, written, NULL).mean;
    return MAX(behind, 0) * MAX(more, 0);
}

/* ---- when it is steady ------------------------------------------------------------------------
 */

/* The row from which on L2 has the launch's own lines, or those of launches like it: before, it
 * writes back those of launches before it, or nothing. 0 if that would take too much of the launch.
 * n_rows: none yet. */
static guint row_of_full_l2(const struct waves *waves, guint n_rows)
{
    const double room = full_factor * l2_bytes(waves);
    const struct wave_row *first = row_at(waves, 0), *last = row_at(waves, n_rows - 1);
    const double each = filled_at(waves, n_rows - 1) / (double)MAX(last->blocks - first->blocks, 1);
    if (waves->aim.l2_is_full || each * (double)waves->aim.n_blocks * most_of_launch < room)
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

/* Half an interval's width that will do, relative: the aim. When the launch has had its budget, it
 * grows as fast as intervals of independent figures would become narrower. */
static double aim_so_far(const struct waves *waves, guint row)
{
    const double work = work_between(row_at(waves, 0), row_at(waves, row));
    const double longer = waves->aim.error / budget_error;
    return waves->aim.error * MAX(sqrt(work / budget) * longer, 1);
}

static bool is_steady(struct waves *waves, guint n_rows)
{
    const guint full = row_of_full_l2(waves, n_rows), n = n_rows - 1;
    if (!has_enough(waves, full, n))
        return false;
    auto_pieces cycles = pieces_of(waves, n_rows, NULL, NULL);
    auto_pieces bytes = pieces_of(waves, n_rows, dram_bytes, NULL);
    guint of_cycles = steady_warm_up(&cycles.series);
    const guint begin = MAX(full, MAX(of_cycles, steady_warm_up(&bytes.series)));
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
    waves->over_budget = !are_certain(waves, &time, &traffic, waves->aim.error);
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
    return are_spread(waves) ? sent : sent + (waves->aim.n_blocks - sent) % waves->aim.wave;
}

static uint64_t block_done(void *data, const struct launch_progress *progress)
{
    struct waves *waves = data;
    const guint n = waves->rows.list->len;
    if (progress->done < waves->next || waves->timed > 0 || waves->disturbed)
        return UINT64_MAX;
    if (n > 0 &&
        progress->now_ps < row_at(waves, n - 1)->at + DELAYS_BETWEEN * ENGINE_LONGEST_DELAY_PS)
        return UINT64_MAX;
    waves->next = progress->done + MAX(waves->aim.wave / PARTS, 1);
    wave_rows_read_idle(&waves->rows);
    if (n >= waves->again && is_steady(waves, n)) {
        const uint64_t timed = cut_at(waves, progress->sent);
        if (timed < waves->aim.n_blocks) {
            waves->timed = timed;
            return timed;
        }
    }
    if (n >= waves->again)
        waves->again = n + 1 + n / AGAIN;
    const struct wave_row row = {.blocks = progress->done,
                                 .cycles = progress->cycles,
                                 .at = progress->now_ps + ENGINE_LONGEST_DELAY_PS};
    wave_rows_begin(&waves->rows, &row);
    return UINT64_MAX;
}

/* ---- life
 * -----------------------------------------------------------------------------------------
 */

struct waves *waves_new(const struct gpu *gpu, const struct waves_aim *aim)
{
    struct waves *waves = g_new0(struct waves, 1);
    *waves = (struct waves){
        .watch = {waves, block_done}, .aim = *aim, .next = MAX(aim->wave / PARTS, 1), .again = 2};
    wave_rows_init(&waves->rows, gpu, NULL, NULL);
    return waves;
}

void waves_free(struct waves *waves)
{
    if (!waves)
        return;
    wave_rows_finish(&waves->rows);
    g_free(waves);
}

void waves_disturb(struct waves *waves)
{
    waves->disturbed = true;
}
