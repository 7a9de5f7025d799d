/* SPDX-License-Identifier: BSD-3-Clause */
/* Groups of a platform: their hosts, and their properties by name. */
#ifndef SIMGPU_CORE_PLATFORM_GROUP_H
#define SIMGPU_CORE_PLATFORM_GROUP_H

#include <glib.h>
#include <stdint.h>

struct platform_group;
struct property;

const char *group_id(const struct platform_group *group);
unsigned group_count(const struct platform_group *group); /* hosts in it; 1 for a host or zone */
/* Name of its i-th SimGrid host; NULL for a zone. g_free it. */
char *group_host_name(const struct platform_group *group, unsigned index);
/* The text before, the number in decimal, the text after; g_free it. */
char *group_numbered(const char *before, uint32_t number, const char *after);
/* Takes it. It has a name, which the group has not yet. */
void group_add_property(struct platform_group *group, struct property *property);
struct property *group_find_property(const struct platform_group *group, const char *name);
/* The first property whose name begins so and that nobody has read yet; NULL. For models that read
 * properties which may be missing. */
const char *group_unread(const struct platform_group *group, const char *prefix);

#endif
