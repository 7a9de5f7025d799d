/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads the XML of a platform: elements, their places, their attributes.
 *
 * Source: SimGrid's DTD 4.1; this is the part that GPU platforms need. A zone holds either zones,
 * clusters and zoneRoutes, or hosts and routes. It may also hold links. Props come first, routes
 * last. SimGrid 3.32 also refuses a zone or cluster after a link. A file that is based on another
 * one is one zone with props; the DTD allows this, too.
 * Differs: other elements and attributes of the DTD are refused. Ours are mandatory where the DTD's
 * default would hide something.
 */
#ifndef SIMGPU_CORE_PLATFORM_PARSE_H
#define SIMGPU_CORE_PLATFORM_PARSE_H

#include "models/core/platform/platform_file.h"

bool platform_parse(struct platform *platform, const char *text, gsize length, GError **error);

#endif
