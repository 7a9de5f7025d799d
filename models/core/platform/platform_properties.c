/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/platform/platform_properties.h"
#include <stdarg.h>

#include "base/input_error.h"
#include "base/nearest_name.h"
#include "models/core/platform/platform_file.h"
#include "models/core/platform/platform_group.h"
#include "models/core/quantity.h"

/* Notes that `name` was asked for, and finds it. */
static struct property *take(struct platform_group *group, const char *name, GError **error)
{
    const char *kept = g_string_chunk_insert_const(group->platform->strings, name);
    g_ptr_array_add(group->asked, (char *)kept);
    struct property *property = group_find_property(group, name);
    if (property != NULL) {
        property->read = true;
        return property;
    }
    g_autoptr(GPtrArray) unread = g_ptr_array_new();
    for (guint i = 0; i < group->properties->len; i++) {
        const struct property *other = group->properties->pdata[i];
        if (!other->read)
            g_ptr_array_add(unread, (char *)other->name);
    }
    const char *nearest = nearest_name(name, unread);
    input_error_at(error, group->platform->path, group->line, "%s: property %s is missing%s%s%s",
                   group->id, name, nearest ? "; is '" : "", nearest ? nearest : "",
                   nearest ? "' meant to be it?" : "");
    return NULL;
}

static bool refuse(const struct platform_group *group, const struct property *property,
                   GError **error, const char *what)
{
    return input_error_at(error, property->place, property->line, "%s: property %s: %s", group->id,
                          property->name, what);
}

bool properties_refuse(const struct platform_group *group, const char *name, GError **error,
                       const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *what = g_strdup_vprintf(format, args);
    va_end(args);
    const struct property *property = group_find_property(group, name);
    g_assert(property != NULL);
    return refuse(group, property, error, what);
}

bool properties_have(const struct platform_group *group, const char *name)
{
    return group_find_property(group, name) != NULL;
}

void properties_pass_over(struct platform_group *group, const char *name)
{
    struct property *property = group_find_property(group, name);
    if (property)
        property->read = true;
}

static bool in_range(const struct platform_group *group, const struct property *property,
                     uint64_t value, uint64_t minimum, uint64_t maximum, const char *unit,
                     GError **error)
{
    if (value >= minimum && value <= maximum)
        return true;
    g_autofree char *what =
        g_strdup_printf("expected %" G_GUINT64_FORMAT "%s to %" G_GUINT64_FORMAT "%s, found '%s'",
                        minimum, unit, maximum, unit, property->value);
    return refuse(group, property, error, what);
}

/* A number with its unit, in a range. */
static bool read_number(struct platform_group *group, const char *name,
                        bool (*parse)(const char *, uint64_t *, GError **), uint64_t minimum,
                        uint64_t maximum, const char *unit, uint64_t *out, GError **error)
{
    struct property *property = take(group, name, error);
    if (property == NULL)
        return false;
    property->unit = unit;
    property->minimum = minimum;
    property->maximum = maximum;
    g_autoptr(GError) problem = NULL;
    uint64_t value = 0;
    if (!parse(property->value, &value, &problem))
        return refuse(group, property, error, problem->message);
    if (!in_range(group, property, value, minimum, maximum, unit, error))
        return false;
    *out = value;
    return true;
}

static bool read_number32(struct platform_group *group, const char *name,
                          bool (*parse)(const char *, uint64_t *, GError **), uint32_t minimum,
                          uint32_t maximum, const char *unit, uint32_t *out, GError **error)
{
    uint64_t value = 0;
    if (!read_number(group, name, parse, minimum, maximum, unit, &value, error))
        return false;
    *out = (uint32_t)value;
    return true;
}

bool properties_bytes(struct platform_group *group, const char *name, uint64_t *out, GError **error)
{
    return read_number(group, name, quantity_bytes, 1, UINT64_MAX, "B", out, error);
}

