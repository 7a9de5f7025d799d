/* SPDX-License-Identifier: BSD-3-Clause */
/* Device functions and calls of them: parameters by value, structures, recursion, pointers. */
#include "tests/differential/writer.h"

#include <string.h>

enum { FUNCTION_BUDGET = 25, STRUCTURE_BYTES = 16, MAX_RECURSION = 3 };

static const char *type_of(char letter)
{
    return letter == 'h'   ? "b16"
           : letter == 'r' ? "b32"
           : letter == 'd' ? "b64"
           : letter == 'f' ? "f32"
                           : "f64";
}

/* `.param .b32 name` */
static void append_parameter(GString *text, char letter, const char *name)
{
    if (letter == 's')
        g_string_append_printf(text, ".param .align 8 .b8 %s[%u]", name, STRUCTURE_BYTES);
    else
        g_string_append_printf(text, ".param .%s %s", type_of(letter), name);
}

/* `(.param .b32 result) name (.param ...)`; of a prototype, all names are `_`. */
static void append_signature(GString *text, const struct gen_function *function, const char *name)
{
    bool prototype = strcmp(name, "_") == 0;
    if (function->result != 0) {
        g_string_append_c(text, '(');
        append_parameter(text, function->result, prototype ? "_" : "result");
        g_string_append(text, ") ");
    }
    g_string_append_printf(text, "%s (.param .b64 %s, .param .b64 %s, .param .b32 %s", name,
                           prototype ? "_" : "scratch", prototype ? "_" : "input",
                           prototype ? "_" : "depth");
    for (unsigned i = 0; function->arguments[i] != 0; i++) {
        g_autofree char *argument = g_strdup_printf("argument%u", i);
        g_string_append(text, ", ");
        append_parameter(text, function->arguments[i], prototype ? "_" : argument);
    }
    g_string_append_c(text, ')');
}

/* Between a parameter and registers. */
static void append_move(struct gen *g, GString *text, char letter, const char *name, bool loads)
{
    static const struct {
        char letter;
        unsigned offset;
    } members[] = {{'d', 0}, {'r', 8}, {'f', 12}};
    char one[] = {'$', letter, 0};
    if (letter != 's') {
        g_autofree char *reg = gen_expand(g, one, NULL);
        g_string_append_printf(text, loads ? "ld.param.%s %s, [%s]; " : "st.param.%s [%s], %s; ",
                               type_of(letter), loads ? reg : name, loads ? name : reg);
        return;
    }
    for (unsigned m = 0; m < G_N_ELEMENTS(members); m++) {
        one[1] = members[m].letter;
        g_autofree char *reg = gen_expand(g, one, NULL);
        if (loads)
            g_string_append_printf(text, "ld.param.%s %s, [%s+%u]; ", type_of(one[1]), reg, name,
                                   members[m].offset);
        else
            g_string_append_printf(text, "st.param.%s [%s+%u], %s; ", type_of(one[1]), name,
                                   members[m].offset, reg);
    }
}

/* The name of what is called: itself, or a pointer to one of its two bodies. */
static char *append_target(struct gen *g, GString *text, unsigned callee, unsigned number)
{
    if ((int)callee == g->self || gen_percent(g, 60))
        return g_strdup_printf("function%u%c", callee,
                               (int)callee == g->self || gen_percent(g, 50) ? 'a' : 'b');
    g_string_append_printf(text, "X%u: .callprototype ", number);
    append_signature(text, &g->functions[callee], "_");
    g_autofree char *chosen = gen_expand(g, "$p", NULL);
    g_string_append_printf(text,
                           "; mov.u64 %%u0, function%ua; mov.u64 %%u1, function%ub; "
                           "selp.b64 %%u0, %%u0, %%u1, %s; ",
                           callee, callee, chosen);
    return g_strdup("%u0");
}

