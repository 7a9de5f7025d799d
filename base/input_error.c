/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/input_error.h"

G_DEFINE_QUARK(simgpu - input - error, input_error)

gboolean input_error_at(GError **error, const char *file, unsigned line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    if (line > 0)
        g_set_error(error, INPUT_ERROR, 0, "%s:%u: %s", file, line, text);
    else
        g_set_error(error, INPUT_ERROR, 0, "%s: %s", file, text);
    return FALSE;
}

gboolean input_error_in(GError **error, const char *file, const char *path, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(error, INPUT_ERROR, 0, "%s: at %s: %s", file, path, text);
    return FALSE;
}
