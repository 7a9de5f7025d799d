/* SPDX-License-Identifier: BSD-3-Clause */
#include "study/exclude.h"
#include "study/parse.h"
#include <string.h>

void study_exclusion_free(void *data)
{
    struct study_exclusion *exclusion = data;
    for (unsigned i = 0; i < exclusion->n_axes; i++)
        g_free(exclusion->excluded[i]);
    g_free(exclusion->excluded);
    g_free(exclusion);
}

/* ---- exclusions */

static bool read_one(struct study *study, const struct json_place *place, JsonNode *node,
                     GError **error)
{
    struct study_exclusion *exclusion = g_new0(struct study_exclusion, 1);
    exclusion->n_axes = study->axes->len;
    exclusion->excluded = g_new0(bool *, study->axes->len);
    g_ptr_array_add(study->excludes, exclusion);
    return study_parse_choice(exclusion->excluded, study, place, node, error);
}

bool study_excludes_read(struct study *study, const struct json_place *place, JsonNode *node,
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
