/* SPDX-License-Identifier: BSD-3-Clause */
/* What a page tells its reader to do: files to write, and commands to run.
 *
 *   ```sh run             commands, for one shell
 *   ```sh run needs=a,b   the same, unless a Python module of these is missing
 *   ```text output        what the commands before print
 *   ```json file=a.json   a file's text; any language
 *
 * Other blocks of code are for reading only. */
#ifndef SIMGPU_TESTS_DOCS_PAGE_STEPS_H
#define SIMGPU_TESTS_DOCS_PAGE_STEPS_H

#include <glib.h>

struct page_step {
    unsigned line; /* where its block begins */
    char *file;    /* the name of a file; NULL: commands */
    char *text;    /* the file's text, or the commands */
    char *output;  /* what the commands print; NULL: the page does not say */
    char *needs;   /* Python modules with commas between them; NULL: none */
};

/* The steps of a page in Markdown, in order. NULL, with *problem, if a block of output has no
 * commands before it. g_array_unref and g_free. */
GArray *page_steps(const char *page, char **problem);

/* A printed text has the lines of an expected one, in this order and one behind the other. A line
 * "..." stands for any lines, also none; "..." in a line for any text. Before the first expected
 * line and behind the last one anything may be printed. Returns NULL or the line that is not there;
 * g_free. */
char *page_missing_line(const char *expected, const char *printed);

#endif
