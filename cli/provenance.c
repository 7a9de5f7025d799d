/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/provenance.h"
#include "cli/choose.h"
#include "cli/commit.h"
#include "cli/version.h"
#include "results/format.h"
#include "study/key.h"
#include <string.h>

/* ---- the command line ----------------------------------------------------------------------- */

/* Options that decide no result: they say where results go, or who computes them. */
static const char *const outputs[] = {"--json",     "--csv",           "--sample-csv",
                                      "--timeline", "--profile-out",   "--lines-out",
                                      "--features", "--dump-platform", "--threads"};
static const char profile_host[] = "--profile-host";

/* How many words from this one on are such an option. */
static unsigned words_of_output(char *const *word)
{
    if (strcmp(*word, profile_host) == 0)
        return 1;
    for (unsigned i = 0; i < G_N_ELEMENTS(outputs); i++) {
        if (strcmp(*word, outputs[i]) == 0)
            return word[1] ? 2 : 1;
        if (g_str_has_prefix(*word, outputs[i]) && (*word)[strlen(outputs[i])] == '=')
            return 1;
    }
    return 0;
}

char **provenance_command_line(char *const *argv)
{
    GStrvBuilder *words = g_strv_builder_new();
    bool of_program = false;
    g_strv_builder_add(words, "simgpu");
    for (char *const *word = argv[0] ? argv + 1 : argv; *word;) {
        unsigned skipped = of_program ? 0 : words_of_output(word);
        of_program |= strcmp(*word, "--") == 0;
        if (skipped == 0)
            g_strv_builder_add(words, *word);
        word += MAX(skipped, 1);
    }
    char **line = g_strv_builder_end(words);
    g_strv_builder_unref(words);
    return line;
}

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

GPtrArray *provenance_inputs(const struct options *options)
{
    static char *none[] = {NULL};
    static char profile_option[] = "--profile-in";
    static char targets_option[] = "--targets";
    static char applications_option[] = "--host-apps";
    char *files[7] = {NULL};
    unsigned n = 0;
    if (options->profile_in) {
        files[n++] = profile_option;
        files[n++] = options->profile_in;
    }
    if (options->targets) {
        files[n++] = targets_option;
        files[n++] = options->targets;
    }
    if (options->host_apps) {
        files[n++] = applications_option;
        files[n++] = options->host_apps;
    }
    struct study_setting setting = {.platform = options->platform,
                                    .workload = options->workload,
                                    .command = options->program,
                                    .set = options->sets ? options->sets : none,
                                    .plugins = options->plugins ? options->plugins : none,
                                    .options = files};
    const char *policies[POLICY_KINDS] = {NULL};
    choose_named(policies, options, NULL); /* whoever chooses them tells what is wrong */
    for (unsigned kind = 0; kind < POLICY_KINDS; kind++)
        setting.policies[kind] = (char *)policies[kind];
    g_auto(GStrv) dirs = session_search_dirs();
    const struct key_context context = {.search_dirs = (const char *const *)dirs};
    return study_input_files(&setting, &context);
}

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

static void add_platform(JsonBuilder *json, const struct session *session)
{
    g_autofree char *xml = platform_resolved_xml(session->platform);
    g_autofree char *digest = g_compute_checksum_for_string(G_CHECKSUM_SHA256, xml, -1);
    json_builder_set_member_name(json, "platform");
    json_builder_begin_object(json);
    add_string(json, "sha256", digest);
    json_builder_set_member_name(json, "properties");
    json_builder_begin_object(json);
    platform_each_value(session->platform, tell_property, json);
    json_builder_end_object(json);
    json_builder_end_object(json);
}

static void add_programs(JsonBuilder *json, const struct session *session)
{
    if (!session->runs_programs)
        return;
    json_builder_set_member_name(json, "programs");
    json_builder_begin_array(json);
    for (uint32_t i = 0; i < session->n_clients; i++) {
        if (!session->workload) {
            add_words(json, session_program(session, i));
            continue;
        }
        g_auto(GStrv) words = g_strdupv((char **)session_program(session, i));
        char *shown = shown_path(words[0]);
        g_free(words[0]);
        words[0] = shown;
        add_words(json, (const char *const *)words);
    }
    json_builder_end_array(json);
}

void json_add_provenance(JsonBuilder *json, const struct session *session)
{
    const struct options *options = session->options;
    json_builder_set_member_name(json, RESULT_PROVENANCE);
    json_builder_begin_object(json);
    add_string(json, "version", SIMGPU_VERSION);
    add_string(json, "commit", simgpu_commit());
    json_builder_set_member_name(json, "command_line");
    add_words(json, (const char *const *)options->command_line);
    add_pairs(json, "set", options->sets);
    add_pairs(json, "policy", options->policies);
    add_programs(json, session);
    add_platform(json, session);
    add_files(json, session->inputs);
    json_builder_end_object(json);
}
