/* SPDX-License-Identifier: BSD-3-Clause */
#include "study/parse.h"
#include <math.h>
#include <string.h>

bool study_parse_strings(char ***out, const struct json_place *place, JsonNode *node, unsigned min,
                         GError **error)
{
    JsonArray *array;
    if (!json_read_array(place, node, min, PARSE_ENTRIES_MAX, &array, error))
        return false;
    g_autoptr(GStrvBuilder) strings = g_strv_builder_new();
    for (unsigned i = 0; i < json_array_get_length(array); i++) {
        const struct json_place here = json_place_index(place, i);
        const char *text;
        if (!json_read_string(&here, json_array_get_element(array, i), &text, error))
            return false;
        g_strv_builder_add(strings, text);
    }
    *out = g_strv_builder_end(strings);
    return true;
}

bool study_parse_any_number(double *out, const struct json_place *place, JsonNode *node,
                            GError **error)
{
    bool number = JSON_NODE_HOLDS_VALUE(node) && (json_node_get_value_type(node) == G_TYPE_INT64 ||
                                                  json_node_get_value_type(node) == G_TYPE_DOUBLE);
    if (!number)
        return json_place_error(place, error, "expected a number, found %s", json_type_name(node));
    *out = json_node_get_double(node);
    return true;
}

bool study_parse_number(double *out, const struct json_place *place, JsonNode *node, GError **error)
{
    if (!study_parse_any_number(out, place, node, error))
        return false;
    return *out >= 0 ||
           json_place_error(place, error, "expected a number of at least 0, found %g", *out);
}

bool study_parse_axis(unsigned *out, const struct study *study, const struct json_place *place,
                      const char *name, GError **error)
{
    int axis = study_axis_find(study, name);
    if (axis < 0) {
        g_autofree char *known = named_list(study->axes);
        return json_place_error(place, error, "there is no axis \"%s\"; known: %s", name, known);
    }
    *out = (unsigned)axis;
    return true;
}

bool study_parse_label(unsigned *out, const struct study *study, unsigned axis,
                       const struct json_place *place, JsonNode *node, GError **error)
{
    const struct study_axis *a = study->axes->pdata[axis];
    const char *label;
    if (!json_read_string(place, node, &label, error))
        return false;
    int value = named_find(a->values, label);
    if (value < 0) {
        g_autofree char *known = named_list(a->values);
        return json_place_error(place, error, "axis \"%s\" has no value \"%s\"; known: %s", a->name,
                                label, known);
    }
    *out = (unsigned)value;
    return true;
}

bool study_parse_name(char **out, const struct json_place *place, JsonObject *object,
                      GError **error)
{
    const char *name;
    if (!json_read_string_member(place, object, "name", &name, error))
        return false;
    unsigned length = json_name_length(name);
    if (length == 0 || name[length] != '\0') {
        const struct json_place here = json_place_member(place, "name");
        return json_place_error(
            &here, error, "\"%s\" is no name: expected a letter or _, then letters, digits and _",
            name);
    }
    *out = g_strdup(name);
    return true;
}

/* ---- labels */

/* "LABEL" or ["LABEL", ...] of an axis, as a flag for each value. */
static bool read_labels(bool *chosen, const struct study *study, unsigned axis,
                        const struct json_place *place, JsonNode *node, GError **error)
{
    JsonArray *array;
    unsigned value;
    if (!JSON_NODE_HOLDS_ARRAY(node)) {
        if (!study_parse_label(&value, study, axis, place, node, error))
            return false;
        chosen[value] = true;
        return true;
    }
    if (!json_read_array(place, node, 1, G_MAXUINT, &array, error))
        return false;
    for (unsigned i = 0; i < json_array_get_length(array); i++) {
        const struct json_place here = json_place_index(place, i);
        if (!study_parse_label(&value, study, axis, &here, json_array_get_element(array, i), error))
            return false;
        chosen[value] = true;
    }
    return true;
}

bool study_parse_choice(bool **chosen, const struct study *study, const struct json_place *place,
                        JsonNode *node, GError **error)
{
    JsonObject *map;
    g_autoptr(GList) names = NULL;
    if (!json_read_map(place, node, &map, &names, error))
        return false;
    if (!names)
        return json_place_error(place, error, "expected at least one axis with a label");
    for (GList *name = names; name; name = name->next) {
        const struct json_place here = json_place_member(place, name->data);
        unsigned axis = 0;
        if (!study_parse_axis(&axis, study, &here, name->data, error))
            return false;
        const struct study_axis *a = study->axes->pdata[axis];
        chosen[axis] = g_new0(bool, a->values->len);
        if (!read_labels(chosen[axis], study, axis, &here, json_object_get_member(map, name->data),
                         error))
            return false;
    }
    return true;
}
