/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/workloads/loader/data/schema.h"
#include "base/json/strict.h"
#include "tests/workloads/loader/data/loader_fixture.h"

#include <check.h>
#include <string.h>

JsonParser *schema_parse(const char *relative)
{
    g_autofree char *path =
        g_build_filename(fixture_environment("SIMGPU_SOURCE_ROOT"), relative, NULL);
    g_autofree char *text = NULL;
    gsize length;
    g_autoptr(GError) error = NULL;
    ck_assert_msg(g_file_get_contents(path, &text, &length, &error), "%s",
                  error ? error->message : "");
    ck_assert_msg(json_strict_check(path, text, length, &error), "%s", error ? error->message : "");
    JsonParser *parser = json_parser_new();
    ck_assert(json_parser_load_from_data(parser, text, (gssize)length, NULL));
    return parser;
}

JsonObject *schema_definitions(JsonParser *parser)
{
    JsonObject *root = json_node_get_object(json_parser_get_root(parser));
    return json_object_get_object_member(root, "$defs");
}

static const struct json_shape_member *find_member(const struct json_shape *shape, const char *name)
{
    for (const struct json_shape_member *m = shape->members; m->name; m++) {
        if (strcmp(m->name, name) == 0)
            return m;
    }
    return NULL;
}

static bool is_required(JsonObject *definition, const char *name)
{
    if (!json_object_has_member(definition, "required"))
        return false;
    JsonArray *required = json_object_get_array_member(definition, "required");
    for (unsigned i = 0; i < json_array_get_length(required); i++) {
        if (strcmp(json_array_get_string_element(required, i), name) == 0)
            return true;
    }
    return false;
}

/* Exactly one member, or a oneOf of the choices. */
static bool is_choice(JsonObject *definition, const char *name)
{
    if (!json_object_has_member(definition, "oneOf"))
        return json_object_get_int_member_with_default(definition, "minProperties", 0) == 1 &&
               json_object_get_int_member_with_default(definition, "maxProperties", 0) == 1;
    JsonArray *choices = json_object_get_array_member(definition, "oneOf");
    for (unsigned i = 0; i < json_array_get_length(choices); i++) {
        if (is_required(json_array_get_object_element(choices, i), name))
            return true;
    }
    return false;
}

void schema_check_shape(JsonObject *definitions, const struct json_shape *shape)
{
    ck_assert_msg(json_object_has_member(definitions, shape->name), "no definition of %s",
                  shape->name);
    JsonObject *definition = json_object_get_object_member(definitions, shape->name);
    ck_assert(json_object_has_member(definition, "additionalProperties") &&
              !json_object_get_boolean_member(definition, "additionalProperties"));
    JsonObject *properties = json_object_get_object_member(definition, "properties");
    for (const struct json_shape_member *m = shape->members; m->name; m++) {
        ck_assert_msg(json_object_has_member(properties, m->name), "%s.%s is not in the schema",
                      shape->name, m->name);
        ck_assert_msg(is_required(definition, m->name) == (m->need == MEMBER_REQUIRED),
                      "%s.%s: required or not?", shape->name, m->name);
        ck_assert_msg(is_choice(definition, m->name) == (m->need == MEMBER_CHOICE),
                      "%s.%s: a choice or not?", shape->name, m->name);
    }
    g_autoptr(GList) names = json_object_get_members(properties);
    for (GList *name = names; name; name = name->next)
        ck_assert_msg(find_member(shape, name->data) != NULL, "the reader does not know %s.%s",
                      shape->name, (const char *)name->data);
}

void schema_check_definitions(JsonObject *definitions, const struct json_shape *(*get)(unsigned i),
                              unsigned n_shapes)
{
    g_autoptr(GList) names = json_object_get_members(definitions);
    unsigned n = 0;
    for (GList *name = names; name; name = name->next) {
        JsonObject *definition = json_object_get_object_member(definitions, name->data);
        if (!json_object_has_member(definition, "properties"))
            continue; /* no object: a name, a number, an array of steps */
        bool known = false;
        for (unsigned i = 0; i < n_shapes; i++)
            known |= strcmp(get(i)->name, name->data) == 0;
        ck_assert_msg(known, "the reader has no shape %s", (const char *)name->data);
        n++;
    }
    ck_assert_uint_eq(n, n_shapes);
}

static void walk(JsonObject *all, JsonNode *node)
{
    if (JSON_NODE_HOLDS_ARRAY(node)) {
        JsonArray *array = json_node_get_array(node);
        for (unsigned i = 0; i < json_array_get_length(array); i++)
            walk(all, json_array_get_element(array, i));
    }
    if (!JSON_NODE_HOLDS_OBJECT(node))
        return;
    JsonObject *object = json_node_get_object(node);
    g_autoptr(GList) names = json_object_get_members(object);
    for (GList *name = names; name; name = name->next) {
        JsonNode *member = json_object_get_member(object, name->data);
        if (strcmp(name->data, "$ref") != 0) {
            walk(all, member);
            continue;
        }
        const char *target = json_node_get_string(member);
        ck_assert_msg(g_str_has_prefix(target, "#/$defs/") &&
                          json_object_has_member(all, target + strlen("#/$defs/")),
                      "%s leads nowhere", target);
    }
}

void schema_check_references(JsonParser *parser)
{
    walk(schema_definitions(parser), json_parser_get_root(parser));
}
