/* SPDX-License-Identifier: BSD-3-Clause */
/* Where a result comes from: the object "provenance" of --json.
 *
 * All that somebody needs who wants to make the result again, or to know in what two runs differ.
 * The same run writes the same bytes, so there are no times in it, and of files that lie at an
 * absolute path the last name only; the command line is as it was given, without the options that
 * say where results go.
 */
#ifndef SIMGPU_CLI_WRITE_PROVENANCE_H
#define SIMGPU_CLI_WRITE_PROVENANCE_H

#include "cli/run/setup.h"
#include <json-glib/json-glib.h>

void json_add_provenance(JsonBuilder *json, const struct run_setup *setup);

#endif
