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
/* The same, with the memory of a host: another SimGrid host (PLATFORM_MEMORY behind the host's
 * name) and a shared link to it of that bandwidth. All ways that end at the host use this link.
 * g_free it. */
#define PLATFORM_MEMORY ":memory"
char *platform_simgrid_xml_with_memory(const struct platform *platform,
                                       const struct platform_group *host,
                                       uint64_t bytes_per_second);

/* All of it, with properties and all settings. The file is based on no other one, names no other
 * file, and reads as this platform does. g_free it. */
char *platform_resolved_xml(const struct platform *platform);

/* Is told every value that --set could change, such as "sm.l1d.size", in the order of the file. */
typedef void (*platform_teller)(void *data, const char *name, const char *value);
void platform_each_value(const struct platform *platform, platform_teller tell, void *data);

#endif
