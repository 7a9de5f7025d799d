/* SPDX-License-Identifier: BSD-3-Clause */
/* Modules, kernels and variables, each made known to simgpu at first use. */
#include "runtime/cuda/modules.h"

#include <stdlib.h>
#include <string.h>
#include <sys/single_threaded.h>

#include "runtime/cuda/fatbin.h"
#include "runtime/cuda/message.h"

/* The pieces' texts one behind the other, which simgpu links. */
static const char *join_pieces(unsigned arch, const struct module *module, struct fatbin_ptx *ptx)
{
    *ptx = (struct fatbin_ptx){.bytes = 1};
    ptx->owned = message_allocate(1);
    const char *problem = NULL;
    for (const struct module_piece *piece = module->pieces; piece && !problem;
         piece = piece->next) {
        struct fatbin_ptx text;
        problem = fatbin_find_ptx(piece->image, arch, &text);
        if (problem)
            break;
        char *joined = message_allocate(ptx->bytes + text.bytes);
        memcpy(joined, ptx->owned, ptx->bytes - 1);
        memcpy(joined + ptx->bytes - 1, text.text, text.bytes - 1);
        ptx->bytes += text.bytes;
        joined[ptx->bytes - 2] = '\n';
        joined[ptx->bytes - 1] = 0;
        free(ptx->owned);
        free(text.owned);
        ptx->owned = joined;
    }
    if (problem)
        free(ptx->owned);
    ptx->text = ptx->owned;
    return problem;
}

static const char *find_ptx(const struct runtime *runtime, const struct module *module,
                            struct fatbin_ptx *ptx)
{
    const unsigned arch = runtime->device.major * 10 + runtime->device.minor;
    return module->image ? fatbin_find_ptx(module->image, arch, ptx)
                         : join_pieces(arch, module, ptx);
}

/* The number in ".target sm_70". */
static int target_of(const char *ptx)
{
    static const char word[] = ".target sm_";
    const char *found = strstr(ptx, word);
    return found ? atoi(found + sizeof word - 1) : 0;
}

static cudaError_t send_module(struct runtime *runtime, struct module *module)
{
    struct fatbin_ptx ptx;
    const char *problem = find_ptx(runtime, module, &ptx);
    if (problem) {
        message_print("this program's device code cannot be used: %s", problem);
        return cudaErrorNoKernelImageForDevice;
    }
    struct exchange exchange = {.kind = PROTOCOL_MODULE,
                                .argument = {[PROTOCOL_SUBJECT] = module->may_fail},
                                .part = {{ptx.text, ptx.bytes}}};
    const cudaError_t status = runtime_ask(runtime, &exchange);
    module->number = exchange.value[PROTOCOL_RESULT];
    module->target = target_of(ptx.text);
    free(ptx.owned);
    return status;
}

static void load(struct runtime *runtime, struct module *module)
{
    if (module->loaded)
        return;
    module->problem = send_module(runtime, module);
    module->loaded = true;
}

/* The newest is the list's first. One that can't be used is told of when it is needed. */
static void load_usable(struct runtime *runtime, struct module *module)
{
    struct fatbin_ptx ptx;
    if (!module)
        return;
    load_usable(runtime, module->next);
    if (module->loaded || find_ptx(runtime, module, &ptx) != NULL)
        return;
    free(ptx.owned);
    load(runtime, module);
}

/* Which of several threads comes first must not decide where variables lie in device memory: then
 * all modules are loaded together, in the order of their registration. */
cudaError_t module_load(struct runtime *runtime, struct module *module)
{
    if (!module->loaded && !__libc_single_threaded)
        load_usable(runtime, runtime->modules);
    load(runtime, module);
    return module->problem;
}

static struct exchange ask_by_name(enum protocol_request_kind kind, const struct module *module,
                                   const char *name)
{
    return (struct exchange){.kind = kind,
                             .argument = {[PROTOCOL_SUBJECT] = module->number},
                             .part = {{name, strlen(name) + 1}}};
}

