/* SPDX-License-Identifier: BSD-3-Clause */
/* Platforms by difference: a file that names another one, its base, and says only what differs.
 *
 *   <zone id="system" routing="Full">
 *     <prop id="based_on" value="fermi-gtx480.xml"/> <prop id="sm.count" value="30"/>
 *   </zone>
 *
 * The names are those of --set, so a value has one name wherever you change it. The last base is
 * based on no other file: all groups, links and routes are its own. The settings of the other files
 * are applied in order, from the file next to it to the user's file, which so has the last word.
 * Each value keeps the file and the line that it comes from.
 */
#ifndef SIMGPU_CORE_PLATFORM_DIFFERENCE_H
#define SIMGPU_CORE_PLATFORM_DIFFERENCE_H

#include "models/core/platform/platform_file.h"

/* `zone` is the outermost one. Its line `line` names the base, a path from the file's folder. The
 * settings come later. */
struct platform_difference *platform_add_difference(struct platform *platform,
                                                    const struct platform_group *zone,
                                                    const char *base, unsigned line,
                                                    GError **error);
bool platform_add_setting(struct platform *platform, struct platform_difference *difference,
                          const char *const *values, unsigned line, GError **error);
void difference_free(gpointer difference);

#endif
