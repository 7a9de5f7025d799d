/* SPDX-License-Identifier: BSD-3-Clause */
#include "teaching/grade/lesson_runs.h"
#include "base/input_error.h"
#include "base/nearest_name.h"
#include "results/numbers.h"
#include "teaching/grade/confine.h"
#include "teaching/grade/lesson_command.h"
#include "teaching/grade/plugin_build.h"
#include "teaching/grade/student_plugins.h"
#include <glib/gstdio.h>
#include <string.h>

/* Resident; a lesson's machine takes 30 MB. ASSUMED. */
enum { MOST_MEMORY = 512 << 20 };

/* The numbers of a command, or why there are none. */
struct run_result {
    GHashTable *numbers; /* name -> double; NULL: it failed */
    GError *error;
};

struct lesson_runs {
    struct lesson_runs_site site;
    char *executable, *folder; /* folder: of plug-ins */
    GHashTable *results;       /* command -> struct run_result */
    struct student_plugins *plugins;
    unsigned count;
    gint64 us;
    bool confined;
};

static void free_result(gpointer data)
{
    struct run_result *result = data;
    if (result->numbers)
        g_hash_table_destroy(result->numbers);
    g_clear_error(&result->error);
    g_free(result);
}

struct lesson_runs *lesson_runs_new(const struct lesson_runs_site *site, GError **error)
{
    struct lesson_runs *runs = g_new0(struct lesson_runs, 1);
    runs->site = *site;
    runs->executable = g_file_read_link("/proc/self/exe", NULL);
    runs->results = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_result);
    runs->folder = g_dir_make_tmp("simgpu-grade-XXXXXX", error);
    if (runs->folder && runs->executable) {
        runs->plugins = student_plugins_new(site->answers, runs->folder, site->seconds);
        return runs;
    }
    lesson_runs_free(runs);
    return NULL;
}

/* Removes a folder and what is in it, without following links. */
static void remove_tree(const char *path)
{
    GDir *dir = g_file_test(path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open(path, 0, NULL);
    const char *name;
    while (dir && (name = g_dir_read_name(dir)) != NULL) {
        g_autofree char *inner = g_build_filename(path, name, NULL);
        remove_tree(inner);
    }
    if (dir)
        g_dir_close(dir);
    g_remove(path);
}

void lesson_runs_free(struct lesson_runs *runs)
{
    if (!runs)
        return;
    if (runs->folder)
        remove_tree(runs->folder);
    g_free(runs->folder);
    g_free(runs->executable);
    g_hash_table_destroy(runs->results);
    student_plugins_free(runs->plugins);
    g_free(runs);
}

unsigned lesson_runs_count(const struct lesson_runs *runs, double *seconds)
{
    *seconds = (double)runs->us / G_USEC_PER_SEC;
    return runs->count;
}

bool lesson_runs_confined(const struct lesson_runs *runs)
{
    return runs->confined;
}

/* ---- running
 * --------------------------------------------------------------------------------------- */

static bool keep_number(void *data, const char *name, double value)
{
    g_hash_table_insert(data, g_strdup(name), g_memdup2(&value, sizeof value));
    return true;
}

/* The last line that it has said, not too much of it. */
static const char *last_words(char *errors)
{
    enum { LONGEST = 300 };
    static const char own[] = "simgpu: ";
    g_strchomp(errors);
    char *line = strrchr(errors, '\n');
    line = line ? line + 1 : errors;
    if (g_str_has_prefix(line, own))
        line += strlen(own);
    if (strlen(line) > LONGEST)
        line[LONGEST] = '\0';
    return line;
}

static void take_outcome(struct run_result *result, struct confine_outcome *outcome, GQuark domain,
                         const char *whose)
{
    if (outcome->end == CONFINE_ENDED && outcome->exit_code == 0) {
        result->numbers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
        if (result_numbers_each(outcome->result, keep_number, result->numbers) &&
            g_hash_table_size(result->numbers) > 0)
            return;
        g_clear_pointer(&result->numbers, g_hash_table_destroy);
        result->error = g_error_new(domain, 0, "%s: it left no result", whose);
        return;
    }
    result->error = g_error_new(domain, 0, "%s: %s%s%s", whose, confine_how(outcome),
                                *outcome->errors ? ": " : "", last_words(outcome->errors));
}

/* Runs the words, or finds what they gave before. rules: NULL for a run without a plug-in. */
static const struct run_result *run(struct lesson_runs *runs, GPtrArray *words,
                                    const struct confine_rules *rules, GQuark domain,
                                    const char *whose)
{
    g_ptr_array_insert(words, 0, g_strdup(runs->executable));
    g_ptr_array_add(words, g_strdup("--json"));
    g_ptr_array_add(words, g_strdup("/dev/fd/3"));
    g_ptr_array_add(words, NULL);
    char *key = g_strjoinv("\n", (char **)words->pdata);
    struct run_result *result = g_hash_table_lookup(runs->results, key);
    if (result) {
        g_free(key);
        return result;
    }
    struct confine_outcome outcome;
    const gint64 begun = g_get_monotonic_time();
    confine_run((char *const *)words->pdata, rules, &outcome);
    runs->us += g_get_monotonic_time() - begun;
    runs->count++;
    result = g_new0(struct run_result, 1);
    take_outcome(result, &outcome, domain, whose);
    confine_outcome_clear(&outcome);
    g_hash_table_insert(runs->results, key, result);
    return result;
}

static const struct run_result *run_plain(struct lesson_runs *runs, const struct lesson_run *of,
                                          bool policies, GError **error)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    if (!lesson_command_words(runs->site.lesson, of, NULL, policies, words, error))
        return NULL;
    g_autofree char *whose = g_strdup_printf("the run \"%s\"", of->name);
    const struct run_result *result = run(runs, words, NULL, INPUT_ERROR, whose);
    if (result->numbers)
        return result;
    if (error)
        *error = g_error_copy(result->error);
    return NULL;
}

