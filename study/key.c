/* SPDX-License-Identifier: BSD-3-Clause */
#include "study/key.h"
#include "base/file_options.h"
#include "base/program_words.h"

#include "models/core/platform/platform.h"
#include "policies/policy_files.h"
#include "study/digest.h"
#include "workloads/loader/find_file.h"
#include "workloads/loader/workload.h"
#include "workloads/sass_trace/kernels_list.h"
#include "workloads/sass_trace/workload.h"

#include <string.h>
#include <sys/stat.h>

/* Changes when keys are made in another way. */
static const char recipe[] = "simgpu study key 1";

struct keys {
    const struct key_context *context;
    GHashTable *contents;  /* path to digest of the file */
    GHashTable *workloads; /* path to digest of it with all that it names */
    GPtrArray *files;      /* struct input_file; NULL: nobody asks for them */
};

/* A field is its name, the length of its text and the text, so that no two lists of fields are the
 * same bytes. text: NULL is not "". */
static void add_field(GChecksum *sum, const char *name, const char *text)
{
    g_autofree char *head =
        g_strdup_printf("%s %" G_GSSIZE_FORMAT "\n", name, text ? (gssize)strlen(text) : -1);
    g_checksum_update(sum, (const guchar *)head, -1);
    if (text)
        g_checksum_update(sum, (const guchar *)text, -1);
}

static void add_fields(GChecksum *sum, const char *name, char **texts)
{
    for (; texts && *texts; texts++)
        add_field(sum, name, *texts);
}

/* ---- files */

static char *identity_of(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return g_strdup("missing");
    if (status.st_size <= KEY_HASHED_MAX) {
        char *digest = digest_of_file(path);
        return digest ? digest : g_strdup("unreadable");
    }
    return g_strdup_printf("%" G_GINT64_FORMAT " bytes of %" G_GINT64_FORMAT ".%09ld",
                           (gint64)status.st_size, (gint64)status.st_mtim.tv_sec,
                           status.st_mtim.tv_nsec);
}

static void input_file_free(void *data)
{
    struct input_file *file = data;
    g_free(file->path);
    g_free(file->digest);
    g_free(file);
}

/* role: a literal. */
static void note_file(GPtrArray *files, const char *role, const char *path, const char *digest)
{
    struct stat status;
    bool large = stat(path, &status) == 0 && status.st_size > KEY_HASHED_MAX;
    struct input_file *file = g_new0(struct input_file, 1);
    *file = (struct input_file){
        .role = role,
        .path = g_strdup(path),
        .digest = large ? g_strdup_printf("%" G_GINT64_FORMAT " bytes", (gint64)status.st_size)
                        : g_strdup(digest)};
    g_ptr_array_add(files, file);
}

static void add_file(struct keys *keys, GChecksum *sum, const char *name, const char *path)
{
    const char *digest = g_hash_table_lookup(keys->contents, path);
    if (!digest) {
        char *made = identity_of(path);
        g_hash_table_insert(keys->contents, g_strdup(path), made);
        digest = made;
        if (keys->files)
            note_file(keys->files, name, path, digest);
    }
    add_field(sum, name, digest);
}

/* ---- what runs */

/* The list and every kernel that it names. */
static void add_trace(struct keys *keys, GChecksum *sum, const char *path)
{
    struct kernels_list list = {0};
    struct list_command command = {0};
    struct trace_notes notes;
    trace_notes_init(&notes);
    add_file(keys, sum, "trace", path);
    bool more =
        g_file_test(path, G_FILE_TEST_IS_REGULAR) && kernels_list_open(&list, path, &notes, NULL);
    while (more && kernels_list_next(&list, &command, NULL) && command.kind != LIST_END) {
        if (command.kind == LIST_KERNEL)
            add_file(keys, sum, "kernel", command.path);
        g_clear_pointer(&command.path, g_free);
    }
    kernels_list_close(&list);
    trace_notes_finish(&notes);
}

