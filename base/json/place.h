/* SPDX-License-Identifier: BSD-3-Clause */
/* Where in a JSON file a reader stands: "steps[2].launch.grid[0]".
 *
 * Places are values on the reader's stack that point to their parents. The text is built only for
 * an error, or for a value that is evaluated later and may fail then.
 */
#ifndef SIMGPU_BASE_JSON_PLACE_H
#define SIMGPU_BASE_JSON_PLACE_H

#include <glib.h>
#include <stdbool.h>

struct json_place {
    const char *file;
    const struct json_place *parent; /* NULL: the whole file; must outlive this place */
    const char *member;              /* NULL: an array element */
    unsigned index;
};

struct json_place json_place_root(const char *file);
struct json_place json_place_member(const struct json_place *parent, const char *member);
struct json_place json_place_index(const struct json_place *parent, unsigned index);

/* "the top level" for the whole file. To be freed with g_free. */
char *json_place_text(const struct json_place *place);

/* "file: at path: message". Returns false. */
bool json_place_error(const struct json_place *place, GError **error, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

#endif
