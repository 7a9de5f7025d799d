/* SPDX-License-Identifier: BSD-3-Clause */
/* The text of a JSON tree: the one place that writes what json-glib has built.
 *
 * json-glib 1.6 adds ".0" to a number without a point, also to one with an exponent (1e-09.0). It
 * writes numbers that are not finite as words. Neither is JSON. Here a number with an exponent gets
 * no ".0", and numbers that are not finite are null. Source: RFC 8259, section 6.
 */
#ifndef SIMGPU_BASE_JSON_TEXT_H
#define SIMGPU_BASE_JSON_TEXT_H

#include <json-glib/json-glib.h>
#include <stdbool.h>

/* pretty: with new lines and blanks. g_free. */
char *json_text(JsonNode *root, bool pretty);

#endif
