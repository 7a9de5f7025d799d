/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/sampling/waves.h"
#include "sampling/steady.h"

enum {
    SECTOR_BYTES = 32,
    FEWEST_WAVES = 4, /* of the steady state */
    /* Rows are so many longest delays apart at least: a unit has been read when the next comes. */
    DELAYS_BETWEEN = 3
};

/* DRAM bytes may be less certain than cycles: write-backs come in bursts. ASSUMED. */
static const double looser_bytes = 2;
/* A sector for more instructions than these is next to nothing. ASSUMED. */
static const double few_instructions = 1000;
/* Of a launch's blocks: it does not wait longer for L2. ASSUMED. */
static const double most_of_launch = 0.15;
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

/* Of a warp instruction, by wave; one fewer than rows. g_free. */
static double *counts_of(const struct waves *waves, guint n_rows, getter get, const void *data)
{
    double *figures = g_new(double, MAX(n_rows, 1));
    for (guint i = 1; i < n_rows; i++) {
        const struct wave_row *before = row_at(waves, i - 1), *row = row_at(waves, i);
        figures[i - 1] =
            (get(data, &row->counters) - get(data, &before->counters)) / work_between(before, row);
    }
    return figures;
}

static double *cycles_of(const struct waves *waves, guint n_rows)
{
    double *figures = g_new(double, MAX(n_rows, 1));
    for (guint i = 1; i < n_rows; i++) {
        const struct wave_row *before = row_at(waves, i - 1), *row = row_at(waves, i);
        figures[i - 1] = (double)(row->cycles - before->cycles) / work_between(before, row);
    }
    return figures;
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

static struct wave_rate rate_of(const struct waves *waves, const double *figures)
{
    const struct steady steady = steady_from(figures, waves->last, waves->warm_up);
    return (struct wave_rate){steady.mean, steady.half_width};
}

struct wave_rate waves_cycles(const struct waves *waves)
{
    g_autofree double *figures = cycles_of(waves, waves->last + 1);
    return rate_of(waves, figures);
}

struct wave_rate waves_count(const struct waves *waves, getter get, const void *data)
{
    g_autofree double *figures = counts_of(waves, waves->last + 1, get, data);
    return rate_of(waves, figures);
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

bool waves_l2_fills(const struct waves *waves)
{
    return l2_filled(NULL, &row_at(waves, waves->warm_up)->counters) -
               l2_filled(NULL, &row_at(waves, 0)->counters) <
           l2_bytes(waves);
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

/* The row from which on L2 has the launch's own lines: before, it writes back those of launches
 * before it, or nothing. 0 if that would take too much of the launch. n_rows: none yet. */
static guint row_of_full_l2(const struct waves *waves, guint n_rows)
{
    const double room = full_factor * l2_bytes(waves);
    const struct wave_row *first = row_at(waves, 0), *last = row_at(waves, n_rows - 1);
    const double begin = l2_filled(NULL, &first->counters);
    const double now = l2_filled(NULL, &last->counters) - begin;
    const double each = now / (double)MAX(last->blocks - first->blocks, 1);
    if (each * (double)waves->n_blocks * most_of_launch < room)
        return 0;
    for (guint i = 0; i < n_rows; i++)
        if (l2_filled(NULL, &row_at(waves, i)->counters) - begin >= room)
            return i;
    return n_rows;
}

/* Figures i lie between rows i and i + 1. */
static bool is_steady(struct waves *waves, guint n_rows)
{
    const guint full = row_of_full_l2(waves, n_rows), n = n_rows - 1;
    g_autofree double *cycles = cycles_of(waves, n_rows);
    g_autofree double *bytes = counts_of(waves, n_rows, dram_bytes, NULL);
    if (n < full + FEWEST_WAVES)
        return false;
    const guint begin = MAX(full, MAX(steady_warm_up(cycles, n), steady_warm_up(bytes, n)));
    if (n < begin + FEWEST_WAVES)
        return false;
    const struct steady time = steady_from(cycles, n, begin),
                        traffic = steady_from(bytes, n, begin);
    if (time.half_width > waves->error * time.mean)
        return false;
    /* A launch that hardly moves bytes may have any number of them. */
    if (traffic.half_width > looser_bytes * waves->error * traffic.mean &&
        traffic.half_width > SECTOR_BYTES / few_instructions)
        return false;
    waves->warm_up = begin;
    waves->last = n;
    return true;
}

/* Blocks that have left, and as many more as leave whole waves out. */
static uint64_t cut_at(const struct waves *waves, uint64_t sent)
{
    return sent + (waves->n_blocks - sent) % waves->wave;
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
    waves->next = progress->done + waves->wave;
    wave_rows_read_idle(&waves->rows);
    if (n > FEWEST_WAVES && is_steady(waves, n)) {
        const uint64_t timed = cut_at(waves, progress->sent);
        if (timed < waves->n_blocks) {
            waves->timed = timed;
            return timed;
        }
    }
    const struct wave_row row = {.blocks = progress->done,
                                 .cycles = progress->cycles,
                                 .at = progress->now_ps + ENGINE_LONGEST_DELAY_PS};
    wave_rows_begin(&waves->rows, &row);
    return UINT64_MAX;
}

/* ---- life
 * -----------------------------------------------------------------------------------------
 */

struct waves *waves_new(const struct gpu *gpu, double error, uint64_t n_blocks, uint64_t wave)
{
    struct waves *waves = g_new0(struct waves, 1);
    *waves = (struct waves){.watch = {waves, block_done},
                            .error = error,
                            .wave = wave,
                            .n_blocks = n_blocks,
                            .next = wave};
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
