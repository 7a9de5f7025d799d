/* SPDX-License-Identifier: BSD-3-Clause */
#include "results/result.h"
#include "base/input_error.h"
#include "base/json/members.h"
#include "base/json/strict.h"
#include "base/json/text.h"
#include "results/format.h"
#include <string.h>

static bool is_result(JsonNode *root)
{
    JsonObject *object = json_object_of(root);
    return object && json_object_has_member(object, RESULT_SCHEMA) &&
           json_object_in(object, RESULT_TOTALS);
}

JsonNode *result_load(const char *file, const char *otherwise, GError **error)
{
    g_autoptr(JsonNode) root = json_strict_load(file, error);
    if (!root)
        return NULL;
    if (!is_result(root)) {
        input_error_at(error, file, 0, "%s", otherwise);
        return NULL;
    }
    return g_steal_pointer(&root);
}

bool result_check_version(JsonNode *result, const char *file, GError **error)
{
    JsonNode *node = json_object_get_member(json_node_get_object(result), RESULT_SCHEMA);
    g_autofree char *version = json_text(node, false);
    g_autofree char *known = g_strdup_printf("%d", RESULT_SCHEMA_VERSION);
    return strcmp(version, known) == 0 ||
           input_error_in(error, file, RESULT_SCHEMA, "it is %s, but this simgpu knows %s", version,
                          known);
}
