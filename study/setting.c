/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads what a study says about runs: platform, workload, overrides, policy, options. */
#include "study/setting.h"
#include "base/file_options.h"
#include "base/named_files.h"
#include "policies/policy_files.h"
#include "policies/sets.h"
#include "study/parse.h"
#include <string.h>

/* Options that a study cannot pass on, and why; besides these all that write files. */
static const struct {
    const char *option, *why;
} refused[] = {
    {"--set", "give the member \"set\" instead"},
    {"--scheduler", "give the member \"policy\" instead"},
    {"--policy", "give the member \"policy\" instead"},
    {"--plugin", "give the member \"plugins\" instead"},
    {"--json", "the study takes the results itself"},
    {"--check", "the study always checks"},
    {"--features",
     "points would overwrite each other's files; --launch-features adds them to the results"},
    {"--dump-platform", "it is no run"},
    {"--list-policies", "it is no run"},
    {"--list-observers", "it is no run"},
    {"--list-properties", "it is no run"},
    {"--list-workloads", "it is no run"},
    {"--list-platforms", "it is no run"},
    {"--version", "it is no run"},
    {"--help", "it is no run"},
    {"-h", "it is no run"},
    {"--", "give the member \"command\" instead"},
};

/* The file of a name. NULL: there is none of it. g_free. */
static char *find_named(const struct named_kind *kind, const char *name)
{
    char *path = g_strdup(name);
    if (kind && !strpbrk(name, ".") && named_file_find(kind, &path, NULL) &&
        g_file_test(path, G_FILE_TEST_EXISTS))
        return path;
    g_free(path);
    return NULL;
}

/* In the study's folder, else in the current one, else, if kind is not NULL, a name. */
static bool find_path(char **out, const char *path, const struct named_kind *kind,
                      const struct json_place *place, const char *directory, GError **error)
{
    if (!directory) {
        *out = g_strdup(path);
        return true;
    }
    g_autofree char *beside = g_canonicalize_filename(path, directory);
    g_autofree char *here = g_canonicalize_filename(path, NULL);
    if (g_file_test(beside, G_FILE_TEST_EXISTS))
        *out = g_steal_pointer(&beside);
    else if (g_file_test(here, G_FILE_TEST_EXISTS))
        *out = g_steal_pointer(&here);
    else if ((*out = find_named(kind, path)) != NULL)
        return true;
    else if (strcmp(beside, here) == 0)
        return json_place_error(place, error, "there is no file %s", beside);
    else
        return json_place_error(place, error, "there is no file %s, nor %s", beside, here);
    return true;
}

static bool read_path(char **out, const struct json_place *place, JsonObject *object,
                      const char *member, const struct named_kind *kind, const char *directory,
                      GError **error)
{
    const char *text;
    if (!json_object_has_member(object, member))
        return true;
    const struct json_place here = json_place_member(place, member);
    return json_read_string_member(place, object, member, &text, error) &&
           find_path(out, text, kind, &here, directory, error);
}

/* Looks for a word that is a path, and replaces it. */
static bool find_word(char **word, const struct json_place *place, const char *directory,
                      GError **error)
{
    char *found = NULL;
    if (!find_path(&found, *word, NULL, place, directory, error))
        return false;
    g_free(*word);
    *word = found;
    return true;
}

/* Looks for a program that is given with its path. One that is not there is no error of the study:
 * it may not have been built, and only its points fail. */
static void find_program(char **word, const char *directory)
{
    if (!directory || !strchr(*word, '/'))
        return;
    char *beside = g_canonicalize_filename(*word, directory);
    char *here = g_canonicalize_filename(*word, NULL);
    const bool found = g_file_test(beside, G_FILE_TEST_EXISTS);
    g_free(*word);
    *word = found ? beside : here;
    g_free(found ? here : beside);
}

static bool read_command(struct study_setting *setting, const struct json_place *place,
                         JsonObject *object, const char *directory, GError **error)
{
    if (!json_object_has_member(object, "command"))
        return true;
    if (setting->workload)
        return json_place_error(place, error, "\"workload\" and \"command\" exclude each other");
    const struct json_place here = json_place_member(place, "command");
    if (!study_parse_strings(&setting->command, &here, json_object_get_member(object, "command"), 1,
                             error))
        return false;
    find_program(&setting->command[0], directory);
    return true;
}

static bool read_original(struct study_setting *setting, const struct json_place *place,
                          JsonObject *object, GError **error)
{
    if (!json_object_has_member(object, "original"))
        return true;
    const struct json_place here = json_place_member(place, "original");
    if (!setting->command)
        return json_place_error(&here, error, "only with \"command\"");
    return study_parse_strings(&setting->original, &here,
                               json_object_get_member(object, "original"), 1, error);
}

/* "set": for kinds that have no member of their own. */
static bool read_policy_set(struct study_setting *setting, const struct json_place *here,
                            JsonObject *map, GError **error)
{
    const char *name;
    g_autoptr(GError) problem = NULL;
    if (!json_object_has_member(map, POLICY_SET))
        return true;
    if (!json_read_string_member(here, map, POLICY_SET, &name, error))
        return false;
    const struct policy_set *set = policy_set_find(name, "policy", &problem);
    if (!set)
        return json_place_error(here, error, "%s", problem->message + strlen("policy: "));
    for (unsigned kind = 0; kind < POLICY_KINDS; kind++)
        if (!setting->policies[kind])
            setting->policies[kind] = g_strdup(set->of[kind]);
    return true;
}

