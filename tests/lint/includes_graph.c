/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/lint/includes_graph.h"
#include "tests/lint/tree.h"
#include <string.h>

struct includes_graph {
    GTree *modules; /* name -> GTree of the names of those that it includes; in order of names, so
                       that the same circle is found each time */
};

static int by_name(gconstpointer a, gconstpointer b, gpointer unused)
{
    (void)unused;
    return strcmp(a, b);
}

struct includes_graph *includes_graph_new(void)
{
    struct includes_graph *graph = g_new0(struct includes_graph, 1);
    graph->modules = g_tree_new_full(by_name, NULL, g_free, (GDestroyNotify)g_tree_unref);
    return graph;
}

void includes_graph_free(struct includes_graph *graph)
{
    if (graph)
        g_tree_unref(graph->modules);
    g_free(graph);
}

static char *module_of(const char *file)
{
    const char *dot = strrchr(file, '.');
    return dot ? g_strndup(file, (gsize)(dot - file)) : g_strdup(file);
}

void includes_graph_add(struct includes_graph *graph, const char *file, const char *text)
{
    g_autofree char *module = module_of(file);
    GTree *included = g_tree_lookup(graph->modules, module);
    if (!included) {
        included = g_tree_new_full(by_name, NULL, g_free, NULL);
        g_tree_insert(graph->modules, g_strdup(module), included);
    }
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        g_autofree char *name = tree_included(*line);
        g_autofree char *other = name ? module_of(name) : NULL;
        if (other && strcmp(other, module) != 0) {
            char *key = g_steal_pointer(&other);
            g_tree_insert(included, key, key);
        }
    }
}

gboolean includes_graph_cut(struct includes_graph *graph, const char *from, const char *to)
{
    GTree *included = g_tree_lookup(graph->modules, from);
    return included && g_tree_remove(included, to);
}

/* A walk along includes. */
struct walk {
    const struct includes_graph *graph;
    GPtrArray *way;   /* the modules on the way here */
    GHashTable *done; /* those from which no circle comes */
    char *circle;
};

static char *way_as_text(const GPtrArray *way, guint first, const char *last)
{
    GString *text = g_string_new(NULL);
    for (guint i = first; i < way->len; i++)
        g_string_append_printf(text, "%s -> ", (const char *)way->pdata[i]);
    g_string_append(text, last);
    return g_string_free(text, FALSE);
}

/* Returns TRUE to end the walk. */
static gboolean visit(gpointer module, gpointer value, gpointer data)
{
    (void)value;
    struct walk *walk = data;
    GTree *included = g_tree_lookup(walk->graph->modules, module);
    if (!included || g_hash_table_contains(walk->done, module))
        return FALSE;
    for (guint i = 0; i < walk->way->len; i++)
        if (strcmp(walk->way->pdata[i], module) == 0) {
            walk->circle = way_as_text(walk->way, i, module);
            return TRUE;
        }
    g_ptr_array_add(walk->way, module);
    g_tree_foreach(included, visit, walk);
    g_ptr_array_set_size(walk->way, (int)walk->way->len - 1);
    g_hash_table_add(walk->done, module);
    return walk->circle != NULL;
}

char *includes_graph_circle(const struct includes_graph *graph)
{
    g_autoptr(GPtrArray) way = g_ptr_array_new();
    g_autoptr(GHashTable) done = g_hash_table_new(g_str_hash, g_str_equal);
    struct walk walk = {graph, way, done, NULL};
    g_tree_foreach(graph->modules, visit, &walk);
    return walk.circle;
}
