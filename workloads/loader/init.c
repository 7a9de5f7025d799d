/* SPDX-License-Identifier: BSD-3-Clause */
/* "init" of a buffer: reading it, and checking it once the scalars have values. What it makes
 * is in contents.c. */
#include "base/input_error.h"
#include "base/json/reader.h"
#include "workloads/loader/buffer.h"
#include "workloads/loader/shapes.h"

#include <glib/gstdio.h>
#include <string.h>

static bool read_csr(struct init *init, const struct json_place *place, JsonObject *object,
                     const struct element_type *type, const GPtrArray *graphs, GError **error)
{
    const char *part;
    if (!json_read_named_member(place, object, "graph", "graph", graphs, &init->graph, error) ||
        !json_read_string_member(place, object, "part", &part, error))
        return false;
    init->columns = strcmp(part, "columns") == 0;
    if (!init->columns && strcmp(part, "offsets") != 0) {
        const struct json_place here = json_place_member(place, "part");
        return json_place_error(&here, error, "unknown part \"%s\"; known: offsets, columns", part);
    }
    if (type->kind == ELEMENT_FLOAT || type->bytes < 4)
        return json_place_error(place, error, "a graph needs type s32, u32, s64 or u64, not %s",
                                type->name);
    return true;
}

static bool read_range(struct init *init, const struct json_place *place, JsonObject *object,
                       const char *first, const char *second, GError **error)
{
    return operand_read_member(place, object, first, &init->first_operand, error) &&
           operand_read_member(place, object, second, &init->second_operand, error) &&
           operand_read_member(place, object, "seed", &init->seed_operand, error);
}

static void exception_clear(void *data)
{
    struct fill_exception *exception = data;
    operand_finish(&exception->index_operand);
    operand_finish(&exception->value_operand);
}

static bool read_exceptions(struct init *init, const struct json_place *place, JsonNode *node,
                            GError **error)
{
    JsonArray *array;
    if (!json_read_array(place, node, 0, G_MAXUINT, &array, error))
        return false;
    init->exceptions = g_array_new(FALSE, TRUE, sizeof(struct fill_exception));
    g_array_set_clear_func(init->exceptions, exception_clear);
    for (unsigned i = 0; i < json_array_get_length(array); i++) {
        const struct json_place here = json_place_index(place, i);
        JsonObject *object;
        g_array_set_size(init->exceptions, i + 1);
        struct fill_exception *exception =
            &g_array_index(init->exceptions, struct fill_exception, i);
        if (!json_read_object(&here, json_array_get_element(array, i), shape_get(SHAPE_FILL_EXCEPT),
                              &object, NULL, error) ||
            !operand_read_member(&here, object, "index", &exception->index_operand, error) ||
            !operand_read_member(&here, object, "value", &exception->value_operand, error))
            return false;
    }
    return true;
}

static bool read_fill(struct init *init, const struct json_place *place, JsonObject *object,
                      GError **error)
{
    if (!operand_read_member(place, object, "value", &init->first_operand, error))
        return false;
    if (!json_object_has_member(object, "except"))
        return true;
    const struct json_place here = json_place_member(place, "except");
    return read_exceptions(init, &here, json_object_get_member(object, "except"), error);
}

static const struct {
    const char *name;
    enum init_kind kind;
    enum shape_id shape;
} kinds[] = {
    {"csr", INIT_CSR, SHAPE_INIT_CSR},          {"uniform", INIT_UNIFORM, SHAPE_INIT_UNIFORM},
    {"normal", INIT_NORMAL, SHAPE_INIT_NORMAL}, {"fill", INIT_FILL, SHAPE_INIT_FILL},
    {"iota", INIT_IOTA, SHAPE_INIT_IOTA},
};

/* The object inside {"uniform": {...}}. */
static bool read_details(struct init *init, const struct json_place *place, JsonNode *node,
                         const char *name, const struct element_type *type, const GPtrArray *graphs,
                         GError **error)
{
    unsigned i = 0;
    while (strcmp(kinds[i].name, name) != 0)
        i++;
    init->kind = kinds[i].kind;
    JsonObject *object;
    if (!json_read_object(place, node, shape_get(kinds[i].shape), &object, NULL, error))
        return false;
    switch (init->kind) {
    case INIT_CSR:
        return read_csr(init, place, object, type, graphs, error);
    case INIT_UNIFORM:
        return read_range(init, place, object, "min", "max", error);
    case INIT_NORMAL:
        if (type->kind != ELEMENT_FLOAT)
            return json_place_error(place, error, "needs type f32 or f64, not %s", type->name);
        return read_range(init, place, object, "mean", "deviation", error);
    case INIT_FILL:
        return read_fill(init, place, object, error);
    default:
        return read_range(init, place, object, "start", "step", error);
    }
}

bool init_read(struct init *init, const struct json_place *place, JsonNode *node,
               const struct element_type *type, const GPtrArray *graphs, GError **error)
{
    if (JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_STRING) {
        const char *word = json_node_get_string(node);
        init->kind = INIT_ZERO;
        return strcmp(word, "zero") == 0 ||
               json_place_error(place, error,
                                "unknown initialiser \"%s\"; expected \"zero\" or an object", word);
    }
    JsonObject *object;
    const char *name;
    if (!json_read_object(place, node, shape_get(SHAPE_INIT), &object, &name, error))
        return false;
    const struct json_place here = json_place_member(place, name);
    init->path = json_place_text(&here);
    if (strcmp(name, "file") != 0)
        return read_details(init, &here, json_object_get_member(object, name), name, type, graphs,
                            error);
    init->kind = INIT_FILE;
    const char *file;
    if (!json_read_string_member(place, object, "file", &file, error))
        return false;
    init->file = g_strdup(file);
    return true;
}

