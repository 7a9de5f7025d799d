/* SPDX-License-Identifier: BSD-3-Clause */
/* Values that several members of a study have. Each function reads a JSON node at a place; false
 * with an error. */
#ifndef SIMGPU_STUDY_PARSE_H
#define SIMGPU_STUDY_PARSE_H

#include "base/json/reader.h"
#include "study/study.h"

/* The most entries of any array. ASSUMED: more is a mistake, and no table. */
enum { PARSE_ENTRIES_MAX = 10000 };

/* An array of strings, NULL-terminated. */
bool study_parse_strings(char ***out, const struct json_place *place, JsonNode *node, unsigned min,
                         GError **error);
bool study_parse_any_number(double *out, const struct json_place *place, JsonNode *node,
                            GError **error);
/* A number of at least 0. */
bool study_parse_number(double *out, const struct json_place *place, JsonNode *node,
                        GError **error);
/* The index of a label of an axis. */
bool study_parse_label(unsigned *out, const struct study *study, unsigned axis,
                       const struct json_place *place, JsonNode *node, GError **error);
/* Reads an object of axes, each with one label or several. For each named axis it makes a flag for
 * each value. The entries of other axes stay as they are. */
bool study_parse_choice(bool **chosen, const struct study *study, const struct json_place *place,
                        JsonNode *node, GError **error);
/* The index of the axis of this name. */
bool study_parse_axis(unsigned *out, const struct study *study, const struct json_place *place,
                      const char *name, GError **error);
/* A letter or _, then letters, digits and _. */
bool study_parse_name(char **out, const struct json_place *place, JsonObject *object,
                      GError **error);

#endif
