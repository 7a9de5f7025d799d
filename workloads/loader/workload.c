/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads a workload file and prepares it: the parts are in the files beside this one. */
#include "workloads/loader/workload.h"

#include "base/input_error.h"
#include "base/json/strict.h"
#include "workloads/loader/program_list.h"
#include "workloads/loader/read_map.h"
#include "workloads/loader/shapes.h"
#include "workloads/loader/source.h"
#include "workloads/loader/workload_private.h"

#include <string.h>

static void graph_destroy(void *graph)
{
    graph_free(graph);
}

static void module_destroy(void *module)
{
    module_free(module);
}

static void buffer_destroy(void *buffer)
{
    buffer_free(buffer);
}

static bool read_scalars(struct workload *w, const struct json_place *root, JsonObject *object,
                         GError **error)
{
    JsonNode *node = json_object_get_member(object, "scalars");
    const struct json_place here = json_place_member(root, "scalars");
    return !node || scalars_read(&w->scalars, &here, node, error);
}

static bool read_graphs(struct workload *w, const struct json_place *root, JsonObject *object,
                        GError **error)
{
    JsonNode *node = json_object_get_member(object, "graphs");
    if (!node)
        return true;
    const struct json_place here = json_place_member(root, "graphs");
    JsonObject *map;
    g_autoptr(GList) names = NULL;
    if (!read_map(&here, node, &map, &names, error))
        return false;
    for (GList *name = names; name; name = name->next) {
        const struct json_place entry = json_place_member(&here, name->data);
        struct graph *graph =
            graph_read(&entry, name->data, json_object_get_member(map, name->data), error);
        if (!graph)
            return false;
        g_ptr_array_add(w->graphs, graph);
    }
    return true;
}

static bool read_modules(struct workload *w, const struct json_place *root, JsonObject *object,
                         GError **error)
{
    const struct json_place here = json_place_member(root, "modules");
    JsonObject *map;
    g_autoptr(GList) names = NULL;
    if (!read_map(&here, json_object_get_member(object, "modules"), &map, &names, error))
        return false;
    if (!names)
        return json_place_error(&here, error, "expected at least one module");
    for (GList *name = names; name; name = name->next) {
        const struct json_place entry = json_place_member(&here, name->data);
        struct module *module =
            module_read(&entry, name->data, json_object_get_member(map, name->data), error);
        if (!module)
            return false;
        g_ptr_array_add(w->modules, module);
    }
    return true;
}

static bool read_buffers(struct workload *w, const struct json_place *root, JsonObject *object,
                         GError **error)
{
    const struct json_place here = json_place_member(root, "buffers");
    JsonObject *map;
    g_autoptr(GList) names = NULL;
    if (!read_map(&here, json_object_get_member(object, "buffers"), &map, &names, error))
        return false;
    for (GList *name = names; name; name = name->next) {
        const struct json_place entry = json_place_member(&here, name->data);
        if (named_find(w->scalars.entries, name->data) >= 0)
            return json_place_error(&entry, error, "there is a scalar of this name, too");
        struct buffer *buffer = buffer_read(
            &entry, name->data, json_object_get_member(map, name->data), w->graphs, error);
        if (!buffer)
            return false;
        g_ptr_array_add(w->buffers, buffer);
    }
    return true;
}

static bool read_policies(struct workload *w, const struct json_place *root, JsonObject *object,
                          GError **error)
{
    JsonNode *node = json_object_get_member(object, "policies");
    g_autoptr(GList) kinds = NULL;
    if (node) {
        const struct json_place here = json_place_member(root, "policies");
        JsonObject *map;
        if (!read_map(&here, node, &map, &kinds, error))
            return false;
        for (GList *kind = kinds; kind; kind = kind->next) {
            const char *policy;
            if (!json_read_string_member(&here, map, kind->data, &policy, error))
                return false;
            g_ptr_array_add(w->policy_kinds, g_strdup(kind->data));
            g_ptr_array_add(w->policies, g_strdup(policy));
        }
    }
    g_ptr_array_add(w->policy_kinds, NULL);
    return true;
}

