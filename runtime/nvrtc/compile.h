/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs simgpucc for libnvrtc: files in a folder of their own, which goes afterwards. */
#ifndef SIMGPU_RUNTIME_NVRTC_COMPILE_H
#define SIMGPU_RUNTIME_NVRTC_COMPILE_H

#include <stdbool.h>
#include <stddef.h>

/* A file to write; borrowed. */
struct nvrtc_file {
    const char *name, *text;
};

struct nvrtc_result {
    bool good;
    char *ptx; /* NULL: there is none */
    char *log; /* what the compiler said */
};

/* Compiles files[0]; the others are found by #include. The result's texts are the caller's. False:
 * the compiler could not be run, and the log says why. */
bool nvrtc_compile(const struct nvrtc_file *files, size_t n_files, const char *const *options,
                   size_t n_options, struct nvrtc_result *result);

#endif
