/* SPDX-License-Identifier: BSD-3-Clause */
/* Reading and preparing checks; compare.c carries them out. */
#include "workloads/loader/check.h"

#include "base/input_error.h"
#include "base/json/reader.h"
#include "workloads/loader/find_file.h"
#include "workloads/loader/shapes.h"

#include <float.h>
#include <string.h>

#define CHECKSUM_PREFIX "fnv1a64:"

static bool read_reference(struct check *check, const struct json_place *place, JsonNode *node,
                           GError **error)
{
    JsonObject *object;
    const char *library, *function;
    if (!json_read_object(place, node, shape_get(SHAPE_REFERENCE), &object, NULL, error) ||
        !json_read_string_member(place, object, "library", &library, error) ||
        !json_read_string_member(place, object, "function", &function, error))
        return false;
    check->library = g_strdup(library);
    check->function = g_strdup(function);
    return true;
}

static bool read_equals(struct check *check, const struct json_place *place, JsonObject *object,
                        const GPtrArray *buffers, GError **error)
{
    if (!json_read_named_member(place, object, "equals", "buffer", buffers, &check->other, error))
        return false;
    const struct buffer *one = buffers->pdata[check->buffer], *other = buffers->pdata[check->other];
    if (one->type != other->type)
        return json_place_error(place, error, "\"%s\" is %s, but \"%s\" is %s", one->name,
                                one->type->name, other->name, other->type->name);
    return one != other || json_place_error(place, error, "\"%s\" always equals itself", one->name);
}

static bool read_checksum(struct check *check, const struct json_place *place, JsonObject *object,
                          GError **error)
{
    const char *text;
    if (!json_read_string_member(place, object, "checksum", &text, error))
        return false;
    const struct json_place here = json_place_member(place, "checksum");
    size_t prefix = strlen(CHECKSUM_PREFIX);
    bool good = g_str_has_prefix(text, CHECKSUM_PREFIX) && strlen(text) == prefix + 16;
    for (size_t i = prefix; good && text[i]; i++)
        good = g_ascii_isxdigit(text[i]);
    if (!good)
        return json_place_error(
            &here, error,
            "expected \"" CHECKSUM_PREFIX "\" and 16 hexadecimal digits, found \"%s\"", text);
    check->checksum = g_ascii_strtoull(text + prefix, NULL, 16);
    return true;
}

static bool read_one(struct check *check, const struct json_place *place, JsonNode *node,
                     const GPtrArray *buffers, GError **error)
{
    JsonObject *object;
    const char *kind;
    check->path = json_place_text(place);
    if (!json_read_object(place, node, shape_get(SHAPE_CHECK), &object, &kind, error) ||
        !json_read_named_member(place, object, "buffer", "buffer", buffers, &check->buffer,
                                error) ||
        !operand_read_member(place, object, "absolute", &check->absolute_operand, error) ||
        !operand_read_member(place, object, "relative", &check->relative_operand, error))
        return false;
    if (strcmp(kind, "reference") == 0) {
        const struct json_place here = json_place_member(place, kind);
        check->kind = CHECK_REFERENCE;
        return read_reference(check, &here, json_object_get_member(object, kind), error);
    }
    if (strcmp(kind, "equals") == 0) {
        check->kind = CHECK_EQUALS;
        return read_equals(check, place, object, buffers, error);
    }
    check->kind = CHECK_CHECKSUM;
    if (check->absolute_operand.path || check->relative_operand.path)
        return json_place_error(place, error, "a checksum has no tolerance");
    return read_checksum(check, place, object, error);
}

static void check_free(void *data)
{
    struct check *check = data;
    g_free(check->path);
    g_free(check->library);
    g_free(check->function);
    operand_finish(&check->absolute_operand);
    operand_finish(&check->relative_operand);
    if (check->module)
        g_module_close(check->module);
    g_free(check);
}

GPtrArray *checks_read(const struct json_place *place, JsonNode *node, const GPtrArray *buffers,
                       GError **error)
{
    JsonArray *array;
    if (!json_read_array(place, node, 0, G_MAXUINT, &array, error))
        return NULL;
    g_autoptr(GPtrArray) checks = g_ptr_array_new_with_free_func(check_free);
    for (unsigned i = 0; i < json_array_get_length(array); i++) {
        const struct json_place here = json_place_index(place, i);
        struct check *check = g_new0(struct check, 1);
        g_ptr_array_add(checks, check);
        if (!read_one(check, &here, json_array_get_element(array, i), buffers, error))
            return NULL;
    }
    return g_steal_pointer(&checks);
}

static bool evaluate_tolerance(const struct operand *operand, const struct element_type *type,
                               const struct scalars *scalars, double *out, GError **error)
{
    *out = 0;
    if (!operand->path)
        return true;
    if (!operand_real(operand, scalars, 0, DBL_MAX, out, error))
        return false;
    return type->kind == ELEMENT_FLOAT || *out == 0 ||
           input_error_in(error, scalars->file, operand->path,
                          "elements of type %s are compared exactly", type->name);
}

static bool open_library(struct check *check, const char *file, const char *directory,
                         const char *const *search, GError **error)
{
    g_autofree char *path = g_strdup_printf("%s.reference", check->path);
    g_autofree char *name = g_strdup_printf("%s." G_MODULE_SUFFIX, check->library);
    g_autofree char *looked = NULL;
    g_autofree char *found = find_built_file(directory, search, name, &looked);
    if (!found)
        return input_error_in(error, file, path,
                              "%s is missing; the build makes it; looked for: %s", name, looked);
    check->module = g_module_open(found, G_MODULE_BIND_LOCAL);
    if (!check->module)
        return input_error_in(error, file, path, "%s", g_module_error());
    gpointer symbol;
    if (!g_module_symbol(check->module, check->function, &symbol) || !symbol)
        return input_error_in(error, file, path, "%s has no function \"%s\"", found,
                              check->function);
    check->call = (reference_function)symbol;
    return true;
}

bool check_prepare(struct check *check, const GPtrArray *buffers, const struct scalars *scalars,
                   const char *directory, const char *const *search, GError **error)
{
    const struct buffer *buffer = buffers->pdata[check->buffer];
    if (!evaluate_tolerance(&check->absolute_operand, buffer->type, scalars, &check->absolute,
                            error) ||
        !evaluate_tolerance(&check->relative_operand, buffer->type, scalars, &check->relative,
                            error))
        return false;
    if (check->kind == CHECK_REFERENCE)
        return open_library(check, scalars->file, directory, search, error);
    const struct buffer *other = buffers->pdata[check->other];
    if (check->kind == CHECK_EQUALS && other->count != buffer->count)
        return input_error_in(error, scalars->file, check->path,
                              "\"%s\" has %" G_GUINT64_FORMAT
                              " elements, \"%s\" has %" G_GUINT64_FORMAT,
                              buffer->name, buffer->count, other->name, other->count);
    return true;
}
