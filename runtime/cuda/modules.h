/* SPDX-License-Identifier: BSD-3-Clause */
/* Device code and what belongs to it: modules, kernels and variables that the program has
 * registered before main. simgpu hears of each when it is first needed, so that a program that
 * never touches the GPU runs without one.
 */
#ifndef SIMGPU_RUNTIME_CUDA_MODULES_H
#define SIMGPU_RUNTIME_CUDA_MODULES_H

#include "runtime/cuda/runtime.h"

/* Device code of one source, which is linked with others'. */
struct module_piece {
    struct module_piece *next;
    const void *image;
};

struct module {
    struct module *next;
    const void *image; /* what the compiler registered, see fatbin.h; NULL: it has pieces */
    struct module_piece *pieces; /* in the order of their registration */
    bool incomplete;             /* more pieces will come */
    bool loaded;
    bool may_fail;       /* the program loads it itself, and looks whether that worked */
    cudaError_t problem; /* why it can't be loaded */
    int target;          /* what its PTX is for: 70 for sm_70; 0: it doesn't say */
    uint64_t number;
};

struct kernel {
    struct module *module;
    const char *name; /* in PTX; the compiler's, it lives as long as the program's image */
    bool found;
    uint64_t number;
    struct protocol_function properties;
    struct protocol_parameter *parameters;
    size_t parameter_count;
    bool non_portable;      /* cudaFuncAttributeNonPortableClusterSizeAllowed */
    int dynamic_shared_max; /* what cudaFuncSetAttribute has asked for; -1: nothing */
    int carveout;
    struct old_launch *old_launch; /* driver/old_launches.c; NULL: nobody has asked for one */
};

struct variable {
    struct module *module;
    const char *name;
    void **managed_pointer; /* of a __managed__ variable: what the host's code follows; else NULL */
    bool found, constant;
    uint32_t device; /* whose address it is: each has its own */
    uint64_t address, bytes, number;
};

/* Sends the module's PTX if that hasn't been done. */
cudaError_t module_load(struct runtime *runtime, struct module *module);
/* The kernel that a host stub's address stands for, known to simgpu. */
cudaError_t kernel_find(struct runtime *runtime, const void *stub, struct kernel **kernel);
/* Bytes of dynamic shared memory that its blocks may have: what the program has asked for, else
 * what a kernel has without asking. */
uint64_t kernel_dynamic_shared_most(const struct runtime *runtime, const struct kernel *kernel);
/* The device's variable that a host variable's address stands for, known to simgpu. */
cudaError_t variable_find(struct runtime *runtime, const void *host, struct variable **variable);
/* Its address on the device; a constant gets one when somebody first asks. */
cudaError_t variable_address(struct runtime *runtime, struct variable *variable, uint64_t *address);
/* Makes a variable of the module known to simgpu. */
cudaError_t variable_resolve(struct runtime *runtime, struct variable *variable);

#endif
