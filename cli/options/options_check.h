/* SPDX-License-Identifier: BSD-3-Clause */
/* Options that are each well-formed and make no sense together, or no sense at all. */
#ifndef SIMGPU_CLI_OPTIONS_OPTIONS_CHECK_H
#define SIMGPU_CLI_OPTIONS_OPTIONS_CHECK_H

#include "cli/options/options.h"

/* False: the error names the options. */
bool options_check(const struct options *options, GError **error);

#endif
