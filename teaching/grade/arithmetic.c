/* SPDX-License-Identifier: BSD-3-Clause */
#include "teaching/grade/arithmetic.h"
#include "base/input_error.h"
#include <math.h>
#include <string.h>

enum { DEEPEST = 64 };

struct reader {
    const char *text, *at;
    arithmetic_lookup *lookup;
    void *data;
    unsigned depth;
    GError **error;
};

static bool read_or(struct reader *reader, double *value);

static bool fail(const struct reader *reader, const char *what)
{
    g_autofree char *where =
        *reader->at ? g_strdup_printf("at \"%.20s\"", reader->at) : g_strdup("at its end");
    g_set_error(reader->error, INPUT_ERROR, 0, "\"%s\": %s %s", reader->text, what, where);
    return false;
}

static void skip(struct reader *reader)
{
    while (g_ascii_isspace(*reader->at))
        reader->at++;
}

static bool is_of_name(char c)
{
    return g_ascii_isalnum(c) || c == '_' || c == '.';
}

/* Takes a sign, or a word that no letter follows. */
static bool take(struct reader *reader, const char *token)
{
    skip(reader);
    const size_t n = strlen(token);
    if (strncmp(reader->at, token, n) != 0 ||
        (g_ascii_isalpha(*token) && is_of_name(reader->at[n])))
        return false;
    reader->at += n;
    return true;
}

/* ---- functions ----------------------------------------------------------------------------------
 */

static double least(double a, double b)
{
    return MIN(a, b);
}

static double most(double a, double b)
{
    return MAX(a, b);
}

static const struct function {
    const char *name;
    double (*one)(double);
    double (*fold)(double, double);
} functions[] = {{"min", NULL, least},   {"max", NULL, most},  {"round", round, NULL},
                 {"floor", floor, NULL}, {"ceil", ceil, NULL}, {"abs", fabs, NULL}};

static bool read_call(struct reader *reader, const struct function *function, double *value)
{
    if (!read_or(reader, value))
        return false;
    while (function->fold && take(reader, ",")) {
        double next;
        if (!read_or(reader, &next))
            return false;
        *value = function->fold(*value, next);
    }
    if (!take(reader, ")"))
        return fail(reader, "expected )");
    if (function->one)
        *value = function->one(*value);
    return true;
}

/* ---- values
 * -------------------------------------------------------------------------------------- */

static bool read_name(struct reader *reader, double *value)
{
    const char *begin = reader->at;
    while (is_of_name(*reader->at))
        reader->at++;
    g_autofree char *name = g_strndup(begin, (gsize)(reader->at - begin));
    if (take(reader, "(")) {
        for (size_t i = 0; i < G_N_ELEMENTS(functions); i++)
            if (strcmp(functions[i].name, name) == 0)
                return read_call(reader, &functions[i], value);
        reader->at = begin;
        return fail(reader, "unknown function");
    }
    return reader->lookup(reader->data, name, value, reader->error);
}

static bool read_number(struct reader *reader, double *value)
{
    char *end;
    *value = g_ascii_strtod(reader->at, &end);
    if (end == reader->at || !isfinite(*value))
        return fail(reader, "expected a number");
    reader->at = end;
    return true;
}

static bool read_value(struct reader *reader, double *value)
{
    if (reader->depth >= DEEPEST)
        return fail(reader, "too deep");
    reader->depth++;
    bool good;
    if (take(reader, "(")) {
        good = read_or(reader, value) && (take(reader, ")") || fail(reader, "expected )"));
    } else if (take(reader, "-")) {
        good = read_value(reader, value);
        *value = -*value;
    } else if (take(reader, "not")) {
        good = read_value(reader, value);
        *value = *value == 0;
    } else if (g_ascii_isdigit(*reader->at)) {
        good = read_number(reader, value);
    } else if (g_ascii_isalpha(*reader->at)) {
        good = read_name(reader, value);
    } else {
        good = fail(reader, "expected a value");
    }
    reader->depth--;
    return good;
}

/* ---- operators
 * ----------------------------------------------------------------------------------- */

static bool read_product(struct reader *reader, double *value)
{
    double right;
    if (!read_value(reader, value))
        return false;
    for (;;) {
        if (take(reader, "*")) {
            if (!read_value(reader, &right))
                return false;
            *value *= right;
        } else if (take(reader, "/")) {
            if (!read_value(reader, &right))
                return false;
            if (right == 0)
                return fail(reader, "division by zero");
            *value /= right;
        } else {
            return true;
        }
    }
}

static bool read_sum(struct reader *reader, double *value)
{
    double right;
    if (!read_product(reader, value))
        return false;
    for (;;) {
        const bool plus = take(reader, "+");
        if (!plus && !take(reader, "-"))
            return true;
        if (!read_product(reader, &right))
            return false;
        *value += plus ? right : -right;
    }
}

static bool compare(unsigned operator, double a, double b)
{
    const bool results[] = {a == b, a != b, a <= b, a >= b, a<b, a> b};
    return results[operator];
}

static bool read_compare(struct reader *reader, double *value)
{
    static const char *const operators[] = {"==", "!=", "<=", ">=", "<", ">"};
    double right;
    if (!read_sum(reader, value))
        return false;
    for (unsigned i = 0; i < G_N_ELEMENTS(operators); i++) {
        if (!take(reader, operators[i]))
            continue;
        if (!read_sum(reader, &right))
            return false;
        *value = compare(i, *value, right);
        return true;
    }
    return true;
}

static bool read_and(struct reader *reader, double *value)
{
    double right;
    if (!read_compare(reader, value))
        return false;
    while (take(reader, "and")) {
        if (!read_compare(reader, &right))
            return false;
        *value = *value != 0 && right != 0;
    }
    return true;
}

static bool read_or(struct reader *reader, double *value)
{
    double right;
    if (!read_and(reader, value))
        return false;
    while (take(reader, "or")) {
        if (!read_and(reader, &right))
            return false;
        *value = *value != 0 || right != 0;
    }
    return true;
}

bool arithmetic_evaluate(const char *text, arithmetic_lookup *lookup, void *data, double *value,
                         GError **error)
{
    struct reader reader = {
        .text = text, .at = text, .lookup = lookup, .data = data, .error = error};
    if (!read_or(&reader, value))
        return false;
    skip(&reader);
    if (*reader.at)
        return fail(&reader, "expected an operator");
    return isfinite(*value) || fail(&reader, "no finite number");
}
