/* SPDX-License-Identifier: BSD-3-Clause */
/* The data of a report: studies with axes and a row for each point. They come from a file of
 * `simgpu study` (study/store.h) or from files that `--json` wrote.
 *
 * Files of single runs together make one study, "runs". Its axes are the differences between the
 * runs: GPU, workload, warp scheduler, and the file if these do not separate the runs.
 *
 * Numbers have the names of results/numbers.h. The study's derived values come first. A database is
 * read only on demand, so results may be large.
 */
#ifndef SIMGPU_REPORT_RESULTS_H
#define SIMGPU_REPORT_RESULTS_H

#include <glib.h>
#include <json-glib/json-glib.h>
#include <sqlite3.h>
#include <stdbool.h>

struct results_axis {
    char *name;
    GPtrArray *labels; /* char *, in the order of their first points */
};

struct results_row {
    gint64 position;
    char *key;                       /* key of `point`; for a single run its file */
    guint *values;                   /* for each axis the index of its label */
    char *status, *reason, *command; /* status: done, failed, timeout, missing */
    /* For a single run; NULL: it is in the database. */
    JsonNode *result;
    GPtrArray *names;    /* names of its metrics, in order; borrowed from `numbers` */
    GHashTable *numbers; /* name to double * */
};

struct results_study {
    char *file, *name, *title, *description;
    GPtrArray *axes;      /* struct results_axis * */
    GPtrArray *rows;      /* struct results_row *, in order */
    GPtrArray *published; /* struct study_published *; NULL: there are none */
    GHashTable
        *relative;     /* names of what it derives by dividing by a baseline: 1 is the baseline */
    JsonNode *figures; /* the study's member "figures"; NULL: it has none */
    sqlite3 *database; /* borrowed; NULL: single runs */
};

struct results {
    GPtrArray *studies;   /* struct results_study * */
    GPtrArray *databases; /* sqlite3 *, open for reading */
};

/* files: at least one. Errors are INPUT_ERROR and name the file. NULL on error. */
struct results *results_open(const char *const *files, GError **error);
void results_free(struct results *results); /* NULL is fine */

/* -1: there is none. */
int results_axis_find(const struct results_study *study, const char *name);
const struct results_axis *results_axis_at(const struct results_study *study, guint axis);
const char *results_label(const struct results_study *study, const struct results_row *row,
                          guint axis);
int results_label_find(const struct results_axis *axis, const char *label);

/* NAN: the point has no such number. */
double results_value(const struct results_study *study, const struct results_row *row,
                     const char *name);

/* The names of the point's metrics that fit a pattern with * in it, sorted; g_strfreev. */
char **results_names(const struct results_study *study, const struct results_row *row,
                     const char *pattern);

/* A member of the point's result, "latency.warps"; NULL: there is none. json_node_unref. */
JsonNode *results_member(const struct results_study *study, const struct results_row *row,
                         const char *path);

/* "l1=16 KiB, scheduler=lrr"; g_free. */
char *results_row_text(const struct results_study *study, const struct results_row *row);

/* For readers. results_study_new: an empty study. results_label_index: the index of an axis' label;
 * it adds a new label. */
struct results_study *results_study_new(const char *file, const char *name);
void results_study_free(struct results_study *study);
struct results_axis *results_axis_add(struct results_study *study, const char *name);
guint results_label_index(struct results_axis *axis, const char *label);
void results_row_free(struct results_row *row);

bool results_read_database(struct results *results, const char *file, GError **error);
bool results_read_runs(struct results *results, const char *const *files, guint n, GError **error);

/* For studies in a database. */
double results_stored_value(const struct results_study *study, const struct results_row *row,
                            const char *name);
char **results_stored_names(const struct results_study *study, const struct results_row *row,
                            const char *pattern);
JsonNode *results_stored_result(const struct results_study *study, const struct results_row *row);

#endif
