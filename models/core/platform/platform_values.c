/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/platform/platform_values.h"
#include "models/core/platform/platform_file.h"

static void tell_value(platform_teller tell, void *data, const char *owner, const char *name,
                       const char *value)
{
    g_autofree char *whole = g_strconcat(owner, ".", name, NULL);
    tell(data, whole, value);
}

static void tell_group(const struct platform_group *group, platform_teller tell, void *data)
{
    if (group->kind == GROUP_CLUSTER) {
        g_autofree char *count = g_strdup_printf("%u", group->indices->len);
        tell_value(tell, data, group->id, "count", count);
    }
    if (group->kind != GROUP_ZONE) {
        tell_value(tell, data, group->id, "speed", group->speed);
        tell_value(tell, data, group->id, "core", group->cores);
    }
    if (group->kind == GROUP_CLUSTER) {
        tell_value(tell, data, group->id, "bw", group->bandwidth);
        tell_value(tell, data, group->id, "lat", group->latency);
    }
    for (guint i = 0; i < group->properties->len; i++) {
        const struct property *property = group->properties->pdata[i];
        tell_value(tell, data, group->id, property->name, property->value);
    }
}

void platform_each_value(const struct platform *platform, platform_teller tell, void *data)
{
    for (guint i = 0; i < platform->groups->len; i++) {
        const struct platform_group *group = platform->groups->pdata[i];
        if (group->model != NULL)
            tell_group(group, tell, data);
    }
    for (guint i = 0; i < platform->links->len; i++) {
        const struct platform_link *link = platform->links->pdata[i];
        tell_value(tell, data, link->id, "bandwidth", link->bandwidth);
        tell_value(tell, data, link->id, "latency", link->latency);
    }
}
