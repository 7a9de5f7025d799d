/* SPDX-License-Identifier: BSD-3-Clause */
/* What the names of metrics say: units, and what several have in common. */
#include "report/figures.h"
#include <string.h>

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

static gsize common_start(const char *const *names)
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

char **metric_short_names(const char *const *names)
{
    g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
    gsize common = common_start(names);
    bool one = names[0] && !names[1];
    for (guint i = 0; names[i]; i++) {
        g_autofree char *name = g_strdup(names[i] + (one ? 0 : common));
        g_strdelimit(name, "_", ' ');
        g_strv_builder_add(builder, name);
    }
    return g_strv_builder_end(builder);
}
