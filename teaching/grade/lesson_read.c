/* SPDX-License-Identifier: BSD-3-Clause */
#include "teaching/grade/lesson_read.h"
#include "base/json/reader.h"
#include "base/json/strict.h"
#include <math.h>
#include <string.h>

/* More would hardly be a lesson. ASSUMED. */
enum { MOST_CHOICES = 10000, MOST_LISTED = 200 };

static const struct json_shape lesson_shape = {
    "lesson",
    {REQUIRED("title"), REQUIRED("minutes"), OPTIONAL("parameters"), OPTIONAL("defaults"),
     OPTIONAL("runs"), OPTIONAL("given"), REQUIRED("checks")}};
static const struct json_shape given_shape = {
    "given", {REQUIRED("name"), REQUIRED("value"), REQUIRED("meaning")}};
static const struct json_shape parameter_shape = {
    "parameter",
    {REQUIRED("default"), REQUIRED("meaning"), OPTIONAL("from"), OPTIONAL("least"),
     OPTIONAL("most"), OPTIONAL("step"), OPTIONAL("hidden")}};
static const struct json_shape run_shape = {
    "run", {OPTIONAL("platform"), OPTIONAL("workload"), OPTIONAL("options"), OPTIONAL("plugin")}};
static const struct json_shape defaults_shape = {
    "defaults", {OPTIONAL("platform"), OPTIONAL("workload"), OPTIONAL("options")}};
static const struct json_shape check_shape = {
    "check",
    {CHOICE("answer"), CHOICE("name"), OPTIONAL("question"), OPTIONAL("choices"),
     OPTIONAL("expected"), OPTIONAL("holds"), OPTIONAL("tolerance"), REQUIRED("points"),
     REQUIRED("reveal")}};

/* ---- values ---------------------------------------------------------------------------------- */

static bool read_number_at(const struct json_place *place, JsonNode *node, double *out,
                           GError **error)
{
    const GType type =
        JSON_NODE_HOLDS_VALUE(node) ? json_node_get_value_type(node) : G_TYPE_INVALID;
    if (type != G_TYPE_INT64 && type != G_TYPE_DOUBLE)
        return json_place_error(place, error, "expected a number, found %s", json_type_name(node));
    *out = json_node_get_double(node);
    if (type == G_TYPE_INT64)
        *out = (double)json_node_get_int(node);
    return true;
}

static bool read_number(const struct json_place *parent, JsonObject *object, const char *member,
                        double *out, GError **error)
{
    const struct json_place place = json_place_member(parent, member);
    return read_number_at(&place, json_object_get_member(object, member), out, error);
}

static bool read_text(const struct json_place *parent, JsonObject *object, const char *member,
                      char **out, GError **error)
{
    const char *text;
    if (!json_object_has_member(object, member))
        return true;
    if (!json_read_string_member(parent, object, member, &text, error))
        return false;
    *out = g_strdup(text);
    return true;
}

static bool read_boolean(const struct json_place *parent, JsonObject *object, const char *member,
                         bool *out, GError **error)
{
    if (!json_object_has_member(object, member))
        return true;
    const struct json_place place = json_place_member(parent, member);
    JsonNode *node = json_object_get_member(object, member);
    if (!JSON_NODE_HOLDS_VALUE(node) || json_node_get_value_type(node) != G_TYPE_BOOLEAN)
        return json_place_error(&place, error, "expected true or false, found %s",
                                json_type_name(node));
    *out = json_node_get_boolean(node);
    return true;
}

/* Appends the texts of an array, if the member is there. */
static bool read_texts(const struct json_place *parent, JsonObject *object, const char *member,
                       GPtrArray *texts, GError **error)
{
    JsonArray *array;
    const struct json_place place = json_place_member(parent, member);
    if (!json_object_has_member(object, member))
        return true;
    if (!json_read_array(&place, json_object_get_member(object, member), 0, MOST_LISTED, &array,
                         error))
        return false;
    for (guint i = 0; i < json_array_get_length(array); i++) {
        const struct json_place at = json_place_index(&place, i);
        const char *text;
        if (!json_read_string(&at, json_array_get_element(array, i), &text, error))
            return false;
        g_ptr_array_add(texts, g_strdup(text));
    }
    return true;
}

