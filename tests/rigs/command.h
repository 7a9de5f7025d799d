/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs the real command, as a user does, and looks at what it leaves.
 *
 * Environment, set by meson.build:
 *   SIMGPU_TEST_EXECUTABLE  the command
 *   SIMGPU_TEST_PLUGIN      tests/policies/plugin_example, built
 *   SIMGPU_TEST_PLUGINS     the folder with event_audit.so and the other examples, built
 *   SIMGPU_TEST_ROOT        the source tree
 *
 * Everything here ends the test with a message when something is not as it must be.
 */
#ifndef SIMGPU_TESTS_RIGS_COMMAND_H
#define SIMGPU_TESTS_RIGS_COMMAND_H

#include "tests/rigs/suite.h"
#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#define FERMI "platforms/fermi-gtx480.xml"

/* As cli/options/options.c documents them. */
enum exit_code {
    EXIT_DONE,
    EXIT_CHECK_FAILED,
    EXIT_USAGE,
    EXIT_BAD_INPUT,
    EXIT_DEADLOCK,
    EXIT_LIMIT,
    EXIT_INTERRUPTED = 130
};

/* The value of one of these. */
const char *test_environment(const char *name);

/* A path in the source tree. g_free. */
char *source_path(const char *relative);

/* A command line is a GPtrArray of strings that it owns: g_autoptr(GPtrArray). */
GPtrArray *command_new(void);
/* ... with the GTX 480 and a workload; a relative path is one in the source tree. */
GPtrArray *command_for(const char *workload);
void command_add(GPtrArray *command, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* Adds "--set" for each of a NULL-terminated array. */
void command_set_all(GPtrArray *command, const char *const *sets);

struct outcome {
    int exit_code; /* 128 + n after signal n */
    char *out, *err;
};

void command_run(GPtrArray *command, struct outcome *outcome);
void outcome_clear(struct outcome *outcome);
/* A variable of this type is cleared at the end of its block. */
#define auto_outcome __attribute__((cleanup(outcome_clear))) struct outcome

/* For the status that waitpid gives. */
int exit_code_of_status(int status);

#endif
