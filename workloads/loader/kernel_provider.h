/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the workload loader gets its kernels from: the loader's view of a front end.
 *
 * The loader packs arguments, places symbols and checks launches, but it must not know PTX: an
 * adapter wraps a front end in this table, and a test wraps a few constants in it.
 *
 * Calls come in this order: open() for each module; kernel() and its parameters for each launch;
 * then, once device memory exists, place_symbol() for every symbol of every module, and only
 * after that symbol() for the initial bytes, which may therefore hold addresses of symbols.
 */
#ifndef SIMGPU_WORKLOADS_LOADER_KERNEL_PROVIDER_H
#define SIMGPU_WORKLOADS_LOADER_KERNEL_PROVIDER_H

#include "workloads/instruction.h"
#include <glib.h>

enum kernel_parameter_kind {
    KERNEL_PARAMETER_SIGNED,   /* .s8 .s16 .s32 .s64 */
    KERNEL_PARAMETER_UNSIGNED, /* .u8 ...; compilers declare signed integers so, too */
    KERNEL_PARAMETER_FLOAT,    /* .f32 .f64 */
    KERNEL_PARAMETER_BITS      /* .b8 .b16 .b32 .b64 */
};

struct kernel_parameter {
    const char *name; /* for messages */
    enum kernel_parameter_kind kind;
    uint32_t bytes;  /* 1, 2, 4, 8; any other size (a struct, an array) cannot be an argument */
    uint32_t offset; /* in launch.params; offset + bytes <= kernel_code.param_bytes */
};

/* A variable of the module that lives in device memory. */
struct kernel_symbol {
    const char *name;
    size_t bytes;        /* at least 1 */
    const void *initial; /* `bytes` bytes, borrowed from the module; NULL: zeros */
};

struct kernel_provider {
    void *data;
    /* Reads the kernels of a file. *module is owned by the caller until close(). */
    bool (*open)(void *data, const char *path, void **module, GError **error);
    void (*close)(void *data, void *module);
    /* The kernel `name`, borrowed from the module; NULL with an error that lists the names there
     * are. Asked once a launch. registers: the 32-bit registers a thread that this launch states
     * (1 to 255), 0 if it states none and what another launch stated holds; the loader never
     * states two different numbers for one kernel. */
    const struct kernel_code *(*kernel)(void *module, const char *name, uint32_t registers,
                                        GError **error);
    unsigned (*n_parameters)(void *module, const struct kernel_code *code);
    void (*parameter)(void *module, const struct kernel_code *code, unsigned index,
                      struct kernel_parameter *out);
    unsigned (*n_symbols)(void *module);
    void (*symbol)(void *module, unsigned index, struct kernel_symbol *out);
    void (*place_symbol)(void *module, unsigned index, uint64_t address);
};

#endif
