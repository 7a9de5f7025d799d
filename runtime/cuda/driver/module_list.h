/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels and variables of the modules that a program has loaded, each made once. Each stands for
 * itself in the runtime's maps, as a stub's address does for a kernel that a compiler registers.
 */
#ifndef SIMGPU_RUNTIME_CUDA_DRIVER_MODULE_LIST_H
#define SIMGPU_RUNTIME_CUDA_DRIVER_MODULE_LIST_H

#include "runtime/cuda/modules.h"
#include "runtime/include/cuda.h"

struct loaded_name {
    struct loaded_name *next;
    struct kernel *kernel; /* or the other */
    struct variable *variable;
    char name[];
};

/* All zero: none. */
struct loaded_names {
    struct loaded_name *first;
};

struct kernel *loaded_kernel(struct runtime *runtime, struct module *module,
                             struct loaded_names *names, const char *name);
struct variable *loaded_variable(struct runtime *runtime, struct module *module,
                                 struct loaded_names *names, const char *name);
/* After the runtime has forgotten the module. */
void loaded_names_forget(struct loaded_names *names);

#endif
