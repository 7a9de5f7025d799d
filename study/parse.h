/* SPDX-License-Identifier: BSD-3-Clause */
/* What the files that read a study share. All read a JSON node at a place; false with an error. */
#ifndef SIMGPU_STUDY_PARSE_H
#define SIMGPU_STUDY_PARSE_H

#include "base/json/reader.h"
#include "study/study.h"

/* The members of an object that are a setting. directory: of the study file; NULL: paths are left
 * as they are. *setting is zeroed before, and is to be finished in any case. */
bool setting_read(struct study_setting *setting, const struct json_place *place, JsonObject *object,
                  const char *directory, GError **error);
void setting_finish(struct study_setting *setting);

/* "derive": fills study->derives; the axes are read. */
bool derives_read(struct study *study, const struct json_place *place, JsonNode *node,
                  GError **error);
void derive_free(void *derive);

/* "exclude": fills study->excludes; the axes are read. */
bool excludes_read(struct study *study, const struct json_place *place, JsonNode *node,
                   GError **error);
void exclusion_free(void *exclusion);

/* "published": fills study->published; all else is read. */
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
/* An object of axes with a label or several: for each axis that is named (others stay as they are)
 * a flag for each value. */
bool choice_read(bool **chosen, const struct study *study, const struct json_place *place,
                 JsonNode *node, GError **error);
/* The index of the axis that is named. */
bool axis_named(unsigned *out, const struct study *study, const struct json_place *place,
                const char *name, GError **error);
/* A letter or _, then letters, digits and _. */
bool name_read(char **out, const struct json_place *place, JsonObject *object, GError **error);

#endif
