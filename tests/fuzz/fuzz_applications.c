/* SPDX-License-Identifier: BSD-3-Clause */
/* A file of CPU applications: what is read can be divided a cache among. */
#include "models/cpu/applications.h"
#include "models/cpu/llc_share.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int file;
    g_autofree char *path = fuzz_file(data, size, &file);
    struct cpu_applications *applications = cpu_applications_load(path, NULL);
    for (guint i = 0; applications && i < applications->all->len; i++) {
        const struct cpu_application *application = applications->all->pdata[i];
        const struct cpu_phase *phase = &g_array_index(application->phases, struct cpu_phase, 0);
        struct llc_user users[] = {{phase->llc_accesses * phase->ipc, phase->footprint_bytes, 0},
                                   {1, 1e6, 0}};
        llc_divide(users, 2, applications->host.llc_bytes);
        llc_misses(users[0].part, applications->host.llc_bytes, phase->footprint_bytes,
                   phase->llc_misses, phase->llc_accesses);
    }
    cpu_applications_free(applications);
    fuzz_file_remove(file);
    return 0;
}
