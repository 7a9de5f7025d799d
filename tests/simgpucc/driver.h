/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs the compiler driver in a folder of its own, and the programs that it makes.
 *
 * Environment: that of tests/rigs/command.h, and SIMGPUCC, the driver.
 */
#ifndef SIMGPU_TESTS_SIMGPUCC_DRIVER_H
#define SIMGPU_TESTS_SIMGPUCC_DRIVER_H

#include "tests/rigs/command.h"
#include "tests/rigs/folder.h"

/* A fixture: a folder for each test, in which a folder tmp is TMPDIR of what it runs. */
void driver_set_up(void);
void driver_tear_down(void);
const char *driver_folder(void);
/* A path in the folder. g_free. */
char *in_folder(const char *name);
/* Writes a file there. Its path; g_free. */
char *write_source(const char *name, const char *text);

/* Runs simgpucc with options and sources ("NAME.cu": one in sources/), a NULL-terminated array.
 * Whatever happens, no temporary file is left. */
void compile(struct outcome *outcome, const char *const *words);
#define COMPILE(outcome, ...) compile(outcome, (const char *const[]){__VA_ARGS__, NULL})
void assert_compiles(const struct outcome *outcome);
/* The same; it must go well. */
void compile_well(const char *const *words);
#define COMPILED(...) compile_well((const char *const[]){__VA_ARGS__, NULL})

/* Runs another command, which must go well. */
void run_words(const char *const *words);
#define RUN(...) run_words((const char *const[]){__VA_ARGS__, NULL})

/* A path in the folder that looks like a CUDA installation. g_free. */
char *toolkit_path(const char *name);

/* Runs a program on the GTX 480. */
void run_program(const char *program, struct outcome *outcome);
/* The same; it must end well and print the text. */
void assert_program_prints(const char *program, const char *text);

#endif
