/* SPDX-License-Identifier: BSD-3-Clause */
/* Modules from PTX text, NVIDIA's container, or a file with one of them; their kernels and
 * variables.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "runtime/cuda/driver/driver.h"
#include "runtime/cuda/driver/module_list.h"
#include "runtime/cuda/entry_points.h"
#include "runtime/cuda/message.h"

enum {
    WRAPPER_MAGIC = 0x466243b1,
    CONTAINER_MAGIC = (int)0xba55ed50,
    CONTAINER_HEADER = 16,
    ELF_MAGIC = 0x464c457f
};

/* What a compiler registers: see runtime/cuda/fatbin.h. */
struct wrapper {
    uint32_t magic, version;
    const void *data;
    void *unused;
};

/* A module that the program has loaded itself. */
struct loaded {
    struct module module; /* the first member: a CUmodule is its address */
    struct wrapper wrapper;
    struct loaded_names names;
};

/* 0 of a text that is shorter. */
static uint32_t magic_of(const void *image)
{
    uint32_t magic = 0;
    if (strnlen(image, sizeof magic) == sizeof magic)
        memcpy(&magic, image, sizeof magic);
    return magic;
}

/* The bytes of an image, its end included. */
static size_t size_of(const void *image)
{
    uint64_t behind;
    if (magic_of(image) != (uint32_t)CONTAINER_MAGIC)
        return strlen(image) + 1;
    memcpy(&behind, (const char *)image + 8, sizeof behind);
    return CONTAINER_HEADER + behind;
}

CUresult cuModuleLoadData(CUmodule *handle, const void *image)
{
    struct runtime *runtime = NULL;
    if (!handle || !image)
        return CUDA_ERROR_INVALID_VALUE;
    if (magic_of(image) == WRAPPER_MAGIC)
        image = ((const struct wrapper *)image)->data;
    if (magic_of(image) == ELF_MAGIC) {
        message_print("a module is a cubin, which simgpu cannot run: it needs PTX");
        return CUDA_ERROR_NO_BINARY_FOR_GPU;
    }
    if (*(const char *)image == 0)
        return CUDA_ERROR_INVALID_IMAGE;
    cudaError_t status = runtime_enter(&runtime);
    if (status != cudaSuccess)
        return driver_result(runtime_leave(runtime, status));
    struct loaded *loaded = message_allocate(sizeof *loaded);
    const size_t bytes = size_of(image);
    char *copy =
        message_allocate(bytes + CONTAINER_HEADER); /* which is looked for in a text, too */
    memcpy(copy, image, bytes);
    memset(copy + bytes, 0, CONTAINER_HEADER);
    loaded->wrapper = (struct wrapper){WRAPPER_MAGIC, 1, copy, NULL};
    loaded->module = (struct module){.image = &loaded->wrapper, .may_fail = true};
    loaded->names = (struct loaded_names){0};
    status = module_load(runtime, &loaded->module);
    runtime_leave(runtime, status);
    if (status == cudaSuccess) {
        *handle = (CUmodule)loaded;
        return CUDA_SUCCESS;
    }
    free(copy);
    free(loaded);
    const CUresult result = driver_result(status);
    return result == CUDA_ERROR_NO_BINARY_FOR_GPU ? result : CUDA_ERROR_INVALID_PTX;
}

