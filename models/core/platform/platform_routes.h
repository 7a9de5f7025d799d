/* SPDX-License-Identifier: BSD-3-Clause */
/* Is there a way from one host to another? SimGrid looks for it when the first copy begins, and
 * aborts if there is none.
 *
 * It works as SimGrid's Full routing does. Within a zone there is a <route> for each pair of hosts.
 * Between two zones of one zone there is a <zoneRoute>, with a way from the host to its gateway and
 * from the other gateway to the other host. Within a cluster each host reaches each.
 */
#ifndef SIMGPU_CORE_PLATFORM_ROUTES_H
#define SIMGPU_CORE_PLATFORM_ROUTES_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct platform_group;

/* Copies go from the first host of one group to that of the other, and back. False with an error if
 * the file has no routes for them. */
bool platform_check_way(const struct platform_group *from, const struct platform_group *to,
                        GError **error);

/* What the links of that way are together; there is one. A host's private link in a cluster does
 * not count. */
struct platform_way {
    uint64_t bytes_per_s; /* of the slowest; UINT64_MAX: there are no links */
    uint64_t latency_ps;  /* of all */
};
struct platform_way platform_way(const struct platform_group *from,
                                 const struct platform_group *to);

#endif
