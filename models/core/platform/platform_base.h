/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads a platform file and all files that it is based on (platform_difference.h), and applies
 * their differences. */
#ifndef SIMGPU_CORE_PLATFORM_BASE_H
#define SIMGPU_CORE_PLATFORM_BASE_H

#include "models/core/platform/platform_file.h"

/* Reads platform->path and all files that it is based on, and parses them. */
bool platform_read_files(struct platform *platform, GError **error);
/* Sets what the differences say. Call it when the groups are there. */
bool platform_apply_differences(struct platform *platform, GError **error);

#endif
