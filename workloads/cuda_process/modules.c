/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/cuda_process/modules.h"
#include "base/kernel_name.h"
#include "workloads/cuda_process/program_setup.h"

#include <string.h>

static void free_program(void *item)
{
    ptx_program_free(item);
}

static void clear_function(void *item)
{
    struct module_function *function = item;
    g_free(function->name);
    g_free(function->code);
}

struct modules *modules_new(uint32_t n_devices)
{
    struct modules *modules = g_new0(struct modules, 1);
    modules->n_devices = n_devices;
    modules->programs = g_ptr_array_new_with_free_func(free_program);
    modules->constants = g_array_new(FALSE, TRUE, sizeof(uint64_t));
    modules->unloaded = g_array_new(FALSE, TRUE, sizeof(bool));
    modules->functions = g_array_new(FALSE, FALSE, sizeof(struct module_function));
    g_array_set_clear_func(modules->functions, clear_function);
    modules->stack_limit = PTX_DEFAULT_STACK_BYTES;
    return modules;
}

void modules_free(struct modules *modules)
{
    if (!modules)
        return;
    g_ptr_array_free(modules->programs, TRUE);
    g_array_free(modules->functions, TRUE);
    g_array_free(modules->constants, TRUE);
    g_array_free(modules->unloaded, TRUE);
    g_free(modules);
}

uint32_t modules_count(const struct modules *modules)
{
    return modules->programs->len / modules->n_devices;
}

struct ptx_program *modules_program(const struct modules *modules, uint32_t module, uint32_t device)
{
    return module < modules_count(modules)
               ? modules->programs->pdata[module * modules->n_devices + device]
               : NULL;
}

/* The address of a managed variable, which all devices share: the first one has placed it. */
static uint64_t shared_address(const struct ptx_program *program, const struct ptx_program *first,
                               unsigned symbol)
{
    const struct ptx_symbol shared = ptx_program_symbol(first, symbol);
    return program != first && shared.managed ? shared.address : 0;
}

static bool place_variables(struct ptx_program *program, const struct ptx_program *first,
                            uint32_t device, const struct program_memory *memory, GError **error)
{
    unsigned n = ptx_program_n_symbols(program);
    for (unsigned i = 0; i < n; i++) {
        const struct ptx_symbol symbol = ptx_program_symbol(program, i);
        if (symbol.space != SPACE_GLOBAL || symbol.bytes == 0)
            continue;
        g_autofree char *plain = kernel_plain_name(symbol.name);
        g_autofree char *name = g_strdup_printf("variable %s", plain);
        uint64_t address = shared_address(program, first, i);
        if (address == 0)
            address = memory->allocate(memory->data, device, name, symbol.bytes, error);
        if (address == 0)
            return false;
        if (symbol.managed && program == first)
            memory->share(memory->data, address);
        ptx_program_set_address(program, i, address);
    }
    /* Only now do initial values hold the right addresses. */
    for (unsigned i = 0; i < n; i++) {
        const struct ptx_symbol symbol = ptx_program_symbol(program, i);
        if (symbol.space != SPACE_GLOBAL || !symbol.initial)
            continue;
        memcpy(memory->at(memory->data, symbol.address, symbol.bytes), symbol.initial,
               symbol.bytes);
        memory->changed(memory->data, symbol.address, symbol.bytes);
    }
    return true;
}

bool modules_add(struct modules *modules, const char *name, const char *ptx,
                 const struct program_memory *memory, uint32_t *module, GError **error)
{
    g_autoptr(GPtrArray) added = g_ptr_array_new_with_free_func(free_program);
    for (uint32_t device = 0; device < modules->n_devices; device++) {
        struct ptx_module *parsed = ptx_module_parse(name, ptx, strlen(ptx), error);
        struct ptx_program *program = parsed ? ptx_program_new(parsed, error) : NULL;
        if (!program)
            return false;
        ptx_program_set_stack_limit(program, modules->stack_limit);
        g_ptr_array_add(added, program);
    }
    *module = modules_count(modules);
    for (uint32_t device = 0; device < modules->n_devices; device++)
        g_ptr_array_add(modules->programs, added->pdata[device]);
    g_ptr_array_set_free_func(added, NULL);
    g_array_set_size(modules->unloaded, modules_count(modules));
    g_array_set_size(modules->constants, modules->programs->len);
    struct ptx_program *first = modules_program(modules, *module, 0);
    for (uint32_t device = 0; device < modules->n_devices; device++)
        if (!place_variables(modules_program(modules, *module, device), first, device, memory,
                             error))
            return false;
    return true;
}

