/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/platform/platform_group.h"
#include "models/core/platform/platform_file.h"
#include <string.h>

const char *group_id(const struct platform_group *group)
{
    return group->id;
}

unsigned group_count(const struct platform_group *group)
{
    return group->kind == GROUP_CLUSTER ? group->indices->len : 1;
}

/* printf would take five times as long, and a large GPU has thousands of names. */
char *group_numbered(const char *before, uint32_t number, const char *after)
{
    char digits[11];
    char *text = digits + sizeof digits - 1;
    *text = '\0';
    do {
        *--text = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    return g_strconcat(before, text, after, NULL);
}

char *group_host_name(const struct platform_group *group, unsigned index)
{
    g_assert(index < group_count(group));
    switch (group->kind) {
    case GROUP_ZONE:
        return NULL;
    case GROUP_HOST:
        return g_strdup(group->id);
    case GROUP_CLUSTER:
        return group_numbered(group->prefix, g_array_index(group->indices, uint32_t, index),
                              group->suffix);
    }
    g_assert_not_reached();
}

void group_add_property(struct platform_group *group, struct property *property)
{
    g_ptr_array_add(group->properties, property);
    g_hash_table_insert(group->by_name, (char *)property->name, property);
}

struct property *group_find_property(const struct platform_group *group, const char *name)
{
    return g_hash_table_lookup(group->by_name, name);
}

const char *group_unread(const struct platform_group *group, const char *prefix)
{
    for (guint i = 0; i < group->properties->len; i++) {
        const struct property *property = group->properties->pdata[i];
        if (!property->read && g_str_has_prefix(property->name, prefix))
            return property->name;
    }
    return NULL;
}
