/* SPDX-License-Identifier: BSD-3-Clause */
/* A platform's properties for people: what the readers have noted of each. */
#ifndef SIMGPU_CORE_PLATFORM_DESCRIBE_H
#define SIMGPU_CORE_PLATFORM_DESCRIBE_H

#include <glib.h>
#include <stdbool.h>

struct platform;

/* What a property of groups of a model means, in a sentence; NULL: nobody knows. */
typedef const char *(*platform_meaning)(const char *model, const char *name);

/* For people: each property with its value and what its reader wants, unit and range or words, on a
 * line, and below it what it means and where its value stands. After the readers. g_free it. */
char *platform_describe(const struct platform *platform, platform_meaning meaning);

#endif
