/* SPDX-License-Identifier: BSD-3-Clause */
/* The files that a workload names. */
#include "workloads/loader/find_file.h"
#include "workloads/loader/workload.h"
#include "workloads/loader/workload_private.h"

/* Adds the path that is found, else the name as the workload has it. */
static void add(GPtrArray *files, const struct workload *w, const char *const *search,
                const char *name)
{
    g_autofree char *looked = NULL;
    char *found = find_built_file(w->directory, search, name, &looked);
    g_ptr_array_add(files, found ? found : g_strdup(name));
}

GPtrArray *workload_named_files(const struct workload *w, const char *const *search_dirs)
{
    GPtrArray *files = g_ptr_array_new_with_free_func(g_free);
    for (unsigned i = 0; i < w->modules->len; i++)
        add(files, w, search_dirs, ((const struct module *)w->modules->pdata[i])->ptx);
    for (unsigned i = 0; i < w->buffers->len; i++) {
        const struct buffer *buffer = w->buffers->pdata[i];
        if (buffer->init.kind == INIT_FILE)
            add(files, w, NULL, buffer->init.file);
    }
    for (unsigned i = 0; i < w->checks->len; i++) {
        const struct check *check = w->checks->pdata[i];
        if (check->kind != CHECK_REFERENCE)
            continue;
        g_autofree char *library = g_strdup_printf("%s." G_MODULE_SUFFIX, check->library);
        add(files, w, search_dirs, library);
    }
    return files;
}
