/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/import_check.h"
#include "base/input_error.h"
#include "base/write_text.h"
#include "models/core/platform/platform.h"
#include "models/gpu_config.h"
#include <glib/gstdio.h>
#include <string.h>

/* What stands in the comment of this line, from 1; NULL if there is none. */
static char *comment_of(const char *xml, unsigned line)
{
    g_auto(GStrv) lines = g_strsplit(xml, "\n", -1);
    if (line == 0 || line > g_strv_length(lines))
        return NULL;
    const char *begin = strstr(lines[line - 1], "<!-- ");
    const char *end = begin ? strstr(begin, " -->") : NULL;
    return end ? g_strndup(begin + 5, (gsize)(end - begin - 5)) : NULL;
}

/* Turns "PATH:line: what" into "CONFIG: what (made of the comment)". */
static void blame_option(const GError *why, const char *path, const char *xml, const char *config,
                         GError **error)
{
    const char *what = why->message;
    char *end;
    if (g_str_has_prefix(what, path))
        what += strlen(path);
    guint64 line = *what == ':' ? g_ascii_strtoull(what + 1, &end, 10) : 0;
    if (line > 0 && g_str_has_prefix(end, ": "))
        what = end + 2;
    g_autofree char *origin = comment_of(xml, (unsigned)line);
    input_error_at(error, config, 0, "simgpu cannot simulate this: %s%s%s", what,
                   origin ? "; it comes from " : "", origin ? origin : "");
}

static bool load(const char *path, GError **error)
{
    struct platform *platform = platform_load(path, error);
    struct gpu_config gpu;
    if (!platform)
        return false;
    bool right = gpu_config_read(&gpu, platform, error);
    gpu_config_clear(&gpu);
    platform_free(platform);
    return right;
}

bool import_check(const char *xml, const char *config, GError **error)
{
    g_autoptr(GError) why = NULL;
    g_autofree char *path = NULL;
    int file = g_file_open_tmp("simgpu-import-XXXXXX.xml", &path, error);
    if (file < 0)
        return false;
    g_close(file, NULL);
    bool right = write_text(path, xml, error);
    if (right && !load(path, &why)) {
        blame_option(why, path, xml, config, error);
        right = false;
    }
    g_unlink(path);
    return right;
}
