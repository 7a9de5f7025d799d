/* SPDX-License-Identifier: BSD-3-Clause */
/* Who includes whom in a folder, by module. A module is a .c united with the .h of the same path.
 */
#ifndef SIMGPU_TESTS_LINT_INCLUDES_GRAPH_H
#define SIMGPU_TESTS_LINT_INCLUDES_GRAPH_H

#include <glib.h>

struct includes_graph;

struct includes_graph *includes_graph_new(void);
void includes_graph_free(struct includes_graph *graph);

/* Adds a source file, by its path, and what it includes. */
void includes_graph_add(struct includes_graph *graph, const char *file, const char *text);

/* Forgets that module `from` includes module `to`. Returns whether it did. */
gboolean includes_graph_cut(struct includes_graph *graph, const char *from, const char *to);

/* A circle of modules of which files were added, as "a -> b -> a"; NULL: there is none. g_free. */
char *includes_graph_circle(const struct includes_graph *graph);

#endif
