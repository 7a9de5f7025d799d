/* SPDX-License-Identifier: BSD-3-Clause */
/* Platforms by difference: a file that names another one, its base, and says only what differs.
 *
 *   <zone id="system" routing="Full">
 *     <prop id="based_on" value="fermi-gtx480.xml"/>
 *     <prop id="sm.count" value="30"/>
 *   </zone>
 *
 * The names are those of --set, so that a value has one name wherever it is changed. All groups,
 * links and routes are those of the last base, which is based on no other file; what the files in
 * front of it set is applied from there on, so that the file that the user has named has the last
 * word. Each value keeps the file and the line that it comes from.
 */
#include <string.h>
#include <sys/stat.h>

#include "base/input_error.h"
#include "models/core/platform_file.h"

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
    g_autofree char *folder = g_path_get_dirname(platform->path);
    bool bare = strcmp(folder, ".") == 0 || g_path_is_absolute(base);
    g_autofree char *path = bare ? g_strdup(base) : g_build_filename(folder, base, NULL);
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

/* ---- reading ---------------------------------------------------------------------------- */

static const struct platform_difference *difference_at(const struct platform *platform, guint i)
{
    return platform->differences->pdata[i];
}

/* The one that names the file which is read now; NULL: the user does. */
static const struct platform_difference *latest(const struct platform *platform)
{
    guint n = platform->differences->len;
    return n > 0 ? difference_at(platform, n - 1) : NULL;
}

static bool same_file(const char *a, const char *b)
{
    struct stat one, other;
    return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}

/* No file may be its own base, by whatever names. */
static bool check_circle(const struct platform *platform, GError **error)
{
    const struct platform_difference *last = latest(platform);
    g_autoptr(GString) circle = g_string_new(NULL);
    for (guint i = 0; i < platform->differences->len; i++) {
        const char *path = difference_at(platform, i)->path;
        if (circle->len > 0 || same_file(path, last->base))
            g_string_append_printf(circle, "%s, ", path);
    }
    return circle->len == 0 ||
           input_error_at(error, last->path, last->base_line,
                          "platforms are based on one another in a circle: %s%s", circle->str,
                          last->base);
}

static bool cannot_read(const struct platform *platform, const char *why, GError **error)
{
    const struct platform_difference *by = latest(platform);
    if (by == NULL)
        return input_error_at(error, platform->path, 0, "cannot read the platform: %s", why);
    return input_error_at(error, by->path, by->base_line,
                          "cannot read the platform that this one is based on: %s", why);
}

static bool read_file(struct platform *platform, GError **error)
{
    if (latest(platform) != NULL) {
        if (!check_circle(platform, error))
            return false;
        if (g_file_test(platform->path, G_FILE_TEST_EXISTS) &&
            !g_file_test(platform->path, G_FILE_TEST_IS_REGULAR)) {
            g_autofree char *why = g_strdup_printf("%s is no regular file", platform->path);
            return cannot_read(platform, why, error);
        }
    }
    g_autofree char *text = NULL;
    gsize length;
    g_autoptr(GError) problem = NULL;
    if (!g_file_get_contents(platform->path, &text, &length, &problem))
        return cannot_read(platform, problem->message, error);
    return platform_parse(platform, text, length, error);
}

bool platform_read_files(struct platform *platform, GError **error)
{
    for (;;) {
        guint before = platform->differences->len;
        if (!read_file(platform, error))
            return false;
        if (platform->differences->len == before)
            return true;
        /* What has been read is the zone around the differences. */
        g_ptr_array_set_size(platform->groups, 0);
        platform->path = latest(platform)->base;
    }
}

/* ---- applying --------------------------------------------------------------------------- */

static bool apply_difference(struct platform *platform,
                             const struct platform_difference *difference, GError **error)
{
    const struct platform_group *outermost = platform->groups->pdata[0];
    if (strcmp(difference->zone, outermost->id) != 0)
        return input_error_at(error, difference->path, difference->zone_line,
                              "expected '%s', the outermost zone of %s, and found the zone '%s'",
                              outermost->id, platform->path, difference->zone);
    for (guint i = 0; i < difference->settings->len; i++)
        if (!platform_apply(platform, difference->settings->pdata[i], error))
            return false;
    return true;
}

bool platform_apply_differences(struct platform *platform, GError **error)
{
    for (guint i = platform->differences->len; i > 0; i--)
        if (!apply_difference(platform, difference_at(platform, i - 1), error))
            return false;
    return true;
}