void init_finish(struct init *init)
{
    g_free(init->path);
    operand_finish(&init->first_operand);
    operand_finish(&init->second_operand);
    operand_finish(&init->seed_operand);
    g_clear_pointer(&init->exceptions, g_array_unref);
    g_free(init->file);
    g_free(init->found);
    *init = (struct init){0};
}

/* An operand that is an element of the buffer. */
static bool evaluate_element(const struct operand *operand, const struct buffer *buffer,
                             const struct scalars *scalars, struct number *out, GError **error)
{
    g_autofree char *why = NULL;
    return operand_number(operand, scalars, out, error) &&
           (element_fits(buffer->type, *out, &why) ||
            input_error_in(error, scalars->file, operand->path, "%s", why));
}

static bool evaluate_uniform(struct init *init, const struct buffer *buffer,
                             const struct scalars *scalars, GError **error)
{
    if (!evaluate_element(&init->first_operand, buffer, scalars, &init->first, error) ||
        !evaluate_element(&init->second_operand, buffer, scalars, &init->second, error))
        return false;
    const bool in_order = buffer->type->kind == ELEMENT_FLOAT
                              ? init->first.real <= init->second.real
                              : init->first.integer <= init->second.integer;
    return in_order || input_error_in(error, scalars->file, init->path, "min exceeds max");
}

static bool evaluate_normal(struct init *init, const struct buffer *buffer,
                            const struct scalars *scalars, GError **error)
{
    if (!evaluate_element(&init->first_operand, buffer, scalars, &init->first, error) ||
        !evaluate_element(&init->second_operand, buffer, scalars, &init->second, error))
        return false;
    return init->second.real >= 0 || input_error_in(error, scalars->file, init->second_operand.path,
                                                    "a deviation must not be negative");
}

static bool evaluate_fill(struct init *init, const struct buffer *buffer,
                          const struct scalars *scalars, GError **error)
{
    if (!evaluate_element(&init->first_operand, buffer, scalars, &init->first, error))
        return false;
    for (unsigned i = 0; init->exceptions && i < init->exceptions->len; i++) {
        struct fill_exception *exception =
            &g_array_index(init->exceptions, struct fill_exception, i);
        if (!operand_integer(&exception->index_operand, scalars, 0, (int64_t)buffer->count - 1,
                             &exception->index, error) ||
            !evaluate_element(&exception->value_operand, buffer, scalars, &exception->value, error))
            return false;
    }
    return true;
}

/* first + i * second must fit for the last i, and so for all between. */
static bool evaluate_iota(struct init *init, const struct buffer *buffer,
                          const struct scalars *scalars, GError **error)
{
    struct number last;
    if (!evaluate_element(&init->first_operand, buffer, scalars, &init->first, error) ||
        !operand_number(&init->second_operand, scalars, &init->second, error))
        return false;
    const int64_t steps = (int64_t)buffer->count - 1;
    if (buffer->type->kind == ELEMENT_FLOAT) {
        last = number_of_real(init->first.real + (double)steps * init->second.real);
    } else {
        int64_t value;
        if (init->second.is_real)
            return input_error_in(error, scalars->file, init->second_operand.path,
                                  "%s takes integers, found a real number", buffer->type->name);
        if (__builtin_mul_overflow(init->second.integer, steps, &value) ||
            __builtin_add_overflow(init->first.integer, value, &value))
            return input_error_in(error, scalars->file, init->path, "64-bit overflow");
        last = number_of_integer(value);
    }
    g_autofree char *why = NULL;
    return element_fits(buffer->type, last, &why) ||
           input_error_in(error, scalars->file, init->path, "the last element: %s", why);
}

static bool evaluate_file(struct init *init, const struct buffer *buffer,
                          const struct scalars *scalars, const char *directory, GError **error)
{
    g_free(init->found);
    init->found = g_path_is_absolute(init->file) ? g_strdup(init->file)
                                                 : g_build_filename(directory, init->file, NULL);
    GStatBuf status;
    if (g_stat(init->found, &status) != 0)
        return input_error_in(error, scalars->file, init->path, "there is no file %s", init->found);
    if ((uint64_t)status.st_size != buffer->bytes)
        return input_error_in(error, scalars->file, init->path,
                              "%s has %" G_GINT64_FORMAT " bytes, the buffer %" G_GUINT64_FORMAT,
                              init->found, (int64_t)status.st_size, buffer->bytes);
    return true;
}

bool init_evaluate(struct init *init, const struct buffer *buffer, const struct scalars *scalars,
                   const char *directory, GError **error)
{
    if (init->seed_operand.path &&
        !operand_integer(&init->seed_operand, scalars, 0, INT64_MAX, &init->seed, error))
        return false;
    switch (init->kind) {
    case INIT_UNIFORM:
        return evaluate_uniform(init, buffer, scalars, error);
    case INIT_NORMAL:
        return evaluate_normal(init, buffer, scalars, error);
    case INIT_FILL:
        return evaluate_fill(init, buffer, scalars, error);
    case INIT_IOTA:
        return evaluate_iota(init, buffer, scalars, error);
    case INIT_FILE:
        return evaluate_file(init, buffer, scalars, directory, error);
    default:
        return true;
    }
}
