/* SPDX-License-Identifier: BSD-3-Clause */
/* The simulated machine, read from a SimGrid platform file (DTD 4.1).
 *
 * A platform file describes groups: a <cluster> (SMs, L2 banks, DRAM channels), a <host> or a
 * <zone> whose <prop id="model"> says which hardware model it belongs to. Its other <prop>s are
 * the parameters of that model, with units in their values. There are no defaults: a property
 * that a model asks for and that is missing is an error, and so is one that nobody asked for.
 *
 * A file may be based on another one and set only what differs, by the names of --set: the first
 * <prop> of its outermost zone is "based_on", with a path from its folder, and all it has are more
 * <prop>s, such as "sm.count" or "pcie.bandwidth" (platform_difference.h). The checks are the same;
 * an error names the file and the line in which the value stands.
 *
 * The file is read by us first, because SimGrid aborts on a bad one, and SimGrid is then given the
 * topology alone (platform_simgrid_xml): zones, hosts, links and routes. All on-chip timing is
 * in the properties; the links matter to host copies only.
 *
 * Use: platform_load, platform_set for each override, platform_group and the readers below,
 * platform_finish_reading.
 *
 * Errors: INPUT_ERROR as "file:line: group: ...". Readers leave *out alone when they fail.
 * Ownership: groups and their strings belong to the platform; text is NUL-terminated UTF-8.
 */
#ifndef SIMGPU_MODELS_CORE_PLATFORM_H
#define SIMGPU_MODELS_CORE_PLATFORM_H

#include "models/core/clock.h"
#include "models/core/platform/platform_describe.h"
#include "models/core/platform/platform_group.h"
#include "models/core/platform/platform_properties.h"
#include "models/core/platform/platform_routes.h"
#include "models/core/platform/platform_set.h"
#include "models/core/platform/platform_simgrid.h"
#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct platform;
struct platform_group;

struct platform *platform_load(const char *path, GError **error);
void platform_free(struct platform *platform);

/* The files that a platform file is based on, nearest first, as far as they can be found: their
 * paths, owned by the array. It says nothing of errors. */
GPtrArray *platform_bases(const char *path);

/* The only group of that model; an error if there is none, or more than one. */
struct platform_group *platform_group(struct platform *platform, const char *model, GError **error);
bool platform_has_group(const struct platform *platform, const char *model);

/* Every property of every group must have been read; see above. */
bool platform_finish_reading(const struct platform *platform, GError **error);

#endif
