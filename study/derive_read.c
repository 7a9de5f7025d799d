/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads what a study derives. */
#include "study/derive_read.h"
#include "study/parse.h"
#include "study/shapes.h"
#include <string.h>

static const struct {
    const char *name;
    enum derive_kind kind;
    enum study_shape_id shape;
} kinds[] = {{"speedup", DERIVE_SPEEDUP, STUDY_SHAPE_BASELINE},
             {"relative", DERIVE_RELATIVE, STUDY_SHAPE_BASELINE},
             {"ratio", DERIVE_RATIO, STUDY_SHAPE_RATIO},
             {"geometric_mean", DERIVE_GEOMETRIC_MEAN, STUDY_SHAPE_MEAN},
             {"harmonic_mean", DERIVE_HARMONIC_MEAN, STUDY_SHAPE_MEAN},
             {"arithmetic_mean", DERIVE_ARITHMETIC_MEAN, STUDY_SHAPE_MEAN},
             {"best", DERIVE_BEST, STUDY_SHAPE_BEST}};

void study_derive_free(void *data)
{
    struct study_derive *derive = data;
    g_free(derive->name);
    g_free(derive->metric);
    g_free(derive->of);
    g_free(derive->by);
    g_free(derive->baseline);
    g_free(derive->across);
    for (unsigned i = 0; derive->within && i < derive->n_axes; i++)
        g_free(derive->within[i]);
    g_free(derive->within);
    g_free(derive);
}

/* The row of `kinds` that an object's "kind" names. */
static bool read_kind(unsigned *out, const struct json_place *place, JsonNode *node, GError **error)
{
    if (!JSON_NODE_HOLDS_OBJECT(node))
        return json_place_error(place, error, "expected an object, found %s", json_type_name(node));
    JsonObject *object = json_node_get_object(node);
    const char *name;
    if (!json_object_has_member(object, "kind"))
        return json_place_error(place, error, "member \"kind\" is missing");
    if (!json_read_string_member(place, object, "kind", &name, error))
        return false;
    g_autoptr(GString) known = g_string_new(NULL);
    for (*out = 0; *out < G_N_ELEMENTS(kinds); ++*out) {
        if (strcmp(kinds[*out].name, name) == 0)
            return true;
        g_string_append_printf(known, "%s%s", known->len > 0 ? ", " : "", kinds[*out].name);
    }
    const struct json_place here = json_place_member(place, "kind");
    return json_place_error(&here, error, "unknown kind \"%s\"; known: %s", name, known->str);
}

static bool read_source(struct study_derive *derive, const struct study *study,
                        const struct json_place *place, JsonObject *object, const char *choice,
                        GError **error)
{
    const char *name;
    unsigned index;
    if (strcmp(choice, "of") == 0) {
        if (!json_read_named_member(place, object, "of", "earlier entry", study->derives, &index,
                                    error))
            return false;
        derive->of = g_strdup(((struct study_derive *)study->derives->pdata[index])->name);
        return true;
    }
    if (!json_read_string_member(place, object, "metric", &name, error))
        return false;
    derive->metric = g_strdup(name);
    return true;
}

static bool read_over(struct study_derive *derive, const struct study *study,
                      const struct json_place *place, JsonObject *object, GError **error)
{
    const struct json_place here = json_place_member(place, "over");
    JsonObject *map;
    g_autoptr(GList) names = NULL;
    if (!json_read_map(&here, json_object_get_member(object, "over"), &map, &names, error))
        return false;
    if (!names)
        return json_place_error(&here, error, "expected at least one axis with a label");
    derive->baseline = g_new(int, study->axes->len);
    for (unsigned i = 0; i < study->axes->len; i++)
        derive->baseline[i] = -1;
    for (GList *name = names; name; name = name->next) {
        const struct json_place entry = json_place_member(&here, name->data);
        unsigned axis, value;
        if (!study_parse_axis(&axis, study, &entry, name->data, error) ||
            !study_parse_label(&value, study, axis, &entry, json_object_get_member(map, name->data),
                               error))
            return false;
        derive->baseline[axis] = (int)value;
    }
    return true;
}

