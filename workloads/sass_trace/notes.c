/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/sass_trace/notes.h"

#include <string.h>

static gint compare(gconstpointer a, gconstpointer b, gpointer data)
{
    (void)data;
    return strcmp(a, b);
}

void trace_notes_init(struct trace_notes *notes)
{
    notes->counts = g_tree_new_full(compare, NULL, g_free, g_free);
    notes->assumed = g_ptr_array_new();
}

void trace_notes_finish(struct trace_notes *notes)
{
    g_clear_pointer(&notes->counts, g_tree_unref);
    g_clear_pointer(&notes->assumed, g_ptr_array_unref);
}

guint64 *trace_notes_counter(struct trace_notes *notes, const char *text)
{
    guint64 *count = g_tree_lookup(notes->counts, text);
    if (!count) {
        count = g_new0(guint64, 1);
        g_tree_insert(notes->counts, g_strdup(text), count);
    }
    return count;
}

guint64 *trace_notes_guess(struct trace_notes *notes, const char *text)
{
    guint64 *counter = trace_notes_counter(notes, text);
    if (!g_ptr_array_find(notes->assumed, counter, NULL))
        g_ptr_array_add(notes->assumed, counter);
    return counter;
}

guint64 trace_notes_assumed(const struct trace_notes *notes)
{
    guint64 n = 0;
    for (guint i = 0; i < notes->assumed->len; i++)
        n += *(const guint64 *)notes->assumed->pdata[i];
    return n;
}

void trace_notes_each(const struct trace_notes *notes,
                      void (*each)(void *data, const char *text, guint64 count), void *data)
{
    for (GTreeNode *node = g_tree_node_first(notes->counts); node; node = g_tree_node_next(node)) {
        const guint64 *count = g_tree_node_value(node);
        if (*count > 0)
            each(data, g_tree_node_key(node), *count);
    }
}
