/* SPDX-License-Identifier: BSD-3-Clause */
/* The PTX modules of a running program: their kernels and variables by number. */
#ifndef SIMGPU_WORKLOADS_PROGRAM_MODULES_H
#define SIMGPU_WORKLOADS_PROGRAM_MODULES_H

#include "workloads/ptx/kernels/code.h"
#include <glib.h>

struct program_memory;

struct module_function {
    uint32_t module;
    char *name;
    const struct kernel_code **code; /* by device; owned */
};

struct modules {
    uint32_t n_devices;
    GPtrArray *programs; /* struct ptx_program, one for each device, by module, then by device: each
                          * device has variables of its own */
    GArray *constants;   /* uint64_t, as programs: where device memory has its constants; 0: it does
                          * not, as long as nobody has asked for an address */
    GArray *unloaded;    /* bool, of each module */
    GArray *functions;   /* struct module_function */
    uint32_t stack_limit; /* of a thread's stack, in bytes */
};

struct modules *modules_new(uint32_t n_devices);
void modules_free(struct modules *modules);

/* Parses PTX and gives its global variables their place and contents; *module is its number. */
bool modules_add(struct modules *modules, const char *name, const char *ptx,
                 const struct program_memory *memory, uint32_t *module, GError **error);
/* Gives back the memory of its variables. Its code stays, since records of launches name it. False:
 * there is no such module, or it has been unloaded. */
bool modules_unload(struct modules *modules, uint32_t module, const struct program_memory *memory);
/* The number of a kernel; false (no error) if the module has none of this name. */
bool modules_function(struct modules *modules, uint32_t module, const char *name,
                      uint32_t *function);
/* The index of a variable among the module's symbols; false if there is none of this name. */
bool modules_symbol(const struct modules *modules, uint32_t module, const char *name,
                    unsigned *symbol);
/* Moves the constant memory of a module to device memory, unless that has been done. Nothing may be
 * under way. False: there is no such module, or no room. */
bool modules_move_constants(struct modules *modules, uint32_t module, uint32_t device,
                            const struct program_memory *memory);
/* Where it is in device memory; 0: it is not there. */
uint64_t modules_constants(const struct modules *modules, uint32_t module, uint32_t device);
/* Of kernels launched from now on: cudaLimitStackSize. */
void modules_set_stack_limit(struct modules *modules, uint32_t bytes);
/* NULL: there is no such module. */
struct ptx_program *modules_program(const struct modules *modules, uint32_t module,
                                    uint32_t device);
uint32_t modules_count(const struct modules *modules);

#endif
