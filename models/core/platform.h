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
 * <prop>s, such as "sm.count" or "pcie.bandwidth" (platform_base.c). The checks are the same; an
 * error names the file and the line in which the value stands.
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

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "models/core/clock.h"

struct platform;
struct platform_group;

struct platform *platform_load(const char *path, GError **error);
void platform_free(struct platform *platform);

/* The files that a platform file is based on, nearest first, as far as they can be found: their
 * paths, owned by the array. It says nothing of errors. */
GPtrArray *platform_bases(const char *path);

/* Applies "group.property=value", where group is the id of a cluster, host or zone; the property
 * must be in the file. "group.count=N" gives a cluster the hosts 0 to N-1; the attributes speed and
 * core of a host, those and bw and lat of a cluster, and bandwidth and latency of a link are set as
 * properties are. Later errors about the value are reported at "--set group.property=value". Before
 * the first reader. */
bool platform_set(struct platform *platform, const char *assignment, GError **error);

/* The only group of that model; an error if there is none, or more than one. */
struct platform_group *platform_group(struct platform *platform, const char *model, GError **error);

/* Every property of every group must have been read; see above. */
bool platform_finish_reading(const struct platform *platform, GError **error);

/* The topology as a platform file that SimGrid 3.32 accepts. g_free it. */
char *platform_simgrid_xml(const struct platform *platform);
/* With the memory of a host: a SimGrid host (PLATFORM_MEMORY behind the host's name) and a shared
 * link to it of that bandwidth, which lies on all ways that end at the host. g_free it. */
#define PLATFORM_MEMORY ":memory"
char *platform_simgrid_xml_with_memory(const struct platform *platform,
                                       const struct platform_group *host,
                                       uint64_t bytes_per_second);

/* All of it, properties included, with what was set: a platform file that is based on no other one,
 * names no other file and reads as this platform does. g_free it. */
char *platform_resolved_xml(const struct platform *platform);

/* Tells every value that --set could change, such as "sm.l1d.size", in the order of the file. */
typedef void (*platform_teller)(void *data, const char *name, const char *value);
void platform_each_value(const struct platform *platform, platform_teller tell, void *data);

/* What a property of groups of a model means, in a sentence; NULL: nobody knows. */
typedef const char *(*platform_meaning)(const char *model, const char *name);

/* For people: each property with its value and what its reader wants, unit and range or words, on a
 * line, and below it what it means and where its value stands. After the readers. g_free it. */
char *platform_describe(const struct platform *platform, platform_meaning meaning);

/* ---- groups ------------------------------------------------------------------------- */

const char *group_id(const struct platform_group *group);
unsigned group_count(const struct platform_group *group); /* hosts in it; 1 for a host or zone */
/* Name of its i-th SimGrid host; NULL for a zone. g_free it. */
char *group_host_name(const struct platform_group *group, unsigned index);

/* Copies go from the first host of one group to that of the other, and back: false with an error if
 * the file has no routes for them. */
bool platform_check_way(const struct platform_group *from, const struct platform_group *to,
                        GError **error);

/* ---- properties: typed, each present and in range, or an error ------------------------- */

bool properties_bytes(struct platform_group *group, const char *name, uint64_t *out,
                      GError **error); /* at least 1 */
/* The same, and 0 is fine: there is none of it. meaning: what is then, for platform_describe. */
bool properties_bytes_or_none(struct platform_group *group, const char *name, const char *meaning,
                              uint64_t *out, GError **error);
bool properties_bytes_per_cycle(struct platform_group *group, const char *name, uint32_t *out,
                                GError **error); /* at least 1 */
bool properties_count(struct platform_group *group, const char *name, uint32_t minimum,
                      uint32_t maximum, uint32_t *out, GError **error); /* inclusive */
bool properties_cycles(struct platform_group *group, const char *name, uint32_t minimum,
                       uint32_t *out, GError **error);
/* A duration, possibly 0, of at most a second. */
bool properties_time(struct platform_group *group, const char *name, sim_time *out, GError **error);
/* A wire's latency, in time or in cycles of `clock`; 0 is an error, for a wire without latency
 * would leave its receiver no lookahead. */
bool properties_latency(struct platform_group *group, const char *name, const struct clock *clock,
                        sim_time *out, GError **error);
/* An energy of at most 1 uJ, in femtojoules, and a power of at most 1 kW, in milliwatts. */
bool properties_energy(struct platform_group *group, const char *name, uint64_t *out,
                       GError **error);
bool properties_power(struct platform_group *group, const char *name, uint64_t *out,
                      GError **error);
/* Bytes a second; at least 1. */
bool properties_bandwidth(struct platform_group *group, const char *name, uint64_t *out,
                          GError **error);
bool properties_clock(struct platform_group *group, const char *name, struct clock *out,
                      GError **error);
/* words: NULL-terminated, and kept for platform_describe; *out is an index into it. */
bool properties_choice(struct platform_group *group, const char *name, const char *const *words,
                       unsigned *out, GError **error);
/* Any text; borrowed. */
bool properties_text(struct platform_group *group, const char *name, const char **out,
                     GError **error);

/* The file in which the property stands, borrowed; NULL: --set has given it, or there is none. */
const char *properties_file(const struct platform_group *group, const char *name);

/* The property may be there, and nothing depends on it: what a cache's other properties are when
 * --set has made its size 0. */
void properties_pass_over(struct platform_group *group, const char *name);

/* For what a model finds wrong in a value it has read (a cache size its ways don't divide):
 * an error at the place of that property. Returns false. */
bool properties_refuse(const struct platform_group *group, const char *name, GError **error,
                       const char *format, ...) G_GNUC_PRINTF(4, 5);

#endif
