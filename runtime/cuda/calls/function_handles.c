/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels as handles that both interfaces take, and what may be asked of them. */
#include <dlfcn.h>
#include <string.h>

#include "runtime/cuda/modules.h"
#include "runtime/cuda/runtime.h"

/* A handle is a struct kernel that is its own stub, as in the driver interface. */
cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, const void *symbol)
{
    struct kernel *kernel = NULL;
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess)
        status = function ? kernel_find(runtime, symbol, &kernel) : cudaErrorInvalidValue;
    if (status == cudaSuccess) {
        pointer_map_set(&runtime->kernels, kernel, kernel);
        *function = (cudaFunction_t)kernel;
    }
    return runtime_leave(runtime, status);
}

/* The name as it is in PTX. */
cudaError_t cudaFuncGetName(const char **name, const void *function)
{
    struct kernel *kernel = NULL;
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess)
        status = name ? kernel_find(runtime, function, &kernel) : cudaErrorInvalidValue;
    if (status == cudaSuccess)
        *name = kernel->name;
    return runtime_leave(runtime, status);
}

cudaError_t cudaFuncGetParamInfo(const void *function, size_t index, size_t *offset, size_t *bytes)
{
    struct kernel *kernel = NULL;
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess)
        status = offset ? kernel_find(runtime, function, &kernel) : cudaErrorInvalidValue;
    if (status == cudaSuccess && index >= kernel->parameter_count)
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess) {
        *offset = kernel->parameters[index].offset;
        if (bytes)
            *bytes = kernel->parameters[index].bytes;
    }
    return runtime_leave(runtime, status);
}

/* The driver's functions are this library's, or those of what the program has loaded. */
cudaError_t cudaGetDriverEntryPoint(const char *name, void **function, unsigned long long flags,
                                    enum cudaDriverEntryPointQueryResult *result)
{
    (void)flags;
    if (!name || !function || strncmp(name, "cu", 2) != 0)
        return error_note(cudaErrorInvalidValue);
    *function = dlsym(RTLD_DEFAULT, name);
    if (result)
        *result = *function ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
    return *function || result ? cudaSuccess : error_note(cudaErrorSymbolNotFound);
}

cudaError_t cudaGetDriverEntryPointByVersion(const char *name, void **function,
                                             unsigned int version, unsigned long long flags,
                                             enum cudaDriverEntryPointQueryResult *result)
{
    (void)version;
    return cudaGetDriverEntryPoint(name, function, flags, result);
}
