/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/figure_spec.h"
#include "base/json/reader.h"
#include "report/number.h"
#include <string.h>

struct figure_spec *figure_spec_new(enum chart_kind kind)
{
    struct figure_spec *spec = g_new0(struct figure_spec, 1);
    spec->kind = kind;
    spec->where = g_array_new(FALSE, FALSE, sizeof(struct figure_label));
    spec->normalise = g_array_new(FALSE, FALSE, sizeof(struct figure_label));
    return spec;
}

void figure_spec_free(struct figure_spec *spec)
{
    g_free(spec->title);
    g_free(spec->caption);
    g_free(spec->x);
    g_free(spec->series);
    g_strfreev(spec->metrics);
    g_free(spec->member);
    g_array_unref(spec->where);
    g_array_unref(spec->normalise);
    g_free(spec->unit);
    g_free(spec->ideal);
    g_free(spec->x_label);
    g_free(spec->y_label);
    g_free(spec);
}

struct reading {
    const struct results_study *study;
    struct figure_spec *spec;
};

typedef bool (*member_reader)(const struct reading *reading, const struct json_place *place,
                              JsonNode *node, GError **error);

/* One of the words; its index goes to *out. */
static bool read_word(const struct json_place *place, JsonNode *node, const char *const *words,
                      unsigned *out, GError **error)
{
    const char *text;
    if (!json_read_string(place, node, &text, error))
        return false;
    for (*out = 0; words[*out]; (*out)++)
        if (strcmp(words[*out], text) == 0)
            return true;
    g_autofree char *known = g_strjoinv(", ", (char **)words);
    return json_place_error(place, error, "\"%s\" is none of %s", text, known);
}

static bool read_kind(const struct reading *reading, const struct json_place *place, JsonNode *node,
                      GError **error)
{
    static const char *const kinds[] = {"bars",    "stacked", "lines", "heat",
                                        "pattern", "profile", NULL};
    unsigned kind;
    if (!read_word(place, node, kinds, &kind, error))
        return false;
    reading->spec->profile = strcmp(kinds[kind], "profile") == 0;
    reading->spec->kind = reading->spec->profile ? CHART_LINES : (enum chart_kind)kind;
    return true;
}

static bool read_mean(const struct reading *reading, const struct json_place *place, JsonNode *node,
                      GError **error)
{
    static const char *const means[] = {"none", "geometric", "harmonic", "arithmetic", NULL};
    unsigned mean;
    if (!read_word(place, node, means, &mean, error))
        return false;
    reading->spec->mean = (enum figure_mean)mean;
    return true;
}

static bool read_scale(const struct json_place *place, JsonNode *node, enum figure_scale *scale,
                       GError **error)
{
    static const char *const scales[] = {"auto", "linear", "log", NULL};
    unsigned word;
    if (!read_word(place, node, scales, &word, error))
        return false;
    *scale = (enum figure_scale)word;
    return true;
}

static bool read_x_scale(const struct reading *reading, const struct json_place *place,
                         JsonNode *node, GError **error)
{
    return read_scale(place, node, &reading->spec->x_scale, error);
}

static bool read_y_scale(const struct reading *reading, const struct json_place *place,
                         JsonNode *node, GError **error)
{
    return read_scale(place, node, &reading->spec->y_scale, error);
}

static bool read_text(const struct json_place *place, JsonNode *node, char **out, GError **error)
{
    const char *text;
    if (!json_read_string(place, node, &text, error))
        return false;
    *out = g_strdup(text);
    return true;
}

#define TEXT_READER(name, field)                                                                   \
    static bool name(const struct reading *reading, const struct json_place *place,                \
                     JsonNode *node, GError **error)                                               \
    {                                                                                              \
        return read_text(place, node, &reading->spec->field, error);                               \
    }
TEXT_READER(read_title, title)
TEXT_READER(read_caption, caption)
TEXT_READER(read_x, x)
TEXT_READER(read_series, series)
TEXT_READER(read_member, member)
TEXT_READER(read_unit, unit)
TEXT_READER(read_ideal, ideal)
TEXT_READER(read_x_label, x_label)
TEXT_READER(read_y_label, y_label)

static bool read_flag(const struct json_place *place, JsonNode *node, bool *out, GError **error)
{
    if (!JSON_NODE_HOLDS_VALUE(node) || json_node_get_value_type(node) != G_TYPE_BOOLEAN)
        return json_place_error(place, error, "expected true or false, found %s",
                                json_type_name(node));
    *out = json_node_get_boolean(node);
    return true;
}

