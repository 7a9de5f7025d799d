/* SPDX-License-Identifier: BSD-3-Clause */
/* Opens a plug-in and checks that it fits; policies/registry.c decides whether to keep it. */
#ifndef SIMGPU_POLICIES_PLUGIN_H
#define SIMGPU_POLICIES_PLUGIN_H

#include "policies/policy_kind.h"

#include <gmodule.h>

/* Opens the shared library at the absolute `path`. On success *module is the caller's to close,
 * and *policy lives as long as it; on an error the outputs are untouched. */
bool plugin_open(const char *path, const struct policy_kind *const *kinds, GModule **module,
                 const struct policy_kind **kind, const struct policy_head **policy,
                 GError **error);

#endif
