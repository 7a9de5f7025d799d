/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs a test program (cu/) under simgpu, as a user does, on the GTX 480.
 *
 * Environment: that of tests/rigs/command.h, and SIMGPU_TEST_PROGRAMS, the folder of the
 * programs.
 *
 * Everything here ends the test with a message when something is not as it must be.
 */
#ifndef SIMGPU_TESTS_PROGRAMS_RUN_H
#define SIMGPU_TESTS_PROGRAMS_RUN_H

#include "tests/rigs/result.h"

struct run {
    int exit_code;
    char *out, *err;  /* of program and simgpu together */
    JsonNode *result; /* NULL: none was written */
};

/* options: simgpu's, NULL for none; a first word that ends with .xml is the platform instead.
 * words: program, case, numbers. Both are cut at spaces. */
void run_program(struct run *run, const char *options, const char *words);
/* ... a program that must end well and leave standard error empty. */
void run_well(struct run *run, const char *options, const char *words);
/* Options: simulated (mode 0), or only computed (mode 1). */
enum { RUN_MODES = 2 };
const char *run_mode(int mode);
/* The program, run so, ends well and prints these lines, up to NULL. */
void run_in_mode(int mode, const char *words, const char *const *lines);
/* A workload file with these programs, each as words, instead of one program; ends with NULL. */
void run_programs(struct run *run, const char *options, const char *const *programs);
void run_clear(struct run *run);
/* A variable of this type is cleared at the end of its block. */
#define auto_run __attribute__((cleanup(run_clear))) struct run

/* The value in the line "name value" of the output. g_free; and as a number. */
char *run_value(const struct run *run, const char *name);
double run_number(const struct run *run, const char *name);
/* Is the line there? */
void assert_line(const struct run *run, const char *line);
/* ... these, at most so many or up to NULL? */
void assert_lines(const struct run *run, const char *const *lines, size_t most);
/* ... this text in standard error? */
void assert_complains(const struct run *run, const char *text);

/* The path of a program. g_free. */
char *program_path(const char *name);
/* The command line that run_program runs, with its result in folder/result.json. */
GPtrArray *program_command(const char *options, const char *folder, const char *words);

/* Of launch `index` among the kernels of a result. */
uint64_t kernel_start(const struct run *run, unsigned index);
uint64_t kernel_end(const struct run *run, unsigned index);

#endif
