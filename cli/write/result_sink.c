/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/write/result_sink.h"
#include <stdio.h>
#include <string.h>

bool result_sink_open(struct result_sink *sink, const char *path, GError **error)
{
    *sink = (struct result_sink){0};
    if (strcmp(path, "-") == 0)
        return true;
    sink->file = output_file_open(path, error);
    return sink->file != NULL;
}

void result_sink_write(struct result_sink *sink, const char *text, gsize n_bytes)
{
    if (sink->file)
        output_file_write(sink->file, text, n_bytes);
    else
        fwrite(text, 1, n_bytes, stdout);
}

bool result_sink_close(struct result_sink *sink, GError **error)
{
    return !sink->file || output_file_close(sink->file, error);
}