bool properties_bytes_or_none(struct platform_group *group, const char *name, const char *meaning,
                              uint64_t *out, GError **error)
{
    if (!read_number(group, name, quantity_bytes, 0, UINT64_MAX, "B", out, error))
        return false;
    struct property *property = group_find_property(group, name);
    property->none = meaning;
    property->minimum = 1;
    return true;
}

bool properties_bytes_per_cycle(struct platform_group *group, const char *name, uint32_t *out,
                                GError **error)
{
    return read_number32(group, name, quantity_bytes_per_cycle, 1, UINT32_MAX, "B/cycle", out,
                         error);
}

bool properties_count(struct platform_group *group, const char *name, uint32_t minimum,
                      uint32_t maximum, uint32_t *out, GError **error)
{
    return read_number32(group, name, quantity_count, minimum, maximum, "", out, error);
}

bool properties_cycles(struct platform_group *group, const char *name, uint32_t minimum,
                       uint32_t *out, GError **error)
{
    return read_number32(group, name, quantity_cycles, minimum, UINT32_MAX, "cycles", out, error);
}

bool properties_time(struct platform_group *group, const char *name, sim_time *out, GError **error)
{
    return read_number(group, name, quantity_time, 0, SIM_TIME_PER_SECOND, "ps", out, error);
}

bool properties_bandwidth(struct platform_group *group, const char *name, uint64_t *out,
                          GError **error)
{
    return read_number(group, name, quantity_bandwidth, 1, UINT64_MAX, "Bps", out, error);
}

bool properties_energy(struct platform_group *group, const char *name, uint64_t *out,
                       GError **error)
{
    return read_number(group, name, quantity_energy, 0, 1000000000, "fJ", out, error);
}

bool properties_power(struct platform_group *group, const char *name, uint64_t *out, GError **error)
{
    return read_number(group, name, quantity_power, 0, 1000000, "mW", out, error);
}

bool properties_latency(struct platform_group *group, const char *name, const struct clock *clock,
                        sim_time *out, GError **error)
{
    struct property *property = take(group, name, error);
    if (property == NULL)
        return false;
    property->unit = "cycles or ps";
    property->minimum = 1;
    property->maximum = UINT64_MAX;
    g_autoptr(GError) problem = NULL;
    uint64_t cycles;
    sim_time time;
    if (!quantity_cycles_or_time(property->value, &cycles, &time, &problem))
        return refuse(group, property, error, problem->message);
    if (cycles == 0 && time == 0)
        return refuse(group, property, error,
                      "a wire needs a latency: without one its receiver has no lookahead");
    sim_time latency = cycles > 0 ? clock_edge(clock, cycles) : time;
    if (latency > SIM_TIME_PER_SECOND)
        return refuse(group, property, error, "a wire's latency is at most 1s");
    *out = latency;
    return true;
}

/* A slower clock is a typing error, and the run would take for ever. */
static const uint64_t SLOWEST_CLOCK_HZ = 1000000;

bool properties_clock(struct platform_group *group, const char *name, struct clock *out,
                      GError **error)
{
    uint64_t hertz = 0;
    if (!read_number(group, name, quantity_hertz, SLOWEST_CLOCK_HZ, SIM_TIME_PER_SECOND, "Hz",
                     &hertz, error))
        return false;
    clock_init(out, hertz);
    return true;
}

bool properties_choice(struct platform_group *group, const char *name, const char *const *words,
                       unsigned *out, GError **error)
{
    struct property *property = take(group, name, error);
    g_autoptr(GError) problem = NULL;
    if (property == NULL)
        return false;
    property->words = words;
    return quantity_choice(property->value, words, out, &problem) ||
           refuse(group, property, error, problem->message);
}

const char *properties_file(const struct platform_group *group, const char *name)
{
    const struct property *property = group_find_property(group, name);
    return property && property->line > 0 ? property->place : NULL;
}

bool properties_text(struct platform_group *group, const char *name, const char **out,
                     GError **error)
{
    const struct property *property = take(group, name, error);
    if (property == NULL)
        return false;
    *out = property->value;
    return true;
}
