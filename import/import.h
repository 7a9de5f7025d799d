/* SPDX-License-Identifier: BSD-3-Clause */
/* Makes a platform file from a configuration of GPGPU-Sim or Accel-Sim.
 *
 * The platform has the peer's numbers in our models. It has the properties of our SM, caches,
 * crossbar and DRAM. Each property has the peer's option beside it as a comment. "source" marks the
 * peer's fixed behaviour, and "ours" a property without a counterpart.
 */
#ifndef SIMGPU_IMPORT_IMPORT_H
#define SIMGPU_IMPORT_IMPORT_H

#include <glib.h>
#include <stdbool.h>

struct import_result {
    char *xml;
    GPtrArray *carried; /* of char *: names of options that the platform uses */
    unsigned options;   /* in all files, each counted once */
    unsigned neutral;   /* options whose value asks for nothing that our models do not do anyway */
    GPtrArray
        *losses; /* of char *, "file:line: -option value: reason", in the order of the files */
};

/* paths: option files, the first one gpgpusim.config; later ones override it. name: the GPU's.
 * False with an error that names file and line. Call import_result_finish in any case. */
bool import_config(struct import_result *result, const char *const *paths, const char *name,
                   GError **error);
void import_result_finish(struct import_result *result);

#endif
