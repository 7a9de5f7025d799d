/* SPDX-License-Identifier: BSD-3-Clause */
/* Modules of a workload: files of kernels, opened through a kernel provider. */
#ifndef SIMGPU_WORKLOADS_LOADER_MODULE_H
#define SIMGPU_WORKLOADS_LOADER_MODULE_H

#include "base/json/place.h"
#include "workloads/loader/kernel_provider.h"
#include <json-glib/json-glib.h>

struct module {
    char *name;   /* first: see named_find */
    char *path;   /* for messages */
    char *source; /* what the build compiles; NULL if the file names PTX */
    char *ptx;    /* the file to find */
    /* From module_open. */
    const struct kernel_provider *provider;
    void *handle;
    GHashTable *registers; /* kernel name to the registers that a launch states */
};

/* Reads one entry of "modules". NULL on error. */
struct module *module_read(const struct json_place *place, const char *name, JsonNode *node,
                           GError **error);
void module_free(struct module *module);

/* Finds and opens the file; file: the workload's, for messages. The rest: find_built_file. */
bool module_open(struct module *module, const struct kernel_provider *provider, const char *file,
                 const char *directory, const char *const *search, GError **error);

/* A kernel, for a launch at `path`; registers: see kernel_provider.kernel. */
const struct kernel_code *module_kernel(struct module *module, const char *file, const char *path,
                                        const char *name, uint32_t registers, GError **error);

#endif
