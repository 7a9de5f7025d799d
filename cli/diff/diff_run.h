/* SPDX-License-Identifier: BSD-3-Clause */
/* A result file (--json) as a list of its values, each under its path: "totals.l2.reads".
 *
 * Nothing here knows what a value means: whatever a later version writes is in the list.
 */
#ifndef SIMGPU_CLI_DIFF_DIFF_RUN_H
#define SIMGPU_CLI_DIFF_DIFF_RUN_H

#include <json-glib/json-glib.h>
#include <stdbool.h>

struct diff_value {
    char *path;
    char *text;     /* as JSON has it; a number's, too */
    bool is_number; /* true and false are not */
    double number;
};

struct diff_run {
    char *file;
    JsonNode *root;
    GPtrArray *values; /* struct diff_value, in the order of the file; without the object "host" */
    GHashTable *by_path;
};

/* Reads a file; an error names it. NULL on failure. */
struct diff_run *diff_run_new(const char *file, GError **error);
void diff_run_free(struct diff_run *run);

/* NULL: there is none. */
const struct diff_value *diff_run_value(const struct diff_run *run, const char *path);
/* 0 where there is none. */
double diff_run_number(const struct diff_run *run, const char *path);
/* "-" where there is none. */
const char *diff_run_text(const struct diff_run *run, const char *path);

/* Issue slots while kernels run: scheduler-cycles of all SMs, and those of them that the counter at
 * this path, "totals.sm.slots_...", has. Outside of kernels all are idle, and no share's part. */
double diff_slots(const struct diff_run *run);
double diff_slots_of(const struct diff_run *run, const char *path);

/* Whether a value says how the result was asked for and by which build of simgpu, and nothing of
 * what was simulated: the command line, as a text, and the commit. */
bool diff_run_is_wording(const struct diff_value *value);

/* Two runs side by side. */
struct diff_pair {
    const struct diff_run *a, *b;
    bool all; /* no list is cut */
};

#endif
