/* SPDX-License-Identifier: BSD-3-Clause */
/* Code that runs only if an address is not of the space that its register was made from.
 *
 * A library asks at run time (isspacep) what a compiler often knows: libcu++ does before each
 * cuda::memcpy_async, with a copy byte by byte for the other case. Here an address that cvta has
 * made of one in some space is taken for one of that space, a kernel's parameter for one of global
 * memory, and what is added to them changes nothing. That may be wrong: a program can add what it
 * likes. So who asks must have a way, if a slow one, to run unlikely code.
 */
#include "workloads/ptx/analysis/accesses.h"
#include "workloads/ptx/analysis/cfg.h"
#include "workloads/ptx/lower/lowering.h"

#include <string.h>

/* Definitions that are followed from a register, at most. ASSUMED: addresses are sums of a few. */
enum { MOST_STEPS = 16 };

#define SEVERAL UINT32_MAX

struct search {
    const struct ptx_function *function;
    uint32_t *definition; /* by register: the pc + 1 of the only one; 0: none; SEVERAL */
    unsigned steps;       /* that are left */
};

static bool asks_for_spaces(const struct ptx_function *function)
{
    for (uint32_t pc = 0; pc < function->n_instructions; pc++)
        if (strcmp(function->instructions[pc].opcode, "isspacep") == 0)
            return true;
    return false;
}

static void note_definitions(struct search *s)
{
    struct ptx_accesses accesses;
    ptx_accesses_init(&accesses);
    for (uint32_t pc = 0; pc < s->function->n_instructions; pc++) {
        ptx_accesses_of(&accesses, &s->function->instructions[pc]);
        for (guint i = 0; i < accesses.writes->len; i++) {
            uint32_t *definition = &s->definition[g_array_index(accesses.writes, uint32_t, i)];
            *definition = *definition == 0 ? pc + 1 : SEVERAL;
        }
    }
    ptx_accesses_finish(&accesses);
}

/* The only instruction that writes the register, and that always; NULL if there is none. */
static const struct ptx_instruction *definition_of(struct search *s,
                                                   const struct ptx_operand *operand)
{
    if (operand->kind != PTX_OPERAND_REGISTER || operand->negated || operand->selector ||
        s->steps == 0)
        return NULL;
    const uint32_t at = s->definition[operand->index];
    if (at == 0 || at == SEVERAL)
        return NULL;
    const struct ptx_instruction *in = &s->function->instructions[at - 1];
    s->steps--;
    return in->guard == PTX_NO_REGISTER && in->operands[0].kind == PTX_OPERAND_REGISTER ? in : NULL;
}

/* "global", "shared" and so on among the modifiers; .shared::cta is .shared. NULL: none. */
static const char *space_among(const struct ptx_instruction *in)
{
    static const char *const known[] = {"global", "shared", "local", "const", "param"};
    for (unsigned i = 0; i < in->n_modifiers; i++)
        for (unsigned k = 0; k < G_N_ELEMENTS(known); k++) {
            const size_t n = strlen(known[k]);
            if (strncmp(in->modifiers[i], known[k], n) == 0 &&
                strchr(":", in->modifiers[i][n]) != NULL)
                return known[k];
        }
    return NULL;
}

/* Of a generic address. NULL: not known. */
static const char *space_of(struct search *s, const struct ptx_operand *operand)
{
    const struct ptx_instruction *in = definition_of(s, operand);
    if (!in)
        return NULL;
    if (strcmp(in->opcode, "cvta") == 0)
        return ptx_has_modifier(in, "to") ? NULL : space_among(in);
    if (strcmp(in->opcode, "ld") == 0 && ptx_has_modifier(in, "param") && s->function->is_entry)
        return "global";
    if (strcmp(in->opcode, "mov") == 0 && in->n_operands == 2)
        return space_of(s, &in->operands[1]);
    if ((strcmp(in->opcode, "add") == 0 || strcmp(in->opcode, "sub") == 0) && in->n_operands == 3)
        return space_of(s, &in->operands[1]);
    return NULL;
}

static bool value_of(struct search *s, const struct ptx_operand *operand, int64_t *value);

static bool select_value(struct search *s, const struct ptx_instruction *in, int64_t *value)
{
    int64_t choice;
    return in->n_operands == 4 && value_of(s, &in->operands[3], &choice) &&
           value_of(s, &in->operands[choice ? 1 : 2], value);
}

static bool comparison_value(struct search *s, const struct ptx_instruction *in, int64_t *value)
{
    int64_t a, b;
    const bool equal = ptx_has_modifier(in, "eq");
    if (in->n_operands != 3 || in->n_modifiers != 2 || (!equal && !ptx_has_modifier(in, "ne")) ||
        !value_of(s, &in->operands[1], &a) || !value_of(s, &in->operands[2], &b))
        return false;
    *value = (a == b) == equal;
    return true;
}

