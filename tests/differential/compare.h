/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs a program in the 32-lane executor and in the plain interpreter, and compares. */
#ifndef SIMGPU_TESTS_DIFFERENTIAL_COMPARE_H
#define SIMGPU_TESTS_DIFFERENTIAL_COMPARE_H

#include "tests/differential/generator.h"

enum outcome {
    OUTCOME_SAME,
    OUTCOME_DIFFERENT,
    OUTCOME_TOO_LONG, /* the plain interpreter lost patience */
    OUTCOME_INVALID   /* the program is no PTX, or does what PTX leaves open */
};

/* The two memories; one serves for any number of programs. */
struct comparator;

/* compiles: the executor also runs each program compiled (workloads/ptx/compile). */
struct comparator *comparator_new(bool compiles);
void comparator_free(struct comparator *comparator);

/* Runs `text`, the program or some of its chunks. The executor runs it in lock step and with
 * independently scheduled lanes. *message says what is wrong, where the outcome isn't SAME; g_free.
 */
enum outcome compare_program(struct comparator *comparator, const struct program *program,
                             const char *text, char **message);

#endif
