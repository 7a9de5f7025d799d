/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/platform/platform_difference.h"
#include "base/input_error.h"
#include "base/named_files.h"
#include <string.h>

static const char *keep(struct platform *platform, const char *text)
{
    return g_string_chunk_insert_const(platform->strings, text);
}

void difference_free(gpointer data)
{
    struct platform_difference *difference = data;
    g_ptr_array_unref(difference->settings);
    g_free(difference);
}

/* A path from the file's own folder; without ".xml", the name of a platform that comes with simgpu.
 * g_free; NULL with an error. */
static char *path_of_base(const struct platform *platform, const char *base, unsigned line,
                          GError **error)
{
    g_autofree char *folder = g_path_get_dirname(platform->path);
    const bool bare = strcmp(folder, ".") == 0 || g_path_is_absolute(base);
    char *path = bare ? g_strdup(base) : g_build_filename(folder, base, NULL);
    if (g_str_has_suffix(base, named_platforms.suffix) || g_file_test(path, G_FILE_TEST_EXISTS))
        return path;
    g_free(path);
    path = g_strdup(base);
    g_autoptr(GError) problem = NULL;
    if (named_file_find(&named_platforms, &path, &problem))
        return path;
    g_free(path);
    input_error_at(error, platform->path, line, "based_on: %s", problem->message);
    return NULL;
}

struct platform_difference *platform_add_difference(struct platform *platform,
                                                    const struct platform_group *zone,
                                                    const char *base, unsigned line, GError **error)
{
    if (zone->parent != NULL || zone->kind != GROUP_ZONE || zone->model != NULL ||
        zone->properties->len > 0) {
        input_error_at(error, platform->path, line,
                       "based_on must be the first <prop> of the outermost <zone>");
        return NULL;
    }
    if (*base == '\0') {
        input_error_at(error, platform->path, line, "based_on names no file");
        return NULL;
    }
    g_autofree char *path = path_of_base(platform, base, line, error);
    if (!path)
        return NULL;
    struct platform_difference *difference = g_new0(struct platform_difference, 1);
    *difference = (struct platform_difference){
        .path = platform->path,
        .zone = zone->id,
        .zone_line = zone->line,
        .base = keep(platform, path),
        .base_line = line,
        .settings = g_ptr_array_new_with_free_func(g_free),
    };
    g_ptr_array_add(platform->differences, difference);
    return difference;
}

static bool is_set(const struct platform_difference *difference, const char *id)
{
    for (guint i = 0; i < difference->settings->len; i++) {
        const struct platform_setting *setting = difference->settings->pdata[i];
        if (strcmp(setting->id, id) == 0)
            return true;
    }
    return false;
}

bool platform_add_setting(struct platform *platform, struct platform_difference *difference,
                          const char *const *values, unsigned line, GError **error)
{
    const char *id = values[0];
    const char *dot = strchr(id, '.');
    if (dot == NULL || dot == id || dot[1] == '\0' || strpbrk(id, " =\t\n") != NULL)
        return input_error_at(error, platform->path, line,
                              "expected a property with its group, such as sm.l1d.size; found '%s'",
                              id);
    if (is_set(difference, id))
        return input_error_at(error, platform->path, line, "%s is given twice", id);
    if (*values[1] == '\0')
        return input_error_at(error, platform->path, line, "%s has no value", id);
    g_autofree char *group = g_strndup(id, (gsize)(dot - id));
    struct platform_setting *setting = g_new0(struct platform_setting, 1);
    *setting = (struct platform_setting){
        .id = keep(platform, id),
        .group = keep(platform, group),
        .name = keep(platform, dot + 1),
        .value = keep(platform, values[1]),
        .place = platform->path,
        .line = line,
        .may_add = true,
    };
    g_ptr_array_add(difference->settings, setting);
    return true;
}