/* The options are for a compiler that is not here; its logs stay empty. */
CUresult cuModuleLoadDataEx(CUmodule *handle, const void *image, unsigned int count,
                            CUjit_option *options, void **values)
{
    for (unsigned int i = 0; i < count; i++)
        if (options[i] == CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES ||
            options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
            values[i] = NULL;
        else if ((options[i] == CU_JIT_INFO_LOG_BUFFER || options[i] == CU_JIT_ERROR_LOG_BUFFER) &&
                 values[i])
            *(char *)values[i] = 0;
    return cuModuleLoadData(handle, image);
}

CUresult cuModuleLoadFatBinary(CUmodule *handle, const void *image)
{
    return cuModuleLoadData(handle, image);
}

/* All of a file, with a zero behind it. NULL: errno says why. */
static char *read_file(const char *name)
{
    FILE *file = fopen(name, "rb");
    struct stat facts;
    char *text = NULL;
    if (file && fstat(fileno(file), &facts) == 0 && !S_ISREG(facts.st_mode))
        errno = S_ISDIR(facts.st_mode) ? EISDIR : EINVAL;
    else if (file) {
        const size_t bytes = (size_t)facts.st_size;
        text = message_allocate(bytes + CONTAINER_HEADER);
        memset(text + bytes, 0, CONTAINER_HEADER);
        if (fread(text, 1, bytes, file) != bytes) {
            free(text);
            text = NULL;
        }
    }
    if (file)
        fclose(file);
    return text;
}

CUresult cuModuleLoad(CUmodule *handle, const char *name)
{
    if (!name)
        return CUDA_ERROR_INVALID_VALUE;
    static bool told; /* programs that keep compiled modules look for many */
    char *image = read_file(name);
    if (!image) {
        if (!told || errno != ENOENT)
            message_print("cuModuleLoad: %s: %s", name, strerror(errno));
        told |= errno == ENOENT;
        return CUDA_ERROR_FILE_NOT_FOUND;
    }
    const CUresult result = cuModuleLoadData(handle, image);
    free(image);
    return result;
}

CUresult cuModuleUnload(CUmodule handle)
{
    struct loaded *loaded = (struct loaded *)handle;
    struct runtime *runtime = NULL;
    if (!loaded)
        return CUDA_ERROR_INVALID_HANDLE;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess) {
        struct exchange exchange = {.kind = PROTOCOL_MODULE_UNLOAD,
                                    .argument = {[PROTOCOL_SUBJECT] = loaded->module.number}};
        status = runtime_ask(runtime, &exchange);
    }
    status = runtime_leave(runtime, status);
    __cudaUnregisterFatBinary((void **)&loaded->module);
    loaded_names_forget(&loaded->names);
    free((void *)loaded->wrapper.data);
    free(loaded);
    return driver_result(status);
}

CUresult cuModuleGetLoadingMode(int *mode)
{
    enum { EAGER = 1 };
    *mode = EAGER;
    return CUDA_SUCCESS;
}

/* ---- kernels ------------------------------------------------------------------------------- */

CUresult cuModuleGetFunction(CUfunction *function, CUmodule handle, const char *name)
{
    struct loaded *loaded = (struct loaded *)handle;
    struct runtime *runtime = NULL;
    if (!loaded || !name)
        return loaded ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_HANDLE;
    cudaError_t status = runtime_enter(&runtime);
    struct kernel *kernel = NULL;
    if (status == cudaSuccess)
        kernel = loaded_kernel(runtime, &loaded->module, &loaded->names, name);
    if (status == cudaSuccess)
        status = kernel_find(runtime, kernel, &kernel);
    *function = status == cudaSuccess ? (CUfunction)kernel : NULL;
    return driver_result(runtime_leave(runtime, status));
}

CUresult cuFuncGetModule(CUmodule *module, CUfunction function)
{
    if (!function)
        return CUDA_ERROR_INVALID_HANDLE;
    *module = (CUmodule)((struct kernel *)function)->module;
    return CUDA_SUCCESS;
}

CUresult cuFuncGetName(const char **name, CUfunction function)
{
    if (!function)
        return CUDA_ERROR_INVALID_HANDLE;
    *name = ((struct kernel *)function)->name;
    return CUDA_SUCCESS;
}

CUresult cuKernelGetName(const char **name, CUkernel kernel)
{
    return name ? cuFuncGetName(name, (CUfunction)kernel) : CUDA_ERROR_INVALID_VALUE;
}

/* ---- variables ----------------------------------------------------------------------------- */