static bool read_policy(struct study_setting *setting, const struct json_place *place,
                        JsonObject *object, const char *directory, GError **error)
{
    const char *name;
    if (!json_object_has_member(object, "policy"))
        return true;
    const struct json_place here = json_place_member(place, "policy");
    JsonObject *map;
    g_autoptr(GList) kinds = NULL;
    if (!json_read_map(&here, json_object_get_member(object, "policy"), &map, &kinds, error))
        return false;
    for (GList *kind = kinds; kind; kind = kind->next) {
        g_autoptr(GError) problem = NULL;
        if (strcmp(kind->data, POLICY_SET) == 0)
            continue;
        enum policy_kind_index index = policy_kind_find(kind->data, "policy", &problem);
        if (index == POLICY_KINDS)
            return json_place_error(&here, error, "%s", problem->message + strlen("policy: "));
        if (!json_read_string_member(&here, map, kind->data, &name, error))
            return false;
        setting->policies[index] = directory ? policy_text_beside(name, directory) : g_strdup(name);
    }
    return read_policy_set(setting, &here, map, error);
}

static bool is_of_policy(const char *assignment)
{
    bool found = false;
    for (unsigned kind = 0; kind < POLICY_KINDS; kind++) {
        size_t length = strlen(policy_kinds[kind]->name);
        found |=
            strncmp(assignment, policy_kinds[kind]->name, length) == 0 && assignment[length] == '.';
    }
    return found;
}

static bool check_sets(const struct study_setting *setting, const struct json_place *place,
                       const char *directory, GError **error)
{
    const struct json_place here = json_place_member(place, "set");
    for (unsigned i = 0; setting->set[i]; i++) {
        const struct json_place entry = json_place_index(&here, i);
        const char *equals = strchr(setting->set[i], '=');
        if (!equals || equals == setting->set[i])
            return json_place_error(&entry, error, "expected \"KEY=VALUE\", found \"%s\"",
                                    setting->set[i]);
        if (!directory || !is_of_policy(setting->set[i]))
            continue;
        char *found = policy_value_beside(setting->set[i], directory);
        g_free(setting->set[i]);
        setting->set[i] = found;
    }
    return true;
}

static bool check_options(const struct study_setting *setting, const struct json_place *place,
                          GError **error)
{
    const struct json_place here = json_place_member(place, "options");
    for (unsigned i = 0; setting->options[i]; i++) {
        const char *option = setting->options[i];
        const struct json_place entry = json_place_index(&here, i);
        const size_t length = strcspn(option, "=");
        for (unsigned k = 0; k < G_N_ELEMENTS(refused); k++)
            if (strlen(refused[k].option) == length &&
                strncmp(option, refused[k].option, length) == 0)
                return json_place_error(&entry, error, "%s is not for studies: %s",
                                        refused[k].option, refused[k].why);
        const char *file;
        unsigned n_words;
        const struct file_option *names = file_option_at(setting->options + i, &file, &n_words);
        if (names && names->use != FILE_IS_READ)
            return json_place_error(
                &entry, error, "%s is not for studies: points would overwrite each other's files",
                names->name);
    }
    return true;
}

static bool find_plugins(const struct study_setting *setting, const struct json_place *place,
                         const char *directory, GError **error)
{
    const struct json_place here = json_place_member(place, "plugins");
    for (unsigned i = 0; setting->plugins[i]; i++) {
        const struct json_place entry = json_place_index(&here, i);
        if (!find_word(&setting->plugins[i], &entry, directory, error))
            return false;
    }
    return true;
}

static bool read_lists(struct study_setting *setting, const struct json_place *place,
                       JsonObject *object, GError **error)
{
    const struct {
        const char *member;
        char ***list;
    } lists[] = {
        {"set", &setting->set}, {"options", &setting->options}, {"plugins", &setting->plugins}};
    for (unsigned i = 0; i < G_N_ELEMENTS(lists); i++) {
        const struct json_place here = json_place_member(place, lists[i].member);
        JsonNode *node = json_object_get_member(object, lists[i].member);
        if (!node)
            *lists[i].list = g_new0(char *, 1);
        else if (!study_parse_strings(lists[i].list, &here, node, 0, error))
            return false;
    }
    return true;
}

bool study_setting_read(struct study_setting *setting, const struct json_place *place,
                        JsonObject *object, const char *directory, GError **error)
{
    return read_path(&setting->platform, place, object, "platform", &named_platforms, directory,
                     error) &&
           read_path(&setting->workload, place, object, "workload", &named_workloads, directory,
                     error) &&
           read_command(setting, place, object, directory, error) &&
           read_original(setting, place, object, error) &&
           read_policy(setting, place, object, directory, error) &&
           read_lists(setting, place, object, error) &&
           check_sets(setting, place, directory, error) && check_options(setting, place, error) &&
           find_plugins(setting, place, directory, error);
}
