/* SPDX-License-Identifier: BSD-3-Clause */
#include "offload/model_file.h"
#include "base/json/members.h"
#include "base/json/reader.h"
#include "base/json/strict.h"
#include <math.h>
#include <string.h>

static const struct json_shape model_shape = {
    "model",
    {REQUIRED("target"), REQUIRED("features"), REQUIRED("terms"), OPTIONAL("source"),
     OPTIONAL("train"), OPTIONAL("test"), OPTIONAL("rows"), OPTIONAL("r_squared")}};
static const struct json_shape term_shape = {"term",
                                             {REQUIRED("factors"), REQUIRED("coefficient")}};

/* ---- reading ----------------------------------------------------------------------------------
 */

static int find_name(const GPtrArray *names, const char *name)
{
    for (guint i = 0; i < names->len; i++)
        if (strcmp(names->pdata[i], name) == 0)
            return (int)i;
    return -1;
}

/* Appends the strings of member `name`, no two of which may be equal. */
static bool read_names(const struct json_place *parent, JsonObject *object, const char *name,
                       unsigned min, unsigned max, GPtrArray *out, GError **error)
{
    const struct json_place place = json_place_member(parent, name);
    JsonArray *array;
    if (!json_object_has_member(object, name))
        return true;
    if (!json_read_array(&place, json_object_get_member(object, name), min, max, &array, error))
        return false;
    for (guint i = 0; i < json_array_get_length(array); i++) {
        const struct json_place here = json_place_index(&place, i);
        const char *text;
        if (!json_read_string(&here, json_array_get_element(array, i), &text, error))
            return false;
        if (find_name(out, text) >= 0)
            return json_place_error(&here, error, "\"%s\" is given twice", text);
        g_ptr_array_add(out, g_strdup(text));
    }
    return true;
}

static bool read_number(const struct json_place *parent, JsonObject *object, const char *name,
                        double *out, GError **error)
{
    const struct json_place place = json_place_member(parent, name);
    JsonNode *node = json_object_get_member(object, name);
    if (!node || (JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) != G_TYPE_BOOLEAN &&
                  json_number_of(node, out)))
        return true;
    return json_place_error(&place, error, "expected a number, found %s", json_type_name(node));
}

static bool read_factors(const struct json_place *parent, JsonObject *object,
                         const struct linear_model *model, struct linear_term *term, GError **error)
{
    const struct json_place place = json_place_member(parent, "factors");
    JsonArray *array;
    if (!json_read_array(&place, json_object_get_member(object, "factors"), 1, 2, &array, error))
        return false;
    for (guint i = 0; i < json_array_get_length(array); i++) {
        const struct json_place here = json_place_index(&place, i);
        const char *name;
        if (!json_read_string(&here, json_array_get_element(array, i), &name, error))
            return false;
        term->factor[i] = find_name(model->features, name);
        if (term->factor[i] < 0)
            return json_place_error(&here, error, "\"%s\" is not among the features", name);
    }
    return true;
}

static bool is_same_term(const struct linear_term *a, const struct linear_term *b)
{
    return (a->factor[0] == b->factor[0] && a->factor[1] == b->factor[1]) ||
           (a->factor[0] == b->factor[1] && a->factor[1] == b->factor[0]);
}

static bool read_term(const struct json_place *place, JsonNode *node, struct linear_model *model,
                      GError **error)
{
    struct linear_term term = {.factor = {-1, -1}};
    JsonObject *object;
    if (!json_read_object(place, node, &term_shape, &object, NULL, error) ||
        !read_factors(place, object, model, &term, error) ||
        !read_number(place, object, "coefficient", &term.coefficient, error))
        return false;
    for (guint i = 0; i < model->terms->len; i++)
        if (is_same_term(&term, &g_array_index(model->terms, struct linear_term, i)))
            return json_place_error(place, error, "term %u has the same factors", i);
    g_array_append_val(model->terms, term);
    return true;
}

static bool read_terms(const struct json_place *root, JsonObject *object,
                       struct linear_model *model, GError **error)
{
    const struct json_place place = json_place_member(root, "terms");
    JsonArray *array;
    if (!json_read_array(&place, json_object_get_member(object, "terms"), 1, 1024, &array, error))
        return false;
    for (guint i = 0; i < json_array_get_length(array); i++) {
        const struct json_place here = json_place_index(&place, i);
        if (!read_term(&here, json_array_get_element(array, i), model, error))
            return false;
    }
    return true;
}

