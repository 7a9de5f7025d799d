/* SPDX-License-Identifier: BSD-3-Clause */
/* Reading a result, a file that `simgpu --json` wrote. */
#ifndef SIMGPU_RESULTS_RESULT_H
#define SIMGPU_RESULTS_RESULT_H

#include <json-glib/json-glib.h>
#include <stdbool.h>

/* Loads the object in the file, of any schema version; json_node_unref. NULL with an error. For
 * JSON that is no result, the error says `otherwise`. */
JsonNode *result_load(const char *file, const char *otherwise, GError **error);

/* Whether the result has the schema version that this simgpu knows. */
bool result_check_version(JsonNode *result, const char *file, GError **error);

#endif
