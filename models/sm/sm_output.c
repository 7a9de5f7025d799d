/* SPDX-License-Identifier: BSD-3-Clause */
/* What device printf writes waits in its SM until the kernel has ended. */
#include "models/sm/sm_internal.h"

void sm_note_output(struct sm *sm, uint32_t launch, char *text)
{
    const struct sm_output line = {
        .cycle = sm->core.cycle, .sm = sm->core.site.index, .launch = launch, .text = text};
    if (!sm->output)
        sm->output = g_array_new(FALSE, FALSE, sizeof(struct sm_output));
    g_array_append_val(sm->output, line);
}

void sm_output_finish(struct sm *sm)
{
    for (guint i = 0; sm->output && i < sm->output->len; i++)
        g_free(g_array_index(sm->output, struct sm_output, i).text);
    g_clear_pointer(&sm->output, g_array_unref);
}

void sm_take_output(struct sm *sm, uint32_t launch, GArray *lines)
{
    guint kept = 0;
    for (guint i = 0; sm->output && i < sm->output->len; i++) {
        const struct sm_output line = g_array_index(sm->output, struct sm_output, i);
        if (line.launch == launch)
            g_array_append_val(lines, line);
        else
            g_array_index(sm->output, struct sm_output, kept++) = line;
    }
    if (sm->output)
        g_array_set_size(sm->output, kept);
}

static gint compare_lines(gconstpointer a, gconstpointer b)
{
    const struct sm_output *left = a, *right = b;
    if (left->cycle != right->cycle)
        return left->cycle < right->cycle ? -1 : 1;
    return (left->sm > right->sm) - (left->sm < right->sm);
}

/* Lines of one SM were written one after the other: the sort is stable and keeps that order. */
void sm_output_merge(GArray *lines, GString *text)
{
    g_array_sort(lines, compare_lines);
    for (guint i = 0; i < lines->len; i++) {
        struct sm_output *line = &g_array_index(lines, struct sm_output, i);
        g_string_append(text, line->text);
        g_free(line->text);
    }
    g_array_set_size(lines, 0);
}
