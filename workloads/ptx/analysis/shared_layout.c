/* SPDX-License-Identifier: BSD-3-Clause */
/* Layout of shared memory; see shared_layout.h. */
#include "workloads/ptx/analysis/shared_layout.h"

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

/* Places all variables with a size, or all without, those of the module first. */
static void place_all(const GPtrArray *functions, GHashTable *named, bool dynamic, uint32_t *end,
                      GHashTable *offsets)
{
    const struct ptx_function *kernel = g_ptr_array_index(functions, 0);
    place(kernel->module->variables, kernel->module->n_variables, named, dynamic, end, offsets);
    for (guint f = 0; f < functions->len; f++) {
        const struct ptx_function *function = g_ptr_array_index(functions, f);
        place(function->variables, function->n_variables, named, dynamic, end, offsets);
    }
}

static uint32_t greatest_alignment(struct ptx_variable *const *variables, unsigned n,
                                   GHashTable *named)
{
    uint32_t align = 1;
    for (unsigned i = 0; i < n; i++)
        if (variables[i]->unsized && g_hash_table_contains(named, variables[i]))
            align = MAX(align, variables[i]->align);
    return align;
}

static uint32_t dynamic_alignment(const GPtrArray *functions, GHashTable *named)
{
    const struct ptx_function *kernel = g_ptr_array_index(functions, 0);
    uint32_t align =
        greatest_alignment(kernel->module->variables, kernel->module->n_variables, named);
    for (guint f = 0; f < functions->len; f++) {
        const struct ptx_function *function = g_ptr_array_index(functions, f);
        align = MAX(align, greatest_alignment(function->variables, function->n_variables, named));
    }
    return align;
}

uint32_t exec_shared_layout(const GPtrArray *functions, GHashTable *offsets)
{
    GHashTable *named = g_hash_table_new(NULL, NULL);
    for (guint f = 0; f < functions->len; f++) {
        const struct ptx_function *function = g_ptr_array_index(functions, f);
        for (uint32_t pc = 0; pc < function->n_instructions; pc++)
            for (unsigned k = 0; k < function->instructions[pc].n_operands; k++)
                note_operand(&function->instructions[pc].operands[k], named);
    }
    uint32_t end = 0;
    place_all(functions, named, false, &end, offsets);
    uint32_t align = dynamic_alignment(functions, named);
    end = (end + align - 1) / align * align;
    place_all(functions, named, true, &end, offsets);
    g_hash_table_destroy(named);
    return end;
}
