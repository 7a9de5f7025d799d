/* SPDX-License-Identifier: BSD-3-Clause */
/* What a program's constructors register before main. It is only noted: see modules.h.
 *
 * Nothing here fails, since nobody would look; what is wrong shows at first use.
 */
#include <stdlib.h>

#include "runtime/cuda/entry_points.h"
#include "runtime/cuda/managed.h"
#include "runtime/cuda/message.h"
#include "runtime/cuda/modules.h"
#include "runtime/cuda/textures.h"

void **__cudaRegisterFatBinary(void *image)
{
    struct runtime *runtime = runtime_hold();
    struct module *module = message_allocate(sizeof *module);
    *module = (struct module){.next = runtime->modules, .image = image};
    runtime->modules = module;
    runtime_release(runtime);
    return (void **)module;
}

/* For the stub that links device code (runtime/simgpucc/link.sh): all pieces of an executable or
 * library are one module, which is made with the first one. */
void __cudaRegisterLinkedPiece(void **domain, void (*register_all)(void **handle),
                               const void *image)
{
    if (!*domain)
        *domain = __cudaRegisterFatBinary(NULL);
    struct runtime *runtime = runtime_hold();
    struct module *module = *domain;
    module->incomplete = true;
    struct module_piece **end = &module->pieces;
    while (*end)
        end = &(*end)->next;
    *end = message_allocate(sizeof **end);
    **end = (struct module_piece){.image = image};
    runtime_release(runtime);
    register_all((void **)module);
}

void __cudaRegisterFatBinaryEnd(void **handle)
{
    (void)handle;
}

/* At exit, or when the program closes a library with device code. The names die with the library's
 * image, so nothing of the module may be found any more; the entries themselves are few and stay.
 */
static void forget(struct pointer_map *map, const struct module *module,
                   const struct module *(*owner)(const void *value))
{
    size_t kept = 0;
    for (size_t i = 0; i < map->count; i++)
        if (owner(map->entries[i].value) != module)
            map->entries[kept++] = map->entries[i];
    map->count = kept;
}

static const struct module *kernel_owner(const void *kernel)
{
    return ((const struct kernel *)kernel)->module;
}

static const struct module *variable_owner(const void *variable)
{
    return ((const struct variable *)variable)->module;
}

static const struct module *texture_owner(const void *texture)
{
    return ((const struct texture_reference *)texture)->module;
}

void __cudaUnregisterFatBinary(void **handle)
{
    struct runtime *runtime = runtime_hold();
    const struct module *module = (const struct module *)handle;
    forget(&runtime->kernels, module, kernel_owner);
    forget(&runtime->variables, module, variable_owner);
    forget(&runtime->textures, module, texture_owner);
    struct module **at = &runtime->modules; /* threads load the list's: see module_load */
    while (*at && *at != module)
        at = &(*at)->next;
    if (*at)
        *at = module->next;
    runtime_release(runtime);
}

void __cudaRegisterFunction(void **handle, const char *host_function, char *device_function,
                            const char *name, int thread_limit, struct uint3 *tid,
                            struct uint3 *bid, dim3 *block, dim3 *grid, int *warp_size)
{
    (void)device_function, (void)thread_limit, (void)tid, (void)bid;
    (void)block, (void)grid, (void)warp_size;
    struct runtime *runtime = runtime_hold();
    struct kernel *kernel = message_allocate(sizeof *kernel);
    *kernel = (struct kernel){.module = (struct module *)handle,
                              .name = name,
                              .dynamic_shared_max = -1,
                              .carveout = cudaSharedmemCarveoutDefault};
    pointer_map_set(&runtime->kernels, host_function, kernel);
    runtime_release(runtime);
}

static void note_variable(void **handle, const void *host, const char *name, void **managed)
{
    struct runtime *runtime = runtime_hold();
    struct variable *variable = message_allocate(sizeof *variable);
    *variable = (struct variable){
        .module = (struct module *)handle, .name = name, .managed_pointer = managed};
    pointer_map_set(&runtime->variables, host, variable);
    runtime_release(runtime);
}

void __cudaRegisterVar(void **handle, char *host_variable, char *device_address, const char *name,
                       int external, size_t size, int constant, int global)
{
    (void)device_address, (void)external, (void)size, (void)constant, (void)global;
    note_variable(handle, host_variable, name, NULL);
}

void __cudaRegisterManagedVar(void **handle, void **host_pointer, char *device_address,
                              const char *name, int external, size_t size, int constant, int global)
{
    (void)device_address, (void)external, (void)size, (void)constant, (void)global;
    note_variable(handle, host_pointer, name, host_pointer);
}

void __cudaLinkedPiecesAreThere(void **handle)
{
    struct runtime *runtime = runtime_hold();
    bool any = false;
    ((struct module *)handle)->incomplete = false;
    for (size_t i = 0; i < runtime->variables.count; i++) {
        const struct variable *variable = runtime->variables.entries[i].value;
        any |= variable->module == (struct module *)handle && variable->managed_pointer;
    }
    runtime_release(runtime);
    if (any)
        (void)__cudaInitModule(handle);
}

void __cudaRegisterHostVar(void **handle, const char *name, char *host_variable, size_t size)
{
    (void)size;
    note_variable(handle, host_variable, name, NULL);
}

static void note_reference(const void *variable, const struct texture_reference *wanted)
{
    struct runtime *runtime = runtime_hold();
    struct texture_reference *reference = message_allocate(sizeof *reference);
    *reference = *wanted;
    pointer_map_set(&runtime->textures, variable, reference);
    runtime_release(runtime);
}

void __cudaRegisterTexture(void **handle, const struct textureReference *texture,
                           const void **device_address, const char *name, int dimensions,
                           int normalized, int external)
{
    (void)device_address, (void)external;
    note_reference(texture, &(struct texture_reference){.module = (struct module *)handle,
                                                        .name = name,
                                                        .dimensions = dimensions,
                                                        .normalized_read = normalized != 0});
}

void __cudaRegisterSurface(void **handle, const void *surface, const void **device_address,
                           const char *name, int dimensions, int external)
{
    (void)device_address, (void)external;
    note_reference(surface, &(struct texture_reference){.module = (struct module *)handle,
                                                        .name = name,
                                                        .dimensions = dimensions,
                                                        .surface = true});
}

/* nvcc's code calls this before the host first touches a managed variable, and follows the pointer
 * that it has registered. */
char __cudaInitModule(void **handle)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    for (size_t i = 0; status == cudaSuccess && i < runtime->variables.count; i++) {
        struct variable *variable = runtime->variables.entries[i].value;
        if (variable->module != (struct module *)handle || !variable->managed_pointer)
            continue;
        bool known = variable->found;
        status = variable_resolve(runtime, variable);
        if (status == cudaSuccess && !known)
            status = managed_add(runtime, variable->address, variable->bytes);
        if (status == cudaSuccess)
            *variable->managed_pointer = (void *)(uintptr_t)variable->address;
    }
    return runtime_leave(runtime, status) == cudaSuccess;
}