/* A program's contents, its arguments, and those that are files. */
static void add_program(struct keys *keys, GChecksum *sum, const char *program,
                        const char *const *arguments)
{
    g_autofree char *found = strchr(program, '/') ? NULL : g_find_program_in_path(program);
    add_file(keys, sum, "program", found ? found : program);
    for (; *arguments; arguments++) {
        add_field(sum, "argument", *arguments);
        if (g_file_test(*arguments, G_FILE_TEST_IS_REGULAR))
            add_file(keys, sum, "argument file", *arguments);
    }
    if (keys->context->runtime)
        add_file(keys, sum, "runtime", keys->context->runtime);
}

static void add_workload_program(struct keys *keys, GChecksum *sum, const char *directory,
                                 const char *const *words)
{
    g_autofree char *looked = NULL;
    g_autofree char *found =
        find_built_file(directory, keys->context->search_dirs, words[0], &looked);
    add_program(keys, sum, found ? found : words[0], words + 1);
}

/* A value that names a file, such as a policy's: its contents count. text: "NAME=VALUE". */
static void add_file_of(struct keys *keys, GChecksum *sum, const char *text)
{
    const char *equals = strchr(text, '=');
    if (equals && g_file_test(equals + 1, G_FILE_TEST_IS_REGULAR))
        add_file(keys, sum, "file", equals + 1);
}

/* "given file=order": a policy with values. */
static void add_files_of_policy(struct keys *keys, GChecksum *sum, const char *text,
                                const char *folder)
{
    g_autofree char *found = policy_text_beside(text, folder);
    g_auto(GStrv) words = g_strsplit(found, " ", -1);
    for (char **word = words; *word; word++)
        add_file_of(keys, sum, *word);
}

static void add_workload_parts(struct keys *keys, GChecksum *sum, const char *path)
{
    struct workload *w = workload_load(path, NULL);
    if (!w)
        return;
    g_autofree char *absolute = g_canonicalize_filename(path, NULL);
    g_autofree char *directory = g_path_get_dirname(absolute);
    g_autoptr(GPtrArray) files = workload_named_files(w, keys->context->search_dirs);
    for (unsigned i = 0; i < files->len; i++)
        add_file(keys, sum, "file", files->pdata[i]);
    for (unsigned i = 0; i < workload_n_programs(w); i++)
        add_workload_program(keys, sum, directory, workload_program(w, i));
    for (const char *const *kind = workload_policy_kinds(w); *kind; kind++)
        add_files_of_policy(keys, sum, workload_policy(w, *kind), directory);
    if (workload_trace(w))
        add_trace(keys, sum, workload_trace(w));
    workload_free(w);
}

static void add_workload(struct keys *keys, GChecksum *sum, const char *path)
{
    const char *known = g_hash_table_lookup(keys->workloads, path);
    if (!known) {
        g_autoptr(GChecksum) parts = g_checksum_new(G_CHECKSUM_SHA256);
        if (g_file_test(path, G_FILE_TEST_IS_REGULAR) && trace_workload_recognise(path)) {
            add_trace(keys, parts, path);
        } else {
            add_file(keys, parts, "workload", path);
            add_workload_parts(keys, parts, path);
        }
        char *made = g_strdup(g_checksum_get_string(parts));
        g_hash_table_insert(keys->workloads, g_strdup(path), made);
        known = made;
    }
    add_field(sum, "workload with files", known);
}

/* A platform, and what it is based on. */
struct folder_keys {
    struct keys *keys;
    GChecksum *sum;
    const char *file;
};

/* A value of a platform may name a file beside it. */
static void add_files_of_platform(void *data, const char *name, const char *value)
{
    const struct folder_keys *in = data;
    g_autofree char *folder = g_path_get_dirname(in->file);
    (void)name;
    if (strchr(value, '='))
        add_files_of_policy(in->keys, in->sum, value, folder);
}