/* Of predicates. One side may be enough. */
static bool logic_value(struct search *s, const struct ptx_instruction *in, int64_t *value)
{
    int64_t a, b;
    const bool is_or = strcmp(in->opcode, "or") == 0;
    if (in->n_operands != 3 || !ptx_has_modifier(in, "pred"))
        return false;
    const bool has_a = value_of(s, &in->operands[1], &a);
    const bool has_b = value_of(s, &in->operands[2], &b);
    *value = is_or;
    if ((has_a && (a != 0) == is_or) || (has_b && (b != 0) == is_or))
        return true;
    *value = !is_or;
    return has_a && has_b;
}

/* What the operand is, if all addresses are of the spaces that they were made from. False: not
 * known. */
static bool value_of(struct search *s, const struct ptx_operand *operand, int64_t *value)
{
    *value = operand->value;
    if (operand->kind == PTX_OPERAND_INTEGER)
        return true;
    const struct ptx_instruction *in = definition_of(s, operand);
    if (!in || in->n_operands < 2)
        return false;
    if (strcmp(in->opcode, "isspacep") == 0) {
        const char *is = space_of(s, &in->operands[1]), *asked = space_among(in);
        *value = asked && is && strcmp(is, asked) == 0;
        return asked && is;
    }
    if (strcmp(in->opcode, "selp") == 0)
        return select_value(s, in, value);
    if (strcmp(in->opcode, "setp") == 0)
        return comparison_value(s, in, value);
    if (strcmp(in->opcode, "and") == 0 || strcmp(in->opcode, "or") == 0)
        return logic_value(s, in, value);
    if (strcmp(in->opcode, "mov") == 0 && in->n_operands == 2)
        return value_of(s, &in->operands[1], value);
    if (strcmp(in->opcode, "not") == 0 && ptx_has_modifier(in, "pred") &&
        value_of(s, &in->operands[1], value)) {
        *value = !*value;
        return true;
    }
    return false;
}

/* Whether the branch at pc is likely to be taken (1) or not (0), or nobody knows (-1). */
static int way_of(struct search *s, uint32_t pc)
{
    const struct ptx_instruction *in = &s->function->instructions[pc];
    if (strcmp(in->opcode, "bra") != 0 || in->guard == PTX_NO_REGISTER)
        return -1;
    const struct ptx_operand guard = {.kind = PTX_OPERAND_REGISTER, .index = in->guard};
    int64_t value;
    s->steps = MOST_STEPS;
    if (!value_of(s, &guard, &value))
        return -1;
    return (value != 0) != in->guard_negated;
}

static void flood(struct search *s, const struct ptx_cfg *cfg, bool *likely)
{
    g_autofree uint32_t *left = g_new(uint32_t, cfg->n_blocks + 1);
    uint32_t n = 0;
    likely[0] = true;
    left[n++] = 0;
    while (n > 0) {
        const struct ptx_block *block = &cfg->blocks[left[--n]];
        const uint32_t last = block->end - 1;
        const int way = way_of(s, last);
        const uint32_t target = ptx_branch_target(s->function, &s->function->instructions[last], 0);
        for (uint32_t k = 0; k < block->n_successors; k++) {
            const uint32_t next = cfg->successors[block->successors + k];
            const bool jumps = next < cfg->n_blocks && cfg->blocks[next].first == target;
            if (next == cfg->n_blocks || likely[next] || (way >= 0 && jumps != way))
                continue;
            likely[next] = true;
            left[n++] = next;
        }
    }
}

bool *lower_unlikely(const struct ptx_cfg *cfg)
{
    const struct ptx_function *function = cfg->function;
    if (!asks_for_spaces(function))
        return NULL;
    g_autofree uint32_t *definition = g_new0(uint32_t, function->n_registers + 1);
    g_autofree bool *likely = g_new0(bool, cfg->n_blocks + 1);
    struct search s = {.function = function, .definition = definition};
    note_definitions(&s);
    flood(&s, cfg, likely);
    bool any = false, *unlikely = g_new0(bool, function->n_instructions + 1);
    for (uint32_t pc = 0; pc < function->n_instructions; pc++) {
        const uint32_t block = cfg->block_of[pc];
        unlikely[pc] = cfg->blocks[block].reachable && !likely[block];
        any |= unlikely[pc];
    }
    if (!any)
        g_clear_pointer(&unlikely, g_free);
    return unlikely;
}