/* ---- parameters ------------------------------------------------------------------------------ */

static bool read_from(const struct json_place *parent, JsonObject *object,
                      struct lesson_parameter *parameter, GError **error)
{
    JsonArray *array;
    const struct json_place place = json_place_member(parent, "from");
    if (!json_read_array(&place, json_object_get_member(object, "from"), 1, MOST_LISTED, &array,
                         error))
        return false;
    parameter->n_choices = json_array_get_length(array);
    parameter->choices = g_new0(double, parameter->n_choices);
    for (guint i = 0; i < parameter->n_choices; i++) {
        const struct json_place at = json_place_index(&place, i);
        if (!read_number_at(&at, json_array_get_element(array, i), &parameter->choices[i], error))
            return false;
    }
    return true;
}

static bool read_range(const struct json_place *place, JsonObject *object,
                       struct lesson_parameter *parameter, GError **error)
{
    double least, most, step = 1;
    if (!json_object_has_member(object, "least") || !json_object_has_member(object, "most"))
        return json_place_error(place, error, "expected \"from\", or \"least\" and \"most\"");
    if (!read_number(place, object, "least", &least, error) ||
        !read_number(place, object, "most", &most, error) ||
        (json_object_has_member(object, "step") &&
         !read_number(place, object, "step", &step, error)))
        return false;
    if (!(step > 0) || !(most >= least) || (most - least) / step >= MOST_CHOICES)
        return json_place_error(
            place, error, "\"least\", \"most\" and \"step\" give no list of at most %d values",
            MOST_CHOICES);
    parameter->n_choices = (unsigned)floor((most - least) / step + 1e-9) + 1;
    parameter->choices = g_new0(double, parameter->n_choices);
    for (unsigned i = 0; i < parameter->n_choices; i++)
        parameter->choices[i] = least + i * step;
    return true;
}

static bool read_parameter(const struct json_place *place, JsonNode *node, const char *name,
                           struct lesson *lesson, GError **error)
{
    JsonObject *object;
    if (!json_read_object(place, node, &parameter_shape, &object, NULL, error))
        return false;
    struct lesson_parameter *parameter = g_new0(struct lesson_parameter, 1);
    g_ptr_array_add(lesson->parameters, parameter);
    parameter->name = g_strdup(name);
    return read_number(place, object, "default", &parameter->value, error) &&
           read_text(place, object, "meaning", &parameter->meaning, error) &&
           read_boolean(place, object, "hidden", &parameter->hidden, error) &&
           (json_object_has_member(object, "from") ? read_from(place, object, parameter, error)
                                                   : read_range(place, object, parameter, error));
}

/* ---- runs ------------------------------------------------------------------------------------ */

/* "answer: NAME" is a platform that the student writes. */
static void take_machine(struct lesson_run *run)
{
    static const char start[] = "answer: ";
    if (!run->platform || !g_str_has_prefix(run->platform, start))
        return;
    run->machine = g_strdup(run->platform + strlen(start));
    g_clear_pointer(&run->platform, g_free);
}

/* What is a file beside lesson.json is that file; anything else is a name of simgpu's. */
static void make_path(const struct lesson *lesson, char **text)
{
    if (!*text || g_path_is_absolute(*text))
        return;
    char *path = g_build_filename(lesson->folder, *text, NULL);
    if (strpbrk(*text, "/.")) {
        g_free(*text);
        *text = path;
    } else {
        g_free(path);
    }
}

