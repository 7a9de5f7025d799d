/* SPDX-License-Identifier: BSD-3-Clause */
#include "teaching/grade/lesson_place.h"
#include "base/input_error.h"
#include "base/named_files.h"
#include <stdlib.h>
#include <string.h>

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static GPtrArray *lessons_in(const char *folder)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    GDir *dir = folder ? g_dir_open(folder, 0, NULL) : NULL;
    const char *name;
    while (dir && (name = g_dir_read_name(dir)) != NULL) {
        g_autofree char *file = g_build_filename(folder, name, "lesson.json", NULL);
        if (g_file_test(file, G_FILE_TEST_EXISTS))
            g_ptr_array_add(names, g_strdup(name));
    }
    if (dir)
        g_dir_close(dir);
    g_ptr_array_sort(names, by_text);
    return names;
}

/* "02-one-load" is also meant by "02" and "2". */
static gboolean is_meant(const char *name, const char *operand)
{
    if (strcmp(name, operand) == 0)
        return TRUE;
    char *end;
    const long number = strtol(operand, &end, 10);
    return *operand && *end == '\0' && g_ascii_isdigit(*name) && strtol(name, NULL, 10) == number;
}

char *lesson_place(const char *operand, GError **error)
{
    if (g_file_test(operand, G_FILE_TEST_EXISTS))
        return g_strdup(operand);
    g_autofree char *folder = named_folder("lessons");
    g_autoptr(GPtrArray) names = lessons_in(folder);
    for (guint i = 0; i < names->len; i++)
        if (is_meant(names->pdata[i], operand))
            return g_build_filename(folder, names->pdata[i], NULL);
    g_autoptr(GString) list = g_string_new(NULL);
    for (guint i = 0; i < names->len; i++)
        g_string_append_printf(list, "%s%s", i > 0 ? ", " : "", (char *)names->pdata[i]);
    input_error_at(error, operand, 0, "no folder and no lesson has this name; there are %s",
                   names->len > 0 ? list->str : "none");
    return NULL;
}