/* A static variable goes by its name in the source; clang writes it as the C++ ABI has it. */
static cudaError_t find_variable(struct runtime *runtime, struct loaded *loaded, const char *name,
                                 struct variable **variable)
{
    *variable = loaded_variable(runtime, &loaded->module, &loaded->names, name);
    const cudaError_t status = variable_resolve(runtime, *variable);
    char *full = NULL;
    if (status != cudaErrorInvalidSymbol || asprintf(&full, "_ZL%zu%s", strlen(name), name) < 0)
        return status;
    struct variable *other = loaded_variable(runtime, &loaded->module, &loaded->names, full);
    const cudaError_t found = variable_resolve(runtime, other);
    free(full);
    if (found != cudaSuccess)
        return status;
    *variable = other;
    return found;
}

CUresult driver_variable(CUmodule handle, const char *name, const struct variable **result)
{
    struct loaded *loaded = (struct loaded *)handle;
    struct variable *variable = NULL;
    struct runtime *runtime = NULL;
    if (!loaded || !name)
        return loaded ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_HANDLE;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess)
        status = find_variable(runtime, loaded, name, &variable);
    *result = variable;
    return driver_result(runtime_leave(runtime, status));
}

CUresult cuModuleGetGlobal(CUdeviceptr *address, size_t *bytes, CUmodule handle, const char *name)
{
    struct loaded *loaded = (struct loaded *)handle;
    struct runtime *runtime = NULL;
    if (!loaded || !name)
        return loaded ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_HANDLE;
    cudaError_t status = runtime_enter(&runtime);
    struct variable *variable = NULL;
    if (status == cudaSuccess)
        status = find_variable(runtime, loaded, name, &variable);
    uint64_t place = 0;
    if (status == cudaSuccess && address)
        status = variable_address(runtime, variable, &place);
    if (status == cudaSuccess && address)
        *address = place;
    if (status == cudaSuccess && bytes)
        *bytes = variable->bytes;
    return driver_result(runtime_leave(runtime, status));
}
DRIVER_ALSO(cuModuleGetGlobal, cuModuleGetGlobal_v2)

/* ---- libraries: modules without a context ---------------------------------------------------- */

CUresult cuLibraryLoadData(CUlibrary *library, const void *code, CUjit_option *options,
                           void **values, unsigned int n_options, CUlibraryOption *library_options,
                           void **library_values, unsigned int n_library_options)
{
    (void)library_options, (void)library_values, (void)n_library_options;
    return cuModuleLoadDataEx((CUmodule *)library, code, n_options, options, values);
}

CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *name, CUjit_option *options,
                               void **values, unsigned int n_options,
                               CUlibraryOption *library_options, void **library_values,
                               unsigned int n_library_options)
{
    (void)options, (void)values, (void)n_options;
    (void)library_options, (void)library_values, (void)n_library_options;
    return cuModuleLoad((CUmodule *)library, name);
}

CUresult cuLibraryUnload(CUlibrary library)
{
    return cuModuleUnload((CUmodule)library);
}

CUresult cuLibraryGetModule(CUmodule *module, CUlibrary library)
{
    *module = (CUmodule)library;
    return library ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name)
{
    return cuModuleGetFunction((CUfunction *)kernel, (CUmodule)library, name);
}

CUresult cuKernelGetFunction(CUfunction *function, CUkernel kernel)
{
    *function = (CUfunction)kernel;
    return kernel ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuLibraryGetGlobal(CUdeviceptr *address, size_t *bytes, CUlibrary library,
                            const char *name)
{
    return cuModuleGetGlobal(address, bytes, (CUmodule)library, name);
}

/* A managed variable of a library is one of its variables. */
CUresult cuLibraryGetManaged(CUdeviceptr *address, size_t *bytes, CUlibrary library,
                             const char *name)
{
    return cuModuleGetGlobal(address, bytes, (CUmodule)library, name);
}

CUresult cuKernelGetAttribute(int *value, CUfunction_attribute attribute, CUkernel kernel,
                              CUdevice device)
{
    (void)device;
    return cuFuncGetAttribute(value, attribute, (CUfunction)kernel);
}

CUresult cuKernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel kernel,
                              CUdevice device)
{
    (void)device;
    return cuFuncSetAttribute((CUfunction)kernel, attribute, value);
}

CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice device)
{
    (void)device;
    return cuFuncSetCacheConfig((CUfunction)kernel, config);
}
