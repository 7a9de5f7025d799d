/* SPDX-License-Identifier: BSD-3-Clause */
/* Which launches of a program are timed, and what the timed ones say about the others.
 *
 * Launches come one by one. Each has a kind (kernel, shape of its blocks, mix of its instructions)
 * and a size (warp instructions, or whatever else its work grows with). It is either timed, which
 * gives figures (cycles, counters), or computed without any.
 *
 * The figures of a computed launch are a sum over the timed launches of its kind, with weights. Are
 * there timed ones of its size, it gets their mean. Is its size between those of others, it lies on
 * the straight line between them. Outside, it grows at most with its size. The first launch of a
 * kind finds cold caches: it stands for itself alone once two others have been timed.
 *
 * The interval comes from the spread: each timed launch is predicted from the others of its kind,
 * and the differences are a sample of the errors that predictions have. Kinds with few timed
 * launches share their differences.
 *
 * Launches may change with time. Timed ones of one size are cut into eras where they do
 * (changes.h), and a computed launch has the mean of the era that it lies in, or between the two.
 *
 * A launch whose kind has a small part of all cycles may have a wider interval. Launches that
 * repeat what the one before them has done tell nothing new.
 *
 * A model may say what a launch's figure would be, right or not. Then what is predicted for a
 * computed launch is how far the model is off, and that is added to what the model says of it
 * (difference estimate: Cochran, chapter 7).
 *
 * This is mathematics on tables. It does not know the simulator.
 *
 * Sources: stratified sampling with ratio estimates, as in Cochran, "Sampling Techniques". Kernels
 * as strata: Principal Kernel Analysis (MICRO 2021) and Sieve (ISPASS 2023). How many are timed
 * follows from the spread, how long from the share: STEM+ROOT (MICRO 2025). Differs: all of them
 * decide after a profile of the whole program, we while it runs; sizes are interpolated.
 */
#ifndef SIMGPU_SAMPLING_SAMPLING_H
#define SIMGPU_SAMPLING_SAMPLING_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* What a model says of some of a launch's figures, without timing it: control variates. */
enum { SAMPLING_MODELLED = 2 };
struct launch_model {
    bool is; /* it says something */
    double figures[SAMPLING_MODELLED];
};

/* A launch that was timed. */
struct timed_launch {
    uint32_t number; /* the caller's: index of its figures */
    double size;
    double cycles;
    double half_width; /* that its own interval could have, relative; 0: it has none */
    struct launch_model model;
    /* Found when it is noted. */
    uint64_t at;  /* launches of its kind before it */
    unsigned era; /* of those of its size: see changes.h */
};

/* Computed launches of one size. */
struct computed_launches {
    double size;
    uint64_t n;
    struct launch_model model; /* sums; it says something of all or none */
    guint behind;              /* timed launches of the kind that have begun before them */
};

struct sampling_kind {
    char *name;       /* of the kernel: results are by it */
    GArray *timed;    /* struct timed_launch, in the order of their begins */
    GArray *computed; /* struct computed_launches */
    uint64_t n;       /* launches so far */
    uint64_t n_since; /* launches computed since one was timed */
    /* The same without those that repeat what the one before them has repeated. */
    uint64_t n_new, new_since;
    uint64_t repeats; /* what the last computed one has; 0: nothing */
    double cycles;    /* of all launches so far, timed or predicted */
    double since;     /* of those computed since one was timed */
    double strange;   /* the same, of sizes that are far from known ones */
};

struct sampling {
    double error;      /* the aim: half the width of the total's interval, of the total */
    GPtrArray *kinds;  /* struct sampling_kind, in the order of their first launches */
    GHashTable *known; /* by the text of a kind: its index */
    double cycles;     /* of all launches so far */
    /* Timing has cost too much so far: of a kind no more launches are timed for the spread's sake
     * alone. The caller sets it. */
    bool thrifty;
};

/* How certain a launch of a kind has to be. */
struct sampling_aim {
    double error;    /* for the whole run: half its interval's width, relative */
    double own, all; /* cycles so far: the kind's, and those of all kinds */
    unsigned kinds;
};

void sampling_init(struct sampling *sampling, double error);
void sampling_finish(struct sampling *sampling);

/* The kind of this text. A new one gets the name. */
guint sampling_kind(struct sampling *sampling, const char *text, const char *name);

/* Whether a launch of that kind and size is to be timed. */
bool sampling_wants(const struct sampling *sampling, guint kind, double size);
struct sampling_aim sampling_aim_of(const struct sampling *sampling, guint kind);
/* Half the width that the interval of one launch may have, relative, if it takes so many cycles:
 * the run's error for a kind that has all of them, and so much more for others that their parts of
 * the total come to that error together. */
double sampling_error_for(const struct sampling_aim *aim, double cycles);
/* It has been timed. */
void sampling_note_timed(struct sampling *sampling, guint kind, const struct timed_launch *timed);
/* What a computed launch has shown. */
struct computed_launch {
    double size;
    struct launch_model model;
    /* What it repeats: the same kernel with the same parameters on the same memory has the same
     * number. 0: nothing. If the launch before it did so too, there is nothing new to be seen. */
    uint64_t repeats;
};
/* It has been computed. Returns the cycles that it would take, as far as is known by now: 0 for a
 * kind of which none was timed. */
double sampling_note_computed(struct sampling *sampling, guint kind,
                              const struct computed_launch *computed);

#endif
