/* SPDX-License-Identifier: BSD-3-Clause */
/* A simgpu that goes on running while the test does something to it or to its program. */
#ifndef SIMGPU_TESTS_PROGRAMS_BACKGROUND_H
#define SIMGPU_TESTS_PROGRAMS_BACKGROUND_H

#include "tests/programs/run.h"

struct background {
    char *folder;
    GPid simgpu, program; /* program: who said "pid N" */
};

/* Starts it on the GTX 480 with options (NULL: none) and a program of cu/, as run_program, and
 * waits for a line "pid N" on standard error. */
void background_start(struct background *background, const char *options, const char *words);
/* Waits for its end, at most `seconds`; *run is to be cleared. Takes the folder away. */
void background_end(struct background *background, double seconds, struct run *run);

#endif
