/* SPDX-License-Identifier: BSD-3-Clause */
#include "study/metrics_private.h"
#include <string.h>

bool metrics_number(JsonNode *node, double *out)
{
    if (!JSON_NODE_HOLDS_VALUE(node))
        return false;
    switch (json_node_get_value_type(node)) {
    case G_TYPE_BOOLEAN:
        *out = json_node_get_boolean(node) ? 1 : 0;
        return true;
    case G_TYPE_INT64:
    case G_TYPE_DOUBLE:
        *out = json_node_get_double(node);
        return true;
    default:
        return false;
    }
}

struct walk {
    metric_sink sink;
    void *data;
    GString *name; /* of the object, with the point behind it */
};

static bool walk_object(struct walk *w, JsonObject *object)
{
    JsonObjectIter members;
    const char *name;
    JsonNode *node;
    const gsize length = w->name->len;
    json_object_iter_init_ordered(&members, object);
    while (json_object_iter_next_ordered(&members, &name, &node)) {
        double value;
        bool more = true;
        g_string_append(w->name, name);
        if (JSON_NODE_HOLDS_OBJECT(node)) {
            g_string_append_c(w->name, '.');
            more = walk_object(w, json_node_get_object(node));
        } else if (metrics_number(node, &value)) {
            more = w->sink(w->data, w->name->str, value);
        }
        g_string_truncate(w->name, length);
        if (!more)
            return false;
    }
    return true;
}

bool metrics_walk(JsonObject *object, const char *prefix, metric_sink sink, void *data)
{
    struct walk w = {.sink = sink, .data = data, .name = g_string_new(prefix)};
    const bool good = walk_object(&w, object);
    g_string_free(w.name, TRUE);
    return good;
}

/* Numbers on their way, of which that of the cycles is remembered. */
struct result {
    metric_sink sink;
    void *data;
    bool has_cycles, has_kernel_cycles;
    double kernel_cycles;
};

static bool pass_on(void *data, const char *name, double value)
{
    struct result *result = data;
    result->has_cycles |= strcmp(name, "cycles") == 0;
    if (strcmp(name, "dispatcher.kernel_cycles") == 0) {
        result->has_kernel_cycles = true;
        result->kernel_cycles = value;
    }
    return result->sink(result->data, name, value);
}

static bool give_member(struct result *result, const char *name, JsonNode *node)
{
    double value;
    if (metrics_number(node, &value))
        return pass_on(result, name, value);
    if (!JSON_NODE_HOLDS_OBJECT(node))
        return true;
    const bool left_out = strcmp(name, "totals") == 0 || strcmp(name, "metrics") == 0;
    g_autofree char *prefix = left_out ? g_strdup("") : g_strconcat(name, ".", NULL);
    return metrics_walk(json_node_get_object(node), prefix, pass_on, result);
}

bool metrics_each_in(JsonObject *object, metric_sink sink, void *data)
{
    struct result result = {.sink = sink, .data = data};
    JsonObjectIter members;
    const char *name;
    JsonNode *node;
    json_object_iter_init_ordered(&members, object);
    while (json_object_iter_next_ordered(&members, &name, &node))
        if (!give_member(&result, name, node))
            return false;
    if (result.has_kernel_cycles && !result.has_cycles &&
        !sink(data, "cycles", result.kernel_cycles))
        return false;
    return kernel_metrics_each(object, sink, data);
}

bool metrics_each(const char *json, metric_sink sink, void *data)
{
    g_autoptr(JsonParser) parser = json_parser_new();
    if (!json_parser_load_from_data(parser, json, -1, NULL))
        return false;
    JsonNode *root = json_parser_get_root(parser);
    return root && JSON_NODE_HOLDS_OBJECT(root) &&
           metrics_each_in(json_node_get_object(root), sink, data);
}
