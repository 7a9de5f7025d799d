/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads a study's settings for runs: platform, workload, overrides, policy, options. */
#ifndef SIMGPU_STUDY_SETTING_H
#define SIMGPU_STUDY_SETTING_H

#include "base/json/reader.h"
#include "study/study.h"

/* Reads the members of an object that are a setting. directory: that of the study file; NULL: paths
 * stay as they are. Zero *setting before, and finish it in any case. */
bool study_setting_read(struct study_setting *setting, const struct json_place *place,
                        JsonObject *object, const char *directory, GError **error);

#endif
