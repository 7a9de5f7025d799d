/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/suite/suite_study.h"
#include "base/json/text.h"

#include <json-glib/json-glib.h>
#include <string.h>

static void add_text(JsonBuilder *json, const char *name, const char *text)
{
    json_builder_set_member_name(json, name);
    json_builder_add_string_value(json, text);
}

static void add_list(JsonBuilder *json, const char *name, const GPtrArray *texts)
{
    json_builder_set_member_name(json, name);
    json_builder_begin_array(json);
    for (guint i = 0; i < texts->len; i++)
        json_builder_add_string_value(json, texts->pdata[i]);
    json_builder_end_array(json);
}

/* ---- options of simgpu: a study has members of its own for some of them */

struct sorted {
    GPtrArray *set, *plugins, *options;
    JsonObject *policy;
};

/* Behind "NAME=" in the word, or the next word. NULL: the word is another option. */
static const char *value_of(const char *const **word, const char *name)
{
    gsize length = strlen(name);
    if (strncmp(**word, name, length) != 0)
        return NULL;
    if ((**word)[length] == '=')
        return **word + length + 1;
    if ((**word)[length] != '\0' || !(*word)[1])
        return NULL;
    ++*word;
    return **word;
}

static void sort_option(struct sorted *sorted, const char *const **word)
{
    const char *value;
    if ((value = value_of(word, "--set"))) {
        g_ptr_array_add(sorted->set, (char *)value);
    } else if ((value = value_of(word, "--plugin"))) {
        g_ptr_array_add(sorted->plugins, g_canonicalize_filename(value, NULL));
    } else if ((value = value_of(word, "--scheduler"))) {
        json_object_set_string_member(sorted->policy, "warp_scheduler", value);
    } else if ((value = value_of(word, "--policy"))) {
        g_auto(GStrv) parts = g_strsplit(value, "=", 2);
        if (parts[0])
            json_object_set_string_member(sorted->policy, parts[0], parts[1] ? parts[1] : "");
    } else if (strcmp(**word, "--check") != 0) { /* studies always do */
        g_ptr_array_add(sorted->options, (char *)**word);
    }
}

static void add_options(JsonBuilder *json, const struct suite_setup *setup)
{
    g_autoptr(GPtrArray) set = g_ptr_array_new();
    g_autoptr(GPtrArray) options = g_ptr_array_new();
    g_autoptr(GPtrArray) plugins = g_ptr_array_new_with_free_func(g_free);
    struct sorted sorted = {set, plugins, options, json_object_new()};
    if (setup->functional)
        g_ptr_array_add(options, (char *)"--functional");
    for (const char *const *word = setup->options; *word; word++)
        sort_option(&sorted, &word);
    add_list(json, "set", set);
    add_list(json, "plugins", plugins);
    add_list(json, "options", options);
    JsonNode *policy = json_node_new(JSON_NODE_OBJECT);
    json_node_take_object(policy, sorted.policy);
    json_builder_set_member_name(json, "policy");
    json_builder_add_value(json, policy);
}

/* ---- programs */

static void add_program(JsonBuilder *json, const struct suite_setup *setup,
                        const struct suite_program *program)
{
    g_autofree char *folder = g_canonicalize_filename(setup->programs, NULL);
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(words, g_build_filename(folder, program->name, NULL));
    for (char **argument = program->arguments[setup->size]; *argument; argument++)
        g_ptr_array_add(words, g_strdup(*argument));
    json_builder_begin_object(json);
    add_text(json, "label", program->name);
    add_list(json, "command", words);
    json_builder_end_object(json);
}

static void add_axis(JsonBuilder *json, const struct suite_setup *setup, const GPtrArray *programs)
{
    json_builder_set_member_name(json, "axes");
    json_builder_begin_array(json);
    json_builder_begin_object(json);
    add_text(json, "name", "program");
    json_builder_set_member_name(json, "values");
    json_builder_begin_array(json);
    for (guint i = 0; i < programs->len; i++)
        add_program(json, setup, programs->pdata[i]);
    json_builder_end_array(json);
    json_builder_end_object(json);
    json_builder_end_array(json);
}

char *suite_study_name(const struct suite_setup *setup)
{
    return g_strdup_printf("suite, %s", suite_size_names[setup->size]);
}

char *suite_study_text(const struct suite_setup *setup, const GPtrArray *programs)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    g_autofree char *name = suite_study_name(setup);
    bool file = g_file_test(setup->platform, G_FILE_TEST_EXISTS); /* else a name */
    g_autofree char *platform =
        file ? g_canonicalize_filename(setup->platform, NULL) : g_strdup(setup->platform);
    json_builder_begin_object(json);
    add_text(json, "name", name);
    add_text(json, "platform", platform);
    add_options(json, setup);
    add_axis(json, setup, programs);
    json_builder_end_object(json);
    g_autoptr(JsonNode) root = json_builder_get_root(json);
    return json_text(root, true);
}
