/* SPDX-License-Identifier: BSD-3-Clause */
/* Finds a property in the table of meanings. */
#ifndef SIMGPU_CLI_LISTS_PROPERTY_MEANING_H
#define SIMGPU_CLI_LISTS_PROPERTY_MEANING_H

#include "cli/lists/property_meanings.h"

/* The entry of that property; NULL: there is none. */
const struct property_meaning *property_meaning(const char *model, const char *name);

#endif
