/* SPDX-License-Identifier: BSD-3-Clause */
/* What the names of metrics say: units, and what several have in common. */
#include "report/figures.h"
#include <string.h>

char *metric_words(const char *name)
{
    static const struct {
        const char *name, *words;
    } known[] = {{"elapsed_ps", "simulated time"},
                 {"ipc", "warp instructions a cycle"},
                 {"process.wall_s", "time of the process"},
                 {"process.user_s", "processor time of the process"},
                 {"process.rss_bytes", "memory of the process"},
                 {"host.wall_s", "time of the simulation"}};
    for (guint i = 0; i < G_N_ELEMENTS(known); i++)
        if (strcmp(name, known[i].name) == 0)
            return g_strdup(known[i].words);
    return g_strdelimit(g_strdup(name), "_.", ' ');
}

char **figure_metric_names(const struct figure_request *request)
{
    char **names = metric_short_names(request->metrics, false);
    bool several = names[0] && names[1], units = several && !request->spec->unit && !*request->unit;
    for (guint i = 0; names[i]; i++) {
        const char *unit = metric_unit(request->metrics[i]);
        unit = strcmp(unit, "ps") == 0 ? request->time_unit : unit;
        g_autofree char *words = metric_words(names[i]);
        g_free(names[i]);
        names[i] = units && *unit && !g_str_has_suffix(words, unit)
                       ? g_strdup_printf("%s (%s)", words, unit)
                       : g_steal_pointer(&words);
    }
    return names;
}

const char *metric_unit(const char *name)
{
    static const struct {
        const char *end, *unit;
    } units[] = {{"cycles", "cycles"},
                 {"cycle", "cycles"},
                 {"_ps", "ps"},
                 {"_us", "µs"},
                 {"wall_s", "s"},
                 {"_bytes", "bytes"},
                 {".bytes", "bytes"},
                 {"_s", "s"},
                 {"instructions", "instructions"},
                 {"ipc", "instructions a cycle"}};
    for (guint i = 0; i < G_N_ELEMENTS(units); i++)
        if (g_str_has_suffix(name, units[i].end))
            return units[i].unit;
    return "";
}

const char *picosecond_unit(double largest, double *factor)
{
    static const struct {
        double least, factor;
        const char *unit;
    } units[] = {{1e12, 1e-12, "s"}, {1e9, 1e-9, "ms"}, {1e6, 1e-6, "µs"}, {1e3, 1e-3, "ns"}};
    for (guint i = 0; i < G_N_ELEMENTS(units); i++)
        if (largest >= units[i].least) {
            *factor = units[i].factor;
            return units[i].unit;
        }
    *factor = 1;
    return "ps";
}

static gsize common_start(char *const *names)
{
    gsize common = names[0] ? strlen(names[0]) : 0;
    for (guint i = 1; names[0] && names[i]; i++)
        for (gsize k = 0; k < common; k++)
            if (names[i][k] != names[0][k])
                common = k;
    while (common > 0 && names[0][common - 1] != '.' && names[0][common - 1] != '_')
        common--;
    return common;
}

static const char *last_word(const char *name)
{
    const char *point = strrchr(name, '.');
    return point ? point + 1 : name;
}

/* Whether the names' last words tell them apart. */
static bool last_words_differ(const char *const *names)
{
    for (guint i = 0; names[i]; i++)
        for (guint k = 0; k < i; k++)
            if (strcmp(last_word(names[i]), last_word(names[k])) == 0)
                return false;
    return true;
}

char **metric_short_names(const char *const *names, bool parts)
{
    char **words = g_strdupv((char **)names);
    bool several = names[0] && names[1];
    for (guint i = 0; parts && several && last_words_differ(names) && names[i]; i++) {
        g_free(words[i]);
        words[i] = g_strdup(last_word(names[i]));
    }
    gsize common = several ? common_start(words) : 0;
    for (guint i = 0; words[i]; i++) {
        memmove(words[i], words[i] + common, strlen(words[i] + common) + 1);
        if (parts)
            g_strdelimit(words[i], "_.", ' ');
    }
    return words;
}
