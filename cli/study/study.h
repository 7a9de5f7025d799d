/* SPDX-License-Identifier: BSD-3-Clause */
/* simgpu study. */
#ifndef SIMGPU_CLI_STUDY_STUDY_H
#define SIMGPU_CLI_STUDY_STUDY_H

#include <glib.h>
#include <stdbool.h>

enum study_end { STUDY_DONE, STUDY_FAILED_POINTS, STUDY_INTERRUPTED };

/* argv[0] is "study". False with an error; *usage: of the command line. interrupted: becomes
 * non-zero when the study shall end. */
bool study_command(int argc, char **argv, const volatile int *interrupted, enum study_end *end,
                   bool *usage, GError **error);

#endif
