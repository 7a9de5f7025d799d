/* SPDX-License-Identifier: BSD-3-Clause */
/* The simulated machine, read from a SimGrid platform file (DTD 4.1).
 *
 * A platform file describes groups. A group is a <cluster> (SMs, L2 banks, DRAM channels), a <host>
 * or a <zone>, and its <prop id="model"> names its hardware model. Its other <prop>s are the
 * parameters of that model, with units in their values. There are no defaults. It is an error if a
 * property is missing that a model asks for, or if nobody asks for a property. Only the parameters
 * of what a GPU may lack can be missing: op.tensor.FORM, op.uniform, op.redux, op.dpx, mbarrier.*
 * and tma.*.
 *
 * A file may be based on another one and set only what differs, by the names of --set. The first
 * <prop> of its outermost zone is then "based_on", with a path from its folder, or the name of a
 * platform that comes with simgpu. It has nothing else but more <prop>s, such as "sm.count" or
 * "pcie.bandwidth" (platform_difference.h). The checks are the same; an error names the file and
 * the line in which the value stands.
 *
 * We read the file first, because SimGrid aborts on a bad one. SimGrid then gets the topology alone
 * (platform_simgrid_xml): zones, hosts, links and routes. All on-chip timing is in the properties;
 * the links matter to host copies only.
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
#include "models/core/platform/platform_values.h"
#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct platform;
struct platform_group;

struct platform *platform_load(const char *path, GError **error);
void platform_free(struct platform *platform);

/* The paths of the files that a platform file is based on, nearest first, as far as they can be
 * found. The array owns them. It reports no errors. */
GPtrArray *platform_bases(const char *path);

/* The only group of that model; an error if there is none, or more than one. */
struct platform_group *platform_group(struct platform *platform, const char *model, GError **error);
bool platform_has_group(const struct platform *platform, const char *model);

/* An error unless every property of every group has been read; see above. */
bool platform_finish_reading(const struct platform *platform, GError **error);

#endif
