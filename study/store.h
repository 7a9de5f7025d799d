/* SPDX-License-Identifier: BSD-3-Clause */
/* Results of studies in an SQLite file. Each point has one row, which is whole or missing.
 *
 * study(name PRIMARY KEY, text)              the study file as it was when it last ran
 * point(key PRIMARY KEY,                     study/key.h
 *       status,                              done, failed, timeout
 *       reason, command,                     why not done; the command line that repeats it
 *       wall_s, user_s, rss_kb,              of the process
 *       version, started,                    simgpu's version; UTC, ISO 8601
 *       result)                              the run's --json, whole; NULL if there is none
 * coordinate(study, position, axis, value, key)   a row a point and axis; value: the label
 * metric(key, name, value)                   the numbers of `result` (results/numbers.h), and
 *                                            process.wall_s, process.user_s, process.rss_bytes;
 *                                            a point's rowids are in the order of the result
 * derived(study, name, position, value)      study/derive.h; made anew at each end of a run
 *
 * A file can hold several studies, which share points with the same key. Every change is one
 * transaction with SQLite's rollback journal, which also works on network file systems. A killed
 * process leaves either none or all of its change. Several processes may write to one file.
 * Application id "SIMG", user_version STORE_SCHEMA.
 */
#ifndef SIMGPU_STUDY_STORE_H
#define SIMGPU_STUDY_STORE_H

#include "study/study.h"
#include <json-glib/json-glib.h>
#include <sqlite3.h>
#include <stdint.h>

enum { STORE_SCHEMA = 2, STORE_APPLICATION = 0x53494d47 };

struct store;

/* A row of `point`. The owner of the struct owns the strings. */
struct store_run {
    char *key, *status, *reason, *command, *version, *started, *result;
    double wall_s, user_s;
    int64_t rss_kb;
    JsonNode *parsed; /* the tree of `result`; NULL: nobody has parsed it yet */
};

enum store_mode {
    STORE_READ, /* the file must exist and does not change */
    STORE_WRITE /* makes the file if it does not exist */
};

/* A path without a file: the data vanish with the store. */
#define STORE_IN_MEMORY ":memory:"

/* Errors are INPUT_ERROR and name the file, here and below. */
struct store *store_open(const char *path, enum store_mode mode, GError **error);
void store_close(struct store *store); /* NULL is fine */
/* The database, for your own queries; borrowed. */
sqlite3 *store_database(struct store *store);

/* Writes the study's text and the coordinates of all its points, in place of the old ones. */
bool store_put_study(struct store *store, const struct study *study, const GPtrArray *points,
                     GError **error);
/* Writes a run and the metrics of its result, in place of an older run with this key. */
bool store_put_run(struct store *store, const struct store_run *run, GError **error);
/* Reads a run. *run is zeroed if there is none. Clear it in any case. */
bool store_get_run(struct store *store, const char *key, struct store_run *run, GError **error);
/* The same without the result, which can be large. */
bool store_get_end(struct store *store, const char *key, struct store_run *run, GError **error);
void store_run_clear(struct store_run *run);
/* Whether there is a run with the status done. */
bool store_is_done(struct store *store, const char *key, bool *done, GError **error);

/* *value is NaN if the point has no such metric. */
bool store_metric(struct store *store, const char *key, const char *name, double *value,
                  GError **error);

/* Whether any of a study's points has such a metric; also true while none of them is done. */
bool store_knows_metric(struct store *store, const char *study, const char *name, bool *known,
                        GError **error);

/* Replaces a study's derived values: values[i * n_points + position]. NaN: no value, and no row.
 * names: NULL-terminated. */
bool store_put_derived(struct store *store, const char *study, const char *const *names,
                       const double *values, unsigned n_points, GError **error);

/* Adds all of another results file: studies that this one lacks, and runs. If both have a run with
 * one key, it keeps a done one, else that of `from`. It does not merge derived values: call
 * study_derive. */
bool store_merge(struct store *into, const char *from, GError **error);

#endif
