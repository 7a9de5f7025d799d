/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads what a study compares its values with. */
#include "study/published_read.h"
#include "study/derive.h"
#include "study/parse.h"
#include "study/shapes.h"
#include <string.h>

void study_published_free(void *data)
{
    struct study_published *entry = data;
    g_free(entry->name);
    g_free(entry->what);
    g_free(entry->where);
    g_free(entry->source);
    g_free(entry->others);
    g_free(entry->of);
    g_free(entry->members);
    g_free(entry);
}

/* ---- the name */

/* Which metrics there are only a run can tell; but a name without a point is one that the study
 * uses elsewhere, or a mistake. */
static bool is_metric(const struct study *study, const char *name)
{
    bool known = strchr(name, '.') || g_strv_contains((const char *const *)study->show, name);
    for (unsigned i = 0; i < study->derives->len; i++) {
        const struct study_derive *derive = study->derives->pdata[i];
        known |= g_strcmp0(derive->metric, name) == 0 || g_strcmp0(derive->by, name) == 0;
    }
    return known;
}

static bool read_name(struct study_published *entry, const struct study *study,
                      const struct json_place *place, JsonObject *object, GError **error)
{
    const char *name;
    if (!json_read_string_member(place, object, "name", &name, error))
        return false;
    entry->name = g_strdup(name);
    entry->derive = named_find(study->derives, name);
    if (entry->derive >= 0 || is_metric(study, name))
        return true;
    const struct json_place here = json_place_member(place, "name");
    g_autofree char *known = named_list(study->derives);
    return json_place_error(&here, error,
                            "no derived value and no shown metric has the name \"%s\"; derived: %s",
                            name, known);
}

/* ---- the point */

/* Whether points that differ on an axis have different values of it. */
static bool depends_on(const struct study *study, const char *name, unsigned axis)
{
    int index = named_find(study->derives, name);
    if (index < 0)
        return true;
    const struct study_derive *derive = study->derives->pdata[index];
    if (derive->across && derive->across[axis])
        return false;
    return derive->metric || derive->by || depends_on(study, derive->of, axis);
}

/* The axis whose values are what publications compare schemes on; -1: there is none. */
static int axis_of_programs(const struct study *study)
{
    const int program = study_axis_find(study, "program");
    return program >= 0 ? program : study_axis_find(study, "workload");
}

/* The labels by axis, -1: none; and their text. */
static bool read_labels(int *labels, GString *text, const struct study *study,
                        const struct json_place *place, JsonNode *node, GError **error)
{
    JsonObject *map;
    g_autoptr(GList) names = NULL;
    if (!json_read_map(place, node, &map, &names, error))
        return false;
    for (GList *name = names; name; name = name->next) {
        const struct json_place here = json_place_member(place, name->data);
        JsonNode *label = json_object_get_member(map, name->data);
        unsigned axis, value;
        if (!study_parse_axis(&axis, study, &here, name->data, error) ||
            !study_parse_label(&value, study, axis, &here, label, error))
            return false;
        labels[axis] = (int)value;
        g_string_append_printf(text, "%s%s=%s", text->len > 0 ? ", " : "", (char *)name->data,
                               json_node_get_string(label));
    }
    return true;
}

/* The labels but for the program, in the order of the axes; NULL: no program is named. g_free. */
static char *others_of(const struct study *study, const int *labels)
{
    const int programs = axis_of_programs(study);
    g_autoptr(GString) text = g_string_new(NULL);
    if (programs < 0 || labels[programs] < 0)
        return NULL;
    for (unsigned i = 0; i < study->axes->len; i++) {
        const struct study_axis *axis = study->axes->pdata[i];
        if (labels[i] < 0 || (int)i == programs)
            continue;
        const struct study_value *value = axis->values->pdata[labels[i]];
        g_string_append_printf(text, "%s%s=%s", text->len > 0 ? ", " : "", axis->name,
                               value->label);
    }
    return g_strdup(text->str);
}

static bool fits(const struct study_point *point, const int *labels, unsigned n)
{
    bool fits = true;
    for (unsigned i = 0; i < n; i++)
        fits &= labels[i] < 0 || point->values[i] == (unsigned)labels[i];
    return fits;
}

