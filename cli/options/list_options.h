/* SPDX-License-Identifier: BSD-3-Clause */
/* Options that print what there is, instead of running anything. */
#ifndef SIMGPU_CLI_LIST_OPTIONS_H
#define SIMGPU_CLI_LIST_OPTIONS_H

#include "cli/options/options.h"
#include <glib.h>

void list_options_add(GOptionContext *context, struct options *options);

#endif
