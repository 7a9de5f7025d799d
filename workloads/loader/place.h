/* SPDX-License-Identifier: BSD-3-Clause */
/* Where in a JSON file a reader stands: "steps[2].launch.grid[0]".
 *
 * Places are values on the reader's stack that point to their parents; the text is built only
 * for an error or for something that is evaluated later and may fail then.
 */
#ifndef SIMGPU_WORKLOADS_LOADER_PLACE_H
#define SIMGPU_WORKLOADS_LOADER_PLACE_H

#include <glib.h>
#include <stdbool.h>

struct place {
    const char *file;
    const struct place *parent; /* NULL: the whole file; must outlive this place */
    const char *member;         /* NULL: an array element */
    unsigned index;
};

struct place place_root(const char *file);
struct place place_member(const struct place *parent, const char *member);
struct place place_index(const struct place *parent, unsigned index);

/* "the top level" for the whole file. To be freed with g_free. */
char *place_text(const struct place *place);

/* "file: at path: message". Returns false. */
bool place_error(const struct place *place, GError **error, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

#endif
