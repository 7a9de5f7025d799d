/* SPDX-License-Identifier: BSD-3-Clause */
/* A launch that was timed, and what it is with the part of it that was not.
 *
 * Units: cycles of the SM, warp instructions.
 */
#ifndef SIMGPU_CLI_RUN_SAMPLING_TIMED_WHOLE_H
#define SIMGPU_CLI_RUN_SAMPLING_TIMED_WHOLE_H

#include "cli/run/sampling/leaps.h"
#include "cli/run/sampling/traffic.h"
#include "cli/run/sampling/waves.h"

struct kernel_record;

/* Why a launch was timed in full. */
enum in_full {
    IN_FULL_NOT,
    IN_FULL_BESIDE,   /* others run beside it, or a kernel has launched it */
    IN_FULL_CLUSTERS, /* it has clusters of blocks */
    IN_FULL_SYNC,     /* its kernel has instructions that can't be undone */
    IN_FULL_REASONS
};

/* A launch that was timed. */
struct timed_whole {
    uint32_t launch; /* its id */
    guint kind;
    enum in_full why;
    uint64_t n_blocks, timed_blocks;
    uint64_t cycles;               /* of the timed blocks */
    uint64_t work;                 /* warp instructions of the timed blocks */
    double rest;                   /* warp instructions of the other blocks */
    struct waves *waves;           /* NULL: it had too few */
    struct leaps *leaps;           /* NULL: it had many, or nothing to leap over */
    struct traffic_course *course; /* what the model of L2 says of it; NULL: nobody has looked */
};

/* Why a launch is to be timed in full. alone: no other launch runs. */
enum in_full timed_whole_why(const struct launch *launch, bool alone);
/* Of a launch, by its id. */
const struct kernel_record *timed_whole_record(const struct gpu *gpu, uint32_t launch);
/* Warp instructions that were not timed. work: those that were computed for the launch; 0: of a
 * trace, which has not been read so far, and whose other blocks are taken to be as long. */
double timed_whole_rest(const struct timed_whole *timed, const struct kernel_record *record,
                        uint64_t work);
/* What the blocks of a cut launch that were not timed move, by its course, and half the width of
 * the interval. figure: below SAMPLING_MODELLED. so_far: what the others have moved. If the model
 * is right for these, or nearly so, it is right for the launch as a whole; else it is off by the
 * same factor for the rest. */
struct wave_rate timed_whole_by_course(const struct timed_whole *timed, unsigned figure,
                                       double so_far);
/* Not all of it was timed. */
bool timed_whole_is_cut(const struct timed_whole *timed);
/* Its budget was used up, and its interval is wider than was asked for. */
bool timed_whole_is_wide(const struct timed_whole *timed);
/* Of a launch that leaps: what an instruction that was left out has of a figure. ends: what leaps
 * to the ends of blocks have of it beyond their windows. */
struct wave_rate timed_whole_beyond(const struct timed_whole *timed,
                                    double (*get)(const void *data, const struct wave_row *row),
                                    const void *data, double ends);
/* Half the interval's width of what ends of blocks take: of a launch that leaps. */
double timed_whole_ends(const struct timed_whole *timed);
/* Of the launch, with the part that was not timed. */
double timed_whole_cycles(const struct timed_whole *timed);

#endif
