/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/suite/suite_list.h"
#include "base/json/reader.h"
#include "base/json/strict.h"

#include <glib.h>
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

static bool read_text(const struct json_place *place, JsonObject *object, const char *member,
                      char **out, GError **error)
{
    const char *text;
    if (!json_read_string_member(place, object, member, &text, error))
        return false;
    *out = g_strdup(text);
    return true;
}

/* Words of a command line, which may be none. */
static bool read_words(const struct json_place *place, JsonObject *object, const char *member,
                       char ***out, GError **error)
{
    const struct json_place here = json_place_member(place, member);
    JsonArray *array;
    if (!json_read_array(&here, json_object_get_member(object, member), 0, G_MAXUINT, &array,
                         error))
        return false;
    g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
    for (guint i = 0; i < json_array_get_length(array); i++) {
        const struct json_place at = json_place_index(&here, i);
        const char *word;
        if (!json_read_string(&at, json_array_get_element(array, i), &word, error))
            return false;
        g_strv_builder_add(builder, word);
    }
    *out = g_strv_builder_end(builder);
    return true;
}

typedef bool (*element_reader)(const struct json_place *place, JsonNode *node, GPtrArray *out,
                               GError **error);

/* An array: each element goes to read(), with out. */
static bool read_each(const struct json_place *place, JsonObject *object, const char *member,
                      element_reader read, GPtrArray *out, GError **error)
{
    const struct json_place here = json_place_member(place, member);
    JsonArray *array;
    if (!json_read_array(&here, json_object_get_member(object, member), 0, G_MAXUINT, &array,
                         error))
        return false;
    for (guint i = 0; i < json_array_get_length(array); i++) {
        const struct json_place at = json_place_index(&here, i);
        if (!read(&at, json_array_get_element(array, i), out, error))
            return false;
    }
    return true;
}

static const struct json_shape list_shape = {"suite",
                                             {OPTIONAL("description"), REQUIRED("programs")}};
static const struct json_shape program_shape = {
    "program",
    {REQUIRED("name"), REQUIRED("abbreviation"), REQUIRED("summary"), REQUIRED("papers"),
     REQUIRED("tiny"), REQUIRED("default"), REQUIRED("large")}};
static const struct json_shape paper_shape = {
    "paper", {REQUIRED("paper"), REQUIRED("name"), REQUIRED("category"), REQUIRED("where")}};

static bool read_paper(const struct json_place *place, JsonNode *node, GPtrArray *papers,
                       GError **error)
{
    JsonObject *object;
    if (!json_read_object(place, node, &paper_shape, &object, NULL, error))
        return false;
    struct suite_paper *paper = g_new0(struct suite_paper, 1);
    g_ptr_array_add(papers, paper);
    return read_text(place, object, "paper", &paper->paper, error) &&
           read_text(place, object, "name", &paper->name, error) &&
           read_text(place, object, "category", &paper->category, error) &&
           read_text(place, object, "where", &paper->where, error);
}

static bool read_program(const struct json_place *place, JsonNode *node, GPtrArray *list,
                         GError **error)
{
    JsonObject *object;
    if (!json_read_object(place, node, &program_shape, &object, NULL, error))
        return false;
    struct suite_program *program = g_new0(struct suite_program, 1);
    program->papers = g_ptr_array_new_with_free_func(paper_free);
    g_ptr_array_add(list, program);
    bool good = read_text(place, object, "name", &program->name, error) &&
                read_text(place, object, "abbreviation", &program->abbreviation, error) &&
                read_text(place, object, "summary", &program->summary, error) &&
                read_each(place, object, "papers", read_paper, program->papers, error);
    for (unsigned size = 0; size < SUITE_SIZES && good; size++)
        good = read_words(place, object, suite_size_names[size], &program->arguments[size], error);
    return good;
}

GPtrArray *suite_list_read(const char *path, GError **error)
{
    const struct json_place root = json_place_root(path);
    g_autoptr(JsonNode) node = json_strict_load(path, error);
    JsonObject *object;
    if (!node || !json_read_object(&root, node, &list_shape, &object, NULL, error))
        return NULL;
    g_autoptr(GPtrArray) list = g_ptr_array_new_with_free_func(program_free);
    return read_each(&root, object, "programs", read_program, list, error) ? g_steal_pointer(&list)
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
