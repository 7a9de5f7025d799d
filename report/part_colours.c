/* SPDX-License-Identifier: BSD-3-Clause */
/* A part's colour is the first of the palette that no part has with which it shares a chart, parts
 * in the order in which the charts name them. So a stack alone has the palette's order, and parts
 * that never meet don't use colours up. */
#include "report/part_colours.h"

static guint index_of(GPtrArray *names, const char *name)
{
    guint index;
    if (g_ptr_array_find_with_equal_func(names, name, g_str_equal, &index))
        return index;
    g_ptr_array_add(names, (char *)name);
    return names->len - 1;
}

static bool has_part(const struct chart *chart, const char *name)
{
    return chart->kind == CHART_STACKED &&
           g_ptr_array_find_with_equal_func(chart->parts, name, g_str_equal, NULL);
}

/* taken: by colour; there are fewer names before this one than it has places. */
static void take_neighbours(const GPtrArray *charts, const GPtrArray *names, const guint *colours,
                            guint name, bool *taken)
{
    for (guint i = 0; i < charts->len; i++) {
        if (!has_part(charts->pdata[i], names->pdata[name]))
            continue;
        for (guint other = 0; other < name; other++)
            if (has_part(charts->pdata[i], names->pdata[other]))
                taken[colours[other]] = true;
    }
}

void part_colours_choose(const GPtrArray *charts)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (guint i = 0; i < charts->len; i++) {
        struct chart *chart = charts->pdata[i];
        for (guint part = 0; chart->kind == CHART_STACKED && part < chart->parts->len; part++)
            index_of(names, chart->parts->pdata[part]);
    }
    g_autofree guint *colours = g_new0(guint, names->len + 1);
    for (guint name = 0; name < names->len; name++) {
        g_autofree bool *taken = g_new0(bool, names->len);
        take_neighbours(charts, names, colours, name, taken);
        while (taken[colours[name]])
            colours[name]++;
    }
    for (guint i = 0; i < charts->len; i++) {
        struct chart *chart = charts->pdata[i];
        if (chart->kind != CHART_STACKED)
            continue;
        g_free(chart->colours);
        chart->colours = g_new(guint, chart->parts->len + 1);
        for (guint part = 0; part < chart->parts->len; part++)
            chart->colours[part] = colours[index_of(names, chart->parts->pdata[part])];
    }
}
