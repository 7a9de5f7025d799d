/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs simgpu study on tiny kernels, so that a run is little more than its start. */
#ifndef SIMGPU_TESTS_STUDY_COMMAND_H
#define SIMGPU_TESTS_STUDY_COMMAND_H

#include "tests/rigs/command.h"
#include "tests/study/data/study_fixture.h"

/* Where everything lies; "study.json" in it has 24 points. */
extern struct fixture study_folder;

void study_folder_set_up(void);
void study_folder_tear_down(void);
/* Writes a study with these members; its platform is that of study.json. */
void study_folder_put(const char *name, const char *members);

GPtrArray *study_command_line(const char *study, const char *results);
/* Runs it with one more argument (NULL: none); the outcome must be cleared. */
void study_run(struct outcome *outcome, const char *study, const char *results, const char *more);
/* Starts it; messages: NULL: they are dropped. */
GPid study_start(GPtrArray *command, int *messages);
/* Starts study.json, waits for so many points to end and then for a while, and ends it. */
int study_end(const char *results, unsigned points, unsigned then_us, int signal);

void study_expect_end(const struct outcome *outcome, int code, const char *summary);
/* The names of all files in the folder. */
void study_expect_files(const char *expected);
/* A results file that SQLite finds in order, with whole rows. */
void study_expect_intact(const char *results);
/* No process with the folder in its command line is left. */
void study_expect_no_processes(void);
/* The only number of a query. */
int study_query(const char *results, const char *sql);

#endif