static void add_platform(struct keys *keys, GChecksum *sum, const char *path)
{
    add_file(keys, sum, "platform", path);
    g_autoptr(GPtrArray) files = platform_bases(path);
    for (unsigned i = 0; i < files->len; i++)
        add_file(keys, sum, "base", files->pdata[i]);
    struct platform *platform = platform_load(path, NULL);
    if (!platform)
        return;
    g_ptr_array_add(files, g_strdup(path));
    for (unsigned i = 0; i < files->len; i++)
        platform_each_value(platform, add_files_of_platform,
                            &(struct folder_keys){keys, sum, files->pdata[i]});
    platform_free(platform);
}

/* Of options that name inputs the contents of the files count. */
static void add_files_of_options(struct keys *keys, GChecksum *sum, char *const *words)
{
    for (; *words; words++) {
        const char *file;
        unsigned n_words;
        const struct file_option *option = file_option_at(words, &file, &n_words);
        if (option && option->use == FILE_IS_READ && file)
            add_file(keys, sum, "profile", file);
    }
}

/* ---- points */

static void add_programs(struct keys *keys, GChecksum *sum, char *const *words)
{
    g_autoptr(GPtrArray) programs = program_words_split(words);
    for (guint i = 0; i < programs->len; i++) {
        const char *const *program = programs->pdata[i];
        if (program[0])
            add_program(keys, sum, program[0], program + 1);
    }
}

static void add_what_runs(struct keys *keys, GChecksum *sum, const struct study_setting *setting)
{
    if (setting->workload)
        add_workload(keys, sum, setting->workload);
    else
        add_programs(keys, sum, setting->command);
}

/* The files that values of policies and of --set name. */
static void add_files_of_values(struct keys *keys, GChecksum *sum,
                                const struct study_setting *setting)
{
    for (unsigned kind = 0; kind < POLICY_KINDS; kind++)
        if (setting->policies[kind])
            add_files_of_policy(keys, sum, setting->policies[kind], ".");
    for (char *const *set = setting->set; *set; set++)
        add_file_of(keys, sum, *set);
}

static void make_key(struct keys *keys, struct study_point *point)
{
    const struct study_setting *setting = &point->setting;
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    add_field(sum, "recipe", recipe);
    add_field(sum, "version", keys->context->version);
    add_file(keys, sum, "simulator", keys->context->executable);
    add_platform(keys, sum, setting->platform);
    add_what_runs(keys, sum, setting);
    for (unsigned kind = 0; kind < POLICY_KINDS; kind++)
        if (setting->policies[kind])
            add_field(sum, policy_kinds[kind]->name, setting->policies[kind]);
    for (unsigned i = 0; setting->plugins[i]; i++)
        add_file(keys, sum, "plugin", setting->plugins[i]);
    add_fields(sum, "set", setting->set);
    add_files_of_values(keys, sum, setting);
    add_fields(sum, "option", setting->options);
    add_files_of_options(keys, sum, setting->options);
    g_strlcpy(point->key, g_checksum_get_string(sum), sizeof point->key);
}

static struct keys keys_new(const struct key_context *context)
{
    return (struct keys){.context = context,
                         .contents = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free),
                         .workloads =
                             g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free)};
}

static void keys_clear(struct keys *keys)
{
    g_hash_table_unref(keys->contents);
    g_hash_table_unref(keys->workloads);
}

GPtrArray *study_input_files(const struct study_setting *setting, const struct key_context *context)
{
    g_autoptr(GChecksum) unused = g_checksum_new(G_CHECKSUM_SHA256);
    struct keys keys = keys_new(context);
    GPtrArray *files = keys.files = g_ptr_array_new_with_free_func(input_file_free);
    add_platform(&keys, unused, setting->platform);
    add_what_runs(&keys, unused, setting);
    for (unsigned i = 0; setting->plugins[i]; i++)
        add_file(&keys, unused, "plugin", setting->plugins[i]);
    add_files_of_values(&keys, unused, setting);
    add_files_of_options(&keys, unused, setting->options);
    keys_clear(&keys);
    return files;
}

void study_keys(GPtrArray *points, const struct key_context *context)
{
    struct keys keys = keys_new(context);
    for (unsigned i = 0; i < points->len; i++)
        make_key(&keys, points->pdata[i]);
    keys_clear(&keys);
}
