/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/diff/diff_run.h"
#include "base/json/text.h"
#include "results/format.h"
#include "results/numbers.h"
#include "results/result.h"
#include <string.h>

static void value_free(void *data)
{
    struct diff_value *value = data;
    g_free(value->path);
    g_free(value->text);
    g_free(value);
}

static void keep(struct diff_run *run, struct diff_value *value)
{
    g_ptr_array_add(run->values, value);
    g_hash_table_insert(run->by_path, value->path, value);
}

static void add_value(struct diff_run *run, const char *path, JsonNode *node)
{
    struct diff_value *value = g_new0(struct diff_value, 1);
    GType type = JSON_NODE_HOLDS_VALUE(node) ? json_node_get_value_type(node) : G_TYPE_NONE;
    value->path = g_strdup(path);
    value->is_number = type == G_TYPE_INT64 || type == G_TYPE_DOUBLE;
    value->number = value->is_number ? json_node_get_double(node) : 0;
    value->text =
        type == G_TYPE_STRING ? g_strdup(json_node_get_string(node)) : json_text(node, false);
    keep(run, value);
}

/* What policies tell, over all launches and SMs: of an SM's, of the dispatcher's. */
static bool add_told(void *data, const char *name, double number)
{
    struct diff_run *run = data;
    if (!g_str_has_prefix(name, RESULT_POLICY "."))
        return true;
    struct diff_value *value = g_new0(struct diff_value, 1);
    *value = (struct diff_value){.path = g_strdup(name),
                                 .is_number = true,
                                 .number = number,
                                 .text = g_strdup_printf("%.15g", number)};
    keep(run, value);
    return true;
}

static void add_node(struct diff_run *run, const char *path, JsonNode *node);

static void add_object(struct diff_run *run, const char *path, JsonObject *object)
{
    g_autoptr(GList) names = json_object_get_members(object);
    for (GList *name = names; name; name = name->next) {
        g_autofree char *inner =
            g_strconcat(path, *path ? "." : "", (const char *)name->data, NULL);
        if (strcmp(inner, RESULT_HOST) != 0)
            add_node(run, inner, json_object_get_member(object, name->data));
    }
}

static void add_node(struct diff_run *run, const char *path, JsonNode *node)
{
    if (JSON_NODE_HOLDS_OBJECT(node)) {
        add_object(run, path, json_node_get_object(node));
    } else if (JSON_NODE_HOLDS_ARRAY(node)) {
        JsonArray *array = json_node_get_array(node);
        for (guint i = 0; i < json_array_get_length(array); i++) {
            g_autofree char *inner = g_strdup_printf("%s.%u", path, i);
            add_node(run, inner, json_array_get_element(array, i));
        }
    } else {
        add_value(run, path, node);
    }
}

struct diff_run *diff_run_new(const char *file, GError **error)
{
    g_autoptr(JsonNode) root = result_load(file, "this is no result of --json", error);
    if (!root)
        return NULL;
    struct diff_run *run = g_new0(struct diff_run, 1);
    run->file = g_strdup(file);
    run->root = g_steal_pointer(&root);
    run->values = g_ptr_array_new_with_free_func(value_free);
    run->by_path = g_hash_table_new(g_str_hash, g_str_equal);
    add_node(run, "", run->root);
    result_numbers_of(json_node_get_object(run->root), add_told, run);
    return run;
}

void diff_run_free(struct diff_run *run)
{
    if (!run)
        return;
    g_hash_table_unref(run->by_path);
    g_ptr_array_unref(run->values);
    json_node_unref(run->root);
    g_free(run->file);
    g_free(run);
}

const struct diff_value *diff_run_value(const struct diff_run *run, const char *path)
{
    return g_hash_table_lookup(run->by_path, path);
}

double diff_run_number(const struct diff_run *run, const char *path)
{
    const struct diff_value *value = diff_run_value(run, path);
    return value ? value->number : 0;
}

const char *diff_run_text(const struct diff_run *run, const char *path)
{
    const struct diff_value *value = diff_run_value(run, path);
    return value ? value->text : "-";
}

bool diff_run_is_wording(const struct diff_value *value)
{
    return g_str_has_prefix(value->path, RESULT_IN_PROVENANCE("command_line.")) ||
           strcmp(value->path, RESULT_IN_PROVENANCE("commit")) == 0;
}

double diff_slots(const struct diff_run *run)
{
    return diff_run_number(run, RESULT_TOTAL(RESULT_KERNEL_CYCLES)) *
           diff_run_number(run, RESULT_SMS) * diff_run_number(run, RESULT_SCHEDULERS);
}

double diff_slots_of(const struct diff_run *run, const char *path)
{
    static const char idle[] = RESULT_TOTAL("sm.slots_idle");
    double counted = diff_run_number(run, path), all = 0;
    if (strcmp(path, idle) != 0)
        return counted;
    for (guint i = 0; i < run->values->len; i++) {
        const struct diff_value *value = run->values->pdata[i];
        all += g_str_has_prefix(value->path, RESULT_TOTAL("sm.slots_")) ? value->number : 0;
    }
    double outside = MAX(all - diff_slots(run), 0);
    return MAX(counted - outside, 0);
}
