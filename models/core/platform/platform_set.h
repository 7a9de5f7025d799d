/* SPDX-License-Identifier: BSD-3-Clause */
/* Sets new values in a platform: "group.name", of --set and of files that are based on others. A
 * name is that of a property, "count" for the hosts of a cluster, or an attribute that SimGrid
 * reads: of a host, of a cluster or of a link. */
#ifndef SIMGPU_CORE_PLATFORM_SET_H
#define SIMGPU_CORE_PLATFORM_SET_H

#include <glib.h>
#include <stdbool.h>

struct platform;
struct platform_setting;

/* Applies "group.property=value", before the first reader. The group is the id of a cluster, host
 * or zone; the property must be in the file. "group.count=N" gives a cluster the hosts 0 to N-1.
 *
 * Attributes are set as properties are: speed and core of a host; these, bw and lat of a cluster;
 * bandwidth and latency of a link. Later errors about the value are reported at "--set
 * group.property=value".
 */
bool platform_set(struct platform *platform, const char *assignment, GError **error);

/* For platform_base.c: */
/* Applies a setting of a file; the strings of the setting belong to the platform. */
bool platform_apply(struct platform *platform, const struct platform_setting *setting,
                    GError **error);

#endif
