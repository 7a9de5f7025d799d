/* SPDX-License-Identifier: BSD-3-Clause */
/* Nothing that was to be written is lost in silence: files are tried before a run, a failure
 * afterwards costs that file alone, and standard output is looked at in the end. */
#ifndef SIMGPU_CLI_BASE_OUTPUT_H
#define SIMGPU_CLI_BASE_OUTPUT_H

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

/* Unless good, takes *problem as one more of the messages in lost. */
void output_note(GPtrArray *lost, bool good, GError **problem);

/* Prints text for people. Names come from files and programs: what would steer a terminal is
 * written as \x1b. */
void output_text(FILE *stream, const char *text);
void output_line(FILE *stream, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* "simgpu: " and the message, on standard error. */
void output_error(const GError *error);

/* Standard streams that are closed get descriptors from which nothing is read and to which nothing
 * can be written, so that no other file takes their place. */
void output_open_standard(void);
/* Writes out what is left of standard output; NULL, or what is wrong. g_free. */
char *output_close_standard(void);

/* To a file, or with "-" to standard output. The error names the file. */
bool output_write(const char *path, const char *text, GError **error);

#endif