static struct step_names step_names(const struct workload *w)
{
    return (struct step_names){
        .modules = w->modules, .buffers = w->buffers, .scalars = &w->scalars};
}

static bool read_steps(struct workload *w, const struct json_place *root, JsonObject *object,
                       GError **error)
{
    const struct json_place here = json_place_member(root, "steps");
    const struct step_names names = step_names(w);
    w->steps = steps_read(&here, json_object_get_member(object, "steps"), &names, 0, error);
    return w->steps != NULL;
}

static bool read_checks(struct workload *w, const struct json_place *root, JsonObject *object,
                        GError **error)
{
    JsonNode *node = json_object_get_member(object, "checks");
    if (!node)
        return true;
    const struct json_place here = json_place_member(root, "checks");
    GPtrArray *checks = checks_read(&here, node, w->buffers, error);
    if (!checks)
        return false;
    g_ptr_array_unref(w->checks);
    w->checks = checks;
    return true;
}

/* What json_read_object has not asked for may be missing: then it is NULL. */
static bool read_texts(struct workload *w, const struct json_place *root, JsonObject *object,
                       GError **error)
{
    const char *name = NULL, *description = NULL, *schema = NULL;
    const struct {
        const char *member, **value;
    } texts[] = {{"name", &name}, {"description", &description}, {"$schema", &schema}};
    for (unsigned i = 0; i < G_N_ELEMENTS(texts); i++)
        if (json_object_has_member(object, texts[i].member) &&
            !json_read_string_member(root, object, texts[i].member, texts[i].value, error))
            return false;
    w->name = g_strdup(name);
    return true;
}

static bool has_member(JsonNode *node, const char *name)
{
    return JSON_NODE_HOLDS_OBJECT(node) && json_object_has_member(json_node_get_object(node), name);
}

static bool read_trace_workload(struct workload *w, JsonNode *node, GError **error)
{
    const struct json_place root = json_place_root(w->file);
    JsonObject *object;
    const char *path;
    if (!json_read_object(&root, node, shape_get(SHAPE_TRACE_WORKLOAD), &object, NULL, error) ||
        !read_texts(w, &root, object, error) ||
        !json_read_string_member(&root, object, "trace", &path, error))
        return false;
    w->trace =
        g_path_is_absolute(path) ? g_strdup(path) : g_build_filename(w->directory, path, NULL);
    return read_policies(w, &root, object, error);
}

static bool read_program_workload(struct workload *w, JsonNode *node, GError **error)
{
    const struct json_place root = json_place_root(w->file);
    JsonObject *object;
    return json_read_object(&root, node, shape_get(SHAPE_PROGRAM_WORKLOAD), &object, NULL, error) &&
           read_texts(w, &root, object, error) &&
           program_list_read(w->programs, &root, object, error) &&
           read_policies(w, &root, object, error);
}

static bool read_all(struct workload *w, JsonNode *node, GError **error)
{
    const struct json_place root = json_place_root(w->file);
    JsonObject *object;
    if (has_member(node, "program") || has_member(node, "programs"))
        return read_program_workload(w, node, error);
    if (has_member(node, "trace"))
        return read_trace_workload(w, node, error);
    return json_read_object(&root, node, shape_get(SHAPE_WORKLOAD), &object, NULL, error) &&
           read_texts(w, &root, object, error) && read_scalars(w, &root, object, error) &&
           read_graphs(w, &root, object, error) && read_modules(w, &root, object, error) &&
           read_buffers(w, &root, object, error) && read_steps(w, &root, object, error) &&
           read_checks(w, &root, object, error) && read_policies(w, &root, object, error);
}

static bool load(struct workload *w, GError **error)
{
    g_autoptr(JsonNode) root = json_strict_load(w->file, error);
    return root && read_all(w, root, error);
}

