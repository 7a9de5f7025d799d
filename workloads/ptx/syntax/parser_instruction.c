/* SPDX-License-Identifier: BSD-3-Clause */
/* "@!%p1 ld.global.u32 %r1, [%rd1+4];". Source: PTX ISA, section 4.3.2. */
#include "workloads/ptx/syntax/parser.h"

/* Behind '@'. */
static bool parse_guard(struct ptx_parser *p, struct ptx_instruction *instruction)
{
    instruction->guard_negated = ptx_accept(p, '!');
    unsigned line = ptx_line(p);
    const char *name = ptx_take_word(p, "a predicate register after '@'");
    if (!name)
        return false;
    const struct ptx_symbol *symbol = ptx_symbols_find(p->symbols, name, p->body.registers);
    if (!symbol && name[0] == '%')
        return ptx_fail(p, line, "register '%s' is not declared", name);
    if (!symbol || symbol->kind != PTX_SYMBOL_REGISTER ||
        g_array_index(p->body.registers, struct ptx_register, symbol->index).type != PTX_PRED)
        return ptx_fail(p, line, "expected a predicate register after '@', found '%s'", name);
    instruction->guard = symbol->index;
    return true;
}

static bool parse_modifiers(struct ptx_parser *p, struct ptx_instruction *instruction)
{
    const char *words[64];
    unsigned n = 0;
    g_string_assign(p->text, instruction->opcode);
    for (; p->lexer.token.kind == TOKEN_DOT; ptx_advance(p)) {
        if (n == G_N_ELEMENTS(words))
            return ptx_fail(p, ptx_line(p), "more than %u modifiers of '%s'", n,
                            instruction->opcode);
        words[n++] = ptx_intern_token(p);
        g_string_append_c(p->text, '.');
        g_string_append(p->text, words[n - 1]);
    }
    instruction->modifiers = ptx_arena_copy(p->arena, words, n, sizeof words[0]);
    instruction->n_modifiers = (uint16_t)n;
    instruction->text = ptx_arena_intern(p->arena, p->text->str, p->text->len);
    return true;
}

bool ptx_parse_instruction(struct ptx_parser *p, const char *opcode, unsigned line)
{
    struct ptx_instruction instruction = {.guard = PTX_NO_REGISTER,
                                          .line = line,
                                          .source_file = p->body.source_file,
                                          .source_line = p->body.source_line};
    if (!opcode && ptx_accept(p, '@')) {
        if (!parse_guard(p, &instruction))
            return false;
        instruction.line = ptx_line(p);
    }
    instruction.opcode = opcode ? opcode : ptx_take_word(p, "an instruction after its guard");
    if (!instruction.opcode || !parse_modifiers(p, &instruction) ||
        !ptx_parse_operands(p, instruction.opcode, ';', 0, &instruction.operands,
                            &instruction.n_operands))
        return false;
    if (instruction.n_operands == 0) /* lowerings take the place of one before they count */
        instruction.operands = ptx_arena_alloc(p->arena, sizeof *instruction.operands);
    if (!ptx_accept(p, ';')) {
        g_autofree char *what = g_strdup_printf("',' or ';' in '%s'", instruction.text);
        return ptx_fail_expected(p, what);
    }
    g_array_append_val(p->body.instructions, instruction);
    return true;
}
