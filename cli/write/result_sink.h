/* SPDX-License-Identifier: BSD-3-Clause */
/* Where results are written piece by piece: a file of base/output_file.h, or standard output. */
#ifndef SIMGPU_CLI_WRITE_RESULT_SINK_H
#define SIMGPU_CLI_WRITE_RESULT_SINK_H

#include "base/output_file.h"
#include <stdbool.h>

struct result_sink {
    struct output_file *file; /* NULL: standard output */
};

/* path: of a file, or - for standard output. */
bool result_sink_open(struct result_sink *sink, const char *path, GError **error);
void result_sink_write(struct result_sink *sink, const char *text, gsize n_bytes);
/* False if the file could not be written; standard output is checked when the command ends. */
bool result_sink_close(struct result_sink *sink, GError **error);

#endif
