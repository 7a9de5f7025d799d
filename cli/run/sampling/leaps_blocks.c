/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/sampling/leaps_blocks.h"
#include <math.h>

/* A block goes at another pace than it did when this changes by such a factor: it has its SM for
 * itself now, or no longer. ASSUMED */
static const double other_pace = 1.25;

static const struct wave_row *last_row(const struct leaps *leaps)
{
    return wave_rows_at(&leaps->rows, leaps->rows.list->len - 1);
}

double leaps_own_clock(const struct leaps *leaps)
{
    return (double)(last_row(leaps)->cycles - wave_rows_at(&leaps->rows, 0)->cycles) - leaps->held +
           leaps->skipped;
}

static void note_end(struct leaps *leaps, const struct leaps_block *block)
{
    if (block->seen == 0)
        return;
    leaps->block_length = MAX(leaps->block_length, block->seen);
    leaps->longest = MAX(leaps->longest, block->seen);
    leaps->shortest = leaps->shortest > 0 ? MIN(leaps->shortest, block->seen) : block->seen;
    if (leaps->first_gone == 0)
        leaps->first_gone = leaps->rows.list->len - 1;
}

static void note_block(struct leaps *leaps, struct leaps_block *block,
                       const struct sm_block_stand *stand)
{
    const bool same = block->seen > 0 && stand->is && block->index == stand->index &&
                      block->start_cycle == stand->start_cycle;
    if (!same) {
        note_end(leaps, block);
        *block = (struct leaps_block){0};
    }
    if (!stand->is)
        return;
    if (!same)
        *block = (struct leaps_block){
            .index = stand->index,
            .start_cycle = stand->start_cycle,
            .begun = leaps_own_clock(leaps) -
                     ((double)last_row(leaps)->cycles - (double)stand->start_cycle)};
    block->seen = (double)MAX(stand->instructions + block->leapt, 1);
    block->seen_at[block->rows % LEAPS_LATE] = block->seen;
    block->clock_at[block->rows % LEAPS_LATE] = leaps_own_clock(leaps);
    block->rows++;
}

void leaps_note_blocks(struct leaps *leaps)
{
    struct wave_row *row = wave_rows_at(&leaps->rows, leaps->rows.list->len - 1);
    for (uint32_t i = 0; i < leaps->n_sms; i++)
        for (unsigned k = 0; k < SM_MAX_BLOCKS; k++) {
            note_block(leaps, &leaps->sms[i].block[k], &leaps->sms[i].stand[k]);
            row->blocks += leaps->sms[i].stand[k].is;
        }
}

/* Between the last row and the one so many before it, or the first that is known. */
static double pace_over(const struct leaps_block *block, guint rows)
{
    if (block->rows < 2)
        return 0;
    const guint back = MIN(rows, MIN(block->rows, LEAPS_LATE) - 1),
                last = (block->rows - 1) % LEAPS_LATE,
                first = (block->rows - 1 - back) % LEAPS_LATE;
    const double time = block->clock_at[last] - block->clock_at[first];
    return time > 0 ? (block->seen_at[last] - block->seen_at[first]) / time : 0;
}

double leaps_pace(const struct leaps *leaps, const struct leaps_block *block)
{
    const double age = leaps_own_clock(leaps) - block->begun;
    if (block->seen == 0 || age < LEAPS_PERIOD)
        return 0;
    const double mean = block->seen / age,
                 now = block->rows > WINDOW ? pace_over(block, WINDOW) : 0;
    return now > 0 && fabs(log(now / mean)) > log(other_pace) ? now : mean;
}

void leaps_note_last(struct leaps *leaps)
{
    for (uint32_t i = 0; i < leaps->n_sms; i++)
        for (unsigned k = 0; k < SM_MAX_BLOCKS; k++)
            note_end(leaps, &leaps->sms[i].block[k]);
}

double leaps_late_pace(const struct leaps_block *block)
{
    return pace_over(block, LEAPS_LATE - 1);
}

double leaps_reach(const struct leaps *leaps)
{
    double least = INFINITY;
    for (uint32_t i = 0; i < leaps->n_sms; i++)
        for (unsigned k = 0; k < SM_MAX_BLOCKS; k++) {
            const struct leaps_block *block = &leaps->sms[i].block[k];
            const double pace = leaps_pace(leaps, block);
            if (block->seen == 0)
                continue;
            if (pace == 0)
                return 0;
            if (leaps->block_length > 0)
                least = MIN(least, (leaps->block_length - block->seen) / pace);
        }
    return MAX(least, 0);
}
