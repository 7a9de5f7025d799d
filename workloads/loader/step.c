/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/loader/step.h"

#include "base/input_error.h"
#include "base/json/reader.h"
#include "workloads/loader/shapes.h"

#include <string.h>

static bool write_read(struct write_step *write, const struct json_place *place, JsonNode *node,
                       const struct step_names *names, GError **error)
{
    JsonObject *object;
    return json_read_object(place, node, shape_get(SHAPE_WRITE), &object, NULL, error) &&
           json_read_named_member(place, object, "buffer", "buffer", names->buffers, &write->buffer,
                                  error) &&
           operand_read_member(place, object, "value", &write->value_operand, error) &&
           operand_read_member(place, object, "index", &write->index_operand, error);
}

static bool read_body(struct loop_step *loop, const struct json_place *place, JsonObject *object,
                      const struct step_names *names, unsigned depth, GError **error)
{
    if (depth == STEP_MAX_DEPTH)
        return json_place_error(place, error, "loops nest deeper than %d", STEP_MAX_DEPTH);
    const struct json_place here = json_place_member(place, "steps");
    loop->steps =
        steps_read(&here, json_object_get_member(object, "steps"), names, depth + 1, error);
    return loop->steps != NULL;
}

static bool repeat_read(struct loop_step *loop, const struct json_place *place, JsonNode *node,
                        const struct step_names *names, unsigned depth, GError **error)
{
    JsonObject *object;
    return json_read_object(place, node, shape_get(SHAPE_REPEAT), &object, NULL, error) &&
           operand_read_member(place, object, "count", &loop->limit_operand, error) &&
           read_body(loop, place, object, names, depth, error);
}

static bool do_while_read(struct loop_step *loop, const struct json_place *place, JsonNode *node,
                          const struct step_names *names, unsigned depth, GError **error)
{
    JsonObject *object;
    if (!json_read_object(place, node, shape_get(SHAPE_DO_WHILE), &object, NULL, error) ||
        !json_read_named_member(place, object, "buffer", "buffer", names->buffers, &loop->buffer,
                                error) ||
        !operand_read_member(place, object, "index", &loop->index_operand, error) ||
        !operand_read_member(place, object, "max_iterations", &loop->limit_operand, error))
        return false;
    const struct buffer *buffer = names->buffers->pdata[loop->buffer];
    if (buffer->type->kind == ELEMENT_FLOAT) {
        const struct json_place here = json_place_member(place, "buffer");
        return json_place_error(&here, error,
                                "the deciding element must be an integer; \"%s\" is %s",
                                buffer->name, buffer->type->name);
    }
    return read_body(loop, place, object, names, depth, error);
}

static bool step_read(struct step *step, const struct json_place *place, JsonNode *node,
                      const struct step_names *names, unsigned depth, GError **error)
{
    JsonObject *object;
    const char *kind;
    if (!json_read_object(place, node, shape_get(SHAPE_STEP), &object, &kind, error))
        return false;
    const struct json_place here = json_place_member(place, kind);
    JsonNode *details = json_object_get_member(object, kind);
    step->path = json_place_text(&here);
    if (strcmp(kind, "write") == 0) {
        step->kind = STEP_WRITE;
        return write_read(&step->write, &here, details, names, error);
    }
    if (strcmp(kind, "launch") == 0) {
        step->kind = STEP_LAUNCH;
        return launch_read(&step->launch, &here, details, names, error);
    }
    if (strcmp(kind, "repeat") == 0) {
        step->kind = STEP_REPEAT;
        return repeat_read(&step->loop, &here, details, names, depth, error);
    }
    step->kind = STEP_DO_WHILE;
    return do_while_read(&step->loop, &here, details, names, depth, error);
}

static void step_free(void *data)
{
    struct step *step = data;
    g_free(step->path);
    operand_finish(&step->write.value_operand);
    operand_finish(&step->write.index_operand);
    launch_finish(&step->launch);
    operand_finish(&step->loop.limit_operand);
    operand_finish(&step->loop.index_operand);
    g_clear_pointer(&step->loop.steps, g_ptr_array_unref);
    g_free(step);
}

GPtrArray *steps_read(const struct json_place *place, JsonNode *node,
                      const struct step_names *names, unsigned depth, GError **error)
{
    JsonArray *array;
    if (!json_read_array(place, node, 1, G_MAXUINT, &array, error))
        return NULL;
    g_autoptr(GPtrArray) steps = g_ptr_array_new_with_free_func(step_free);
    for (unsigned i = 0; i < json_array_get_length(array); i++) {
        const struct json_place here = json_place_index(place, i);
        struct step *step = g_new0(struct step, 1);
        g_ptr_array_add(steps, step);
        if (!step_read(step, &here, json_array_get_element(array, i), names, depth, error))
            return NULL;
    }
    return g_steal_pointer(&steps);
}

static bool write_evaluate(struct write_step *write, const struct step_names *names, GError **error)
{
    const struct buffer *buffer = names->buffers->pdata[write->buffer];
    const char *file = names->scalars->file;
    g_autofree char *why = NULL;
    if (!operand_number(&write->value_operand, names->scalars, &write->value, error))
        return false;
    if (!element_fits(buffer->type, write->value, &why))
        return input_error_in(error, file, write->value_operand.path, "%s", why);
    write->index = -1;
    return !write->index_operand.path ||
           operand_integer(&write->index_operand, names->scalars, 0, (int64_t)buffer->count - 1,
                           &write->index, error);
}

static bool loop_evaluate(struct loop_step *loop, enum step_kind kind,
                          const struct step_names *names, GError **error)
{
    if (!operand_integer(&loop->limit_operand, names->scalars, 1, INT64_MAX, &loop->limit, error))
        return false;
    if (kind == STEP_DO_WHILE) {
        const struct buffer *buffer = names->buffers->pdata[loop->buffer];
        if (!operand_integer(&loop->index_operand, names->scalars, 0, (int64_t)buffer->count - 1,
                             &loop->index, error))
            return false;
    }
    return steps_evaluate(loop->steps, names, error);
}

bool steps_evaluate(GPtrArray *steps, const struct step_names *names, GError **error)
{
    for (unsigned i = 0; i < steps->len; i++) {
        struct step *step = steps->pdata[i];
        bool good;
        if (step->kind == STEP_WRITE)
            good = write_evaluate(&step->write, names, error);
        else if (step->kind == STEP_LAUNCH)
            good = launch_evaluate(&step->launch, step->path, names, error);
        else
            good = loop_evaluate(&step->loop, step->kind, names, error);
        if (!good)
            return false;
    }
    return true;
}
