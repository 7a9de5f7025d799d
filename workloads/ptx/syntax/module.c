/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/input_error.h"
#include "workloads/ptx/syntax/arena.h"
#include "workloads/ptx/syntax/ptx.h"
#include <string.h>

struct ptx_module *ptx_module_load(const char *path, GError **error)
{
    g_autofree char *text = NULL;
    gsize length;
    g_autoptr(GError) reason = NULL;
    if (!g_file_get_contents(path, &text, &length, &reason)) {
        input_error_at(error, path, 0, "can't read this PTX file: %s", reason->message);
        return NULL;
    }
    return ptx_module_parse(path, text, length, error);
}

void ptx_module_free(struct ptx_module *module)
{
    if (module)
        ptx_arena_free(module->arena);
}

/* "a, b, c" of the kernels with a body. */
static char *list_kernels(const struct ptx_module *module)
{
    GString *list = g_string_new(NULL);
    for (unsigned i = 0; i < module->n_functions; i++)
        if (module->functions[i]->is_entry && module->functions[i]->has_body)
            g_string_append_printf(list, "%s%s", list->len ? ", " : "", module->functions[i]->name);
    if (!list->len)
        g_string_assign(list, "none");
    return g_string_free(list, FALSE);
}

const struct ptx_function *ptx_module_find(const struct ptx_module *module, const char *kernel,
                                           GError **error)
{
    for (unsigned i = 0; i < module->n_functions; i++) {
        const struct ptx_function *f = module->functions[i];
        if (f->is_entry && f->has_body && strcmp(f->name, kernel) == 0)
            return f;
    }
    g_autofree char *known = list_kernels(module);
    input_error_at(error, module->file_name, 0, "no kernel '%s' here; the kernels are: %s", kernel,
                   known);
    return NULL;
}

const char *ptx_source_path(const struct ptx_module *module, uint32_t number)
{
    for (unsigned i = 0; i < module->n_source_files; i++)
        if (module->source_files[i].number == number)
            return module->source_files[i].path;
    return NULL;
}

bool ptx_has_modifier(const struct ptx_instruction *instruction, const char *word)
{
    for (unsigned i = 0; i < instruction->n_modifiers; i++)
        if (strcmp(instruction->modifiers[i], word) == 0)
            return true;
    return false;
}

enum ptx_type ptx_modifier_type(const struct ptx_instruction *instruction, unsigned from_end)
{
    for (unsigned i = instruction->n_modifiers; i-- > 0;) {
        enum ptx_type type = ptx_type_from_name(instruction->modifiers[i]);
        if (type != PTX_TYPE_NONE && from_end-- == 0)
            return type;
    }
    return PTX_TYPE_NONE;
}

struct ptx_call ptx_call_of(const struct ptx_instruction *instruction)
{
    const struct ptx_operand *operand = instruction->operands;
    const struct ptx_operand *end = operand + instruction->n_operands;
    struct ptx_call call = {0};
    if (operand < end && operand->kind == PTX_OPERAND_LIST)
        call.returns = operand++;
    if (operand < end)
        call.target = operand++;
    if (operand < end && operand->kind == PTX_OPERAND_LIST)
        call.arguments = operand++;
    if (operand < end && operand->kind == PTX_OPERAND_TABLE)
        call.table = operand;
    return call;
}