static bool read_run(const struct json_place *place, JsonNode *node, const char *name,
                     const struct lesson_run *defaults, struct lesson *lesson, GError **error)
{
    JsonObject *object;
    if (!json_read_object(place, node, defaults ? &run_shape : &defaults_shape, &object, NULL,
                          error))
        return false;
    struct lesson_run *run = g_new0(struct lesson_run, 1);
    g_ptr_array_add(lesson->runs, run);
    run->name = g_strdup(name);
    GPtrArray *options = g_ptr_array_new();
    for (char **option = defaults ? defaults->options : NULL; option && *option; option++)
        g_ptr_array_add(options, g_strdup(*option));
    const bool good = read_text(place, object, "platform", &run->platform, error) &&
                      read_text(place, object, "workload", &run->workload, error) &&
                      read_texts(place, object, "options", options, error) &&
                      read_text(place, object, "plugin", &run->plugin, error);
    g_ptr_array_add(options, NULL);
    run->options = (char **)g_ptr_array_free(options, FALSE);
    take_machine(run);
    make_path(lesson, &run->platform);
    make_path(lesson, &run->workload);
    if (!good || !defaults)
        return good;
    if (!run->platform && !run->machine)
        run->platform = g_strdup(defaults->platform);
    if (!run->workload)
        run->workload = g_strdup(defaults->workload);
    const bool on_machine = run->platform || run->machine;
    return (on_machine && run->workload) || json_place_error(place, error, "the run has no %s",
                                                             on_machine ? "workload" : "platform");
}

/* ---- checks ---------------------------------------------------------------------------------- */

static bool read_tolerance(const struct json_place *place, JsonObject *object,
                           struct lesson_check *check, GError **error)
{
    g_autofree char *text = NULL;
    if (!read_text(place, object, "tolerance", &text, error))
        return false;
    if (!text)
        return true;
    char *end;
    check->tolerance = g_ascii_strtod(text, &end);
    while (*end == ' ')
        end++;
    check->relative = *end == '%';
    if (check->relative)
        check->tolerance /= 100;
    if (end == text || end[check->relative ? 1 : 0] != '\0' || !(check->tolerance >= 0))
        return json_place_error(place, error, "a tolerance is like \"0\", \"0.5\" or \"2 %%\"");
    return true;
}

static bool read_choices(const struct json_place *place, JsonObject *object,
                         struct lesson_check *check, GError **error)
{
    static const char start[] = "choice: ";
    GPtrArray *words = g_ptr_array_new();
    const bool good = read_texts(place, object, "choices", words, error);
    g_ptr_array_add(words, NULL);
    check->choices = (char **)g_ptr_array_free(words, FALSE);
    if (!good)
        return false;
    if (!check->expected || !g_str_has_prefix(check->expected, start))
        return json_place_error(place, error, "\"expected\" must be \"choice: WORD\"");
    memmove(check->expected, check->expected + strlen(start),
            strlen(check->expected) - strlen(start) + 1);
    return g_strv_contains((const char *const *)check->choices, check->expected) ||
           json_place_error(place, error, "\"%s\" is none of the choices", check->expected);
}

static bool read_check(const struct json_place *place, JsonNode *node, struct lesson *lesson,
                       GError **error)
{
    JsonObject *object;
    const char *choice;
    if (!json_read_object(place, node, &check_shape, &object, &choice, error))
        return false;
    struct lesson_check *check = g_new0(struct lesson_check, 1);
    g_ptr_array_add(lesson->checks, check);
    const bool answers = strcmp(choice, "answer") == 0;
    if (!read_text(place, object, "answer", &check->answer, error) ||
        !read_text(place, object, answers ? "question" : "name", &check->title, error) ||
        !read_text(place, object, "expected", &check->expected, error) ||
        !read_text(place, object, "holds", &check->holds, error) ||
        !read_tolerance(place, object, check, error) ||
        !read_number(place, object, "points", &check->points, error) ||
        !read_boolean(place, object, "reveal", &check->reveal, error))
        return false;
    if (!(check->points > 0))
        return json_place_error(place, error, "a check is worth more than 0 points");
    if (answers && (!check->title || !check->expected || check->holds))
        return json_place_error(place, error,
                                "an answer wants \"question\" and \"expected\", and no \"holds\"");
    if (!answers && (!check->holds || check->expected))
        return json_place_error(place, error, "a check with a name wants \"holds\" alone");
    return !json_object_has_member(object, "choices") || read_choices(place, object, check, error);
}

/* ---- the file -------------------------------------------------------------------------------- */

typedef bool read_named(const struct json_place *place, JsonNode *node, const char *name,
                        struct lesson *lesson, GError **error);

