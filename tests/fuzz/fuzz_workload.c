/* SPDX-License-Identifier: BSD-3-Clause */
/* A workload file: read, and its expressions evaluated. It finds no other files. */
#include "tests/fuzz/fuzz.h"
#include "workloads/loader/workload.h"

#include <glib.h>

static bool refuse(void *data, const char *path, void **module, GError **error)
{
    (void)data, (void)module;
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "%s", path);
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct kernel_provider nothing = {.open = refuse};
    int file;
    g_autofree char *path = fuzz_file(data, size, &file);
    struct workload *workload = workload_load(path, NULL);
    if (workload) {
        workload_set(workload, "scalars.n", "2 * 3", NULL);
        workload_prepare(workload, &nothing, NULL, NULL);
        workload_free(workload);
    }
    fuzz_file_remove(file);
    return 0;
}
