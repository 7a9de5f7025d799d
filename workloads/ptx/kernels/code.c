/* SPDX-License-Identifier: BSD-3-Clause */
/* PTX kernels ready to run; see code.h. */
#include "workloads/ptx/kernels/code.h"
#include "base/input_error.h"
#include "base/kernel_name.h"
#include "workloads/ptx/exec/exec.h"
#include "workloads/ptx/exec/layout.h"
#include "workloads/ptx/lower/lower.h"

struct lowered {
    const struct ptx_function *function;
    uint32_t registers_per_thread; /* as asked for */
    uint32_t stack_bytes;          /* then in force */
    struct kernel_code *code;
};

struct ptx_program {
    struct ptx_module *module;
    struct exec_layout *layout;
    uint32_t stack_bytes; /* of a thread, for kernels lowered from now on */
    GArray *kernels;      /* struct lowered */
};

struct ptx_program *ptx_program_new(struct ptx_module *module, GError **error)
{
    uint64_t const_bytes = 0;
    for (unsigned i = 0; i < module->n_variables; i++)
        if (module->variables[i]->space == SPACE_CONST)
            const_bytes += module->variables[i]->bytes + module->variables[i]->align;
    if (const_bytes >> WINDOW_SHIFT != 0) {
        input_error_at(
            error, module->file_name, 0,
            "expected .const variables of less than 4 GiB in all, found %" G_GUINT64_FORMAT
            " bytes",
            const_bytes);
        ptx_module_free(module);
        return NULL;
    }
    struct ptx_program *program = g_new0(struct ptx_program, 1);
    program->module = module;
    program->layout = exec_layout_new(module);
    program->stack_bytes = PTX_DEFAULT_STACK_BYTES;
    program->kernels = g_array_new(FALSE, FALSE, sizeof(struct lowered));
    return program;
}

void ptx_program_free(struct ptx_program *program)
{
    if (!program)
        return;
    for (guint i = 0; i < program->kernels->len; i++)
        exec_lowered_free(g_array_index(program->kernels, struct lowered, i).code);
    g_array_free(program->kernels, TRUE);
    exec_layout_free(program->layout);
    ptx_module_free(program->module);
    g_free(program);
}

unsigned ptx_program_n_symbols(const struct ptx_program *program)
{
    return program->layout->globals->len + program->layout->constants->len;
}

static const struct exec_placed *placed_at(const struct ptx_program *program, unsigned index)
{
    const GArray *globals = program->layout->globals, *constants = program->layout->constants;
    g_assert(index < globals->len + constants->len);
    return index < globals->len
               ? &g_array_index(globals, struct exec_placed, index)
               : &g_array_index(constants, struct exec_placed, index - globals->len);
}

struct ptx_symbol ptx_program_symbol(const struct ptx_program *program, unsigned index)
{
    const struct exec_placed *placed = placed_at(program, index);
    return (struct ptx_symbol){.name = placed->variable->name,
                               .space = placed->variable->space,
                               .bytes = placed->variable->bytes,
                               .align = placed->variable->align,
                               .managed = placed->variable->managed,
                               .address = placed->address,
                               .initial = placed->initial};
}

static void relocate_kernels(struct ptx_program *program)
{
    for (guint i = 0; i < program->kernels->len; i++)
        exec_lowered_relocate(g_array_index(program->kernels, struct lowered, i).code,
                              program->layout);
}

void ptx_program_set_address(struct ptx_program *program, unsigned index, uint64_t address)
{
    g_assert(index < program->layout->globals->len);
    g_assert(address >= GLOBAL_BASE);
    exec_layout_set_address(program->layout, index, address);
    relocate_kernels(program);
}

uint64_t ptx_program_constant_bytes(const struct ptx_program *program)
{
    return program->layout->const_bytes;
}

void ptx_program_move_constants(struct ptx_program *program, uint8_t *bytes)
{
    exec_layout_move_constants(program->layout, bytes);
    relocate_kernels(program);
}

uint8_t *ptx_program_constant(struct ptx_program *program, unsigned index)
{
    const struct exec_placed *placed = placed_at(program, index);
    g_assert(placed->variable->space == SPACE_CONST);
    return placed->initial;
}

void ptx_program_set_stack_limit(struct ptx_program *program, uint32_t bytes)
{
    program->stack_bytes = MIN(bytes, PTX_MAX_STACK_BYTES);
}

/* For launches from kernels. */
static const struct kernel_code *kernel_at(void *data, uint64_t address, GError **error)
{
    struct ptx_program *program = data;
    const struct ptx_function *function = exec_layout_function_at(program->layout, address);
    if (function && function->is_entry && function->has_body)
        return ptx_program_kernel(program, function->name, 0, error);
    g_autofree char *what = function ? kernel_plain_name(function->name) : NULL;
    input_error_at(
        error, program->module->file_name, 0,
        "expected the address of a kernel in a launch from a kernel, found 0x%" G_GINT64_MODIFIER
        "x%s%s",
        address, what ? ", which is " : "", what ? what : "");
    return NULL;
}

const struct kernel_code *ptx_program_kernel(struct ptx_program *program, const char *name,
                                             uint32_t registers_per_thread, GError **error)
{
    const struct ptx_function *function = ptx_module_find(program->module, name, error);
    if (!function)
        return NULL;
    for (guint i = 0; i < program->kernels->len; i++) {
        const struct lowered *known = &g_array_index(program->kernels, struct lowered, i);
        if (known->function == function && known->registers_per_thread == registers_per_thread &&
            (known->stack_bytes == program->stack_bytes || !exec_lowered_is_recursive(known->code)))
            return known->code;
    }
    struct lower_options options = {registers_per_thread, program->stack_bytes};
    struct lowered added = {function, registers_per_thread, program->stack_bytes,
                            exec_lower(program->layout, function, &options)};
    struct exec_kernel *kernel = added.code->impl;
    kernel->kernel_at = kernel_at;
    kernel->program = program;
    g_array_append_val(program->kernels, added);
    return added.code;
}

static const struct ptx_function *function_of(const struct ptx_program *program,
                                              const struct kernel_code *code)
{
    for (guint i = 0; i < program->kernels->len; i++)
        if (g_array_index(program->kernels, struct lowered, i).code == code)
            return g_array_index(program->kernels, struct lowered, i).function;
    g_assert_not_reached();
}

unsigned ptx_program_n_params(const struct ptx_program *program, const struct kernel_code *code)
{
    return function_of(program, code)->n_params;
}

static enum ptx_param_kind kind_of(const struct ptx_variable *variable)
{
    if (variable->is_array || variable->vector > 1)
        return PTX_PARAM_BITS;
    switch (variable->type) {
    case PTX_U8:
    case PTX_U16:
    case PTX_U32:
    case PTX_U64:
        return PTX_PARAM_UNSIGNED;
    case PTX_S8:
    case PTX_S16:
    case PTX_S32:
    case PTX_S64:
        return PTX_PARAM_INTEGER;
    case PTX_F32:
    case PTX_F64:
        return PTX_PARAM_FLOAT;
    default:
        return PTX_PARAM_BITS;
    }
}

struct ptx_param ptx_program_param(const struct ptx_program *program,
                                   const struct kernel_code *code, unsigned index)
{
    const struct ptx_function *function = function_of(program, code);
    g_assert(index < function->n_params);
    const struct ptx_variable *variable = function->params[index];
    return (struct ptx_param){.name = variable->name,
                              .kind = kind_of(variable),
                              .bytes = (uint32_t)variable->bytes,
                              .offset = (uint32_t)variable->offset};
}
