/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/json/members.h"
#include "results/format.h"
#include "results/numbers_private.h"
#include <string.h>

struct walk {
    number_sink sink;
    void *data;
    GString *name; /* of the object, with the point behind it */
};

static bool walk_object(struct walk *w, JsonObject *object)
{
    JsonObjectIter members;
    const char *name;
    JsonNode *node;
    gsize length = w->name->len;
    json_object_iter_init_ordered(&members, object);
    while (json_object_iter_next_ordered(&members, &name, &node)) {
        double value;
        bool more = true;
        g_string_append(w->name, name);
        if (JSON_NODE_HOLDS_OBJECT(node)) {
            g_string_append_c(w->name, '.');
            more = walk_object(w, json_node_get_object(node));
        } else if (json_number_of(node, &value)) {
            more = w->sink(w->data, w->name->str, value);
        }
        g_string_truncate(w->name, length);
        if (!more)
            return false;
    }
    return true;
}

bool result_walk(JsonObject *object, const char *prefix, number_sink sink, void *data)
{
    struct walk w = {.sink = sink, .data = data, .name = g_string_new(prefix)};
    bool good = walk_object(&w, object);
    g_string_free(w.name, TRUE);
    return good;
}

/* Numbers on their way, of which that of the cycles is remembered. */
struct result {
    number_sink sink;
    void *data;
    bool has_cycles, has_kernel_cycles;
    double kernel_cycles;
};

static bool pass_on(void *data, const char *name, double value)
{
    struct result *result = data;
    result->has_cycles |= strcmp(name, RESULT_CYCLES) == 0;
    if (strcmp(name, RESULT_KERNEL_CYCLES) == 0) {
        result->has_kernel_cycles = true;
        result->kernel_cycles = value;
    }
    return result->sink(result->data, name, value);
}

static bool give_member(struct result *result, const char *name, JsonNode *node)
{
    double value;
    if (json_number_of(node, &value))
        return pass_on(result, name, value);
    if (!JSON_NODE_HOLDS_OBJECT(node))
        return true;
    bool left_out = strcmp(name, RESULT_TOTALS) == 0 || strcmp(name, RESULT_METRICS) == 0;
    g_autofree char *prefix = left_out ? g_strdup("") : g_strconcat(name, ".", NULL);
    return result_walk(json_node_get_object(node), prefix, pass_on, result);
}

struct shortened {
    number_sink sink;
    void *data;
    const char *prefix;
};

/* "metrics.ipc" of a program is its "ipc", "counters.sm.blocks" its "sm.blocks". */
static bool give_shortened(void *data, const char *name, double value)
{
    static const char *const left_out[] = {RESULT_METRICS ".", RESULT_COUNTERS "."};
    const struct shortened *to = data;
    for (unsigned i = 0; i < G_N_ELEMENTS(left_out); i++)
        if (g_str_has_prefix(name, left_out[i]))
            name += strlen(left_out[i]);
    g_autofree char *full = g_strconcat(to->prefix, name, NULL);
    return to->sink(to->data, full, value);
}

/* Those of the elements of "programs". */
static bool give_programs(JsonObject *object, number_sink sink, void *data)
{
    JsonArray *programs = json_array_in(object, RESULT_PROGRAMS);
    for (guint i = 0; i < json_length_of(programs); i++) {
        JsonNode *node = json_array_get_element(programs, i);
        if (!JSON_NODE_HOLDS_OBJECT(node))
            continue;
        g_autofree char *prefix = g_strdup_printf("program.%u.", i);
        struct shortened shortened = {sink, data, prefix};
        if (!result_walk(json_node_get_object(node), "", give_shortened, &shortened))
            return false;
    }
    return true;
}

bool result_numbers_of(JsonObject *object, number_sink sink, void *data)
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
        !sink(data, RESULT_CYCLES, result.kernel_cycles))
        return false;
    return give_programs(object, sink, data) && kernel_numbers_each(object, sink, data);
}

JsonNode *result_root(const char *json)
{
    g_autoptr(JsonParser) parser = json_parser_new();
    if (!json_parser_load_from_data(parser, json, -1, NULL))
        return NULL;
    JsonNode *root = json_parser_steal_root(parser);
    if (root && JSON_NODE_HOLDS_OBJECT(root))
        return root;
    g_clear_pointer(&root, json_node_unref);
    return NULL;
}

bool result_numbers_each(const char *json, number_sink sink, void *data)
{
    g_autoptr(JsonNode) root = result_root(json);
    return root && result_numbers_of(json_node_get_object(root), sink, data);
}
