/* SPDX-License-Identifier: BSD-3-Clause */
/* libcuda.so.1, for programs that nvcc or gcc has linked with -lcuda: each function of the driver
 * interface jumps to the runtime library's.
 *
 * A program has one runtime library, whose state both interfaces share. It is the libcudart that
 * the program was linked with, or, if it was linked with none, simgpu's own.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver_entries.h" /* made by entries.sh */
#include "entry_jumps.h"

DRIVER_ENTRIES(ENTRY_SLOT)
#define EXPORTED_JUMP(name) ENTRY_JUMP(name, ".globl ")
DRIVER_ENTRIES(EXPORTED_JUMP)

static void *runtime_beside(const void *own)
{
    static const char file[] = "libsimgpu-cudart.so";
    Dl_info facts;
    char path[4096];
    if (dladdr(own, &facts) == 0)
        return NULL;
    const char *slash = strrchr(facts.dli_fname, '/');
    const int folder = slash ? (int)(slash - facts.dli_fname) + 1 : 0;
    snprintf(path, sizeof path, "%.*s%s", folder, facts.dli_fname, file);
    return dlopen(path, RTLD_NOW | RTLD_GLOBAL);
}

/* The library that the program has, or the one beside this file. */
static void *find_runtime(void)
{
    static const char *const names[] = {"libsimgpu-cudart.so", "libcudart.so.12", "libcudart.so.13",
                                        "libcudart.so.11.0"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        void *found = dlopen(names[i], RTLD_NOW | RTLD_NOLOAD);
        if (found)
            return found;
    }
    return runtime_beside(&simgpu_entry_cuInit);
}

__attribute__((constructor)) static void fill(void)
{
    void *runtime = find_runtime();
    if (!runtime) {
        fprintf(stderr, "libcuda.so.1: %s\n", dlerror());
        exit(1);
    }
    DRIVER_ENTRIES(ENTRY_FILL)
}
