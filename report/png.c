/* SPDX-License-Identifier: BSD-3-Clause */
/* librsvg's program draws it: as a library, it and what it needs would cost every run of simgpu a
 * sixth more to start. */
#include "report/png.h"
#include "base/input_error.h"
#include <gio/gio.h>

bool png_write(const char *svg, double scale, const char *path, GError **error)
{
    g_autoptr(GError) reason = NULL;
    char zoom[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_dtostr(zoom, sizeof zoom, scale);
    g_autoptr(GSubprocess) program = g_subprocess_new(
        G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, &reason, "rsvg-convert",
        "--zoom", zoom, "--background-color", "white", "--output", path, NULL);
    if (!program)
        return input_error_at(error, path, 0, "PNG needs Debian's librsvg2-bin: %s",
                              reason->message);
    g_autofree char *said = NULL;
    if (!g_subprocess_communicate_utf8(program, svg, NULL, NULL, &said, &reason))
        return input_error_at(error, path, 0, "%s", reason->message);
    if (g_subprocess_get_successful(program))
        return true;
    g_strchomp(said);
    return input_error_at(error, path, 0, "%s", *said ? said : "rsvg-convert was killed");
}
