/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads the member "published". */
#ifndef SIMGPU_STUDY_PUBLISHED_READ_H
#define SIMGPU_STUDY_PUBLISHED_READ_H

#include "base/json/reader.h"
#include "study/study.h"

/* "published": fills study->published. Read all other members before. */
bool study_published_read(struct study *study, const GPtrArray *points,
                          const struct json_place *place, JsonNode *node, GError **error);
void study_published_free(void *published);

#endif
