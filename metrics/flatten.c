/* SPDX-License-Identifier: BSD-3-Clause */
#include "metrics/flatten.h"

/* The member, if it is an object. */
static JsonObject *object_in(JsonObject *parent, const char *name)
{
    JsonNode *node = json_object_get_member(parent, name);
    return node && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
}

static void visit_numbers(JsonObject *object, const char *group, flat_visitor visit, void *data)
{
    JsonObjectIter iter;
    const char *name;
    JsonNode *node;
    json_object_iter_init_ordered(&iter, object);
    while (json_object_iter_next_ordered(&iter, &name, &node)) {
        GType type = JSON_NODE_HOLDS_VALUE(node) ? json_node_get_value_type(node) : G_TYPE_INVALID;
        if (type != G_TYPE_INT64 && type != G_TYPE_DOUBLE)
            continue;
        g_autofree char *full = group ? g_strdup_printf("%s.%s", group, name) : g_strdup(name);
        visit(data, full, json_node_get_double(node));
    }
}

void metrics_flatten(JsonObject *result, flat_visitor visit, void *data)
{
    JsonObject *totals = object_in(result, "totals"), *figures = object_in(result, "metrics");
    if (figures)
        visit_numbers(figures, NULL, visit, data);
    if (!totals)
        return;
    g_autoptr(GList) groups = json_object_get_members(totals);
    for (GList *group = groups; group; group = group->next) {
        JsonObject *counters = object_in(totals, group->data);
        if (counters)
            visit_numbers(counters, group->data, visit, data);
    }
}
