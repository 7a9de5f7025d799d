/* SPDX-License-Identifier: BSD-3-Clause */
/* The files of the source tree, for tests that read them.
 *
 * The tree's top is SIMGPU_TEST_ROOT. Paths are relative to it. Hidden folders and build folders
 * are left out. */
#ifndef SIMGPU_TESTS_LINT_TREE_H
#define SIMGPU_TESTS_LINT_TREE_H

#include <glib.h>
#include <stdbool.h>

/* The files in a folder and in those below it, sorted, whose names end with one of `endings`,
 * separated by blanks: ".c .h". "": the whole tree. g_ptr_array_unref. */
GPtrArray *tree_files(const char *folder, const char *endings);

/* A file's text; the test ends if there is none. g_free. */
char *tree_text(const char *file);

/* A path names a file or folder of the tree. */
bool tree_has(const char *path);

/* A path is a folder, or lies below it. "": the top, in which everything lies. */
bool tree_is_in(const char *path, const char *folder);

/* The file that a line includes with quotes, or NULL. g_free. */
char *tree_included(const char *line);

#endif