static bool read_inverse(const struct reading *reading, const struct json_place *place,
                         JsonNode *node, GError **error)
{
    return read_flag(place, node, &reading->spec->inverse, error);
}

static bool read_share(const struct reading *reading, const struct json_place *place,
                       JsonNode *node, GError **error)
{
    return read_flag(place, node, &reading->spec->share, error);
}

/* A name, or an array of names. */
static bool read_metrics(const struct reading *reading, const struct json_place *place,
                         JsonNode *node, GError **error)
{
    g_autoptr(GStrvBuilder) names = g_strv_builder_new();
    if (reading->spec->metrics)
        return json_place_error(place, error,
                                "\"metric\", \"metrics\" and \"parts\" exclude each other");
    if (JSON_NODE_HOLDS_ARRAY(node)) {
        JsonArray *array;
        if (!json_read_array(place, node, 1, 1000, &array, error))
            return false;
        for (unsigned i = 0; i < json_array_get_length(array); i++) {
            const struct json_place here = json_place_index(place, i);
            const char *name;
            if (!json_read_string(&here, json_array_get_element(array, i), &name, error))
                return false;
            g_strv_builder_add(names, name);
        }
    } else {
        const char *name;
        if (!json_read_string(place, node, &name, error))
            return false;
        g_strv_builder_add(names, name);
    }
    reading->spec->metrics = g_strv_builder_end(names);
    return true;
}

static bool read_label(const struct results_study *study, guint axis,
                       const struct json_place *place, JsonNode *node, GArray *out, GError **error)
{
    const struct results_axis *known = results_axis_at(study, axis);
    const char *label;
    if (!json_read_string(place, node, &label, error))
        return false;
    int index = results_label_find(known, label);
    if (index < 0)
        return json_place_error(place, error, "axis \"%s\" has no value \"%s\"", known->name,
                                label);
    const struct figure_label wanted = {axis, (guint)index};
    g_array_append_val(out, wanted);
    return true;
}

static bool read_label_list(const struct results_study *study, guint axis,
                            const struct json_place *place, JsonNode *node, GArray *out,
                            GError **error)
{
    JsonArray *array;
    if (!json_read_array(place, node, 1, G_MAXUINT, &array, error))
        return false;
    for (guint i = 0; i < json_array_get_length(array); i++) {
        const struct json_place here = json_place_index(place, i);
        if (!read_label(study, axis, &here, json_array_get_element(array, i), out, error))
            return false;
    }
    return true;
}

/* An object of axes and their labels: one, or, with `lists`, several. */
static bool read_labels(const struct results_study *study, const struct json_place *place,
                        JsonNode *node, bool lists, GArray *out, GError **error)
{
    if (!JSON_NODE_HOLDS_OBJECT(node))
        return json_place_error(place, error, "expected an object, found %s", json_type_name(node));
    JsonObject *object = json_node_get_object(node);
    g_autoptr(GList) members = json_object_get_members(object);
    for (GList *member = members; member; member = member->next) {
        const struct json_place here = json_place_member(place, member->data);
        JsonNode *labels = json_object_get_member(object, member->data);
        int axis = results_axis_find(study, member->data);
        if (axis < 0)
            return json_place_error(&here, error, "the study has no axis \"%s\"",
                                    (char *)member->data);
        bool list = lists && JSON_NODE_HOLDS_ARRAY(labels);
        if (!(list ? read_label_list : read_label)(study, (guint)axis, &here, labels, out, error))
            return false;
    }
    return true;
}

static bool read_where(const struct reading *reading, const struct json_place *place,
                       JsonNode *node, GError **error)
{
    return read_labels(reading->study, place, node, true, reading->spec->where, error);
}

static bool read_normalise(const struct reading *reading, const struct json_place *place,
                           JsonNode *node, GError **error)
{
    return read_labels(reading->study, place, node, false, reading->spec->normalise, error);
}

static const struct {
    const char *name;
    member_reader read;
} members[] = {{"kind", read_kind},       {"title", read_title},
               {"caption", read_caption}, {"x", read_x},
               {"series", read_series},   {"metric", read_metrics},
               {"metrics", read_metrics}, {"parts", read_metrics},
               {"member", read_member},   {"where", read_where},
               {"mean", read_mean},       {"normalise", read_normalise},
               {"inverse", read_inverse}, {"share", read_share},
               {"unit", read_unit},       {"x_label", read_x_label},
               {"y_label", read_y_label}, {"x_scale", read_x_scale},
               {"y_scale", read_y_scale}, {"ideal", read_ideal}};

