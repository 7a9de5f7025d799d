/* SPDX-License-Identifier: BSD-3-Clause */
/* The files that a command line names, found by their options. */
#ifndef SIMGPU_CLI_OPTIONS_OPTION_FILES_H
#define SIMGPU_CLI_OPTIONS_OPTION_FILES_H

#include "base/file_options.h"
#include <glib.h>
#include <stdbool.h>

struct option_file {
    const struct file_option *option;
    char **file; /* where parsing puts its name; NULL there: not given */
};

/* Adds the entries to a context, and to files (GArray of struct option_file) those that take one
 * file. An entry that takes files and is not in the table of base/file_options.h is our own bug. */
void option_files_add(GArray *files, GOptionContext *context, const GOptionEntry *entries);

/* Can all files be written that are to be? Leaves them as they are. The error names the file. */
bool option_files_check(const GArray *files, GError **error);

/* The options that name inputs, each followed by its file, in the order of the table: borrowed
 * strings, NULL-terminated. g_free. */
char **option_files_inputs(const GArray *files);

#endif
