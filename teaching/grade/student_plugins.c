/* SPDX-License-Identifier: BSD-3-Clause */
#include "teaching/grade/student_plugins.h"
#include "base/named_files.h"
#include "teaching/grade/plugin_build.h"
#include <glib/gstdio.h>
#include <string.h>

struct student_plugins {
    const struct answers *answers;
    char *folder;
    double seconds;
    GHashTable *of; /* answer -> struct student_plugin */
};

static void free_plugin(gpointer data)
{
    struct student_plugin *plugin = data;
    g_free(plugin->folder);
    g_free(plugin->library);
    g_clear_error(&plugin->error);
    g_free(plugin);
}

struct student_plugins *student_plugins_new(const struct answers *answers, const char *folder,
                                            double seconds)
{
    struct student_plugins *plugins = g_new0(struct student_plugins, 1);
    plugins->answers = answers;
    plugins->folder = g_strdup(folder);
    plugins->seconds = seconds;
    plugins->of = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_plugin);
    return plugins;
}

void student_plugins_free(struct student_plugins *plugins)
{
    if (!plugins)
        return;
    g_free(plugins->folder);
    g_hash_table_destroy(plugins->of);
    g_free(plugins);
}

static void build(const struct student_plugins *plugins, struct student_plugin *plugin,
                  const char *answer)
{
    g_autofree char *path = answers_path(plugins->answers, answer);
    if (!path) {
        plugin->error = g_error_new(GRADE_FAULT, 0, "there is no answer \"%s\"", answer);
        return;
    }
    plugin->folder = g_strdup_printf("%s/%u", plugins->folder, g_hash_table_size(plugins->of));
    g_mkdir(plugin->folder, 0700);
    plugin->library = plugin_build(path, plugin->folder, plugins->seconds, &plugin->error);
}

const struct student_plugin *student_plugins_get(struct student_plugins *plugins,
                                                 const char *answer)
{
    struct student_plugin *plugin = g_hash_table_lookup(plugins->of, answer);
    if (!plugin) {
        plugin = g_new0(struct student_plugin, 1);
        build(plugins, plugin, answer);
        g_hash_table_insert(plugins->of, g_strdup(answer), plugin);
    }
    return plugin;
}

GPtrArray *student_plugin_reads(const char *executable, const char *lesson, const char *platform,
                                const char *workload)
{
    static const char *const system[] = {
        "/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/proc/self", "/sys/devices/system/cpu"};
    static const char *const built[] = {"cli", "workloads", "models/without_ns3", /* installed: */
                                        "bin", "lib"};
    GPtrArray *read = g_ptr_array_new_with_free_func(g_free);
    for (unsigned i = 0; i < G_N_ELEMENTS(system); i++)
        g_ptr_array_add(read, g_strdup(system[i]));
    g_autofree char *own = g_path_get_dirname(executable);
    g_autofree char *top = g_path_get_dirname(own);
    for (unsigned i = 0; i < G_N_ELEMENTS(built); i++)
        g_ptr_array_add(read, g_build_filename(top, built[i], NULL));
    static const char *const folders[] = {"platforms", "workloads"};
    for (unsigned i = 0; i < G_N_ELEMENTS(folders); i++) {
        char *folder = named_folder(folders[i]);
        if (folder)
            g_ptr_array_add(read, folder);
    }
    g_ptr_array_add(read, g_canonicalize_filename(lesson, NULL));
    const char *const files[] = {platform, workload};
    for (unsigned i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *folder = g_path_get_dirname(files[i]);
        if (strchr(files[i], '/'))
            g_ptr_array_add(read, g_canonicalize_filename(folder, NULL));
    }
    g_ptr_array_add(read, NULL);
    return read;
}
