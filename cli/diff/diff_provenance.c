/* SPDX-License-Identifier: BSD-3-Clause */
/* simgpu diff's account of how two results came about. */
#include "cli/diff/diff_provenance.h"
#include "results/format.h"
#include <string.h>

enum { MOST_VALUES = 24, SHOWN_OF_DIGEST = 12 };

/* Which parts of provenance are told, in this order, and what stands in front of their names. */
static const struct part {
    const char *prefix, *title;
    bool digests; /* their beginnings are enough */
} parts[] = {{RESULT_IN_PROVENANCE("version"), "simgpu's version", false},
             {RESULT_IN_PROVENANCE("commit"), "simgpu's commit", false},
             {RESULT_IN_PROVENANCE("set."), "--set ", false},
             {RESULT_IN_PROVENANCE("programs."), "program ", false},
             {RESULT_IN_PROVENANCE("platform.properties."), "", false},
             {RESULT_IN_PROVENANCE("files."), "file ", true}};

static const char properties[] = RESULT_IN_PROVENANCE("platform.properties.");
static const char sets[] = RESULT_IN_PROVENANCE("set.");

/* A property that was set is told as such, with both of its values. */
static bool is_property(const struct diff_pair *pair, const char *name)
{
    g_autofree char *path = g_strconcat(properties, name, NULL);
    return diff_run_value(pair->a, path) && diff_run_value(pair->b, path);
}

static const char *given(const struct diff_run *run, const char *name)
{
    g_autofree char *path = g_strconcat(sets, name, NULL);
    const struct diff_value *value = diff_run_value(run, path);
    return value ? value->text : NULL;
}

/* "; --set in b": where a property's value comes from. */
static const char *origin(const struct diff_pair *pair, const char *name)
{
    bool a = given(pair->a, name) != NULL, b = given(pair->b, name) != NULL;
    return a && b ? " (--set in both)" : a ? " (--set in a)" : b ? " (--set in b)" : "";
}

static void add_line(GString *text, const struct diff_pair *pair, const struct part *part,
                     const char *name, const char *path)
{
    bool property = strcmp(part->prefix, properties) == 0;
    int most = part->digests ? SHOWN_OF_DIGEST : -1;
    g_autofree char *title = g_strconcat(part->title, name, NULL);
    g_string_append_printf(text, "  %-18s %.*s -> %.*s%s\n", title, most,
                           diff_run_text(pair->a, path), most, diff_run_text(pair->b, path),
                           property ? origin(pair, name) : "");
}

/* Lines for what differs in a part; those of b that a has, too, are told with a's. */
static void add_part(GString *text, const struct diff_pair *pair, const struct part *part)
{
    unsigned found = 0;
    for (int of_b = 0; of_b < 2; of_b++) {
        const struct diff_run *run = of_b ? pair->b : pair->a;
        for (guint i = 0; i < run->values->len; i++) {
            const char *path = ((const struct diff_value *)run->values->pdata[i])->path;
            const char *name = path + strlen(part->prefix);
            if (!g_str_has_prefix(path, part->prefix) ||
                (of_b && diff_run_value(pair->a, path) != NULL) ||
                strcmp(diff_run_text(pair->a, path), diff_run_text(pair->b, path)) == 0 ||
                (strcmp(part->prefix, sets) == 0 && is_property(pair, name)))
                continue;
            if (pair->all || found++ < MOST_VALUES)
                add_line(text, pair, part, name, path);
        }
    }
    if (!pair->all && found > MOST_VALUES)
        g_string_append_printf(text, "  and %u more; --all prints them\n", found - MOST_VALUES);
}

static bool has_provenance(const struct diff_run *run)
{
    return diff_run_value(run, RESULT_IN_PROVENANCE("commit")) != NULL;
}

void diff_text_provenance(GString *text, const struct diff_pair *pair)
{
    bool a = has_provenance(pair->a), b = has_provenance(pair->b);
    if (a != b)
        g_string_append_printf(
            text, "  %s does not say how it was made, because an older simgpu wrote it\n",
            a ? "b" : "a");
    for (unsigned i = 0; a && b && i < G_N_ELEMENTS(parts); i++)
        add_part(text, pair, &parts[i]);
}