/* What rides on the answer: the function's properties, then its parameters. */
static cudaError_t take_function(struct kernel *kernel, const struct exchange *exchange)
{
    const unsigned char *data = exchange->data;
    if (exchange->data_bytes < sizeof kernel->properties)
        return cudaErrorUnknown;
    size_t bytes = exchange->data_bytes - sizeof kernel->properties;
    memcpy(&kernel->properties, data, sizeof kernel->properties);
    kernel->parameters = message_allocate(bytes);
    memcpy(kernel->parameters, data + sizeof kernel->properties, bytes);
    kernel->parameter_count = bytes / sizeof kernel->parameters[0];
    for (size_t i = 0; i < kernel->parameter_count; i++) {
        const struct protocol_parameter *parameter = &kernel->parameters[i];
        if ((uint64_t)parameter->offset + parameter->bytes > kernel->properties.param_bytes)
            return cudaErrorUnknown;
    }
    kernel->number = exchange->value[PROTOCOL_RESULT];
    kernel->found = true;
    return cudaSuccess;
}

cudaError_t kernel_find(struct runtime *runtime, const void *stub, struct kernel **found)
{
    struct kernel *kernel = pointer_map_get(&runtime->kernels, stub);
    *found = kernel;
    if (!kernel)
        return cudaErrorInvalidDeviceFunction;
    if (kernel->found)
        return cudaSuccess;
    cudaError_t status = module_load(runtime, kernel->module);
    if (status != cudaSuccess)
        return status;
    struct exchange exchange = ask_by_name(PROTOCOL_FUNCTION, kernel->module, kernel->name);
    status = runtime_ask(runtime, &exchange);
    if (status == cudaSuccess)
        status = take_function(kernel, &exchange);
    free(exchange.data);
    return status;
}

cudaError_t variable_resolve(struct runtime *runtime, struct variable *variable)
{
    if (variable->found && (variable->constant || variable->device == runtime_device()))
        return cudaSuccess;
    cudaError_t status = module_load(runtime, variable->module);
    if (status != cudaSuccess)
        return status;
    struct exchange exchange = ask_by_name(PROTOCOL_SYMBOL, variable->module, variable->name);
    status = runtime_ask(runtime, &exchange);
    if (status != cudaSuccess)
        return status;
    variable->address = exchange.value[PROTOCOL_SYMBOL_ADDRESS];
    variable->bytes = exchange.value[PROTOCOL_SYMBOL_BYTES];
    variable->constant = exchange.value[PROTOCOL_SYMBOL_CONSTANT] != 0;
    variable->number = exchange.value[PROTOCOL_SYMBOL_NUMBER];
    variable->device = runtime_device();
    variable->found = true;
    return cudaSuccess;
}

cudaError_t variable_address(struct runtime *runtime, struct variable *variable, uint64_t *address)
{
    if (variable->constant && (variable->address == 0 || variable->device != runtime_device())) {
        struct exchange exchange = {
            .kind = PROTOCOL_CONSTANT_ADDRESS,
            .argument = {[PROTOCOL_CONSTANT_MODULE] = variable->module->number,
                         [PROTOCOL_CONSTANT_SYMBOL] = variable->number}};
        const cudaError_t status = runtime_ask(runtime, &exchange);
        if (status != cudaSuccess)
            return status;
        variable->address = exchange.value[PROTOCOL_RESULT];
        variable->device = runtime_device();
    }
    *address = variable->address;
    return cudaSuccess;
}

/* The host's code takes a managed variable's address for what its pointer leads to. */
static struct variable *find_managed(const struct runtime *runtime, const void *address)
{
    for (size_t i = 0; i < runtime->variables.count; i++) {
        struct variable *variable = runtime->variables.entries[i].value;
        if (variable->managed_pointer && *variable->managed_pointer == address)
            return variable;
    }
    return NULL;
}

cudaError_t variable_find(struct runtime *runtime, const void *host, struct variable **found)
{
    struct variable *variable = pointer_map_get(&runtime->variables, host);
    if (!variable)
        variable = find_managed(runtime, host);
    *found = variable;
    if (!variable)
        return cudaErrorInvalidSymbol;
    const cudaError_t status = variable_resolve(runtime, variable);
    if (status == cudaErrorInvalidSymbol)
        message_print("the device code has no variable %s, which the host asks for",
                      variable->name);
    return status;
}