static bool read_origin(const struct json_place *root, JsonObject *object,
                        struct linear_model *model, GError **error)
{
    struct linear_model_origin *origin = &model->origin;
    const char *source = NULL;
    double rows = 0;
    if (json_object_has_member(object, "source") &&
        !json_read_string_member(root, object, "source", &source, error))
        return false;
    origin->source = g_strdup(source);
    if (!read_names(root, object, "train", 0, 100000, origin->train, error) ||
        !read_names(root, object, "test", 0, 100000, origin->test, error) ||
        !read_number(root, object, "rows", &rows, error) ||
        !read_number(root, object, "r_squared", &origin->r_squared, error))
        return false;
    if (rows < 0 || rows > 1e9 || floor(rows) != rows) {
        const struct json_place place = json_place_member(root, "rows");
        return json_place_error(&place, error, "expected a whole number");
    }
    origin->n_rows = (unsigned)rows;
    return true;
}

/* node: NULL is an error that has been set. */
static struct linear_model *read_model(const char *file, JsonNode *node, GError **error)
{
    const struct json_place root = json_place_root(file);
    JsonObject *object;
    const char *target;
    if (!node || !json_read_object(&root, node, &model_shape, &object, NULL, error) ||
        !json_read_string_member(&root, object, "target", &target, error))
        return NULL;
    struct linear_model *model = linear_model_new_empty(target);
    if (!read_names(&root, object, "features", 1, LINEAR_MODEL_MAX_FEATURES, model->features,
                    error) ||
        !read_terms(&root, object, model, error) || !read_origin(&root, object, model, error)) {
        linear_model_free(model);
        return NULL;
    }
    return model;
}

struct linear_model *model_file_load(const char *file, GError **error)
{
    g_autoptr(JsonNode) node = json_strict_load(file, error);
    return read_model(file, node, error);
}

struct linear_model *model_file_parse(const char *file, const char *text, GError **error)
{
    g_autoptr(JsonNode) node = json_strict_parse(file, text, strlen(text), error);
    return read_model(file, node, error);
}

/* ---- writing ----------------------------------------------------------------------------------
 * By hand, a term a line.
 */

static void add_text(GString *out, const char *text)
{
    g_string_append_c(out, '"');
    for (; *text; text++) {
        if ((unsigned char)*text < ' ')
            g_string_append_printf(out, "\\u%04x", (unsigned char)*text);
        else
            g_string_append_printf(out, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    }
    g_string_append_c(out, '"');
}

static void add_member(GString *out, const char *name)
{
    g_string_append(out, out->len > 2 ? ",\n  " : "  ");
    add_text(out, name);
    g_string_append(out, ": ");
}

static void add_number(GString *out, double value)
{
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append(out, g_ascii_dtostr(digits, sizeof digits, value));
}

static void add_names(GString *out, const char *member, const GPtrArray *names)
{
    add_member(out, member);
    g_string_append_c(out, '[');
    for (guint i = 0; i < names->len; i++) {
        g_string_append(out, i > 0 ? ", " : "");
        add_text(out, names->pdata[i]);
    }
    g_string_append_c(out, ']');
}

static void add_term(GString *out, const struct linear_model *model, const struct linear_term *term)
{
    g_string_append(out, "    {\"factors\": [");
    for (unsigned i = 0; i < 2 && term->factor[i] >= 0; i++) {
        g_string_append(out, i > 0 ? ", " : "");
        add_text(out, model->features->pdata[term->factor[i]]);
    }
    g_string_append(out, "], \"coefficient\": ");
    add_number(out, term->coefficient);
    g_string_append_c(out, '}');
}

static void add_origin(GString *out, const struct linear_model_origin *origin)
{
    if (origin->source) {
        add_member(out, "source");
        add_text(out, origin->source);
    }
    if (origin->n_rows == 0)
        return;
    add_names(out, "train", origin->train);
    add_names(out, "test", origin->test);
    add_member(out, "rows");
    g_string_append_printf(out, "%u", origin->n_rows);
    if (!isfinite(origin->r_squared)) /* all values are equal: there is none */
        return;
    add_member(out, "r_squared");
    add_number(out, origin->r_squared);
}

char *model_file_text(const struct linear_model *model)
{
    GString *out = g_string_new("{\n");
    add_member(out, "target");
    add_text(out, model->target);
    add_names(out, "features", model->features);
    add_member(out, "terms");
    g_string_append(out, "[\n");
    for (guint i = 0; i < model->terms->len; i++) {
        g_string_append(out, i > 0 ? ",\n" : "");
        add_term(out, model, &g_array_index(model->terms, struct linear_term, i));
    }
    g_string_append(out, "\n  ]");
    add_origin(out, &model->origin);
    g_string_append(out, "\n}\n");
    return g_string_free(out, FALSE);
}
