/* SPDX-License-Identifier: BSD-3-Clause */
/* The traced programs below a folder: one for each kernelslist.g, and what came of running it. */
#ifndef SIMGPU_CLI_TRACES_TRACES_FOUND_H
#define SIMGPU_CLI_TRACES_TRACES_FOUND_H

#include <glib.h>

struct traced_program {
    char *name;   /* the list's folder, from the one that was searched on, "kmeans/100/traces" */
    char *list;   /* its path */
    char *result; /* --json of its run; NULL: it has not run, or failed */
    char *reason; /* ... why; NULL: it has not run */
};

/* In the order of the names; empty if there are none. struct traced_program *, owned. */
GPtrArray *traces_found(const char *folder);

#endif
