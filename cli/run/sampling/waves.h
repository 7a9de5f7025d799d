/* SPDX-License-Identifier: BSD-3-Clause */
/* A launch of many waves of blocks: when it has become steady, the rest of it need not be timed.
 *
 * A wave is as many blocks as fit on all SMs together. Each time that a quarter of a wave's blocks
 * has ended, all units are read at one exact time a little later (a row). Between two rows lie that
 * quarter's cycles and counts; four of them are a wave. When L2 is full and the interval of the
 * waves' mean is narrow enough, the launch gets no more blocks than those that have left. Where
 * blocks end together, it gets so many more that whole waves are left out. It then ends as it would
 * have ended, and the other blocks are computed. Their cycles and counts follow from the steady
 * waves.
 *
 * If much of a launch is what fills L2, the blocks that do so are left out (filling.h). The steady
 * waves are then those behind the row at which L2 got their lines.
 *
 * A launch may never be so steady, or only when it is nearly over. Behind a budget of instructions
 * a wider interval will do, the wider the longer it takes.
 *
 * Rows are read at a fixed time after the block's end, behind which no unit can be at any
 * lookahead. So results don't depend on the lookahead.
 *
 * Source: the steady state inside a kernel is that of Principal Kernel Analysis (MICRO 2021).
 * Differs: its end is found by an interval of waves' cycles and DRAM bytes, not by the IPC's slope.
 *
 * Units: cycles of the SM, blocks, bytes, times in ps.
 */
#ifndef SIMGPU_CLI_RUN_SAMPLING_WAVES_H
#define SIMGPU_CLI_RUN_SAMPLING_WAVES_H

#include "cli/run/sampling/filling.h"
#include "cli/run/sampling/wave_rows.h"
#include "models/launch/launch_watch.h"
#include "sampling/sampling.h"

/* Of a launch with fewer waves nothing is saved. ASSUMED. */
enum { WAVES_FEWEST = 8 };

/* Whether a launch has so many waves of blocks. Its kind is then that of its shape, whether it was
 * looked at or not. */
bool waves_are_many(const struct launch *launch, uint64_t wave);

struct waves_aim {
    struct sampling_aim certain; /* for its kind */
    uint64_t wave;
    bool bytes_known; /* of DRAM: a model says what the launch moves */
    bool l2_is_full;  /* as the launch begins, of lines of launches of its kind */
};

struct waves {
    struct launch_watch watch; /* for the launch */
    struct waves_aim aim;
    uint64_t n_blocks;
    struct filling *filling; /* blocks that are left out; NULL: none */
    guint filled;            /* the row at which L2 gets their lines; 0: not yet */
    uint64_t next;
    guint again; /* rows, when it is looked whether they are steady */
    struct wave_rows rows;
    bool disturbed;             /* another launch came */
    uint64_t timed;             /* blocks behind which it was cut; 0: it was not */
    unsigned warm_up, last;     /* rows between which the launch is steady */
    unsigned warm_up_of_cycles; /* its cycles are from there on */
    double allowed;             /* half its interval's width, relative, by its kind's share */
    bool over_budget;           /* it was cut with a wider interval than that */
};

/* It watches the launch. seen: for filling_new; NULL: no blocks are left out but those at the end.
 */
struct waves *waves_new(struct gpu *gpu, const struct waves_aim *aim, struct launch *launch,
                        struct functional_preview *seen);
/* NULL is fine. */
void waves_free(struct waves *waves);
/* Another launch has begun: this one is timed to its end, if it isn't cut yet. */
void waves_disturb(struct waves *waves);
/* The launch has ended. */
void waves_end(struct waves *waves);
/* Blocks in its middle that were left out. NULL is fine. */
struct filling_blocks waves_left_out(const struct waves *waves);

/* A mean, and half the interval's width. */
struct wave_rate {
    double mean, half_width;
};
/* What so many warp instructions that were left out have of a figure, as in the steady state. Those
 * that fill L2 lie between that and what the begin has. Instructions stand for the work that is
 * done: blocks end in bursts. get: the count that is asked for; NULL: cycles. */
struct wave_rate waves_rest(const struct waves *waves, double instructions,
                            double (*get)(const void *data, const struct unit_counters *counters),
                            const void *data);
/* Blocks behind which L2 has other lines than before, by what those that were timed have filled.
 * UINT64_MAX: never. */
uint64_t waves_blocks_that_fill_l2(const struct waves *waves);
/* Whether L2 has lines of launches of its kind alone when it has ended. */
bool waves_have_filled_l2(const struct waves *waves);
/* Whether L2 was not full when the steady waves began: bytes of DRAM may come as unevenly as lines
 * are touched for the first time. */
bool waves_l2_fills(const struct waves *waves);
/* DRAM bytes that the computed instructions will write back beyond what the steady waves have: L2
 * was not full then, and fills while the launch goes on. 0: it was full, or will not be. */
double waves_write_backs(const struct waves *waves, double instructions);

#endif
