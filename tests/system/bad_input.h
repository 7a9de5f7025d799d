/* SPDX-License-Identifier: BSD-3-Clause */
/* Mistakes of users, and what the command must say about each.
 *
 * A row is a good run with one thing changed. A test folder holds platform.xml (the GTX 480),
 * workload.json and kernel.ptx; the table's file is changed by replacing a text that occurs in it
 * once. In arguments and fragments {folder} stands for the test folder, {build} for the build
 * folder, {platforms} for that of the tree's platforms, and {line} for the line in which the
 * replaced text begins.
 */
#ifndef SIMGPU_TESTS_SYSTEM_BAD_INPUT_H
#define SIMGPU_TESTS_SYSTEM_BAD_INPUT_H

#include "tests/rigs/command.h"

enum bad_file {
    BAD_PLATFORM,
    BAD_WORKLOAD,
    BAD_KERNEL,
    BAD_NOTHING, /* the files are good, the arguments are not */
    BAD_NO_FILES /* no files are given */
};

struct bad_input {
    enum bad_file file;
    const char *old;          /* NULL: the whole file is replaced ... */
    const char *new;          /* ... and NULL here, too: it is a folder */
    const char *arguments[5]; /* in front of the files; ends with NULL */
    int exit_code;
    const char *fragments[4]; /* all in standard error; ends with NULL */
};

/* Each ends with a row without fragments. */
extern const struct bad_input bad_platforms[];
extern const struct bad_input bad_workloads[];
extern const struct bad_input bad_kernels[];
extern const struct bad_input bad_command_lines[];
extern const struct bad_input bad_names[];

extern const char good_workload[];
extern const char good_kernel[];

#endif
