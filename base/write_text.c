/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/write_text.h"
#include "base/output_file.h"
#include <string.h>

gboolean write_text(const char *path, const char *text, GError **error)
{
    struct output_file *file = output_file_open(path, error);
    if (!file)
        return FALSE;
    output_file_write(file, text, strlen(text));
    return output_file_close(file, error);
}
