/* SPDX-License-Identifier: BSD-3-Clause */
/* Layout of shared memory; see shared_layout.h. */
#include "workloads/ptx/exec/shared_layout.h"

static void note_operand(const struct ptx_operand *operand, GHashTable *named)
{
    if (operand->variable != NULL && operand->variable->space == SPACE_SHARED)
        g_hash_table_add(named, (gpointer)operand->variable);
    for (unsigned i = 0; i < operand->n_elements; i++)
        note_operand(&operand->elements[i], named);
}

static void place(struct ptx_variable *const *variables, unsigned n, GHashTable *named,
                  bool dynamic, uint32_t *end, GHashTable *offsets)
{
    for (unsigned i = 0; i < n; i++) {
        const struct ptx_variable *v = variables[i];
        if (!g_hash_table_contains(named, v) || v->unsized != dynamic)
            continue;
        uint32_t align = MAX(v->align, 1), offset = (*end + align - 1) / align * align;
        *end = offset + (uint32_t)v->bytes;
        g_hash_table_insert(offsets, (gpointer)v, GUINT_TO_POINTER(offset + 1));
    }
}

static uint32_t dynamic_alignment(const struct ptx_function *function, GHashTable *named)
{
    const struct ptx_module *module = function->module;
    uint32_t align = 1;
    for (unsigned i = 0; i < module->n_variables; i++)
        if (module->variables[i]->unsized && g_hash_table_contains(named, module->variables[i]))
            align = MAX(align, module->variables[i]->align);
    for (unsigned i = 0; i < function->n_variables; i++)
        if (function->variables[i]->unsized && g_hash_table_contains(named, function->variables[i]))
            align = MAX(align, function->variables[i]->align);
    return align;
}

uint32_t exec_shared_layout(const struct ptx_function *function, GHashTable *offsets)
{
    const struct ptx_module *module = function->module;
    GHashTable *named = g_hash_table_new(NULL, NULL);
    for (uint32_t pc = 0; pc < function->n_instructions; pc++)
        for (unsigned k = 0; k < function->instructions[pc].n_operands; k++)
            note_operand(&function->instructions[pc].operands[k], named);
    uint32_t end = 0;
    place(module->variables, module->n_variables, named, false, &end, offsets);
    place(function->variables, function->n_variables, named, false, &end, offsets);
    uint32_t align = dynamic_alignment(function, named);
    end = (end + align - 1) / align * align;
    place(module->variables, module->n_variables, named, true, &end, offsets);
    place(function->variables, function->n_variables, named, true, &end, offsets);
    g_hash_table_destroy(named);
    return end;
}