static bool find_point(struct study_published *entry, const struct study *study,
                       const GPtrArray *points, const int *labels, const struct json_place *place,
                       GError **error)
{
    for (unsigned i = 0; i < study->axes->len; i++) {
        const struct study_axis *axis = study->axes->pdata[i];
        if (labels[i] < 0 && axis->values->len > 1 && depends_on(study, entry->name, i))
            return json_place_error(place, error, "\"%s\" depends on axis \"%s\": expected a label",
                                    entry->name, axis->name);
    }
    for (unsigned i = 0; i < points->len; i++)
        if (fits(points->pdata[i], labels, study->axes->len)) {
            entry->position = i;
            return true;
        }
    return json_place_error(place, error, "no point has these labels");
}

/* The points of a mean. */
static void find_members(struct study_published *entry, const struct study *study,
                         const GPtrArray *points)
{
    const struct study_derive *derive = study->derives->pdata[entry->derive];
    if (derive->kind != DERIVE_GEOMETRIC_MEAN && derive->kind != DERIVE_ARITHMETIC_MEAN)
        return;
    entry->of = g_strdup(derive->metric ? derive->metric : derive->of);
    entry->geometric = derive->kind == DERIVE_GEOMETRIC_MEAN;
    entry->members = g_new(unsigned, points->len);
    for (unsigned i = 0; i < points->len; i++)
        if (derive_counts(derive, points->pdata[i]) &&
            derive_same_group(study, derive, points->pdata[i], points->pdata[entry->position]))
            entry->members[entry->n_members++] = i;
}

static bool read_where(struct study_published *entry, const struct study *study,
                       const GPtrArray *points, const struct json_place *place, JsonNode *node,
                       GError **error)
{
    const struct json_place here = json_place_member(place, "where");
    g_autofree int *labels = g_new(int, study->axes->len);
    g_autoptr(GString) text = g_string_new(NULL);
    for (unsigned i = 0; i < study->axes->len; i++)
        labels[i] = -1;
    bool good = (!node || read_labels(labels, text, study, &here, node, error)) &&
                find_point(entry, study, points, labels, &here, error);
    entry->where = g_strdup(text->str);
    entry->others = others_of(study, labels);
    if (good && entry->derive >= 0)
        find_members(entry, study, points);
    return good;
}

/* ---- the rest */

/* choice: "value", or "above" or "below", which have no neutral but themselves. */
static bool read_numbers(struct study_published *entry, const struct json_place *place,
                         JsonObject *object, const char *choice, GError **error)
{
    const struct json_place value = json_place_member(place, choice),
                            neutral = json_place_member(place, "neutral");
    entry->neutral = 1;
    if (!study_parse_any_number(&entry->value, &value, json_object_get_member(object, choice),
                                error))
        return false;
    if (strcmp(choice, "value") != 0)
        entry->bound = strcmp(choice, "above") == 0 ? '>' : '<';
    if (!json_object_has_member(object, "neutral"))
        return true;
    if (entry->bound)
        return json_place_error(&neutral, error, "only with \"value\"");
    if (!study_parse_any_number(&entry->neutral, &neutral,
                                json_object_get_member(object, "neutral"), error))
        return false;
    entry->no_effect = !(entry->value < entry->neutral || entry->value > entry->neutral);
    return true;
}

static bool read_texts(struct study_published *entry, const struct json_place *place,
                       JsonObject *object, GError **error)
{
    const char *source, *what = entry->name;
    if (!json_read_string_member(place, object, "source", &source, error))
        return false;
    if (json_object_has_member(object, "what") &&
        !json_read_string_member(place, object, "what", &what, error))
        return false;
    entry->source = g_strdup(source);
    entry->what = g_strdup(what);
    return true;
}

bool study_published_read(struct study *study, const GPtrArray *points,
                          const struct json_place *place, JsonNode *node, GError **error)
{
    JsonArray *array;
    if (!node)
        return true;
    if (!json_read_array(place, node, 0, G_MAXUINT, &array, error))
        return false;
    for (unsigned i = 0; i < json_array_get_length(array); i++) {
        const struct json_place here = json_place_index(place, i);
        struct study_published *entry = g_new0(struct study_published, 1);
        JsonObject *object;
        const char *choice;
        g_ptr_array_add(study->published, entry);
        if (!json_read_object(&here, json_array_get_element(array, i),
                              study_shape(STUDY_SHAPE_PUBLISHED), &object, &choice, error) ||
            !read_name(entry, study, &here, object, error) ||
            !read_where(entry, study, points, &here, json_object_get_member(object, "where"),
                        error) ||
            !read_numbers(entry, &here, object, choice, error) ||
            !read_texts(entry, &here, object, error))
            return false;
    }
    return true;
}
