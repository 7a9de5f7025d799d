/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/options/option_files.h"
#include "base/output_file.h"
#include <string.h>

void option_files_add(GArray *files, GOptionContext *context, const GOptionEntry *entries)
{
    for (const GOptionEntry *entry = entries; entry->long_name; entry++) {
        g_autofree char *name = g_strconcat("--", entry->long_name, NULL);
        const struct option_file file = {file_option_find(name), entry->arg_data};
        bool one = entry->arg == G_OPTION_ARG_FILENAME;
        bool takes = one || entry->arg == G_OPTION_ARG_FILENAME_ARRAY;
        g_assert(takes == (file.option != NULL));
        if (one)
            g_array_append_val(files, file);
    }
    g_option_context_add_main_entries(context, entries, NULL);
}

/* The file of an option; NULL: not given, or more than one may be given. */
static char *file_of(const GArray *files, const struct file_option *option)
{
    for (guint i = 0; i < files->len; i++) {
        const struct option_file *file = &g_array_index(files, struct option_file, i);
        if (file->option == option)
            return *file->file;
    }
    return NULL;
}

bool option_files_check(const GArray *files, GError **error)
{
    for (const struct file_option *option = file_options; option->name; option++) {
        const char *file = file_of(files, option);
        bool written = option->use == FILE_IS_WRITTEN || option->use == FILE_IS_AMENDED;
        if (file && written && strcmp(file, "-") != 0 && !output_file_check(file, error))
            return false;
    }
    return true;
}

char **option_files_inputs(const GArray *files)
{
    GPtrArray *words = g_ptr_array_new();
    for (const struct file_option *option = file_options; option->name; option++) {
        char *file = file_of(files, option);
        if (!file || option->use != FILE_IS_READ)
            continue;
        g_ptr_array_add(words, (char *)option->name);
        g_ptr_array_add(words, file);
    }
    g_ptr_array_add(words, NULL);
    return (char **)g_ptr_array_free(words, FALSE);
}
