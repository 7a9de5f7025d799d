/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/platform/platform_base.h"
#include "base/input_error.h"
#include "models/core/platform/platform_parse.h"
#include "models/core/platform/platform_set.h"
#include <string.h>
#include <sys/stat.h>

/* ---- reading ---------------------------------------------------------------------------- */

static const struct platform_difference *difference_at(const struct platform *platform, guint i)
{
    return platform->differences->pdata[i];
}

/* The difference whose base is read now; NULL: the user's file is. */
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
                          "these platforms are based on each other in a circle: %s%s", circle->str,
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
        /* So far the groups have only the zone around the differences. */
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
                              "expected '%s', the outermost zone of %s, found the zone '%s'",
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
