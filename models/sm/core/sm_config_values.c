/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/core/sm_config_values.h"
#include "models/core/payload.h"
#include "models/core/quantity.h"

bool sm_config_cycles(struct platform_group *group, const char *name, uint32_t minimum,
                      uint32_t *out, GError **error)
{
    if (!properties_cycles(group, name, minimum, out, error))
        return false;
    if (*out <= LONGEST_LATENCY)
        return true;
    return properties_refuse(group, name, error, "at most %d cycles are possible", LONGEST_LATENCY);
}

static bool read_cycles(const char *text, uint64_t *cycles)
{
    return text && quantity_cycles(text, cycles, NULL) && *cycles >= 1 &&
           *cycles <= LONGEST_LATENCY;
}

bool sm_config_timing(struct op_timing *timing, struct platform_group *group, const char *name,
                      GError **error)
{
    const char *text;
    uint64_t latency = 0, interval = 0;
    if (!properties_text(group, name, &text, error))
        return false;
    g_auto(GStrv) parts = g_strsplit(text, ",", 2);
    if (!read_cycles(parts[0], &latency) || !read_cycles(parts[1], &interval))
        return properties_refuse(group, name, error,
                                 "expected a latency and an interval of 1cycle to %dcycles, such "
                                 "as 24cycles,8cycles; found '%s'",
                                 LONGEST_LATENCY, text);
    timing->latency = (uint16_t)latency;
    timing->interval = (uint16_t)interval;
    return true;
}

/* An error that names the sizes next to the given one that the ways allow. */
static bool refuse_shape(const struct platform_group *group, const char *size,
                         const struct cache_shape *shape, GError **error)
{
    uint64_t below = (uint64_t)shape->ways * LINE_BYTES, most = TAG_ARRAY_MOST_LINES * LINE_BYTES;
    while (below * 2 <= MIN(shape->size_bytes, most))
        below *= 2;
    uint64_t above = below * 2 <= most ? below * 2 : below;
    return properties_refuse(
        group, size, error,
        "a way must be a power of two and at least %d bytes, and the cache at "
        "most 4 MiB; %" G_GUINT64_FORMAT
        " bytes in %u ways are not possible: with %u ways take %" G_GUINT64_FORMAT
        "B or %" G_GUINT64_FORMAT "B",
        LINE_BYTES, shape->size_bytes, shape->ways, shape->ways, below, above);
}

bool sm_config_cache(struct platform_group *group, const char *name, struct cache_shape *out,
                     GError **error)
{
    g_autofree char *size = g_strdup_printf("%s.size", name);
    g_autofree char *ways = g_strdup_printf("%s.ways", name);
    if (!properties_bytes(group, size, &out->size_bytes, error) ||
        !properties_count(group, ways, 1, MOST_WAYS, &out->ways, error))
        return false;
    uint64_t way_bytes = out->size_bytes / out->ways;
    if (out->size_bytes % out->ways || way_bytes % LINE_BYTES || (way_bytes & (way_bytes - 1)) ||
        out->size_bytes > TAG_ARRAY_MOST_LINES * LINE_BYTES)
        return refuse_shape(group, size, out, error);
    return true;
}

bool sm_config_cache_or_none(struct platform_group *group, const char *name, const char *meaning,
                             struct cache_shape *out, GError **error)
{
    g_autofree char *size = g_strdup_printf("%s.size", name);
    g_autofree char *ways = g_strdup_printf("%s.ways", name);
    if (!properties_bytes_or_none(group, size, meaning, &out->size_bytes, error))
        return false;
    if (out->size_bytes > 0)
        return sm_config_cache(group, name, out, error);
    properties_pass_over(group, ways);
    return true;
}
