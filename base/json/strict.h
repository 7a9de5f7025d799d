/* SPDX-License-Identifier: BSD-3-Clause */
/* Accepts JSON as RFC 8259 defines it, and nothing more.
 *
 * json-glib, which builds the tree, is lenient. It takes comments, a second value after the first,
 * members given twice (the last one wins silently), and integers beyond 64 bits (they wrap). Each
 * of these hides a mistake in an input file. So the text passes this scan first.
 *
 * Differs: RFC 8259 allows repeated member names, and names with escapes. Here both are errors,
 * since a repetition could hide behind an escape. Nesting is bounded, and numbers must fit int64_t
 * or a finite double. Source: RFC 8259, sections 2 to 8.
 */
#ifndef SIMGPU_BASE_JSON_STRICT_H
#define SIMGPU_BASE_JSON_STRICT_H

#include <json-glib/json-glib.h>
#include <stdbool.h>

/* text[length] must be 0, as g_file_get_contents leaves it. Errors are "file:line: message". */
bool json_strict_check(const char *file, const char *text, size_t length, GError **error);
/* The same, and returns the tree; json_node_unref. NULL with an error. */
JsonNode *json_strict_parse(const char *file, const char *text, size_t length, GError **error);
/* The same for a file. */
JsonNode *json_strict_load(const char *file, GError **error);

#endif
