/* SPDX-License-Identifier: BSD-3-Clause */
#include "study/study_read.h"

#include "base/input_error.h"
#include "base/json/strict.h"
#include "study/derive_read.h"
#include "study/exclude.h"
#include "study/parse.h"
#include "study/published_read.h"
#include "study/setting.h"
#include "study/shapes.h"

#include <math.h>
#include <string.h>

/* ASSUMED: more is a mistake, and no table. */
enum { POINTS_MAX = 10000 };

/* ---- axes */

static void value_free(void *data)
{
    struct study_value *value = data;
    study_setting_finish(&value->setting);
    g_free(value->label);
    g_free(value);
}

static void axis_free(void *data)
{
    struct study_axis *axis = data;
    g_ptr_array_unref(axis->values);
    g_free(axis->name);
    g_free(axis);
}

static bool read_value(struct study_axis *axis, const struct json_place *place, JsonNode *node,
                       const char *directory, GError **error)
{
    JsonObject *object;
    const char *label;
    if (!json_read_object(place, node, study_shape(STUDY_SHAPE_VALUE), &object, NULL, error) ||
        !json_read_string_member(place, object, "label", &label, error))
        return false;
    if (named_find(axis->values, label) >= 0)
        return json_place_error(place, error, "an earlier value has the label \"%s\", too", label);
    struct study_value *value = g_new0(struct study_value, 1);
    g_ptr_array_add(axis->values, value);
    value->label = g_strdup(label);
    return study_setting_read(&value->setting, place, object, directory, error);
}

static bool read_axis(struct study *study, const struct json_place *place, JsonNode *node,
                      const char *directory, GError **error)
{
    JsonObject *object;
    JsonArray *values;
    const struct json_place here = json_place_member(place, "values");
    struct study_axis *axis = g_new0(struct study_axis, 1);
    axis->values = g_ptr_array_new_with_free_func(value_free);
    bool good =
        json_read_object(place, node, study_shape(STUDY_SHAPE_AXIS), &object, NULL, error) &&
        study_parse_name(&axis->name, place, object, error) &&
        (study_axis_find(study, axis->name) < 0 ||
         json_place_error(place, error, "an earlier axis is named \"%s\", too", axis->name)) &&
        json_read_array(&here, json_object_get_member(object, "values"), 1, PARSE_ENTRIES_MAX,
                        &values, error);
    g_ptr_array_add(study->axes, axis);
    for (unsigned i = 0; good && i < json_array_get_length(values); i++) {
        const struct json_place entry = json_place_index(&here, i);
        good = read_value(axis, &entry, json_array_get_element(values, i), directory, error);
    }
    return good;
}

static bool read_axes(struct study *study, const struct json_place *root, JsonObject *object,
                      const char *directory, GError **error)
{
    const struct json_place here = json_place_member(root, "axes");
    JsonArray *axes;
    double combinations = 1;
    if (!json_read_array(&here, json_object_get_member(object, "axes"), 1, 16, &axes, error))
        return false;
    for (unsigned i = 0; i < json_array_get_length(axes); i++) {
        const struct json_place entry = json_place_index(&here, i);
        if (!read_axis(study, &entry, json_array_get_element(axes, i), directory, error))
            return false;
        const struct study_axis *axis = study->axes->pdata[i];
        combinations *= axis->values->len;
    }
    return combinations <= POINTS_MAX ||
           json_place_error(&here, error, "%.0f combinations are too many; %d are allowed",
                            combinations, POINTS_MAX);
}

/* ---- what a run must have, and from one axis only */

/* Whether a setting says it; kind: of the policy. */
typedef bool (*says_function)(const struct study_setting *setting, unsigned kind);

static bool says_platform(const struct study_setting *setting, unsigned kind)
{
    (void)kind;
    return setting->platform;
}

static bool says_work(const struct study_setting *setting, unsigned kind)
{
    (void)kind;
    return setting->workload || setting->command;
}

static bool says_policy(const struct study_setting *setting, unsigned kind)
{
    return setting->policies[kind];
}

/* The values of an axis that say it. */
static unsigned count_saying(const struct study_axis *axis, says_function says, unsigned kind)
{
    unsigned n = 0;
    for (unsigned i = 0; i < axis->values->len; i++) {
        const struct study_value *value = axis->values->pdata[i];
        n += says(&value->setting, kind);
    }
    return n;
}

/* Something that one axis at most gives; *all: every point has it. */
static bool check_one(const struct study *study, const struct json_place *root, const char *what,
                      says_function says, unsigned kind, bool *all, GError **error)
{
    const struct json_place here = json_place_member(root, "axes");
    const struct study_axis *from = NULL;
    *all = says(&study->common, kind);
    for (unsigned i = 0; i < study->axes->len; i++) {
        const struct study_axis *axis = study->axes->pdata[i];
        unsigned n = count_saying(axis, says, kind);
        if (n > 0 && from)
            return json_place_error(&here, error, "both \"%s\" and \"%s\" give the %s", from->name,
                                    axis->name, what);
        from = n > 0 ? axis : from;
        *all |= n == axis->values->len;
    }
    return true;
}

static bool check_said(const struct study *study, const struct json_place *root, GError **error)
{
    static const struct {
        const char *what;
        says_function says;
    } needed[] = {{"platform", says_platform}, {"workload or command", says_work}};
    bool all;
    for (unsigned r = 0; r < G_N_ELEMENTS(needed); r++) {
        if (!check_one(study, root, needed[r].what, needed[r].says, 0, &all, error))
            return false;
        if (!all)
            return json_place_error(root, error, "not every point has a %s", needed[r].what);
    }
    for (unsigned kind = 0; kind < POLICY_KINDS; kind++)
        if (!check_one(study, root, policy_kinds[kind]->title, says_policy, kind, &all, error))
            return false;
    return true;
}

