/* SPDX-License-Identifier: BSD-3-Clause */
#include "metrics/formula.h"

struct reader {
    const char *at;
    formula_lookup lookup;
    const void *data;
    enum formula_result result; /* the worst so far */
};

static double read_sum(struct reader *reader);

static char next(struct reader *reader)
{
    while (*reader->at == ' ')
        reader->at++;
    return *reader->at;
}

static bool in_name(char c)
{
    return g_ascii_isalnum(c) || c == '_' || c == '.';
}

static double read_name(struct reader *reader)
{
    const char *name = reader->at;
    double value = 1; /* of what is not there: the rest is still read */
    while (in_name(*reader->at))
        reader->at++;
    g_assert(reader->at > name);
    if (!reader->lookup(reader->data, name, (gsize)(reader->at - name), &value))
        reader->result = FORMULA_ABSENT;
    return value;
}

static double read_factor(struct reader *reader)
{
    if (next(reader) == '(') {
        reader->at++;
        double value = read_sum(reader);
        g_assert(next(reader) == ')');
        reader->at++;
        return value;
    }
    if (!g_ascii_isdigit(*reader->at))
        return read_name(reader);
    char *end = NULL;
    guint64 number = g_ascii_strtoull(reader->at, &end, 10);
    reader->at = end;
    return (double)number;
}

static double divide(struct reader *reader, double left, double right)
{
    if (right > 0 || right < 0)
        return left / right;
    reader->result = MAX(reader->result, FORMULA_UNDEFINED);
    return 0;
}

static double read_product(struct reader *reader)
{
    double value = read_factor(reader);
    for (char sign; (sign = next(reader)) == '*' || sign == '/';) {
        reader->at++;
        double right = read_factor(reader);
        value = sign == '*' ? value * right : divide(reader, value, right);
    }
    return value;
}

static double read_sum(struct reader *reader)
{
    double value = read_product(reader);
    for (char sign; (sign = next(reader)) == '+' || sign == '-';) {
        reader->at++;
        double right = read_product(reader);
        value += sign == '+' ? right : -right;
    }
    return value;
}

enum formula_result formula_evaluate(const char *text, formula_lookup lookup, const void *data,
                                     double *value)
{
    struct reader reader = {.at = text, .lookup = lookup, .data = data, .result = FORMULA_VALUE};
    *value = read_sum(&reader);
    g_assert(next(&reader) == '\0');
    return reader.result;
}