static bool read_any_member(const struct reading *reading, const struct json_place *place,
                            const char *name, JsonNode *node, GError **error)
{
    for (guint i = 0; i < G_N_ELEMENTS(members); i++)
        if (strcmp(members[i].name, name) == 0)
            return members[i].read(reading, place, node, error);
    GString *known = g_string_new(members[0].name);
    for (guint i = 1; i < G_N_ELEMENTS(members); i++)
        g_string_append_printf(known, ", %s", members[i].name);
    json_place_error(place, error, "unknown member; known: %s", known->str);
    g_string_free(known, TRUE);
    return false;
}

static bool check_axis(const struct reading *reading, const struct json_place *place,
                       const char *member, const char *axis, GError **error)
{
    const struct json_place here = json_place_member(place, member);
    if (!axis || reading->spec->member || results_axis_find(reading->study, axis) >= 0)
        return true;
    return json_place_error(&here, error, "the study has no axis \"%s\"", axis);
}

/* A label of x that is a number, as all of them have to be. */
static bool check_ideal(const struct reading *reading, const struct json_place *place,
                        GError **error)
{
    const struct figure_spec *spec = reading->spec;
    const struct json_place here = json_place_member(place, "ideal");
    int axis = spec->x && !spec->member ? results_axis_find(reading->study, spec->x) : -1;
    double value;
    if (spec->kind != CHART_LINES || axis < 0)
        return json_place_error(&here, error, "only lines over an axis have an ideal line");
    const struct results_axis *known = results_axis_at(reading->study, (guint)axis);
    if (results_label_find(known, spec->ideal) < 0)
        return json_place_error(&here, error, "axis \"%s\" has no value \"%s\"", known->name,
                                spec->ideal);
    for (guint i = 0; i < known->labels->len; i++)
        if (!number_of_label(known->labels->pdata[i], &value) || value <= 0)
            return json_place_error(&here, error, "\"%s\" is no number above 0",
                                    (char *)known->labels->pdata[i]);
    return true;
}

static bool check(const struct reading *reading, const struct json_place *place, GError **error)
{
    const struct figure_spec *spec = reading->spec;
    if (!check_axis(reading, place, "x", spec->x, error) ||
        !check_axis(reading, place, "series", spec->series, error))
        return false;
    if (spec->ideal && !check_ideal(reading, place, error))
        return false;
    if (spec->profile && (spec->member || spec->x))
        return json_place_error(place, error, "a profile has neither \"x\" nor \"member\"");
    if (!spec->member && !spec->profile && !spec->x)
        return json_place_error(place, error, "member \"x\" is missing");
    if (!spec->member && !spec->metrics)
        return json_place_error(place, error, "member \"metric\" is missing");
    if (spec->kind == CHART_HEAT && !spec->member && !spec->series)
        return json_place_error(place, error, "a heat map wants \"series\" for its rows");
    if (spec->kind == CHART_PATTERN && !spec->member)
        return json_place_error(place, error, "an issue pattern wants \"member\"");
    return true;
}

static bool read_figure(const struct reading *reading, const struct json_place *place,
                        JsonNode *node, GError **error)
{
    if (!JSON_NODE_HOLDS_OBJECT(node))
        return json_place_error(place, error, "expected an object, found %s", json_type_name(node));
    JsonObject *object = json_node_get_object(node);
    if (!json_object_has_member(object, "kind"))
        return json_place_error(place, error, "member \"kind\" is missing");
    if (json_object_has_member(object, "normalise"))
        reading->spec->mean = MEAN_GEOMETRIC;
    g_autoptr(GList) names = json_object_get_members(object);
    for (GList *name = names; name; name = name->next) {
        const struct json_place here = json_place_member(place, name->data);
        if (!read_any_member(reading, &here, name->data, json_object_get_member(object, name->data),
                             error))
            return false;
    }
    return check(reading, place, error);
}

GPtrArray *figure_specs_read(const struct results_study *study, GError **error)
{
    g_autoptr(GPtrArray) specs = g_ptr_array_new_with_free_func((GDestroyNotify)figure_spec_free);
    if (!study->figures)
        return g_steal_pointer(&specs);
    const struct json_place root = json_place_root(study->file);
    const struct json_place place = json_place_member(&root, "figures");
    JsonArray *array;
    if (!json_read_array(&place, study->figures, 0, 10000, &array, error))
        return NULL;
    for (unsigned i = 0; i < json_array_get_length(array); i++) {
        const struct json_place here = json_place_index(&place, i);
        const struct reading reading = {study, figure_spec_new(CHART_BARS)};
        g_ptr_array_add(specs, reading.spec);
        if (!read_figure(&reading, &here, json_array_get_element(array, i), error))
            return NULL;
    }
    return g_steal_pointer(&specs);
}
