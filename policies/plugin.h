/* SPDX-License-Identifier: BSD-3-Clause */
/* Opens a plug-in and checks that it fits; policies/registry.c decides whether to keep it. */
#ifndef SIMGPU_POLICIES_PLUGIN_H
#define SIMGPU_POLICIES_PLUGIN_H

#include "policies/policy_kind.h"

#include <gmodule.h>

/* Opens the shared library at the absolute `path`. On success the caller closes *module. *policy
 * lives as long as it. On an error the outputs stay as they are. */
bool plugin_open(const char *path, const struct policy_kind *const *kinds, GModule **module,
                 const struct policy_kind **kind, const struct policy_head **policy,
                 GError **error);

#endif