/* ---- the rest of the top level */

static bool read_texts(struct study *study, const struct json_place *root, JsonObject *object,
                       GError **error)
{
    const char *name, *schema = NULL, *title = NULL, *description = NULL;
    const struct {
        const char *member, **value;
    } texts[] = {{"title", &title}, {"description", &description}, {"$schema", &schema}};
    if (!json_read_string_member(root, object, "name", &name, error))
        return false;
    study->name = g_strdup(name);
    for (unsigned i = 0; i < G_N_ELEMENTS(texts); i++)
        if (json_object_has_member(object, texts[i].member) &&
            !json_read_string_member(root, object, texts[i].member, texts[i].value, error))
            return false;
    study->title = g_strdup(title ? title : study->name);
    study->description = g_strdup(description);
    return true;
}

static bool read_lists(struct study *study, const struct json_place *root, JsonObject *object,
                       GError **error)
{
    JsonNode *show = json_object_get_member(object, "show");
    JsonNode *figures = json_object_get_member(object, "figures");
    JsonNode *timeout = json_object_get_member(object, "timeout_s");
    const struct json_place show_place = json_place_member(root, "show");
    const struct json_place figures_place = json_place_member(root, "figures");
    const struct json_place timeout_place = json_place_member(root, "timeout_s");
    JsonArray *array;
    if (show && !study_parse_strings(&study->show, &show_place, show, 1, error))
        return false;
    if (!show)
        study->show = g_strsplit("cycles", ",", -1);
    if (timeout && !study_parse_number(&study->timeout_s, &timeout_place, timeout, error))
        return false;
    if (figures && !json_read_array(&figures_place, figures, 0, PARSE_ENTRIES_MAX, &array, error))
        return false;
    if (figures)
        study->figures = json_node_copy(figures);
    return true;
}

static bool read_all(struct study *study, JsonNode *node, const char *directory, GError **error)
{
    const struct json_place root = json_place_root(study->file);
    const struct json_place excludes = json_place_member(&root, "exclude");
    const struct json_place derives = json_place_member(&root, "derive");
    JsonObject *object;
    return json_read_object(&root, node, study_shape(STUDY_SHAPE_STUDY), &object, NULL, error) &&
           read_texts(study, &root, object, error) &&
           study_setting_read(&study->common, &root, object, directory, error) &&
           read_axes(study, &root, object, directory, error) && check_said(study, &root, error) &&
           study_excludes_read(study, &excludes, json_object_get_member(object, "exclude"),
                               error) &&
           study_derives_read(study, &derives, json_object_get_member(object, "derive"), error) &&
           read_lists(study, &root, object, error);
}

static bool parse(struct study *study, const char *directory, GError **error)
{
    g_autoptr(JsonNode) top =
        json_strict_parse(study->file, study->text, strlen(study->text), error);
    if (!top || !read_all(study, top, directory, error))
        return false;
    g_autoptr(GPtrArray) points = study_points(study);
    const struct json_place root = json_place_root(study->file);
    const struct json_place exclude = json_place_member(&root, "exclude");
    const struct json_place published = json_place_member(&root, "published");
    return (points->len > 0 || json_place_error(&exclude, error, "no point is left")) &&
           study_published_read(study, points, &published,
                                json_object_get_member(json_node_get_object(top), "published"),
                                error);
}

static struct study *make(const char *file, char *text, const char *directory, GError **error)
{
    struct study *study = g_new0(struct study, 1);
    study->file = g_strdup(file);
    study->text = text;
    study->axes = g_ptr_array_new_with_free_func(axis_free);
    study->excludes = g_ptr_array_new_with_free_func(study_exclusion_free);
    study->derives = g_ptr_array_new_with_free_func(study_derive_free);
    study->published = g_ptr_array_new_with_free_func(study_published_free);
    if (!parse(study, directory, error))
        g_clear_pointer(&study, study_free);
    return study;
}

struct study *study_load(const char *path, GError **error)
{
    char *text;
    gsize length;
    g_autoptr(GError) reason = NULL;
    if (!g_file_get_contents(path, &text, &length, &reason)) {
        input_error_at(error, path, 0, "%s", reason->message);
        return NULL;
    }
    g_autofree char *absolute = g_canonicalize_filename(path, NULL);
    g_autofree char *directory = g_path_get_dirname(absolute);
    if (strlen(text) != length) {
        g_free(text);
        input_error_at(error, path, 0, "this is not UTF-8 text");
        return NULL;
    }
    return make(path, text, directory, error);
}

struct study *study_parse(const char *file, const char *text, GError **error)
{
    return make(file, g_strdup(text), NULL, error);
}

void study_free(struct study *study)
{
    if (!study)
        return;
    g_ptr_array_unref(study->axes);
    g_ptr_array_unref(study->excludes);
    g_ptr_array_unref(study->derives);
    g_ptr_array_unref(study->published);
    study_setting_finish(&study->common);
    g_clear_pointer(&study->figures, json_node_unref);
    g_strfreev(study->show);
    g_free(study->name);
    g_free(study->title);
    g_free(study->description);
    g_free(study->text);
    g_free(study->file);
    g_free(study);
}
