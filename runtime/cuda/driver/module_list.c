/* SPDX-License-Identifier: BSD-3-Clause */
#include "runtime/cuda/driver/module_list.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/cuda/message.h"

static struct loaded_name *find(const struct loaded_names *names, const char *name, bool kernel)
{
    struct loaded_name *entry = names->first;
    while (entry && (strcmp(entry->name, name) != 0 || (entry->kernel != NULL) != kernel))
        entry = entry->next;
    return entry;
}

static struct loaded_name *add(struct loaded_names *names, const char *name)
{
    struct loaded_name *entry = message_allocate(sizeof *entry + strlen(name) + 1);
    *entry = (struct loaded_name){.next = names->first};
    memcpy(entry->name, name, strlen(name) + 1);
    names->first = entry;
    return entry;
}

struct kernel *loaded_kernel(struct runtime *runtime, struct module *module,
                             struct loaded_names *names, const char *name)
{
    struct loaded_name *entry = find(names, name, true);
    if (entry)
        return entry->kernel;
    entry = add(names, name);
    entry->kernel = message_allocate(sizeof *entry->kernel);
    *entry->kernel = (struct kernel){.module = module,
                                     .name = entry->name,
                                     .dynamic_shared_max = -1,
                                     .carveout = cudaSharedmemCarveoutDefault};
    pointer_map_set(&runtime->kernels, entry->kernel, entry->kernel);
    return entry->kernel;
}

struct variable *loaded_variable(struct runtime *runtime, struct module *module,
                                 struct loaded_names *names, const char *name)
{
    struct loaded_name *entry = find(names, name, false);
    if (entry)
        return entry->variable;
    entry = add(names, name);
    entry->variable = message_allocate(sizeof *entry->variable);
    *entry->variable = (struct variable){.module = module, .name = entry->name};
    pointer_map_set(&runtime->variables, entry->variable, entry->variable);
    return entry->variable;
}

void loaded_names_forget(struct loaded_names *names)
{
    while (names->first) {
        struct loaded_name *entry = names->first;
        names->first = entry->next;
        if (entry->kernel)
            free(entry->kernel->parameters);
        free(entry->kernel);
        free(entry->variable);
        free(entry);
    }
}
