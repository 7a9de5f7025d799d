/* SPDX-License-Identifier: BSD-3-Clause */
/* What is known of a launch that leaps: for leaps.h and leaps_rest.h. */
#ifndef SIMGPU_CLI_RUN_SAMPLING_LEAPS_STATE_H
#define SIMGPU_CLI_RUN_SAMPLING_LEAPS_STATE_H

#include "cli/run/sampling/wave_rows.h"
#include "models/functional/preview/recent_lines.h"
#include "models/launch/launch_watch.h"
#include "models/sm/sm_leap.h"

struct launch;

enum { LEAPS_LATE = 8 }; /* rows that tell how fast a block is now. ASSUMED */
/* Rows behind a leap that don't count, and periods of a window. ASSUMED */
enum { WARM_UP = 1, WINDOW = 3 };
enum leaps_phase { LEAPS_TIMED, LEAPS_HOLD, LEAPS_STILL, LEAPS_LEAP, LEAPS_GO };
/* What units do at the time that is set. */
enum leaps_hook { HOOK_READ = 1, HOOK_HOLD = 2, HOOK_LEAP = 4, HOOK_GO = 8 };

/* A block that an SM has. */
struct leaps_block {
    uint64_t index, start_cycle;
    double begun; /* on the launch's own clock, which leaves out what is held, and counts leaps */
    double seen;  /* instructions, with those leapt, when it was seen last */
    /* The same at the last rows, and the launch's own clock there: rings by the row's number. */
    double seen_at[LEAPS_LATE], clock_at[LEAPS_LATE];
    guint rows; /* at which it was seen */
    uint64_t leapt;
};

struct leaps_sm {
    struct sm *sm;
    struct sm_block_stand stand[SM_MAX_BLOCKS]; /* at the last row */
    struct leaps_block block[SM_MAX_BLOCKS];
    struct sm_leap leap;
    struct recent_lines recent;
    struct functional_listener listener;
};

/* Rows by number. */
struct leaps_window {
    guint from, to;
};

struct leaps_gap {
    guint window;    /* the one before; the next number is the one after, if there is one */
    guint go;        /* the row at which time goes on */
    double work;     /* leapt */
    double planned;  /* the same, if no block had come to the end of its loop */
    double at_ends;  /* part of the warps that had come to the ends of their loops */
    double distance; /* cycles that it was to have, at the pace of each block so far */
};

struct leaps {
    struct launch_watch watch; /* for the launch, if it has several waves of blocks */
    double error;              /* the aim for the launch's cycles, relative */
    sim_time first_end;        /* of a block; 0: none has ended */
    sim_time cut_from;         /* from then on no block begins; 0: not yet */
    struct wave_rows rows;
    struct gpu *gpu;
    const struct launch *launch;
    sim_time period; /* between two rows */
    enum leaps_phase phase;
    unsigned hook; /* enum leaps_hook, as bits */
    sim_time hook_at;
    bool over;
    sim_time last_ring;
    unsigned tries, pause;
    guint go;         /* the row from which on it is timed */
    guint first_gone; /* the row at which the first end of a block was seen; 0: none was */
    bool one_wave;    /* is simulated, of several, and nothing else */
    bool to_end;      /* the leap that is coming brings all blocks to their ends */
    /* Cycles that ends of blocks take beyond what the work of such leaps takes, and half the width
     * of the interval. */
    double ends, ends_half;
    double held, skipped;
    double distance;          /* of the leap that is coming */
    double planned;           /* instructions that it is to have */
    double at_ends;           /* part of its warps that came to the ends of their loops */
    double block_length;      /* of the longest block so far, or of the first one; instructions */
    double shortest, longest; /* of blocks that have ended; 0: none has */
    struct leaps_sm *sms;
    uint32_t n_sms;
    GHashTable *sm_of; /* unit -> struct leaps_sm */
    GArray *windows;   /* struct leaps_window */
    GArray *gaps;      /* struct leaps_gap */
    uint64_t leapt;
};

#endif
