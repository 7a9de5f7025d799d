/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/platform/platform_describe.h"
#include "models/core/platform/platform_file.h"
#include "models/core/platform/platform_group.h"

static void add_range(GString *text, const struct property *property)
{
    const char *unit = *property->unit ? property->unit : "a number";
    bool open = property->maximum == UINT64_MAX || property->maximum == UINT32_MAX;
    g_string_append(text, unit);
    if (open && property->minimum > 0)
        g_string_append_printf(text, ", at least %" G_GUINT64_FORMAT, property->minimum);
    else if (!open)
        g_string_append_printf(text, ", %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT,
                               property->minimum, property->maximum);
    if (property->none)
        g_string_append_printf(text, "; 0: %s", property->none);
}

/* The line below: its meaning, and the file and line, or --set, that gave the value. */
static void add_meaning(GString *text, const struct platform_group *group,
                        const struct property *property, platform_meaning meaning)
{
    const char *words = meaning(group->model, property->name);
    g_string_append_printf(text, "    %s", words ? words : "");
    if (property->line > 0) {
        g_autofree char *file = g_path_get_basename(property->place);
        g_string_append_printf(text, " (%s:%u)\n", file, property->line);
    } else {
        g_string_append_printf(text, " (%s)\n", property->place);
    }
}

static void add_property(GString *text, const struct platform_group *group,
                         const struct property *property, platform_meaning meaning)
{
    g_autofree char *name = g_strconcat(group->id, ".", property->name, NULL);
    g_string_append_printf(text, "%-44s %-24s ", name, property->value);
    if (property->words != NULL) {
        g_autofree char *words = g_strjoinv(" or ", (char **)property->words);
        g_string_append(text, words);
    } else if (property->unit != NULL) {
        add_range(text, property);
    } else {
        g_string_append(text, "text");
    }
    g_string_append_c(text, '\n');
    add_meaning(text, group, property, meaning);
}

char *platform_describe(const struct platform *platform, platform_meaning meaning)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < platform->groups->len; i++) {
        const struct platform_group *group = platform->groups->pdata[i];
        if (group->model == NULL)
            continue;
        if (group->kind == GROUP_CLUSTER) {
            g_autofree char *name = g_strconcat(group->id, ".count", NULL);
            g_string_append_printf(text,
                                   "%-44s %-24u a number, 1 to %d\n"
                                   "    How many there are of this group's units.\n",
                                   name, group->indices->len, PLATFORM_MAX_HOSTS);
        }
        for (guint k = 0; k < group->properties->len; k++)
            add_property(text, group, group->properties->pdata[k], meaning);
    }
    return g_string_free(text, FALSE);
}
