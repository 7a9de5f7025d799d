/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads choices of labels, and the combinations that are no points. */
#include "study/parse.h"
#include <string.h>

void exclusion_free(void *data)
{
    struct study_exclusion *exclusion = data;
    for (unsigned i = 0; i < exclusion->n_axes; i++)
        g_free(exclusion->excluded[i]);
    g_free(exclusion->excluded);
    g_free(exclusion);
}

/* ---- labels */

/* "LABEL" or ["LABEL", ...] of an axis, as a flag for each value. */
static bool read_labels(bool *chosen, const struct study *study, unsigned axis,
                        const struct json_place *place, JsonNode *node, GError **error)
{
    JsonArray *array;
    unsigned value;
    if (!JSON_NODE_HOLDS_ARRAY(node)) {
        if (!label_read(&value, study, axis, place, node, error))
            return false;
        chosen[value] = true;
        return true;
    }
    if (!json_read_array(place, node, 1, G_MAXUINT, &array, error))
        return false;
    for (unsigned i = 0; i < json_array_get_length(array); i++) {
        const struct json_place here = json_place_index(place, i);
        if (!label_read(&value, study, axis, &here, json_array_get_element(array, i), error))
            return false;
        chosen[value] = true;
    }
    return true;
}

bool choice_read(bool **chosen, const struct study *study, const struct json_place *place,
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
        unsigned axis;
        if (!axis_named(&axis, study, &here, name->data, error))
            return false;
        const struct study_axis *a = study->axes->pdata[axis];
        chosen[axis] = g_new0(bool, a->values->len);
        if (!read_labels(chosen[axis], study, axis, &here, json_object_get_member(map, name->data),
                         error))
            return false;
    }
    return true;
}

/* ---- exclusions */

static bool read_one(struct study *study, const struct json_place *place, JsonNode *node,
                     GError **error)
{
    struct study_exclusion *exclusion = g_new0(struct study_exclusion, 1);
    exclusion->n_axes = study->axes->len;
    exclusion->excluded = g_new0(bool *, study->axes->len);
    g_ptr_array_add(study->excludes, exclusion);
    return choice_read(exclusion->excluded, study, place, node, error);
}

bool excludes_read(struct study *study, const struct json_place *place, JsonNode *node,
                   GError **error)
{
    JsonArray *array;
    if (!node)
        return true;
    if (!json_read_array(place, node, 0, G_MAXUINT, &array, error))
        return false;
    for (unsigned i = 0; i < json_array_get_length(array); i++) {
        const struct json_place here = json_place_index(place, i);
        if (!read_one(study, &here, json_array_get_element(array, i), error))
            return false;
    }
    return true;
}