void gen_call(struct gen *g, unsigned callee)
{
    const struct gen_function *function = &g->functions[callee];
    unsigned number = gen_label(g);
    GString *text = g_string_new(NULL);
    if (gen_percent(g, 30)) {
        g_autofree char *guard = gen_expand(g, "@$P ", NULL);
        g_string_append_printf(text, "%sbra L%u; ", guard, number);
    }
    bool again = (int)callee == g->self;
    if (again)
        g_string_append_printf(text,
                               "setp.le.s32 %%q0, %%depth, 0; @%%q0 bra L%u; "
                               "sub.s32 %%t0, %%depth, 1; ",
                               number);
    else
        g_string_append_printf(text, "and.b32 %%t0, %%r%u, %u; ", gen_below(g, N_R), MAX_RECURSION);
    g_string_append(text, "{ .param .b64 a0; .param .b64 a1; .param .b32 a2; "
                          "st.param.b64 [a0], %ag; st.param.b64 [a1], %in; "
                          "st.param.b32 [a2], %t0; ");
    GString *list = g_string_new("(a0, a1, a2");
    for (unsigned i = 0; function->arguments[i] != 0; i++) {
        g_autofree char *name = g_strdup_printf("a%u", i + 3);
        append_parameter(text, function->arguments[i], name);
        g_string_append(text, "; ");
        append_move(g, text, function->arguments[i], name, false);
        g_string_append_printf(list, ", %s", name);
    }
    if (function->result != 0) {
        append_parameter(text, function->result, "r0");
        g_string_append(text, "; ");
    }
    g_autofree char *target = append_target(g, text, callee, number);
    g_string_append_printf(text, "call %s%s, %s)", function->result != 0 ? "(r0), " : "", target,
                           list->str);
    if (target[0] == '%')
        g_string_append_printf(text, ", X%u", number);
    g_string_append(text, "; ");
    if (function->result != 0)
        append_move(g, text, function->result, "r0", true);
    g_string_append_printf(text, "} L%u:", number);
    g_string_free(list, TRUE);
    gen_add(g, g_string_free(text, FALSE), false);
}

static void write_body(struct gen *g, char which)
{
    const struct gen_function *function = &g->functions[g->self];
    g_autofree char *name = g_strdup_printf("function%d%c", g->self, which);
    GString *signature = g_string_new(".func ");
    append_signature(signature, function, name);
    gen_add(g, g_string_free(signature, FALSE), true);
    gen_fixed(g, "{");
    gen_declare(g);
    gen_fixed(g, "ld.param.b64 %%ag, [scratch]; ld.param.b64 %%in, [input]; "
                 "ld.param.b32 %%depth, [depth];");
    gen_fixed(g, "add.u64 %%red, %%in, %u;", AT_ATOMICS - AT_INPUT);
    gen_initialize(g);
    for (unsigned i = 0; function->arguments[i] != 0; i++) {
        g_autofree char *argument = g_strdup_printf("argument%u", i);
        GString *move = g_string_new(NULL);
        append_move(g, move, function->arguments[i], argument, true);
        gen_add(g, g_string_free(move, FALSE), false);
    }
    g->calls = 0;
    if (function->result != 0) { /* for early returns */
        GString *move = g_string_new(NULL);
        append_move(g, move, function->result, "result", false);
        gen_add(g, g_string_free(move, FALSE), true);
    }
    gen_phase(g, 5 + gen_below(g, FUNCTION_BUDGET));
    if (function->result != 0) {
        GString *move = g_string_new(NULL);
        append_move(g, move, function->result, "result", false);
        gen_add(g, g_string_free(move, FALSE), false);
    }
    gen_fixed(g, "ret;");
    gen_fixed(g, "}");
}

void gen_functions(struct gen *g)
{
    static const char letters[] = "hrdfgs";
    unsigned n = gen_percent(g, 50) ? 0 : 1 + gen_below(g, 3);
    for (unsigned f = 0; f < n; f++) {
        struct gen_function *function = &g->functions[f];
        *function = (struct gen_function){.recursive = gen_percent(g, 30)};
        for (unsigned i = gen_below(g, MAX_ARGUMENTS + 1); i-- > 0;)
            function->arguments[i] = letters[gen_below(g, sizeof letters - 1)];
        if (gen_percent(g, 75))
            function->result = letters[gen_below(g, sizeof letters - 1)];
        g->self = (int)f;
        write_body(g, 'a');
        write_body(g, 'b');
        g->n_functions = f + 1;
    }
    g->self = -1;
    g->calls = 0;
}
