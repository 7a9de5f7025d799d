/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes a platform: the topology as the file that SimGrid loads, or all of it as one that we load.
 *
 * The text is generated from what was parsed, not copied. So it contains overrides, and only
 * checked values. For SimGrid properties stay out: it would copy them to every host, and nobody
 * would read them.
 */
#ifndef SIMGPU_CORE_PLATFORM_SIMGRID_H
#define SIMGPU_CORE_PLATFORM_SIMGRID_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct platform;
struct platform_group;

/* The topology as a platform file that SimGrid 3.32 accepts. g_free it. */
char *platform_simgrid_xml(const struct platform *platform);

/* A zone that is there several times. Copy i, from 1, has names that begin with the zone's id, the
 * number and PLATFORM_COPY_MARK, such as "gpu1-sm0". A way that leads to the zone leads to each
 * copy, over links of its own. Between each two there is a way: over a port of each, of this
 * bandwidth in either direction, or, if that is 0, over those links. */
#define PLATFORM_COPY_MARK "-"
struct platform_copies {
    const struct platform_group *zone;
    unsigned n; /* with the zone itself; 0 or 1: there are no copies */
    uint64_t bytes_per_second;
    uint64_t latency_ps; /* of both ports together */
};

/* What is added to the topology. */
struct platform_additions {
    /* The memory of a host; NULL: none. It is another SimGrid host (PLATFORM_MEMORY behind the
     * host's name), with a shared link to it of that bandwidth. All ways that end at the host use
     * this link.
     */
    const struct platform_group *host;
    uint64_t memory_bandwidth; /* bytes a second */
    struct platform_copies copies;
};
#define PLATFORM_MEMORY ":memory"
/* g_free it. */
char *platform_simgrid_xml_with(const struct platform *platform,
                                const struct platform_additions *additions);

/* All of it, with properties and all settings. The file is based on no other one, names no other
 * file, and reads as this platform does. g_free it. */
char *platform_resolved_xml(const struct platform *platform);

#endif
