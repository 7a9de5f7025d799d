/* SPDX-License-Identifier: BSD-3-Clause */
/* Platforms by difference: a file that names another one, its base, and says only what differs.
 *
 *   <zone id="system" routing="Full">
 *     <prop id="based_on" value="fermi-gtx480.xml"/>
 *     <prop id="sm.count" value="30"/>
 *   </zone>
 *
 * The names are those of --set, so that a value has one name wherever it is changed. All groups,
 * links and routes are those of the last base, which is based on no other file; what the files in
 * front of it set is applied from there on, so that the file that the user has named has the last
 * word. Each value keeps the file and the line that it comes from.
 */
#ifndef SIMGPU_CORE_PLATFORM_DIFFERENCE_H
#define SIMGPU_CORE_PLATFORM_DIFFERENCE_H

#include "models/core/platform/platform_file.h"

/* `zone`, the outermost one, says with the line `line` that its file differs from
 * the file `base`, a path from its folder, in what follows. */
struct platform_difference *platform_add_difference(struct platform *platform,
                                                    const struct platform_group *zone,
                                                    const char *base, unsigned line,
                                                    GError **error);
bool platform_add_setting(struct platform *platform, struct platform_difference *difference,
                          const char *const *values, unsigned line, GError **error);
void difference_free(gpointer difference);

#endif
