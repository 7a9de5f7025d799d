/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks what elements of a platform file say about one another: ids are unique, and routes join
 * what is there. SimGrid would abort on each of these errors.
 *
 * SimGrid's name spaces: hosts, zones, clusters and routers share one (its "netpoints"); links have
 * another. There a SPLITDUPLEX link takes id_UP and id_DOWN, and each cluster host takes
 * <cluster>_link_<index>.
 */
#ifndef SIMGPU_CORE_PLATFORM_CHECK_H
#define SIMGPU_CORE_PLATFORM_CHECK_H

#include "models/core/platform/platform_file.h"

/* Whether ids are unique and routes join what they name. */
bool platform_check(const struct platform *platform, GError **error);

#endif
