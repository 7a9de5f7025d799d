/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/loader/element.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Device memory and files are little-endian, and elements are copied as the host has them. */
G_STATIC_ASSERT(G_BYTE_ORDER == G_LITTLE_ENDIAN);

static const struct element_type types[] = {
    {"u8", ELEMENT_UNSIGNED, 1, 0, UINT8_MAX},
    {"s8", ELEMENT_SIGNED, 1, INT8_MIN, INT8_MAX},
    {"u16", ELEMENT_UNSIGNED, 2, 0, UINT16_MAX},
    {"s16", ELEMENT_SIGNED, 2, INT16_MIN, INT16_MAX},
    {"u32", ELEMENT_UNSIGNED, 4, 0, UINT32_MAX},
    {"s32", ELEMENT_SIGNED, 4, INT32_MIN, INT32_MAX},
    {"u64", ELEMENT_UNSIGNED, 8, 0, INT64_MAX},
    {"s64", ELEMENT_SIGNED, 8, INT64_MIN, INT64_MAX},
    {"f32", ELEMENT_FLOAT, 4, 0, 0},
    {"f64", ELEMENT_FLOAT, 8, 0, 0},
};

const struct element_type *element_type_find(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(types); i++) {
        if (strcmp(types[i].name, name) == 0)
            return &types[i];
    }
    return NULL;
}

char *element_type_list(void)
{
    GString *text = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(types); i++)
        g_string_append_printf(text, "%s%s", i > 0 ? ", " : "", types[i].name);
    return g_string_free(text, FALSE);
}

bool element_fits(const struct element_type *type, struct number value, char **why)
{
    g_autofree char *text = number_text(value);
    if (type->kind == ELEMENT_FLOAT) {
        if (type->bytes == 8 || fabs(value.real) <= FLT_MAX)
            return true;
        *why = g_strdup_printf("%s is beyond the range of f32", text);
        return false;
    }
    if (value.is_real) {
        *why = g_strdup_printf("%s takes integers, found the real number %s", type->name, text);
        return false;
    }
    if (value.integer < type->min || value.integer > type->max) {
        *why = g_strdup_printf("%s does not fit %s (%" G_GINT64_FORMAT " to %" G_GINT64_FORMAT ")",
                               text, type->name, type->min, type->max);
        return false;
    }
    return true;
}

void element_store(const struct element_type *type, void *element, struct number value)
{
    if (type->kind != ELEMENT_FLOAT) {
        memcpy(element, &value.integer, type->bytes); /* little-endian: the low bytes */
    } else if (type->bytes == 4) {
        const float single = (float)value.real;
        memcpy(element, &single, sizeof single);
    } else {
        memcpy(element, &value.real, sizeof value.real);
    }
}

void element_fill(const struct element_type *type, void *elements, uint64_t n, struct number value)
{
    for (uint64_t i = 0; i < n; i++)
        element_store(type, (char *)elements + i * type->bytes, value);
}

static double load_real(const struct element_type *type, const void *element)
{
    if (type->bytes == 4) {
        float single;
        memcpy(&single, element, sizeof single);
        return single;
    }
    double real;
    memcpy(&real, element, sizeof real);
    return real;
}

/* Sign-extended for signed types; u64 in the bits of the result. */
static uint64_t load_integer(const struct element_type *type, const void *element)
{
    uint64_t bits = 0;
    memcpy(&bits, element, type->bytes);
    unsigned unused = 64 - 8 * type->bytes;
    if (type->kind == ELEMENT_SIGNED)
        return (uint64_t)((int64_t)(bits << unused) >> unused);
    return bits;
}

bool element_is_zero(const struct element_type *type, const void *element)
{
    return type->kind == ELEMENT_FLOAT ? load_real(type, element) == 0
                                       : load_integer(type, element) == 0;
}

char *element_text(const struct element_type *type, const void *element)
{
    if (type->kind == ELEMENT_SIGNED)
        return g_strdup_printf("%" G_GINT64_FORMAT, (int64_t)load_integer(type, element));
    if (type->kind == ELEMENT_UNSIGNED)
        return g_strdup_printf("%" G_GUINT64_FORMAT, load_integer(type, element));
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    /* 9 and 17 significant digits tell any two floats and doubles apart. */
    return g_strdup(g_ascii_formatd(text, sizeof text, type->bytes == 4 ? "%.9g" : "%.17g",
                                    load_real(type, element)));
}

bool element_close(const struct element_type *type, const void *actual, const void *expected,
                   double absolute, double relative)
{
    if (type->kind != ELEMENT_FLOAT)
        return memcmp(actual, expected, type->bytes) == 0;
    double a = load_real(type, actual), e = load_real(type, expected);
    if (isnan(a) || isnan(e))
        return isnan(a) && isnan(e);
    if (isinf(a) || isinf(e))
        return a == e;
    return fabs(a - e) <= absolute + relative * fabs(e);
}
