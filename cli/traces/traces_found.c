/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/traces/traces_found.h"
#include <string.h>

/* Links to folders are followed; so deep at most, for they may lead back. */
enum { DEEPEST = 16 };

static const char list_name[] = "kernelslist.g";

static void program_free(void *data)
{
    struct traced_program *program = data;
    g_free(program->name);
    g_free(program->list);
    g_free(program->result);
    g_free(program->reason);
    g_free(program);
}

static gint by_name(gconstpointer a, gconstpointer b)
{
    const struct traced_program *const *one = a, *const *other = b;
    return strcmp((*one)->name, (*other)->name);
}

/* name: of the folder, from the searched one on; "" for that itself. */
static void search(GPtrArray *programs, const char *folder, const char *name, unsigned depth)
{
    GDir *dir = g_dir_open(folder, 0, NULL);
    const char *entry;
    while (dir && (entry = g_dir_read_name(dir)) != NULL) {
        g_autofree char *path = g_build_filename(folder, entry, NULL);
        g_autofree char *inner = *name ? g_strconcat(name, "/", entry, NULL) : g_strdup(entry);
        if (g_file_test(path, G_FILE_TEST_IS_DIR)) {
            if (depth < DEEPEST)
                search(programs, path, inner, depth + 1);
        } else if (strcmp(entry, list_name) == 0) {
            struct traced_program *program = g_new0(struct traced_program, 1);
            program->name = g_strdup(*name ? name : ".");
            program->list = g_steal_pointer(&path);
            g_ptr_array_add(programs, program);
        }
    }
    if (dir)
        g_dir_close(dir);
}

GPtrArray *traces_found(const char *folder)
{
    GPtrArray *programs = g_ptr_array_new_with_free_func(program_free);
    search(programs, folder, "", 0);
    g_ptr_array_sort(programs, by_name);
    return programs;
}
