/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/platform/platform_syntax.h"
#include "models/core/platform/platform_file.h"
#include <string.h>

#include "base/input_error.h"
#include "models/core/time.h"

static const char *const decimal_prefixes[] = {"", "k", "M", "G", "T", "P", "E", "Z", "Y", NULL};
static const char *const binary_prefixes[] = {"Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "Zi", "Yi", NULL};
static const char *const long_prefixes[] = {"",     "kilo", "mega",  "giga",  "tera",
                                            "peta", "exa",  "zetta", "yotta", NULL};

/* What follows a plain decimal number, or NULL. *positive: it is not 0. */
static const char *skip_number(const char *text, bool *positive)
{
    size_t whole = strspn(text, "0123456789");
    size_t length = whole;
    if (whole > 0 && text[whole] == '.') {
        size_t fraction = strspn(text + whole + 1, "0123456789");
        if (fraction == 0)
            return NULL;
        length += 1 + fraction;
    }
    *positive = strspn(text, "0.") < length;
    return whole > 0 ? text + length : NULL;
}

/* The factor of the prefix before the unit, where each is `step` times the one before it; 0: it is
 * none of these. */
static double prefix_of(const char *text, const char *const *prefixes, const char *unit,
                        double step, double first)
{
    for (double factor = first; *prefixes != NULL; prefixes++, factor *= step) {
        size_t n = strlen(*prefixes);
        if (strncmp(text, *prefixes, n) == 0 && strcmp(text + n, unit) == 0)
            return factor;
    }
    return 0;
}

static bool prefixed(const char *text, const char *const *prefixes, const char *unit)
{
    return prefix_of(text, prefixes, unit, 1, 1) > 0;
}

/* Picoseconds of a unit of time; 0: it is none. */
static double time_unit(const char *text)
{
    static const struct {
        const char *unit;
        double ps;
    } units[] = {{"s", 1e12},      {"ms", 1e9},    {"us", 1e6},     {"ns", 1e3},     {"ps", 1},
                 {"m", 60 * 1e12}, {"h", 3600e12}, {"d", 86400e12}, {"w", 604800e12}};
    for (unsigned i = 0; i < G_N_ELEMENTS(units); i++)
        if (strcmp(text, units[i].unit) == 0)
            return units[i].ps;
    return 0;
}

static bool refuse(const char *expected, const char *text, GError **error)
{
    g_set_error(error, INPUT_ERROR, 0, "expected %s, found '%s'", expected, text);
    return false;
}

bool simgrid_speed_valid(const char *text, GError **error)
{
    bool positive = false;
    const char *unit = skip_number(text, &positive);
    if (unit != NULL && positive &&
        (prefixed(unit, decimal_prefixes, "f") || prefixed(unit, long_prefixes, "flops")))
        return true;
    return refuse("a speed above 0 with its unit, such as 700Mf", text, error);
}

bool simgrid_bandwidth_valid(const char *text, GError **error)
{
    bool positive = false;
    const char *unit = skip_number(text, &positive);
    if (unit != NULL && positive &&
        (prefixed(unit, decimal_prefixes, "Bps") || prefixed(unit, binary_prefixes, "Bps") ||
         prefixed(unit, decimal_prefixes, "bps") || prefixed(unit, binary_prefixes, "bps")))
        return true;
    return refuse("a bandwidth above 0 with its unit, such as 22.4GBps", text, error);
}

bool simgrid_latency_valid(const char *text, GError **error)
{
    bool positive = false;
    const char *unit = skip_number(text, &positive);
    if (unit == NULL || time_unit(unit) == 0)
        return refuse("a latency with its unit, such as 20ns", text, error);
    /* As of wires. Far beyond it SimGrid's time, a double, would stand still. */
    return simgrid_latency(text) <= (double)SIM_TIME_PER_SECOND ||
           refuse("a latency of at most 1s", text, error);
}

double simgrid_bandwidth(const char *text)
{
    char *unit;
    const double number = g_ascii_strtod(text, &unit);
    const double bytes = prefix_of(unit, decimal_prefixes, "Bps", 1000, 1) +
                         prefix_of(unit, binary_prefixes, "Bps", 1024, 1024);
    const double bits = prefix_of(unit, decimal_prefixes, "bps", 1000, 1) +
                        prefix_of(unit, binary_prefixes, "bps", 1024, 1024);
    return number * (bytes + bits / 8);
}

double simgrid_latency(const char *text)
{
    char *unit;
    const double number = g_ascii_strtod(text, &unit);
    return number * time_unit(unit);
}

bool simgrid_id_valid(const char *text, GError **error)
{
    size_t length =
        strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
    if (length > 0 && text[length] == '\0')
        return true;
    /* A dot would make "group.property=value" ambiguous. */
    return refuse("an id of letters, digits, - and _", text, error);
}

bool simgrid_cores_valid(const char *text, GError **error)
{
    guint64 cores;
    return g_ascii_string_to_unsigned(text, 10, 1, 1024, &cores, error);
}

/* "a" or "a-b"; appends to indices. */
static bool parse_range(const char *text, GArray *indices)
{
    g_auto(GStrv) ends = g_strsplit(text, "-", 2);
    guint64 first, last;
    if (ends[0] == NULL || !g_ascii_string_to_unsigned(ends[0], 10, 0, G_MAXUINT32, &first, NULL))
        return false;
    last = first;
    if (ends[1] != NULL && !g_ascii_string_to_unsigned(ends[1], 10, 0, G_MAXUINT32, &last, NULL))
        return false;
    if (last < first || last - first >= PLATFORM_MAX_HOSTS - indices->len)
        return false;
    for (guint64 i = first; i <= last; i++) {
        uint32_t index = (uint32_t)i;
        g_array_append_val(indices, index);
    }
    return true;
}

GArray *simgrid_radical_parse(const char *text, GError **error)
{
    g_autoptr(GArray) indices = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    g_auto(GStrv) ranges = g_strsplit(text, ",", -1);
    bool valid = ranges[0] != NULL;
    for (char **range = ranges; valid && *range != NULL; range++)
        valid = parse_range(*range, indices);
    if (!valid) {
        g_set_error(error, INPUT_ERROR, 0,
                    "expected up to %d numbers or ranges such as 0-14 or 0-3,8-11, found '%s'",
                    PLATFORM_MAX_HOSTS, text);
        return NULL;
    }
    return g_steal_pointer(&indices);
}