static bool read_all(const struct json_place *root, JsonObject *object, const char *member,
                     read_named *read, struct lesson *lesson, GError **error)
{
    JsonObject *map;
    g_autoptr(GList) names = NULL;
    const struct json_place place = json_place_member(root, member);
    if (!json_object_has_member(object, member))
        return true;
    if (!json_read_map(&place, json_object_get_member(object, member), &map, &names, error))
        return false;
    for (GList *name = names; name; name = name->next) {
        const struct json_place at = json_place_member(&place, name->data);
        if (!read(&at, json_object_get_member(map, name->data), name->data, lesson, error))
            return false;
    }
    return true;
}

/* The defaults, if there are any, are the first of the runs while the others are read. */
static bool read_run_after(const struct json_place *place, JsonNode *node, const char *name,
                           struct lesson *lesson, GError **error)
{
    return read_run(place, node, name, lesson->runs->pdata[0], lesson, error);
}

static bool read_runs(const struct json_place *root, JsonObject *object, struct lesson *lesson,
                      GError **error)
{
    g_autoptr(JsonNode) nothing = json_node_init_object(json_node_alloc(), json_object_new());
    const struct json_place place = json_place_member(root, "defaults");
    JsonNode *defaults = json_object_has_member(object, "defaults")
                             ? json_object_get_member(object, "defaults")
                             : nothing;
    const bool good = read_run(&place, defaults, "defaults", NULL, lesson, error) &&
                      read_all(root, object, "runs", read_run_after, lesson, error);
    if (lesson->runs->len > 0)
        g_ptr_array_remove_index(lesson->runs, 0);
    return good;
}

static bool read_given(const struct json_place *root, JsonObject *object, struct lesson *lesson,
                       GError **error)
{
    JsonArray *array;
    const struct json_place place = json_place_member(root, "given");
    if (!json_object_has_member(object, "given"))
        return true;
    if (!json_read_array(&place, json_object_get_member(object, "given"), 1, MOST_LISTED, &array,
                         error))
        return false;
    for (guint i = 0; i < json_array_get_length(array); i++) {
        const struct json_place at = json_place_index(&place, i);
        JsonObject *row;
        if (!json_read_object(&at, json_array_get_element(array, i), &given_shape, &row, NULL,
                              error))
            return false;
        struct lesson_given *given = g_new0(struct lesson_given, 1);
        g_ptr_array_add(lesson->given, given);
        if (!read_text(&at, row, "name", &given->name, error) ||
            !read_text(&at, row, "value", &given->value, error) ||
            !read_text(&at, row, "meaning", &given->meaning, error))
            return false;
    }
    return true;
}

static bool read_checks(const struct json_place *root, JsonObject *object, struct lesson *lesson,
                        GError **error)
{
    JsonArray *array;
    const struct json_place place = json_place_member(root, "checks");
    if (!json_read_array(&place, json_object_get_member(object, "checks"), 1, MOST_LISTED, &array,
                         error))
        return false;
    for (guint i = 0; i < json_array_get_length(array); i++) {
        const struct json_place at = json_place_index(&place, i);
        if (!read_check(&at, json_array_get_element(array, i), lesson, error))
            return false;
    }
    return true;
}

bool lesson_read(struct lesson *lesson, JsonNode *node, GError **error)
{
    JsonObject *object;
    const struct json_place root = json_place_root(lesson->file);
    return json_read_object(&root, node, &lesson_shape, &object, NULL, error) &&
           read_text(&root, object, "title", &lesson->title, error) &&
           read_number(&root, object, "minutes", &lesson->minutes, error) &&
           read_all(&root, object, "parameters", read_parameter, lesson, error) &&
           read_runs(&root, object, lesson, error) && read_given(&root, object, lesson, error) &&
           read_checks(&root, object, lesson, error);
}

struct lesson *lesson_load(const char *path, GError **error)
{
    const bool folder = g_file_test(path, G_FILE_TEST_IS_DIR);
    g_autofree char *file = folder ? g_build_filename(path, "lesson.json", NULL) : g_strdup(path);
    g_autofree char *where = g_path_get_dirname(file);
    g_autoptr(JsonNode) node = json_strict_load(file, error);
    if (!node)
        return NULL;
    struct lesson *lesson = lesson_new(where, file);
    if (lesson_read(lesson, node, error))
        return lesson;
    lesson_free(lesson);
    return NULL;
}
