/* SPDX-License-Identifier: BSD-3-Clause */
/* Layout of call parameters; see call_layout.h. */
#include "workloads/ptx/analysis/call_layout.h"

#include <string.h>

/* Where a variable is used. */
struct use {
    const struct ptx_variable *variable;
    uint32_t first, last; /* pcs */
    bool alone;           /* must not share its place */
};

struct uses {
    const struct ptx_cfg *cfg;
    GArray *list;         /* struct use, by first use */
    GHashTable *place_of; /* variable -> its place in the list + 1 */
};

static bool names(const struct ptx_operand *operand, const struct ptx_variable *variable)
{
    if (operand->variable == variable)
        return true;
    for (unsigned i = 0; i < operand->n_elements; i++)
        if (names(&operand->elements[i], variable))
            return true;
    return false;
}

/* Whether the instruction, which names the variable, gives it a value in all lanes. */
static bool writes(const struct ptx_instruction *in, const struct ptx_variable *variable)
{
    if (in->guard != PTX_NO_REGISTER)
        return false;
    if (strcmp(in->opcode, "st") == 0)
        return names(&in->operands[0], variable);
    const struct ptx_operand *returns =
        strcmp(in->opcode, "call") == 0 ? ptx_call_of(in).returns : NULL;
    return returns != NULL && names(returns, variable);
}

static void note(struct uses *uses, const struct ptx_variable *variable, uint32_t pc)
{
    const struct ptx_instruction *in = &uses->cfg->function->instructions[pc];
    guint place = GPOINTER_TO_UINT(g_hash_table_lookup(uses->place_of, variable));
    if (place == 0) {
        struct use added = {variable, pc, pc, !writes(in, variable)};
        g_array_append_val(uses->list, added);
        place = uses->list->len;
        g_hash_table_insert(uses->place_of, (gpointer)variable, GUINT_TO_POINTER(place));
    }
    struct use *use = &g_array_index(uses->list, struct use, place - 1);
    use->last = pc;
    use->alone |= uses->cfg->block_of[pc] != uses->cfg->block_of[use->first];
    use->alone |= strcmp(in->opcode, "mov") == 0; /* its address may go anywhere */
}

static bool is_in(struct ptx_variable *const *variables, unsigned n,
                  const struct ptx_variable *variable)
{
    for (unsigned i = 0; i < n; i++)
        if (variables[i] == variable)
            return true;
    return false;
}

static void note_operand(struct uses *uses, const struct ptx_operand *operand, uint32_t pc)
{
    const struct ptx_variable *variable = operand->variable;
    const struct ptx_function *f = uses->cfg->function;
    if (variable != NULL && variable->space == SPACE_PARAM &&
        !is_in(f->params, f->n_params, variable) && !is_in(f->returns, f->n_returns, variable))
        note(uses, variable, pc);
    for (unsigned i = 0; i < operand->n_elements; i++)
        note_operand(uses, &operand->elements[i], pc);
}

static uint32_t put(uint32_t end, const struct ptx_variable *variable, GHashTable *offsets)
{
    uint32_t align = MAX(variable->align, 1), offset = (end + align - 1) / align * align;
    g_hash_table_insert(offsets, (gpointer)variable, GUINT_TO_POINTER(offset + 1));
    return offset + (uint32_t)variable->bytes;
}

/* Those that share go behind the others, in order of use; each starts again from there when all
 * before it are done with. */
static uint32_t place(const struct uses *uses, GHashTable *offsets)
{
    uint32_t shared = 0, busy_until = 0;
    for (guint i = 0; i < uses->list->len; i++) {
        const struct use *use = &g_array_index(uses->list, struct use, i);
        if (use->alone)
            shared = put(shared, use->variable, offsets);
    }
    uint32_t end = shared, most = shared;
    for (guint i = 0; i < uses->list->len; i++) {
        const struct use *use = &g_array_index(uses->list, struct use, i);
        if (use->alone)
            continue;
        end = put(use->first > busy_until ? shared : end, use->variable, offsets);
        busy_until = MAX(busy_until, use->last);
        most = MAX(most, end);
    }
    return most;
}

uint32_t exec_call_layout(const struct ptx_cfg *cfg, GHashTable *offsets)
{
    struct uses uses = {.cfg = cfg,
                        .list = g_array_new(FALSE, FALSE, sizeof(struct use)),
                        .place_of = g_hash_table_new(NULL, NULL)};
    const struct ptx_function *function = cfg->function;
    for (uint32_t pc = 0; function->call_param_bytes > 0 && pc < function->n_instructions; pc++)
        for (unsigned k = 0; k < function->instructions[pc].n_operands; k++)
            note_operand(&uses, &function->instructions[pc].operands[k], pc);
    uint32_t bytes = place(&uses, offsets);
    g_array_free(uses.list, TRUE);
    g_hash_table_destroy(uses.place_of);
    return bytes;
}
