/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/suite/suite_list.h"
#include "base/input_error.h"

#include <json-glib/json-glib.h>
#include <string.h>

const char *const suite_size_names[SUITE_SIZES] = {"tiny", "default", "large"};

bool suite_size_parse(enum suite_size *size, const char *name, GError **error)
{
    for (unsigned i = 0; i < SUITE_SIZES; i++)
        if (strcmp(name, suite_size_names[i]) == 0) {
            *size = (enum suite_size)i;
            return true;
        }
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "there is no size \"%s\"; sizes are tiny, default and large", name);
    return false;
}

static void paper_free(void *data)
{
    struct suite_paper *paper = data;
    g_free(paper->paper);
    g_free(paper->name);
    g_free(paper->category);
    g_free(paper->where);
    g_free(paper);
}

static void program_free(void *data)
{
    struct suite_program *program = data;
    g_free(program->name);
    g_free(program->abbreviation);
    g_free(program->summary);
    g_ptr_array_unref(program->papers);
    for (unsigned size = 0; size < SUITE_SIZES; size++)
        g_strfreev(program->arguments[size]);
    g_free(program);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* An object of the file, and where it is: "programs[3].papers[0]". */
struct place {
    const char *file, *path;
    JsonObject *object;
};

static bool read_text(const struct place *at, const char *member, char **text, GError **error)
{
    JsonNode *node = json_object_get_member(at->object, member);
    if (!node || json_node_get_value_type(node) != G_TYPE_STRING)
        return input_error_in(error, at->file, at->path, "expected a string \"%s\"", member);
    *text = json_node_dup_string(node);
    return true;
}

static bool read_strings(const struct place *at, const char *member, char ***texts, GError **error)
{
    JsonNode *node = json_object_get_member(at->object, member);
    JsonArray *array = node && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
    guint n = array ? json_array_get_length(array) : 0;
    g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
    bool good = array != NULL;
    for (guint i = 0; i < n; i++) {
        JsonNode *element = json_array_get_element(array, i);
        good = good && json_node_get_value_type(element) == G_TYPE_STRING;
        if (good)
            g_strv_builder_add(builder, json_node_get_string(element));
    }
    if (!good)
        return input_error_in(error, at->file, at->path, "expected an array of strings \"%s\"",
                              member);
    *texts = g_strv_builder_end(builder);
    return true;
}

/* An array of objects: each one goes to read(), with out. */
static bool read_objects(const struct place *at, const char *member,
                         bool (*read)(const struct place *at, GPtrArray *out, GError **error),
                         GPtrArray *out, GError **error)
{
    JsonNode *node = json_object_get_member(at->object, member);
    if (!node || !JSON_NODE_HOLDS_ARRAY(node))
        return input_error_in(error, at->file, at->path, "expected an array \"%s\"", member);
    JsonArray *array = json_node_get_array(node);
    for (guint i = 0; i < json_array_get_length(array); i++) {
        JsonNode *element = json_array_get_element(array, i);
        g_autofree char *path =
            g_strdup_printf("%s%s%s[%u]", at->path, *at->path ? "." : "", member, i);
        if (!JSON_NODE_HOLDS_OBJECT(element))
            return input_error_in(error, at->file, path, "expected an object");
        const struct place inner = {at->file, path, json_node_get_object(element)};
        if (!read(&inner, out, error))
            return false;
    }
    return true;
}

static bool read_paper(const struct place *at, GPtrArray *papers, GError **error)
{
    struct suite_paper *paper = g_new0(struct suite_paper, 1);
    g_ptr_array_add(papers, paper);
    return read_text(at, "paper", &paper->paper, error) &&
           read_text(at, "name", &paper->name, error) &&
           read_text(at, "category", &paper->category, error) &&
           read_text(at, "where", &paper->where, error);
}

static bool read_program(const struct place *at, GPtrArray *list, GError **error)
{
    struct suite_program *program = g_new0(struct suite_program, 1);
    program->papers = g_ptr_array_new_with_free_func(paper_free);
    g_ptr_array_add(list, program);
    bool good = read_text(at, "name", &program->name, error) &&
                read_text(at, "abbreviation", &program->abbreviation, error) &&
                read_text(at, "summary", &program->summary, error) &&
                read_objects(at, "papers", read_paper, program->papers, error);
    for (unsigned size = 0; size < SUITE_SIZES && good; size++)
        good = read_strings(at, suite_size_names[size], &program->arguments[size], error);
    return good;
}

GPtrArray *suite_list_read(const char *path, GError **error)
{
    g_autoptr(JsonParser) parser = json_parser_new_immutable();
    if (!json_parser_load_from_file(parser, path, error))
        return NULL;
    JsonNode *root = json_parser_get_root(parser);
    if (!root || !JSON_NODE_HOLDS_OBJECT(root)) {
        input_error_in(error, path, "", "expected an object");
        return NULL;
    }
    const struct place top = {path, "", json_node_get_object(root)};
    g_autoptr(GPtrArray) list = g_ptr_array_new_with_free_func(program_free);
    return read_objects(&top, "programs", read_program, list, error) ? g_steal_pointer(&list)
                                                                     : NULL;
}

/* ---- finding --------------------------------------------------------------------------------- */

const struct suite_program *suite_list_find(const GPtrArray *list, const char *name, GError **error)
{
    g_autoptr(GString) known = g_string_new(NULL);
    for (guint i = 0; i < list->len; i++) {
        const struct suite_program *program = list->pdata[i];
        if (strcmp(program->name, name) == 0 ||
            g_ascii_strcasecmp(program->abbreviation, name) == 0)
            return program;
        g_string_append_printf(known, "%s%s (%s)", i > 0 ? ", " : "", program->name,
                               program->abbreviation);
    }
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "there is no program \"%s\"; there are %s", name, known->str);
    return NULL;
}