/* "where", which chooses values of the axes that it goes across. */
static bool read_within(struct study_derive *derive, const struct study *study,
                        const struct json_place *place, JsonObject *object, GError **error)
{
    const struct json_place here = json_place_member(place, "where");
    derive->n_axes = study->axes->len;
    derive->within = g_new0(bool *, study->axes->len);
    if (!json_object_has_member(object, "where"))
        return true;
    if (!study_parse_choice(derive->within, study, &here, json_object_get_member(object, "where"),
                            error))
        return false;
    for (unsigned i = 0; i < study->axes->len; i++)
        if (derive->within[i] && !derive->across[i])
            return json_place_error(&here, error, "\"%s\" is not in \"across\"",
                                    ((const struct study_axis *)study->axes->pdata[i])->name);
    return true;
}

/* The name of an axis, or an array of them. */
static bool read_across(struct study_derive *derive, const struct study *study,
                        const struct json_place *place, JsonObject *object, GError **error)
{
    const struct json_place here = json_place_member(place, "across");
    JsonNode *node = json_object_get_member(object, "across");
    g_auto(GStrv) names = NULL;
    const char *name;
    if (JSON_NODE_HOLDS_ARRAY(node)) {
        if (!study_parse_strings(&names, &here, node, 1, error))
            return false;
    } else {
        if (!json_read_string(&here, node, &name, error))
            return false;
        names = g_new0(char *, 2);
        names[0] = g_strdup(name);
    }
    derive->across = g_new0(bool, study->axes->len);
    for (unsigned i = 0; names[i]; i++) {
        unsigned axis;
        if (!study_parse_axis(&axis, study, &here, names[i], error))
            return false;
        derive->across[axis] = true;
    }
    return read_within(derive, study, place, object, error);
}

static bool read_ratio(struct study_derive *derive, const struct json_place *place,
                       JsonObject *object, GError **error)
{
    const char *by;
    const struct json_place here = json_place_member(place, "scale");
    derive->scale = 1;
    if (!json_read_string_member(place, object, "by", &by, error))
        return false;
    derive->by = g_strdup(by);
    return !json_object_has_member(object, "scale") ||
           study_parse_number(&derive->scale, &here, json_object_get_member(object, "scale"),
                              error);
}

static bool read_best(struct study_derive *derive, const struct study *study,
                      const struct json_place *place, JsonObject *object, GError **error)
{
    const char *want = "max";
    if (!read_across(derive, study, place, object, error))
        return false;
    if (json_object_has_member(object, "want") &&
        !json_read_string_member(place, object, "want", &want, error))
        return false;
    derive->wants_min = strcmp(want, "min") == 0;
    if (derive->wants_min || strcmp(want, "max") == 0)
        return true;
    const struct json_place here = json_place_member(place, "want");
    return json_place_error(&here, error, "expected \"max\" or \"min\", found \"%s\"", want);
}

static bool read_one(struct study_derive *derive, const struct study *study,
                     const struct json_place *place, JsonNode *node, GError **error)
{
    unsigned row;
    JsonObject *object;
    const char *choice;
    if (!read_kind(&row, place, node, error) ||
        !json_read_object(place, node, study_shape(kinds[row].shape), &object, &choice, error) ||
        !study_parse_name(&derive->name, place, object, error) ||
        !read_source(derive, study, place, object, choice, error))
        return false;
    if (named_find(study->derives, derive->name) >= 0)
        return json_place_error(place, error, "an earlier entry is named \"%s\", too",
                                derive->name);
    derive->kind = kinds[row].kind;
    switch (kinds[row].shape) {
    case STUDY_SHAPE_BASELINE:
        return read_over(derive, study, place, object, error);
    case STUDY_SHAPE_RATIO:
        return read_ratio(derive, place, object, error);
    case STUDY_SHAPE_BEST:
        return read_best(derive, study, place, object, error);
    default:
        return read_across(derive, study, place, object, error);
    }
}

bool study_derives_read(struct study *study, const struct json_place *place, JsonNode *node,
                        GError **error)
{
    JsonArray *array;
    if (!node)
        return true;
    if (!json_read_array(place, node, 0, G_MAXUINT, &array, error))
        return false;
    for (unsigned i = 0; i < json_array_get_length(array); i++) {
        const struct json_place here = json_place_index(place, i);
        struct study_derive *derive = g_new0(struct study_derive, 1);
        bool good = read_one(derive, study, &here, json_array_get_element(array, i), error);
        if (!good) {
            study_derive_free(derive);
            return false;
        }
        g_ptr_array_add(study->derives, derive);
    }
    return true;
}
