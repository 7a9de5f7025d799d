/* SPDX-License-Identifier: BSD-3-Clause */
/* A study: many runs of simgpu, given as a matrix of their differences.
 *
 * A study file (JSON; studies/study.schema.json, docs/explanation/studies.md) has axes. Every
 * combination of one value of each axis is a point, unless an exclusion names it. Points are
 * numbered from 0; the last axis changes quickest. Excluded combinations have no number.
 *
 * A run's setting is put together from the file's top level and then the values, axis after axis.
 * Lists (set, options, plugins) are joined in this order. For the rest (platform, workload or
 * command, policy) an axis replaces the top level's value, and two axes may not both give one.
 *
 * Errors are INPUT_ERROR, "file: at JSON.path: message", as of workload files.
 */
#ifndef SIMGPU_STUDY_STUDY_H
#define SIMGPU_STUDY_STUDY_H

#include "policies/kinds.h"

#include <glib.h>
#include <json-glib/json-glib.h>
#include <stdbool.h>

/* A part of a run's setting, by the top level or by a value of an axis. Paths are absolute. */
struct study_setting {
    char *platform, *workload;        /* NULL: not given */
    char **command;                   /* a program with its arguments; NULL: not given */
    char **original;                  /* the same in a folder of the user; NULL: not given */
    char *policies[POLICY_KINDS];     /* "NAME PARAMETER=VALUE ..."; NULL: not given */
    char **set, **options, **plugins; /* NULL-terminated; may be empty, never NULL */
};

struct study_value {
    char *label; /* first: see named_find of base/json/reader.h */
    struct study_setting setting;
};

struct study_axis {
    char *name;        /* first */
    GPtrArray *values; /* struct study_value *, at least one */
};

/* Combinations that are no points. A combination is excluded if its value is flagged on every axis
 * that the exclusion names. */
struct study_exclusion {
    unsigned n_axes;
    bool **excluded; /* for each axis NULL (any value), or a flag for each value */
};

enum derive_kind {
    DERIVE_SPEEDUP,  /* the baseline's value divided by the point's */
    DERIVE_RELATIVE, /* the point's value divided by the baseline's */
    DERIVE_RATIO,    /* the point's value divided by another metric of it, times a scale */
    DERIVE_GEOMETRIC_MEAN,
    DERIVE_HARMONIC_MEAN,
    DERIVE_ARITHMETIC_MEAN,
    DERIVE_BEST /* the largest or the smallest: an oracle */
};

struct study_derive {
    char *name; /* first */
    enum derive_kind kind;
    char *metric;  /* its source: the name of a metric; NULL if `of` is given */
    char *of;      /* its source: an earlier entry of "derive" */
    char *by;      /* DERIVE_RATIO: a metric */
    double scale;  /* DERIVE_RATIO */
    int *baseline; /* speedup, relative: for each axis the value of the baseline, -1: the point's */
    unsigned n_axes;
    bool *across;   /* means, best: for each axis whether it goes over its values */
    bool **within;  /* the same: for each axis NULL (all of its values), or a flag for each */
    bool wants_min; /* DERIVE_BEST */
};

/* What a publication says about a derived entry, or a metric, at a point. */
struct study_published {
    char *name, *what; /* what: the name if the file has none */
    char *where;       /* "scheduler=lrr", as in the file */
    char *source;      /* source of the value */
    double value;
    double neutral;    /* values above and below it are in opposite directions */
    bool no_effect;    /* the value is a number alone: it has no direction */
    char bound;        /* '>', '<': the source says only that it is above or below `value`; 0 */
    unsigned position; /* position of the point, or of one point of the group */
    int derive;        /* index in study->derives; -1: it is a metric */
    char *others;      /* `where` without the axis of programs; NULL: it does not name that axis */
    /* For a geometric or arithmetic mean: the name of its values, and their points. */
    char *of;           /* NULL: it is no such mean */
    unsigned n_members; /* positions */
    unsigned *members;
    bool geometric;
};

struct study {
    char *file;         /* as given to study_load */
    char *text;         /* the file's text, unchanged */
    char *name, *title; /* title: the name if the file has none */
    char *description;  /* NULL: none */
    struct study_setting common;
    GPtrArray *axes;      /* struct study_axis *, at least one */
    GPtrArray *excludes;  /* struct study_exclusion * */
    GPtrArray *derives;   /* struct study_derive *; each uses metrics and earlier ones only */
    GPtrArray *published; /* struct study_published * */
    char **show;          /* metrics that the table shows; NULL-terminated, never NULL */
    double timeout_s;     /* of a point; 0: none */
    JsonNode *figures;    /* an array of objects, for report/; NULL: none. Owned. */
};

/* The axis of this name; -1: there is none. */
int study_axis_find(const struct study *study, const char *name);
/* Ends what a setting holds. */
void study_setting_finish(struct study_setting *setting);

struct study_point {
    unsigned position;
    unsigned *values; /* for each axis, the index of its value */
    /* Everything put together; with a command there is no workload, and the other way round. */
    struct study_setting setting;
    /* "PLATFORM WORKLOAD OPTION..." or "PLATFORM OPTION... -- PROGRAM ARGUMENT...", without the
     * name of the command. NULL-terminated. */
    char **arguments;
    char key[65]; /* of all that decides the result (study/key.h); "" until study_keys */
};

/* The points in the order of their positions: struct study_point *. Never empty: a study without
 * points is an error of study_load. */
GPtrArray *study_points(const struct study *study);
/* The label of a point on an axis, borrowed. */
const char *study_point_label(const struct study *study, const struct study_point *point,
                              unsigned axis);
/* "l1=16 KiB, scheduler=lrr", for messages. g_free. */
char *study_point_text(const struct study *study, const struct study_point *point);

/* Reads "0-7,9" for a study of n points: for each position whether it is chosen. NULL: all.
 * g_free; NULL on error. */
bool *study_select(const char *text, unsigned n, GError **error);

#endif
