/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/json/members.h"

JsonObject *json_object_of(JsonNode *node)
{
    return node && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
}

JsonArray *json_array_of(JsonNode *node)
{
    return node && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
}

const char *json_text_of(JsonNode *node)
{
    const bool text =
        node && JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_STRING;
    return text ? json_node_get_string(node) : NULL;
}

bool json_number_of(JsonNode *node, double *out)
{
    if (!node || !JSON_NODE_HOLDS_VALUE(node))
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

static JsonNode *node_in(JsonObject *object, const char *member)
{
    return object ? json_object_get_member(object, member) : NULL;
}

JsonObject *json_object_in(JsonObject *object, const char *member)
{
    return json_object_of(node_in(object, member));
}

JsonArray *json_array_in(JsonObject *object, const char *member)
{
    return json_array_of(node_in(object, member));
}

const char *json_text_in(JsonObject *object, const char *member)
{
    return json_text_of(node_in(object, member));
}

double json_number_in(JsonObject *object, const char *member)
{
    double value = 0;
    return json_number_of(node_in(object, member), &value) ? value : 0;
}

guint json_length_of(JsonArray *array)
{
    return array ? json_array_get_length(array) : 0;
}
