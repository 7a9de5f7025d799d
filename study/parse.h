/* SPDX-License-Identifier: BSD-3-Clause */
/* Functions that the readers of a study share. All read a JSON node at a place; false with an
 * error.
 */
#ifndef SIMGPU_STUDY_PARSE_H
#define SIMGPU_STUDY_PARSE_H

#include "base/json/reader.h"
#include "study/study.h"

/* Reads the members of an object that are a setting. directory: that of the study file; NULL: paths
 * stay as they are. Zero *setting before, and finish it in any case. */
bool setting_read(struct study_setting *setting, const struct json_place *place, JsonObject *object,
                  const char *directory, GError **error);
void setting_finish(struct study_setting *setting);

/* "derive": fills study->derives. Read the axes before. */
bool derives_read(struct study *study, const struct json_place *place, JsonNode *node,
                  GError **error);
void derive_free(void *derive);

/* "exclude": fills study->excludes. Read the axes before. */
bool excludes_read(struct study *study, const struct json_place *place, JsonNode *node,
                   GError **error);
void exclusion_free(void *exclusion);

/* "published": fills study->published. Read all other members before. */
bool published_read(struct study *study, const GPtrArray *points, const struct json_place *place,
                    JsonNode *node, GError **error);
void published_free(void *published);

/* An array of strings, NULL-terminated. */
bool strings_read(char ***out, const struct json_place *place, JsonNode *node, unsigned min,
                  GError **error);
bool any_number_read(double *out, const struct json_place *place, JsonNode *node, GError **error);
/* A number of at least 0. */
bool number_read(double *out, const struct json_place *place, JsonNode *node, GError **error);
/* The index of a label of an axis. */
bool label_read(unsigned *out, const struct study *study, unsigned axis,
                const struct json_place *place, JsonNode *node, GError **error);
/* Reads an object of axes, each with one label or several. For each named axis it makes a flag for
 * each value. The entries of other axes stay as they are. */
bool choice_read(bool **chosen, const struct study *study, const struct json_place *place,
                 JsonNode *node, GError **error);
/* The index of the axis of this name. */
bool axis_named(unsigned *out, const struct study *study, const struct json_place *place,
                const char *name, GError **error);
/* A letter or _, then letters, digits and _. */
bool name_read(char **out, const struct json_place *place, JsonObject *object, GError **error);

#endif
