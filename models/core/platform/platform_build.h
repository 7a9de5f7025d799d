/* SPDX-License-Identifier: BSD-3-Clause */
/* Turns checked elements of a platform file into groups, links, routes and properties. */
#ifndef SIMGPU_CORE_PLATFORM_BUILD_H
#define SIMGPU_CORE_PLATFORM_BUILD_H

#include "models/core/platform/platform_file.h"

/* One call for each element. values: in the order of the element's table in platform_parse.c; an
 * absent one has its default. parent: the enclosing zone, cluster or host. */
struct platform_group *platform_add_zone(struct platform *platform, struct platform_group *parent,
                                         const char *const *values, unsigned line, GError **error);
struct platform_group *platform_add_cluster(struct platform *platform,
                                            struct platform_group *parent,
                                            const char *const *values, unsigned line,
                                            GError **error);
struct platform_group *platform_add_host(struct platform *platform, struct platform_group *parent,
                                         const char *const *values, unsigned line, GError **error);
bool platform_add_link(struct platform *platform, struct platform_group *parent,
                       const char *const *values, unsigned line, GError **error);
bool platform_add_property(struct platform_group *group, const char *const *values, unsigned line,
                           GError **error);
struct platform_route *platform_add_route(struct platform *platform, struct platform_group *zone,
                                          bool between_zones, const char *const *values,
                                          unsigned line, GError **error);
bool platform_add_link_use(struct platform *platform, struct platform_route *route,
                           const char *const *values, unsigned line, GError **error);
void group_free(gpointer group);
void route_free(gpointer route);

#endif
