/* SPDX-License-Identifier: BSD-3-Clause */
/* What windows say of the parts of a launch that were leapt over. */
#ifndef SIMGPU_CLI_RUN_SAMPLING_LEAPS_REST_H
#define SIMGPU_CLI_RUN_SAMPLING_LEAPS_REST_H

#include "cli/run/sampling/leaps_state.h"
#include "cli/run/sampling/waves.h"

/* Whether between two rows no block has begun or ended. */
bool leaps_calm(const struct leaps *leaps, guint from, guint to);
/* A figure: the cycle. */
double leaps_cycles_at(const void *data, const struct wave_row *row);
/* What is to be added to a figure of the launch as it was simulated, and half the width of the
 * interval. get: the figure at a row. */
struct leaps_rest {
    double more, half_width;
    double computed; /* the part of the figure that was not timed */
};
struct leaps_rest leaps_rest(const struct leaps *leaps,
                             double (*get)(const void *data, const struct wave_row *row),
                             const void *data);

/* Whether the launch goes on behind the last leap as before it, as far as the last rows tell, or
 * has not for so long that it may stay so. If not, a leap would take what passes for what stays. */
bool leaps_settled(const struct leaps *leaps);
/* The last window, at the end of which SMs are held, shows that it does not: no leap comes. That is
 * so once behind each leap. */
bool leaps_turns(const struct leaps *leaps);
/* Cycles of an instruction in the last window. */
double leaps_last_rate(const struct leaps *leaps);

/* Half the interval's width of an instruction's cycles, relative, as far as windows tell; infinite
 * for fewer than three. */
double leaps_uncertainty(const struct leaps *leaps);
/* Half the interval's width of the launch's cycles because blocks have different lengths: those
 * that were left out may begin and end at other times than together. 0: all were simulated, or are
 * alike. others: the mean length of those that were left out. */
double leaps_uneven(const struct leaps *leaps, double others);
/* Blocks that were left out. */
struct leaps_others {
    double length; /* their mean, in warp instructions; 0: there are none */
    double ends;   /* what leaps to the ends of blocks have of the figure beyond their windows */
};
/* What an instruction of blocks that were left out has of a figure. */
struct wave_rate leaps_beyond(const struct leaps *leaps,
                              double (*get)(const void *data, const struct wave_row *row),
                              const void *data, const struct leaps_others *others);

#endif
