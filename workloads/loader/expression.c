/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/loader/expression.h"
#include "base/json/reader.h"

#include <errno.h>
#include <glib.h>
#include <string.h>

/* ASSUMED: deeper than anyone writes; keeps the recursion within any stack. */
enum { MAX_DEPTH = 100 };

struct parse {
    const char *text, *at;
    expression_lookup lookup;
    const void *names;
    unsigned depth;
    char **why;
};

enum function { FUNCTION_NONE, FUNCTION_MIN, FUNCTION_MAX, FUNCTION_CEILDIV };

static bool parse_shift(struct parse *p, int64_t *value);

static bool fail(struct parse *p, char *why)
{
    *p->why = g_strdup_printf("%s in \"%s\"", why, p->text);
    g_free(why);
    return false;
}

static char next_character(struct parse *p)
{
    while (g_ascii_isspace(*p->at))
        p->at++;
    return *p->at;
}

static bool expect(struct parse *p, char wanted)
{
    const char found = next_character(p);
    if (found != wanted)
        return fail(p, found ? g_strdup_printf("expected '%c' before \"%s\"", wanted, p->at)
                             : g_strdup_printf("expected '%c' at the end", wanted));
    p->at++;
    return true;
}

static enum function function_of(const char *name)
{
    if (strcmp(name, "min") == 0)
        return FUNCTION_MIN;
    if (strcmp(name, "max") == 0)
        return FUNCTION_MAX;
    return strcmp(name, "ceildiv") == 0 ? FUNCTION_CEILDIV : FUNCTION_NONE;
}

bool expression_is_reserved(const char *name)
{
    return function_of(name) != FUNCTION_NONE;
}

static bool divide(struct parse *p, char operation, int64_t left, int64_t right, int64_t *value)
{
    if (right == 0)
        return fail(p, g_strdup("division by zero"));
    if (left == INT64_MIN && right == -1)
        return fail(p, g_strdup("64-bit overflow"));
    *value = operation == '/' ? left / right : left % right;
    return true;
}

static bool call(struct parse *p, enum function function, int64_t *value)
{
    int64_t a, b;
    if (!expect(p, '(') || !parse_shift(p, &a) || !expect(p, ',') || !parse_shift(p, &b) ||
        !expect(p, ')'))
        return false;
    switch (function) {
    case FUNCTION_MIN:
        *value = MIN(a, b);
        return true;
    case FUNCTION_MAX:
        *value = MAX(a, b);
        return true;
    default:
        if (!divide(p, '/', a, b, value))
            return false;
        /* Truncation already rounded a negative quotient up. */
        if (a % b != 0 && (a < 0) == (b < 0))
            ++*value;
        return true;
    }
}

static bool parse_name(struct parse *p, int64_t *value)
{
    const unsigned length = json_name_length(p->at);
    g_autofree char *name = g_strndup(p->at, length);
    p->at += length;
    const enum function function = function_of(name);
    if (function != FUNCTION_NONE)
        return call(p, function, value);
    char *why = NULL;
    return p->lookup(p->names, name, value, &why) || fail(p, why);
}

static bool parse_literal(struct parse *p, int64_t *value)
{
    char *end;
    errno = 0;
    *value = g_ascii_strtoll(p->at, &end, 10);
    if (errno == ERANGE)
        return fail(p, g_strdup("a number beyond 64 bits"));
    if (*end == '.' || g_ascii_isalpha(*end) || *end == '_')
        return fail(p, g_strdup_printf("\"%s\" does not start with an integer (expressions are "
                                       "decimal integers)",
                                       p->at));
    p->at = end;
    return true;
}

static bool parse_primary(struct parse *p, int64_t *value)
{
    const char c = next_character(p);
    if (c == '(') {
        p->at++;
        return parse_shift(p, value) && expect(p, ')');
    }
    if (g_ascii_isdigit(c))
        return parse_literal(p, value);
    if (json_name_length(p->at) > 0)
        return parse_name(p, value);
    return fail(p, c ? g_strdup_printf("expected a number, a name or '(' before \"%s\"", p->at)
                     : g_strdup("expected a number, a name or '(' at the end"));
}

static bool parse_unary(struct parse *p, int64_t *value)
{
    unsigned minuses = 0;
    for (; next_character(p) == '-'; p->at++)
        minuses++;
    if (!parse_primary(p, value))
        return false;
    if (minuses % 2 == 1 && __builtin_sub_overflow((int64_t)0, *value, value))
        return fail(p, g_strdup("64-bit overflow"));
    return true;
}

static bool parse_product(struct parse *p, int64_t *value)
{
    if (!parse_unary(p, value))
        return false;
    for (;;) {
        const char operation = next_character(p);
        if (operation != '*' && operation != '/' && operation != '%')
            return true;
        p->at++;
        int64_t right;
        if (!parse_unary(p, &right))
            return false;
        if (operation != '*') {
            if (!divide(p, operation, *value, right, value))
                return false;
        } else if (__builtin_mul_overflow(*value, right, value)) {
            return fail(p, g_strdup("64-bit overflow"));
        }
    }
}

static bool parse_sum(struct parse *p, int64_t *value)
{
    if (!parse_product(p, value))
        return false;
    for (;;) {
        const char operation = next_character(p);
        if (operation != '+' && operation != '-')
            return true;
        p->at++;
        int64_t right;
        if (!parse_product(p, &right))
            return false;
        if (operation == '+' ? __builtin_add_overflow(*value, right, value)
                             : __builtin_sub_overflow(*value, right, value))
            return fail(p, g_strdup("64-bit overflow"));
    }
}

static bool shift(struct parse *p, bool left, int64_t count, int64_t *value)
{
    if (count < 0 || count > 62)
        return fail(p,
                    g_strdup_printf("shift by %" G_GINT64_FORMAT " (0 to 62 are possible)", count));
    const int64_t power = (int64_t)1 << count;
    if (left) {
        if (__builtin_mul_overflow(*value, power, value))
            return fail(p, g_strdup("64-bit overflow"));
    } else {
        const int64_t quotient = *value / power;
        *value = quotient - (*value % power < 0);
    }
    return true;
}

static bool parse_shift(struct parse *p, int64_t *value)
{
    if (++p->depth > MAX_DEPTH)
        return fail(p, g_strdup_printf("parentheses deeper than %d", MAX_DEPTH));
    if (!parse_sum(p, value))
        return false;
    for (;;) {
        const bool left = next_character(p) == '<' && p->at[1] == '<';
        if (!left && !(*p->at == '>' && p->at[1] == '>'))
            break;
        p->at += 2;
        int64_t count;
        if (!parse_sum(p, &count) || !shift(p, left, count, value))
            return false;
    }
    p->depth--;
    return true;
}

bool expression_evaluate(const char *text, expression_lookup lookup, const void *names,
                         int64_t *value, char **why)
{
    struct parse p = {.text = text, .at = text, .lookup = lookup, .names = names, .why = why};
    if (!parse_shift(&p, value))
        return false;
    if (next_character(&p) != '\0')
        return fail(&p, g_strdup_printf("expected an operator before \"%s\"", p.at));
    return true;
}
