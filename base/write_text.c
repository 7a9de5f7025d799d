/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/write_text.h"
#include "base/input_error.h"
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

static gboolean write_into(const char *path, const char *text, GError **error)
{
    FILE *file = fopen(path, "w");
    const gboolean good = file && fputs(text, file) >= 0;
    const int cause = errno;
    if (file && fclose(file) == 0 && good)
        return TRUE;
    return input_error_at(error, path, 0, "%s", g_strerror(good ? errno : cause));
}

gboolean write_text(const char *path, const char *text, GError **error)
{
    struct stat status;
    g_autoptr(GError) reason = NULL;
    if (lstat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return write_into(path, text, error);
    return g_file_set_contents(path, text, -1, &reason) ||
           input_error_at(error, path, 0, "%s", reason->message);
}