static uint64_t *constants_of(const struct modules *modules, uint32_t module, uint32_t device)
{
    return &g_array_index(modules->constants, uint64_t, module * modules->n_devices + device);
}

uint64_t modules_constants(const struct modules *modules, uint32_t module, uint32_t device)
{
    return *constants_of(modules, module, device);
}

bool modules_move_constants(struct modules *modules, uint32_t module, uint32_t device,
                            const struct program_memory *memory)
{
    struct ptx_program *program = modules_program(modules, module, device);
    const uint64_t bytes = program ? ptx_program_constant_bytes(program) : 0;
    if (bytes == 0 || g_array_index(modules->unloaded, bool, module))
        return false;
    uint64_t *place = constants_of(modules, module, device);
    if (*place != 0)
        return true;
    *place = memory->allocate(memory->data, device, "constant memory", bytes, NULL);
    if (*place == 0)
        return false;
    ptx_program_move_constants(program, memory->at(memory->data, *place, bytes));
    memory->changed(memory->data, *place, bytes);
    return true;
}

bool modules_unload(struct modules *modules, uint32_t module, const struct program_memory *memory)
{
    const struct ptx_program *first = modules_program(modules, module, 0);
    if (!first || g_array_index(modules->unloaded, bool, module))
        return false;
    g_array_index(modules->unloaded, bool, module) = true;
    for (uint32_t device = 0; device < modules->n_devices; device++) {
        const struct ptx_program *program = modules_program(modules, module, device);
        for (unsigned i = 0; i < ptx_program_n_symbols(program); i++) {
            const struct ptx_symbol symbol = ptx_program_symbol(program, i);
            if (symbol.space == SPACE_GLOBAL && symbol.bytes > 0 &&
                shared_address(program, first, i) == 0)
                memory->release(memory->data, symbol.address);
        }
        if (modules_constants(modules, module, device) != 0)
            memory->release(memory->data, modules_constants(modules, module, device));
    }
    return true;
}

static void find_codes(const struct modules *modules, struct module_function *function)
{
    for (uint32_t device = 0; device < modules->n_devices; device++)
        function->code[device] = ptx_program_kernel(
            modules_program(modules, function->module, device), function->name, 0, NULL);
}

bool modules_function(struct modules *modules, uint32_t module, const char *name, uint32_t *number)
{
    struct ptx_program *program = modules_program(modules, module, 0);
    const struct kernel_code *code = program ? ptx_program_kernel(program, name, 0, NULL) : NULL;
    if (!code)
        return false;
    for (guint i = 0; i < modules->functions->len; i++)
        if (g_array_index(modules->functions, struct module_function, i).code[0] == code) {
            *number = i;
            return true;
        }
    struct module_function added = {module, g_strdup(name),
                                    g_new0(const struct kernel_code *, modules->n_devices)};
    find_codes(modules, &added);
    g_array_append_val(modules->functions, added);
    *number = modules->functions->len - 1;
    return true;
}

void modules_set_stack_limit(struct modules *modules, uint32_t bytes)
{
    modules->stack_limit = bytes;
    for (guint i = 0; i < modules->programs->len; i++)
        ptx_program_set_stack_limit(modules->programs->pdata[i], bytes);
    for (guint i = 0; i < modules->functions->len; i++)
        find_codes(modules, &g_array_index(modules->functions, struct module_function, i));
}

bool modules_symbol(const struct modules *modules, uint32_t module, const char *name,
                    unsigned *symbol)
{
    const struct ptx_program *program = modules_program(modules, module, 0);
    unsigned n = program ? ptx_program_n_symbols(program) : 0;
    for (*symbol = 0; *symbol < n; (*symbol)++)
        if (strcmp(ptx_program_symbol(program, *symbol).name, name) == 0)
            return true;
    return false;
}
