/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/loader/scalars.h"

#include "base/input_error.h"
#include "workloads/loader/expression.h"
#include "workloads/loader/read_map.h"

#include <errno.h>
#include <math.h>
#include <string.h>

struct number number_of_integer(int64_t value)
{
    return (struct number){.integer = value, .real = (double)value};
}

struct number number_of_real(double value)
{
    return (struct number){.is_real = true, .real = value};
}

char *number_text(struct number value)
{
    if (!value.is_real)
        return g_strdup_printf("%" G_GINT64_FORMAT, value.integer);
    /* 15 significant digits look as the user wrote them; some numbers need 17. */
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(text, sizeof text, "%.15g", value.real);
    if (g_ascii_strtod(text, NULL) != value.real)
        g_ascii_dtostr(text, sizeof text, value.real);
    return g_strdup(text);
}

bool operand_read(const struct json_place *place, JsonNode *node, struct operand *out,
                  GError **error)
{
    *out = (struct operand){0};
    const GType type =
        JSON_NODE_HOLDS_VALUE(node) ? json_node_get_value_type(node) : G_TYPE_INVALID;
    if (type == G_TYPE_INT64) {
        out->literal = number_of_integer(json_node_get_int(node));
    } else if (type == G_TYPE_DOUBLE) {
        out->literal = number_of_real(json_node_get_double(node));
    } else if (type == G_TYPE_STRING) {
        const char *text;
        if (!json_read_string(place, node, &text, error))
            return false;
        out->text = g_strdup(text);
    } else {
        return json_place_error(place, error, "expected a number or an expression, found %s",
                                json_type_name(node));
    }
    out->path = json_place_text(place);
    return true;
}

bool operand_read_member(const struct json_place *place, JsonObject *object, const char *member,
                         struct operand *out, GError **error)
{
    *out = (struct operand){0};
    if (!json_object_has_member(object, member))
        return true;
    const struct json_place here = json_place_member(place, member);
    return operand_read(&here, json_object_get_member(object, member), out, error);
}

void operand_finish(struct operand *operand)
{
    g_free(operand->path);
    g_free(operand->text);
    *operand = (struct operand){0};
}

static void scalar_free(void *data)
{
    struct scalar *scalar = data;
    g_free(scalar->name);
    operand_finish(&scalar->operand);
    g_free(scalar);
}

void scalars_init(struct scalars *scalars, const char *file)
{
    *scalars =
        (struct scalars){.file = file, .entries = g_ptr_array_new_with_free_func(scalar_free)};
}

void scalars_finish(struct scalars *scalars)
{
    g_clear_pointer(&scalars->entries, g_ptr_array_unref);
}

bool scalars_read(struct scalars *scalars, const struct json_place *place, JsonNode *node,
                  GError **error)
{
    JsonObject *object;
    g_autoptr(GList) names = NULL;
    if (!read_map(place, node, &object, &names, error))
        return false;
    for (GList *name = names; name; name = name->next) {
        struct scalar *scalar = g_new0(struct scalar, 1);
        scalar->name = g_strdup(name->data);
        g_ptr_array_add(scalars->entries, scalar);
        if (!operand_read_member(place, object, name->data, &scalar->operand, error))
            return false;
    }
    return true;
}

/* A number in the form that JSON gives it, else an expression. */
static void operand_from_text(struct operand *operand, const char *value)
{
    g_clear_pointer(&operand->text, g_free);
    char *end;
    errno = 0;
    const int64_t integer = g_ascii_strtoll(value, &end, 10);
    if (end != value && *end == '\0' && errno == 0) {
        operand->literal = number_of_integer(integer);
        return;
    }
    const double real = g_ascii_strtod(value, &end);
    if (end != value && *end == '\0' && isfinite(real) && strpbrk(value, ".eE"))
        operand->literal = number_of_real(real);
    else
        operand->text = g_strdup(value);
}

bool scalars_set(struct scalars *scalars, const char *name, const char *value, GError **error)
{
    const int index = named_find(scalars->entries, name);
    if (index < 0) {
        g_autofree char *known = named_list(scalars->entries);
        return input_error_in(error, scalars->file, "scalars",
                              "there is no scalar \"%s\"; known: %s", name, known);
    }
    struct scalar *scalar = scalars->entries->pdata[index];
    operand_from_text(&scalar->operand, value);
    return true;
}

static bool lookup(const void *names, const char *name, int64_t *value, char **why)
{
    const struct scalars *scalars = names;
    const int index = named_find(scalars->entries, name);
    if (index < 0) {
        g_autofree char *known = named_list(scalars->entries);
        *why = g_strdup_printf("there is no scalar \"%s\" (known: %s)", name, known);
        return false;
    }
    if ((unsigned)index >= scalars->evaluated) {
        *why = g_strdup_printf("scalar \"%s\" is not known before this one", name);
        return false;
    }
    const struct scalar *scalar = scalars->entries->pdata[index];
    if (scalar->value.is_real) {
        *why = g_strdup_printf("scalar \"%s\" is a real number, and expressions are integer", name);
        return false;
    }
    *value = scalar->value.integer;
    return true;
}

bool scalars_expression(const struct scalars *scalars, const char *path, const char *text,
                        int64_t *out, GError **error)
{
    g_autofree char *why = NULL;
    return expression_evaluate(text, lookup, scalars, out, &why) ||
           input_error_in(error, scalars->file, path, "%s", why);
}

bool scalars_evaluate(struct scalars *scalars, GError **error)
{
    for (unsigned i = 0; i < scalars->entries->len; i++) {
        struct scalar *scalar = scalars->entries->pdata[i];
        if (!operand_number(&scalar->operand, scalars, &scalar->value, error))
            return false;
        scalars->evaluated = i + 1;
    }
    return true;
}

bool operand_number(const struct operand *operand, const struct scalars *scalars,
                    struct number *out, GError **error)
{
    if (!operand->text) {
        *out = operand->literal;
        return true;
    }
    const int index = named_find(scalars->entries, operand->text);
    if (index >= 0 && (unsigned)index < scalars->evaluated) {
        *out = ((const struct scalar *)scalars->entries->pdata[index])->value;
        return true;
    }
    int64_t value;
    if (!scalars_expression(scalars, operand->path, operand->text, &value, error))
        return false;
    *out = number_of_integer(value);
    return true;
}

bool operand_integer(const struct operand *operand, const struct scalars *scalars, int64_t min,
                     int64_t max, int64_t *out, GError **error)
{
    struct number value;
    if (!operand_number(operand, scalars, &value, error))
        return false;
    g_autofree char *text = number_text(value);
    if (value.is_real)
        return input_error_in(error, scalars->file, operand->path,
                              "expected an integer, found the real number %s", text);
    if (value.integer < min || value.integer > max)
        return input_error_in(error, scalars->file, operand->path,
                              "expected %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT ", found %s",
                              min, max, text);
    *out = value.integer;
    return true;
}

bool operand_real(const struct operand *operand, const struct scalars *scalars, double min,
                  double max, double *out, GError **error)
{
    struct number value;
    if (!operand_number(operand, scalars, &value, error))
        return false;
    if (value.real < min || value.real > max) {
        g_autofree char *text = number_text(value);
        return input_error_in(error, scalars->file, operand->path, "expected %g to %g, found %s",
                              min, max, text);
    }
    *out = value.real;
    return true;
}
