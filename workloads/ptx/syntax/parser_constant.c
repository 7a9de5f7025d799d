/* SPDX-License-Identifier: BSD-3-Clause */
/* Constant expressions. Source: PTX ISA, section 4.5 "Constants".
 * Differs: integers are signed 64-bit ones throughout, so that only / % and >> of values above
 * INT64_MAX go another way than in PTX; comparisons, && || and ?: are refused. No compiler writes
 * any of these. */
#include "workloads/ptx/syntax/parser.h"
#include <string.h>

static bool parse_binary(struct ptx_parser *p, unsigned level, unsigned depth,
                         struct ptx_constant *out);

bool ptx_at_constant(const struct ptx_parser *p)
{
    enum ptx_token_kind kind = p->lexer.token.kind;
    return kind == TOKEN_INTEGER || kind == TOKEN_F32 || kind == TOKEN_F64 || ptx_at(p, '-') ||
           ptx_at(p, '+') || ptx_at(p, '~') || ptx_at(p, '!') || ptx_at(p, '(') ||
           ptx_at_word(p, "WARP_SZ");
}

static bool parse_literal(struct ptx_parser *p, struct ptx_constant *out)
{
    const struct ptx_token *t = &p->lexer.token;
    *out = (struct ptx_constant){.bits = t->value};
    if (t->kind == TOKEN_F32)
        out->kind = PTX_CONSTANT_F32;
    else if (t->kind == TOKEN_F64)
        out->kind = PTX_CONSTANT_F64;
    else if (ptx_at_word(p, "WARP_SZ"))
        out->bits = WARP_LANES;
    else if (t->kind != TOKEN_INTEGER)
        return ptx_fail_expected(p, "a constant");
    ptx_advance(p);
    return true;
}

static bool apply_unary(struct ptx_parser *p, char op, unsigned line, struct ptx_constant *c)
{
    if (c->kind != PTX_CONSTANT_INTEGER) {
        if (op == '~' || op == '!')
            return ptx_fail(p, line, "'%c' needs an integer, found a floating-point constant", op);
        if (op == '-')
            c->bits ^= UINT64_C(1) << (c->kind == PTX_CONSTANT_F32 ? 31 : 63);
        return true;
    }
    switch (op) {
    case '-':
        c->bits = 0 - c->bits;
        break;
    case '~':
        c->bits = ~c->bits;
        break;
    case '!':
        c->bits = !c->bits;
        break;
    default:
        break;
    }
    return true;
}

/* A cast, (.s64) or (.u64), changes nothing here. */
static bool parse_unary(struct ptx_parser *p, unsigned depth, struct ptx_constant *out)
{
    unsigned line = ptx_line(p);
    if (depth > PTX_MAX_NESTING)
        return ptx_fail(p, line, "this constant expression is nested too deeply");
    if (ptx_accept(p, '(')) {
        if (ptx_accept_dot(p, "s64") || ptx_accept_dot(p, "u64"))
            return ptx_expect(p, ')', "')' after the type of a cast") &&
                   parse_unary(p, depth + 1, out);
        return parse_binary(p, 0, depth + 1, out) &&
               ptx_expect(p, ')', "')' at the end of an expression");
    }
    for (const char *op = "-+~!"; *op; op++)
        if (ptx_accept(p, *op))
            return parse_unary(p, depth + 1, out) && apply_unary(p, *op, line, out);
    return parse_literal(p, out);
}

static bool apply_binary(struct ptx_parser *p, char op, unsigned line, struct ptx_constant *a,
                         const struct ptx_constant *b)
{
    if (a->kind != PTX_CONSTANT_INTEGER || b->kind != PTX_CONSTANT_INTEGER)
        return ptx_fail(p, line, "'%c' needs integers, found a floating-point constant", op);
    if ((op == '/' || op == '%') && b->bits == 0)
        return ptx_fail(p, line, "division by zero in a constant expression");
    bool minus_one = b->bits == UINT64_MAX; /* INT64_MIN / -1 traps */
    int64_t x = (int64_t)a->bits, y = (int64_t)b->bits;
    unsigned shift = (unsigned)MIN(b->bits, 63);
    switch (op) {
    case '+':
        a->bits += b->bits;
        break;
    case '-':
        a->bits -= b->bits;
        break;
    case '*':
        a->bits *= b->bits;
        break;
    case '/':
        a->bits = minus_one ? 0 - a->bits : (uint64_t)(x / y);
        break;
    case '%':
        a->bits = minus_one ? 0 : (uint64_t)(x % y);
        break;
    case '<':
        a->bits <<= shift;
        break;
    case '>':
        a->bits = (uint64_t)(x >> shift);
        break;
    case '&':
        a->bits &= b->bits;
        break;
    case '^':
        a->bits ^= b->bits;
        break;
    default:
        a->bits |= b->bits;
        break;
    }
    return true;
}

/* The operator of this level that stands here, consumed; 0 if none. */
static char accept_operator(struct ptx_parser *p, unsigned level)
{
    static const char *const levels[] = {"|", "^", "&", "<>", "+-", "*/%"};
    for (const char *op = levels[level]; *op; op++) {
        if (!ptx_at(p, *op))
            continue;
        if (*op == '<' || *op == '>') { /* written twice */
            if (p->lexer.next >= p->lexer.end || *p->lexer.next != *op)
                return 0;
            ptx_advance(p);
        }
        ptx_advance(p);
        return *op;
    }
    return 0;
}

static bool parse_binary(struct ptx_parser *p, unsigned level, unsigned depth,
                         struct ptx_constant *out)
{
    enum { LEVELS = 6 };
    if (level == LEVELS)
        return parse_unary(p, depth, out);
    if (!parse_binary(p, level + 1, depth, out))
        return false;
    for (;;) {
        unsigned line = ptx_line(p);
        char op = accept_operator(p, level);
        struct ptx_constant right;
        if (!op)
            return true;
        if (!parse_binary(p, level + 1, depth, &right) || !apply_binary(p, op, line, out, &right))
            return false;
    }
}

bool ptx_parse_constant(struct ptx_parser *p, struct ptx_constant *out)
{
    return parse_binary(p, 0, 0, out);
}

bool ptx_parse_integer(struct ptx_parser *p, const char *what, int64_t *out)
{
    struct ptx_constant c;
    unsigned line = ptx_line(p);
    if (!ptx_at_constant(p))
        return ptx_fail_expected(p, what);
    if (!ptx_parse_constant(p, &c))
        return false;
    if (c.kind != PTX_CONSTANT_INTEGER)
        return ptx_fail(p, line, "expected %s, found a floating-point constant", what);
    memcpy(out, &c.bits, sizeof *out);
    return true;
}

bool ptx_parse_offset(struct ptx_parser *p, int64_t *offset)
{
    bool minus = ptx_at(p, '-');
    if (!minus && !ptx_at(p, '+'))
        return true;
    int64_t value = 0;
    if (!minus) /* a minus belongs to the expression: a - 4 + 8 */
        ptx_advance(p);
    if (!ptx_parse_integer(p, "a constant offset", &value))
        return false;
    *offset = (int64_t)((uint64_t)*offset + (uint64_t)value);
    return true;
}
