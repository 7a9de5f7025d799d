/* SPDX-License-Identifier: BSD-3-Clause */
/* Describes a platform's properties for people, from the readers' notes about each. */
#ifndef SIMGPU_CORE_PLATFORM_DESCRIBE_H
#define SIMGPU_CORE_PLATFORM_DESCRIBE_H

#include <glib.h>
#include <stdbool.h>

struct platform;

/* What a property means in groups of a model, in a sentence; NULL: nobody knows. */
typedef const char *(*platform_meaning)(const char *model, const char *name);

/* For people, after the readers. A line for each property has its value and what its reader wants:
 * unit and range, or words. Below it stand its meaning and the place of its value. g_free it. */
char *platform_describe(const struct platform *platform, platform_meaning meaning);

#endif
