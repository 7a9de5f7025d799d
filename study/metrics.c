/* SPDX-License-Identifier: BSD-3-Clause */
#include "study/metrics.h"
#include <json-glib/json-glib.h>
#include <string.h>

struct walk {
    metric_sink sink;
    void *data;
    GString *name; /* of the object, with the point behind it */
    bool has_cycles;
    bool has_kernel_cycles;
    double kernel_cycles;
};

static bool give(struct walk *w, const char *member, double value)
{
    const gsize length = w->name->len;
    g_string_append(w->name, member);
    w->has_cycles |= strcmp(w->name->str, "cycles") == 0;
    if (strcmp(w->name->str, "dispatcher.kernel_cycles") == 0) {
        w->has_kernel_cycles = true;
        w->kernel_cycles = value;
    }
    const bool more = w->sink(w->data, w->name->str, value);
    g_string_truncate(w->name, length);
    return more;
}

static bool walk_object(struct walk *w, JsonObject *object);

static bool walk_member(struct walk *w, const char *member, JsonNode *node)
{
    if (JSON_NODE_HOLDS_OBJECT(node)) {
        const gsize length = w->name->len;
        const bool plain = strcmp(member, "totals") != 0 && strcmp(member, "metrics") != 0;
        if (length > 0 || plain)
            g_string_append_printf(w->name, "%s.", member);
        const bool more = walk_object(w, json_node_get_object(node));
        g_string_truncate(w->name, length);
        return more;
    }
    if (!JSON_NODE_HOLDS_VALUE(node))
        return true;
    switch (json_node_get_value_type(node)) {
    case G_TYPE_BOOLEAN:
        return give(w, member, json_node_get_boolean(node) ? 1 : 0);
    case G_TYPE_INT64:
    case G_TYPE_DOUBLE:
        return give(w, member, json_node_get_double(node));
    default:
        return true;
    }
}

static bool walk_object(struct walk *w, JsonObject *object)
{
    JsonObjectIter members;
    const char *name;
    JsonNode *node;
    json_object_iter_init_ordered(&members, object);
    while (json_object_iter_next_ordered(&members, &name, &node))
        if (!walk_member(w, name, node))
            return false;
    return true;
}

bool metrics_each(const char *json, metric_sink sink, void *data)
{
    g_autoptr(JsonParser) parser = json_parser_new();
    if (!json_parser_load_from_data(parser, json, -1, NULL))
        return false;
    JsonNode *root = json_parser_get_root(parser);
    if (!root || !JSON_NODE_HOLDS_OBJECT(root))
        return false;
    struct walk w = {.sink = sink, .data = data, .name = g_string_new(NULL)};
    bool good = walk_object(&w, json_node_get_object(root));
    if (good && w.has_kernel_cycles && !w.has_cycles)
        good = sink(data, "cycles", w.kernel_cycles);
    g_string_free(w.name, TRUE);
    return good;
}
