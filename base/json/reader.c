/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/json/reader.h"

#include <string.h>

const char *json_type_name(JsonNode *node)
{
    if (JSON_NODE_HOLDS_OBJECT(node))
        return "an object";
    if (JSON_NODE_HOLDS_ARRAY(node))
        return "an array";
    if (JSON_NODE_HOLDS_NULL(node))
        return "null";
    switch (json_node_get_value_type(node)) {
    case G_TYPE_STRING:
        return "a string";
    case G_TYPE_BOOLEAN:
        return "true or false";
    case G_TYPE_INT64:
        return "an integer";
    default:
        return "a real number";
    }
}

static char *list_members(const struct json_shape *shape, bool choices_only)
{
    GString *text = g_string_new(NULL);
    for (const struct json_shape_member *m = shape->members; m->name; m++) {
        if (!choices_only || m->need == MEMBER_CHOICE)
            g_string_append_printf(text, "%s%s", text->len > 0 ? ", " : "", m->name);
    }
    return g_string_free(text, FALSE);
}

static bool is_known(const struct json_shape *shape, const char *name)
{
    for (const struct json_shape_member *m = shape->members; m->name; m++) {
        if (strcmp(m->name, name) == 0)
            return true;
    }
    return false;
}

static bool check_unknown(const struct json_place *place, JsonObject *object,
                          const struct json_shape *shape, GError **error)
{
    g_autoptr(GList) names = json_object_get_members(object);
    for (GList *name = names; name; name = name->next) {
        if (!is_known(shape, name->data)) {
            g_autofree char *known = list_members(shape, false);
            return json_place_error(place, error, "unknown member \"%s\"; known: %s",
                                    (const char *)name->data, known);
        }
    }
    return true;
}

bool json_read_object(const struct json_place *place, JsonNode *node,
                      const struct json_shape *shape, JsonObject **out, const char **choice,
                      GError **error)
{
    if (!JSON_NODE_HOLDS_OBJECT(node))
        return json_place_error(place, error, "expected an object, found %s", json_type_name(node));
    JsonObject *object = json_node_get_object(node);
    if (!check_unknown(place, object, shape, error))
        return false;
    const char *chosen = NULL;
    bool has_choices = false;
    for (const struct json_shape_member *m = shape->members; m->name; m++) {
        const bool present = json_object_has_member(object, m->name);
        if (m->need == MEMBER_REQUIRED && !present)
            return json_place_error(place, error, "member \"%s\" is missing", m->name);
        has_choices |= m->need == MEMBER_CHOICE;
        if (m->need != MEMBER_CHOICE || !present)
            continue;
        if (chosen)
            return json_place_error(place, error, "\"%s\" and \"%s\" exclude each other", chosen,
                                    m->name);
        chosen = m->name;
    }
    if (has_choices && !chosen) {
        g_autofree char *choices = list_members(shape, true);
        return json_place_error(place, error, "expected one of the members %s", choices);
    }
    if (choice)
        *choice = chosen;
    *out = object;
    return true;
}

unsigned json_name_length(const char *text)
{
    if (!g_ascii_isalpha(text[0]) && text[0] != '_')
        return 0;
    unsigned length = 1;
    while (g_ascii_isalnum(text[length]) || text[length] == '_')
        length++;
    return length;
}

bool json_read_map(const struct json_place *place, JsonNode *node, JsonObject **out, GList **names,
                   GError **error)
{
    if (!JSON_NODE_HOLDS_OBJECT(node))
        return json_place_error(place, error, "expected an object, found %s", json_type_name(node));
    JsonObject *object = json_node_get_object(node);
    g_autoptr(GList) members = json_object_get_members(object);
    for (GList *member = members; member; member = member->next) {
        const char *name = member->data;
        const unsigned length = json_name_length(name);
        if (length == 0 || name[length] != '\0')
            return json_place_error(place, error,
                                    "\"%s\" is no name: expected a letter or _, then letters, "
                                    "digits and _",
                                    name);
    }
    *out = object;
    *names = g_steal_pointer(&members);
    return true;
}

bool json_read_array(const struct json_place *place, JsonNode *node, unsigned min, unsigned max,
                     JsonArray **out, GError **error)
{
    if (!JSON_NODE_HOLDS_ARRAY(node))
        return json_place_error(place, error, "expected an array, found %s", json_type_name(node));
    JsonArray *array = json_node_get_array(node);
    const unsigned length = json_array_get_length(array);
    if (length < min)
        return json_place_error(place, error, "expected at least %u entr%s, found %u", min,
                                min == 1 ? "y" : "ies", length);
    if (length > max)
        return json_place_error(place, error, "expected at most %u entries, found %u", max, length);
    *out = array;
    return true;
}

bool json_read_string(const struct json_place *place, JsonNode *node, const char **out,
                      GError **error)
{
    if (!JSON_NODE_HOLDS_VALUE(node) || json_node_get_value_type(node) != G_TYPE_STRING)
        return json_place_error(place, error, "expected a string, found %s", json_type_name(node));
    const char *text = json_node_get_string(node);
    if (text[0] == '\0')
        return json_place_error(place, error, "this string must not be empty");
    *out = text;
    return true;
}

bool json_read_string_member(const struct json_place *place, JsonObject *object, const char *member,
                             const char **out, GError **error)
{
    const struct json_place here = json_place_member(place, member);
    return json_read_string(&here, json_object_get_member(object, member), out, error);
}

static const char *name_of(const void *thing)
{
    return *(char *const *)thing;
}

int named_find(const GPtrArray *things, const char *name)
{
    for (unsigned i = 0; i < things->len; i++) {
        if (strcmp(name_of(things->pdata[i]), name) == 0)
            return (int)i;
    }
    return -1;
}

char *named_list(const GPtrArray *things)
{
    GString *text = g_string_new(things->len == 0 ? "none" : NULL);
    for (unsigned i = 0; i < things->len; i++) {
        g_string_append_printf(text, "%s%s", i > 0 ? ", " : "", name_of(things->pdata[i]));
    }
    return g_string_free(text, FALSE);
}

bool json_read_named_member(const struct json_place *place, JsonObject *object, const char *member,
                            const char *what, const GPtrArray *things, unsigned *out,
                            GError **error)
{
    const char *name = NULL;
    if (!json_read_string_member(place, object, member, &name, error))
        return false;
    const int index = named_find(things, name);
    if (index < 0) {
        const struct json_place here = json_place_member(place, member);
        g_autofree char *known = named_list(things);
        return json_place_error(&here, error, "there is no %s \"%s\"; known: %s", what, name,
                                known);
    }
    *out = (unsigned)index;
    return true;
}
