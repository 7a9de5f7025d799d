/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/write/provenance.h"
#include "cli/base/commit.h"
#include "cli/base/version.h"
#include "results/format.h"
#include "study/key.h"
#include <string.h>

/* What users give need not be UTF-8. */
static void add_value(JsonBuilder *json, const char *value)
{
    g_autofree char *valid = g_utf8_make_valid(value, -1);
    json_builder_add_string_value(json, valid);
}

static void add_string(JsonBuilder *json, const char *name, const char *value)
{
    g_autofree char *valid = g_utf8_make_valid(name, -1);
    json_builder_set_member_name(json, valid);
    add_value(json, value);
}

/* ---- files ---------------------------------------------------------------------------------- */

/* Of an absolute path the last name: the others are the machine's. */
static char *shown_path(const char *path)
{
    return g_path_is_absolute(path) ? g_path_get_basename(path) : g_strdup(path);
}

static void add_files(JsonBuilder *json, const GPtrArray *files)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    json_builder_set_member_name(json, "files");
    json_builder_begin_object(json);
    for (guint i = 0; i < files->len; i++) {
        const struct input_file *file = files->pdata[i];
        g_autofree char *path = shown_path(file->path);
        char *name = g_strdup(path);
        for (unsigned n = 2; g_hash_table_contains(seen, name); n++) {
            g_free(name);
            name = g_strdup_printf("%s (%u)", path, n);
        }
        add_string(json, name, file->digest);
        g_hash_table_add(seen, name);
    }
    json_builder_end_object(json);
}

/* ---- the object ----------------------------------------------------------------------------- */

static void add_words(JsonBuilder *json, const char *const *words)
{
    json_builder_begin_array(json);
    for (; *words; words++)
        add_value(json, *words);
    json_builder_end_array(json);
}

/* "key=value" each; of a key that is there twice the last one counts. */
static void add_pairs(JsonBuilder *json, const char *member, char *const *pairs)
{
    json_builder_set_member_name(json, member);
    json_builder_begin_object(json);
    for (; pairs && *pairs; pairs++) {
        const char *equals = strchr(*pairs, '=');
        gsize length = (gsize)(equals - *pairs) + 1;
        bool last = true;
        for (char *const *later = pairs + 1; *later; later++)
            last &= strncmp(*later, *pairs, length) != 0;
        if (!last)
            continue;
        g_autofree char *key = g_strndup(*pairs, length - 1);
        add_string(json, key, equals + 1);
    }
    json_builder_end_object(json);
}

static void tell_property(void *json, const char *name, const char *value)
{
    add_string(json, name, value);
}

static void add_platform(JsonBuilder *json, const struct run_setup *setup)
{
    g_autofree char *xml = platform_resolved_xml(setup->platform);
    g_autofree char *digest = g_compute_checksum_for_string(G_CHECKSUM_SHA256, xml, -1);
    json_builder_set_member_name(json, "platform");
    json_builder_begin_object(json);
    add_string(json, "sha256", digest);
    json_builder_set_member_name(json, "properties");
    json_builder_begin_object(json);
    platform_each_value(setup->platform, tell_property, json);
    json_builder_end_object(json);
    json_builder_end_object(json);
}

static void add_programs(JsonBuilder *json, const struct run_setup *setup)
{
    if (!setup_runs_programs(setup))
        return;
    json_builder_set_member_name(json, "programs");
    json_builder_begin_array(json);
    for (uint32_t i = 0; i < setup_n_clients(setup); i++) {
        if (!setup->workload) {
            add_words(json, setup_program(setup, i));
            continue;
        }
        g_auto(GStrv) words = g_strdupv((char **)setup_program(setup, i));
        char *shown = shown_path(words[0]);
        g_free(words[0]);
        words[0] = shown;
        add_words(json, (const char *const *)words);
    }
    json_builder_end_array(json);
}

void json_add_provenance(JsonBuilder *json, const struct run_setup *setup)
{
    const struct options *options = setup->options;
    json_builder_set_member_name(json, RESULT_PROVENANCE);
    json_builder_begin_object(json);
    add_string(json, "version", SIMGPU_VERSION);
    add_string(json, "commit", simgpu_commit());
    json_builder_set_member_name(json, "command_line");
    add_words(json, (const char *const *)options->command_line);
    add_pairs(json, "set", options->sets);
    add_pairs(json, "policy", options->policies);
    add_programs(json, setup);
    add_platform(json, setup);
    add_files(json, setup->inputs);
    json_builder_end_object(json);
}