struct workload *workload_load(const char *path, GError **error)
{
    struct workload *w = g_new0(struct workload, 1);
    w->file = g_strdup(path);
    g_autofree char *absolute = g_canonicalize_filename(path, NULL);
    w->directory = g_path_get_dirname(absolute);
    scalars_init(&w->scalars, w->file);
    w->graphs = g_ptr_array_new_with_free_func(graph_destroy);
    w->modules = g_ptr_array_new_with_free_func(module_destroy);
    w->buffers = g_ptr_array_new_with_free_func(buffer_destroy);
    w->checks = g_ptr_array_new();
    w->policy_kinds = g_ptr_array_new_with_free_func(g_free);
    w->policies = g_ptr_array_new_with_free_func(g_free);
    w->programs = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
    w->source = workload_source_new(w);
    if (!load(w, error))
        g_clear_pointer(&w, workload_free);
    return w;
}

void workload_free(struct workload *w)
{
    if (!w)
        return;
    workload_source_free(w->source);
    g_clear_pointer(&w->steps, g_ptr_array_unref);
    g_ptr_array_unref(w->checks);
    g_ptr_array_unref(w->policy_kinds);
    g_ptr_array_unref(w->policies);
    g_ptr_array_unref(w->programs);
    g_ptr_array_unref(w->buffers);
    g_ptr_array_unref(w->modules);
    g_ptr_array_unref(w->graphs);
    scalars_finish(&w->scalars);
    g_free(w->trace);
    g_free(w->name);
    g_free(w->directory);
    g_free(w->file);
    g_free(w);
}

bool workload_set(struct workload *w, const char *target, const char *value, GError **error)
{
    static const char prefix[] = "scalars.";
    g_assert(!w->prepared);
    if (!g_str_has_prefix(target, prefix))
        return input_error_in(error, w->file, target,
                              "only scalars can be set from outside, as \"scalars.NAME\"");
    return scalars_set(&w->scalars, target + strlen(prefix), value, error);
}

bool workload_prepare(struct workload *w, const struct kernel_provider *provider,
                      const char *const *search_dirs, GError **error)
{
    g_assert(!w->prepared);
    w->prepared = true;
    if (w->trace)
        return true;
    if (w->programs->len > 0)
        return program_list_find(w->programs, w->file, w->directory, search_dirs, error);
    if (!scalars_evaluate(&w->scalars, error))
        return false;
    for (unsigned i = 0; i < w->graphs->len; i++) {
        if (!graph_evaluate(w->graphs->pdata[i], &w->scalars, error))
            return false;
    }
    for (unsigned i = 0; i < w->buffers->len; i++) {
        if (!buffer_evaluate(w->buffers->pdata[i], w->graphs, &w->scalars, w->directory, error))
            return false;
    }
    for (unsigned i = 0; i < w->modules->len; i++) {
        if (!module_open(w->modules->pdata[i], provider, w->file, w->directory, search_dirs, error))
            return false;
    }
    const struct step_names names = step_names(w);
    if (!steps_evaluate(w->steps, &names, error))
        return false;
    for (unsigned i = 0; i < w->checks->len; i++) {
        if (!check_prepare(w->checks->pdata[i], w->buffers, &w->scalars, w->directory, search_dirs,
                           error))
            return false;
    }
    return true;
}

struct command_source *workload_source(struct workload *w)
{
    g_assert(w->prepared);
    return workload_source_commands(w->source);
}

unsigned workload_n_programs(const struct workload *w)
{
    return w->programs->len;
}

const char *const *workload_program(const struct workload *w, unsigned index)
{
    return w->programs->pdata[index];
}

const char *workload_trace(const struct workload *w)
{
    return w->trace;
}

const char *workload_name(const struct workload *w)
{
    return w->name;
}

const char *workload_file(const struct workload *w)
{
    return w->file;
}

const char *workload_policy(const struct workload *w, const char *kind)
{
    for (unsigned i = 0; i < w->policies->len; i++) {
        if (strcmp(w->policy_kinds->pdata[i], kind) == 0)
            return w->policies->pdata[i];
    }
    return NULL;
}

const char *const *workload_policy_kinds(const struct workload *w)
{
    return (const char *const *)w->policy_kinds->pdata;
}
