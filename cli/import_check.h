/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether simgpu loads the platform that an import has made. */
#ifndef SIMGPU_CLI_IMPORT_CHECK_H
#define SIMGPU_CLI_IMPORT_CHECK_H

#include <glib.h>
#include <stdbool.h>

/* Loads the platform from a temporary file, with all checks of a run but those of its policies'
 * own options. If a property is refused, the error names `config` and, from the comment beside the
 * property, the option that it comes from with its value. */
bool import_check(const char *xml, const char *config, GError **error);

#endif
