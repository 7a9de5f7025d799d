/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/kernels/provider.h"
#include "workloads/ptx/kernels/code.h"

static bool provider_open(void *data, const char *path, void **module, GError **error)
{
    (void)data;
    struct ptx_module *parsed = ptx_module_load(path, error);
    *module = parsed ? ptx_program_new(parsed, error) : NULL;
    return *module != NULL;
}

static void provider_close(void *data, void *module)
{
    (void)data;
    ptx_program_free(module);
}

static const struct kernel_code *provider_kernel(void *module, const char *name, uint32_t registers,
                                                 GError **error)
{
    return ptx_program_kernel(module, name, registers, error);
}

static unsigned provider_n_parameters(void *module, const struct kernel_code *code)
{
    return ptx_program_n_params(module, code);
}

static void provider_parameter(void *module, const struct kernel_code *code, unsigned index,
                               struct kernel_parameter *out)
{
    static const enum kernel_parameter_kind kinds[] = {
        [PTX_PARAM_INTEGER] = KERNEL_PARAMETER_SIGNED,
        [PTX_PARAM_UNSIGNED] = KERNEL_PARAMETER_UNSIGNED,
        [PTX_PARAM_FLOAT] = KERNEL_PARAMETER_FLOAT,
        [PTX_PARAM_BITS] = KERNEL_PARAMETER_BITS};
    struct ptx_param param = ptx_program_param(module, code, index);
    *out = (struct kernel_parameter){.name = param.name,
                                     .kind = kinds[param.kind],
                                     .bytes = param.bytes,
                                     .offset = param.offset};
}

/* Globals come first among the program's symbols; constants are the front end's own affair. */
static unsigned provider_n_symbols(void *module)
{
    unsigned n = ptx_program_n_symbols(module), globals = 0;
    while (globals < n && ptx_program_symbol(module, globals).space == SPACE_GLOBAL)
        globals++;
    return globals;
}

static void provider_symbol(void *module, unsigned index, struct kernel_symbol *out)
{
    struct ptx_symbol symbol = ptx_program_symbol(module, index);
    *out = (struct kernel_symbol){
        .name = symbol.name, .bytes = symbol.bytes, .initial = symbol.initial};
}

static void provider_place_symbol(void *module, unsigned index, uint64_t address)
{
    ptx_program_set_address(module, index, address);
}

const struct kernel_provider ptx_provider = {.open = provider_open,
                                             .close = provider_close,
                                             .kernel = provider_kernel,
                                             .n_parameters = provider_n_parameters,
                                             .parameter = provider_parameter,
                                             .n_symbols = provider_n_symbols,
                                             .symbol = provider_symbol,
                                             .place_symbol = provider_place_symbol};
