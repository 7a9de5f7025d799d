/* SPDX-License-Identifier: BSD-3-Clause */
#include "offload/lapack.h"
#include "base/input_error.h"
#include <dlfcn.h>
#include <string.h>

static const char NAME[] = "liblapacke.so.3";

/* A pointer to data that is one to a function (POSIX, dlsym). */
static bool find(const struct lapack *lapack, const char *name, void *function, GError **error)
{
    void *found = dlsym(lapack->library, name);
    memcpy(function, &found, sizeof found);
    return found || input_error_at(error, NAME, 0, "it has no %s", name);
}

bool lapack_load(struct lapack *lapack, GError **error)
{
    *lapack = (struct lapack){.library = dlopen(NAME, RTLD_LAZY | RTLD_LOCAL)};
    if (!lapack->library)
        return input_error_at(error, NAME, 0, "fitting needs it: %s", dlerror());
    if (find(lapack, "LAPACKE_dgeqrf", &lapack->dgeqrf, error) &&
        find(lapack, "LAPACKE_dormqr", &lapack->dormqr, error) &&
        find(lapack, "LAPACKE_dtrtrs", &lapack->dtrtrs, error))
        return true;
    lapack_unload(lapack);
    return false;
}

void lapack_unload(struct lapack *lapack)
{
    if (lapack->library)
        dlclose(lapack->library);
    *lapack = (struct lapack){0};
}
