/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/lists/named_lists.h"
#include "base/json/strict.h"
#include "base/named_files.h"
#include "models/core/platform/platform.h"
#include "workloads/loader/workload.h"
#include <string.h>

static void take_gpu_name(void *data, const char *name, const char *value)
{
    char **gpu = data;
    if (strcmp(name, "gpu.name") == 0) {
        g_free(*gpu);
        *gpu = g_strdup(value);
    }
}

static char *gpu_of(const char *path)
{
    char *name = NULL;
    struct platform *platform = platform_load(path, NULL);
    if (platform)
        platform_each_value(platform, take_gpu_name, &name);
    platform_free(platform);
    return name;
}

static char *description_of(const char *path)
{
    g_autoptr(JsonNode) root = json_strict_load(path, NULL);
    if (!root || !JSON_NODE_HOLDS_OBJECT(root))
        return NULL;
    JsonObject *object = json_node_get_object(root);
    return g_strdup(json_object_get_string_member_with_default(object, "description", ""));
}

static char *list(const struct named_kind *kind, char *(*describe)(const char *path))
{
    GString *text = g_string_new(NULL);
    g_autoptr(GPtrArray) names = named_files(kind);
    for (guint i = 0; i < names->len; i++) {
        g_autofree char *path = named_file_path(kind, names->pdata[i]);
        g_autofree char *words = describe(path);
        g_string_append_printf(text, "%-30s %s\n", (const char *)names->pdata[i],
                               words ? words : "");
    }
    return g_string_free(text, FALSE);
}

char *named_list_platforms(void)
{
    return list(&named_platforms, gpu_of);
}

char *named_list_workloads(void)
{
    return list(&named_workloads, description_of);
}