/* ---- plug-ins
 * --------------------------------------------------------------------------------------- */

/* A plug-in runs in the process that writes the result, so it could write one of its own. It must
 * at least fit: the same warps issue the same instructions under every policy. */
static bool fits(struct lesson_runs *runs, const struct lesson_run *of,
                 const struct run_result *result, GError **error)
{
    static const char *const same[] = {"sm.warp_instructions", "sm.thread_instructions", "sm.warps",
                                       "sm.blocks"};
    const struct run_result *plain = run_plain(runs, of, false, error);
    if (!plain)
        return false;
    for (unsigned i = 0; i < G_N_ELEMENTS(same); i++) {
        const double *want = g_hash_table_lookup(plain->numbers, same[i]);
        const double *have = g_hash_table_lookup(result->numbers, same[i]);
        if (want && have && *want == *have)
            continue;
        g_set_error(error, GRADE_FAULT, 0,
                    "\"%s\": the result does not fit the workload, whose %s are %.0f", of->name,
                    same[i], want ? *want : 0);
        return false;
    }
    return true;
}

/* Absolute paths: a confined run has another current folder. */
static void make_absolute(GPtrArray *words)
{
    for (guint i = 0; i < 2 && i < words->len; i++) {
        char *word = words->pdata[i];
        if (!strchr(word, '/'))
            continue;
        words->pdata[i] = g_canonicalize_filename(word, NULL);
        g_free(word);
    }
}

/* Runs the words apart, with the plug-in unless it is NULL. folder: where the run may write. */
static const struct run_result *run_confined(struct lesson_runs *runs, const struct lesson_run *of,
                                             GPtrArray *words, const char *library,
                                             const char *folder, GError **error)
{
    make_absolute(words);
    g_autoptr(GPtrArray) read = student_plugin_reads(runs->executable, runs->site.lesson->folder,
                                                     words->pdata[0], words->pdata[1]);
    if (library) {
        g_ptr_array_add(words, g_strdup("--plugin"));
        g_ptr_array_add(words, g_strdup(library));
    }
    const struct confine_rules rules = {.read = (const char *const *)read->pdata,
                                        .write = folder,
                                        .seconds = runs->site.seconds,
                                        .memory = MOST_MEMORY};
    runs->confined = true;
    g_autofree char *whose = g_strdup_printf("\"%s\"", of->name);
    const struct run_result *result = run(runs, words, &rules, GRADE_FAULT, whose);
    if (result->numbers)
        return result;
    if (error)
        *error = g_error_copy(result->error);
    return NULL;
}

static const struct run_result *run_plugin(struct lesson_runs *runs, const struct lesson_run *of,
                                           GError **error)
{
    const struct student_plugin *plugin = student_plugins_get(runs->plugins, of->plugin);
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    if (!plugin->library) {
        if (error)
            *error = g_error_copy(plugin->error);
        return NULL;
    }
    if (!lesson_command_words(runs->site.lesson, of, NULL, true, words, error))
        return NULL;
    const struct run_result *result =
        run_confined(runs, of, words, plugin->library, plugin->folder, error);
    return result && fits(runs, of, result, error) ? result : NULL;
}

/* On a student's platform. It is read as data, but apart: it may be one on which nothing ends. */
static const struct run_result *run_machine(struct lesson_runs *runs, const struct lesson_run *of,
                                            GError **error)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *path = answers_path(runs->site.answers, of->machine);
    if (!path) {
        g_set_error(error, GRADE_FAULT, 0, "there is no answer \"%s\"", of->machine);
        return NULL;
    }
    if (!lesson_command_words(runs->site.lesson, of, path, true, words, error))
        return NULL;
    return run_confined(runs, of, words, NULL, runs->folder, error);
}

/* ---- by name
 * ---------------------------------------------------------------------------------------- */

static bool unknown_metric(const struct run_result *result, const char *metric, GError **error)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    GHashTableIter iter;
    gpointer name;
    g_hash_table_iter_init(&iter, result->numbers);
    while (g_hash_table_iter_next(&iter, &name, NULL))
        g_ptr_array_add(names, name);
    g_autofree char *hint = nearest_hint(metric, names);
    g_set_error(error, INPUT_ERROR, 0, "a result has no metric \"%s\"%s", metric, hint);
    return false;
}

bool lesson_runs_lookup(void *data, const char *name, double *value, GError **error)
{
    struct lesson_runs *runs = data;
    const struct lesson *lesson = runs->site.lesson;
    const struct lesson_parameter *parameter = lesson_parameter_find(lesson, name);
    if (parameter) {
        *value = parameter->value;
        return true;
    }
    const char *point = strchr(name, '.');
    g_autofree char *first = point ? g_strndup(name, (gsize)(point - name)) : g_strdup(name);
    const struct lesson_run *of = lesson_run_find(lesson, first);
    if (!of || !point) {
        g_set_error(error, INPUT_ERROR, 0, "\"%s\" is neither a parameter nor RUN.METRIC", name);
        return false;
    }
    const struct run_result *result = of->machine  ? run_machine(runs, of, error)
                                      : of->plugin ? run_plugin(runs, of, error)
                                                   : run_plain(runs, of, true, error);
    if (!result)
        return false;
    const double *found = g_hash_table_lookup(result->numbers, point + 1);
    if (!found)
        return unknown_metric(result, point + 1, error);
    *value = *found;
    return true;
}
