/* SPDX-License-Identifier: BSD-3-Clause */
/* Regression models as JSON files.
 *
 *   {"target": "seconds", "features": ["threads", "gpu_mem"],
 *    "terms": [{"factors": ["threads"], "coefficient": 1e-9},
 *              {"factors": ["threads", "gpu_mem"], "coefficient": 2e-12}],
 *    "source": "...", "train": ["spmv"], "test": ["bfs"], "rows": 12, "r_squared": 0.99}
 *
 * The second line's members are optional.
 */
#ifndef SIMGPU_OFFLOAD_MODEL_FILE_H
#define SIMGPU_OFFLOAD_MODEL_FILE_H

#include "offload/linear_model.h"

/* NULL with an error that names the file and the place in it. */
struct linear_model *model_file_load(const char *file, GError **error);
/* The same for a text; the file is for messages. */
struct linear_model *model_file_parse(const char *file, const char *text, GError **error);
/* The file's text; g_free. To load it gives the same model, bit by bit. */
char *model_file_text(const struct linear_model *model);

#endif
