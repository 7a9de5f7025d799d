/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads the member "exclude": combinations that are no points. */
#ifndef SIMGPU_STUDY_EXCLUDE_H
#define SIMGPU_STUDY_EXCLUDE_H

#include "base/json/reader.h"
#include "study/study.h"

/* "exclude": fills study->excludes. Read the axes before. */
bool study_excludes_read(struct study *study, const struct json_place *place, JsonNode *node,
                         GError **error);
void study_exclusion_free(void *exclusion);

#endif
