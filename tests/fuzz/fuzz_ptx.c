/* SPDX-License-Identifier: BSD-3-Clause */
/* A PTX module: parsed, its kernels analysed and lowered. Nothing runs. */
#include "tests/fuzz/fuzz.h"
#include "workloads/ptx/kernels/code.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = g_memdup2(data, size);
    struct ptx_module *module = ptx_module_parse("input.ptx", text ? text : "", size, NULL);
    if (!module)
        return 0;
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    for (unsigned i = 0; i < module->n_functions; i++)
        if (module->functions[i]->is_entry)
            g_ptr_array_add(names, g_strdup(module->functions[i]->name));
    struct ptx_program *program = ptx_program_new(module, NULL);
    if (!program)
        return 0;
    for (guint i = 0; i < names->len; i++)
        ptx_program_kernel(program, names->pdata[i], 0, NULL);
    ptx_program_free(program);
    return 0;
}
