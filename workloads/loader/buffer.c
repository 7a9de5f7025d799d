/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/loader/buffer.h"

#include "base/input_error.h"
#include "base/json/reader.h"
#include "workloads/loader/shapes.h"

/* ASSUMED: 1 TiB; beyond the memory of any GPU, and far from overflow. */
#define MAX_BUFFER_BYTES (INT64_C(1) << 40)

static bool read_type(const struct json_place *place, JsonObject *object,
                      const struct element_type **type, GError **error)
{
    const char *name;
    if (!json_read_string_member(place, object, "type", &name, error))
        return false;
    *type = element_type_find(name);
    if (*type)
        return true;
    const struct json_place here = json_place_member(place, "type");
    g_autofree char *known = element_type_list();
    return json_place_error(&here, error, "unknown type \"%s\"; known: %s", name, known);
}

static bool read_members(struct buffer *buffer, const struct json_place *place, JsonNode *node,
                         const GPtrArray *graphs, GError **error)
{
    JsonObject *object;
    if (!json_read_object(place, node, shape_get(SHAPE_BUFFER), &object, NULL, error) ||
        !read_type(place, object, &buffer->type, error) ||
        !operand_read_member(place, object, "count", &buffer->count_operand, error))
        return false;
    const struct json_place init = json_place_member(place, "init");
    if (!init_read(&buffer->init, &init, json_object_get_member(object, "init"), buffer->type,
                   graphs, error))
        return false;
    bool has_count = buffer->count_operand.path != NULL;
    if (buffer->init.kind == INIT_CSR && has_count)
        return json_place_error(place, error, "leave \"count\" out: the graph sets it");
    if (buffer->init.kind != INIT_CSR && !has_count)
        return json_place_error(place, error, "member \"count\" is missing");
    return true;
}

struct buffer *buffer_read(const struct json_place *place, const char *name, JsonNode *node,
                           const GPtrArray *graphs, GError **error)
{
    struct buffer *buffer = g_new0(struct buffer, 1);
    buffer->name = g_strdup(name);
    buffer->path = json_place_text(place);
    if (!read_members(buffer, place, node, graphs, error))
        g_clear_pointer(&buffer, buffer_free);
    return buffer;
}

void buffer_free(struct buffer *buffer)
{
    if (!buffer)
        return;
    g_free(buffer->name);
    g_free(buffer->path);
    operand_finish(&buffer->count_operand);
    init_finish(&buffer->init);
    g_free(buffer);
}

bool buffer_evaluate(struct buffer *buffer, const GPtrArray *graphs, const struct scalars *scalars,
                     const char *directory, GError **error)
{
    int64_t count;
    if (buffer->init.kind == INIT_CSR) {
        const struct graph *graph = graphs->pdata[buffer->init.graph];
        count = buffer->init.columns ? graph->edges : graph->vertices + 1;
        if (count == 0)
            return input_error_in(error, scalars->file, buffer->path,
                                  "graph \"%s\" has no edges, and a buffer needs an element",
                                  graph->name);
    } else if (!operand_integer(&buffer->count_operand, scalars, 1,
                                MAX_BUFFER_BYTES / buffer->type->bytes, &count, error)) {
        return false;
    }
    buffer->count = (uint64_t)count;
    buffer->bytes = buffer->count * buffer->type->bytes;
    return init_evaluate(&buffer->init, buffer, scalars, directory, error);
}
