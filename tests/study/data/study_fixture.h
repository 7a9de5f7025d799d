/* SPDX-License-Identifier: BSD-3-Clause */
/* What the tests of studies share: a temporary folder with files, and studies in it. */
#ifndef SIMGPU_TESTS_STUDY_FIXTURE_H
#define SIMGPU_TESTS_STUDY_FIXTURE_H

#include "study/store.h"
#include "study/study.h"

struct fixture {
    char *folder;
};

void fixture_init(struct fixture *fixture);
void fixture_finish(struct fixture *fixture); /* removes the folder with all files in it */
/* A path in the folder; g_free. */
char *fixture_path(const struct fixture *fixture, const char *name);
void fixture_put(const struct fixture *fixture, const char *name, const char *text);
/* The names of all files in the folder, in order, joined by blanks; g_free. */
char *fixture_names(const struct fixture *fixture);

/* Writes study.json, beside files p.xml and w.json, and loads it; the test fails if it is wrong. */
struct study *fixture_study(const struct fixture *fixture, const char *text);
/* The same of a wrong study: its message without the folder's name; g_free. */
char *fixture_study_error(const struct fixture *fixture, const char *text);

struct store *fixture_store(const struct fixture *fixture, const char *name);
/* A run that is done (with a result), or has another status (with none and a reason). */
void fixture_run(struct store *store, const char *key, const char *status, const char *result);

#endif
