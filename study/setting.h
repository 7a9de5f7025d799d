/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads what a study says about runs: platform, workload, overrides, policy, options. */
#ifndef SIMGPU_STUDY_SETTING_H
#define SIMGPU_STUDY_SETTING_H

#include "base/json/reader.h"
#include "study/study.h"

/* The members of an object that are a setting. directory: of the study file; NULL: paths are left
 * as they are. *setting is zeroed before, and is to be finished in any case. */
bool study_setting_read(struct study_setting *setting, const struct json_place *place,
                        JsonObject *object, const char *directory, GError **error);

#endif
