/* SPDX-License-Identifier: BSD-3-Clause */
/* All policies a run can choose from, built in and loaded, of every kind.
 *
 * main creates one registry, loads plug-ins into it, and frees it after the simulation: the code
 * of a plug-in lives as long as the registry. Order is fixed: the kinds as given, in each the
 * built-in policies as in policies/meson.build, then plug-ins as loaded.
 */
#ifndef SIMGPU_POLICIES_REGISTRY_H
#define SIMGPU_POLICIES_REGISTRY_H

#include "policies/policy_kind.h"

struct policy_registry;

/* `kinds` ends with NULL and is borrowed. */
struct policy_registry *policy_registry_new(const struct policy_kind *const *kinds);
void policy_registry_free(struct policy_registry *registry);

/* Loads a shared library and adds the policy it defines, to all kinds with its interface. `path` is
 * a file, never searched for in the library path. A name its kind has already is an error. */
bool policy_registry_load_plugin(struct policy_registry *registry, const char *path,
                                 GError **error);

/* NULL with an error that lists the known names when the kind has none called `name`. */
const struct policy_head *policy_registry_find(const struct policy_registry *registry,
                                               const struct policy_kind *kind, const char *name,
                                               GError **error);

/* All policies of a kind; NULL-terminated; g_free the array only. */
const struct policy_head **policy_registry_list(const struct policy_registry *registry,
                                                const struct policy_kind *kind);

/* Appends every policy with its parameters, for --list-policies. */
void policy_registry_describe(const struct policy_registry *registry, GString *text);

#endif
