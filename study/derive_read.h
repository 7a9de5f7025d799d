/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads the member "derive". */
#ifndef SIMGPU_STUDY_DERIVE_READ_H
#define SIMGPU_STUDY_DERIVE_READ_H

#include "base/json/reader.h"
#include "study/study.h"

/* "derive": fills study->derives. Read the axes before. */
bool study_derives_read(struct study *study, const struct json_place *place, JsonNode *node,
                        GError **error);
void study_derive_free(void *derive);

#endif
