/* SPDX-License-Identifier: BSD-3-Clause */
/* Where a result comes from: the object "provenance" of --json.
 *
 * All that somebody needs who wants to make the result again, or to know in what two runs differ.
 * The same run writes the same bytes, so there are no times in it, and of files that lie at an
 * absolute path the last name only; the command line is as it was given, without the options that
 * say where results go.
 */
#ifndef SIMGPU_CLI_PROVENANCE_H
#define SIMGPU_CLI_PROVENANCE_H

#include "cli/session.h"
#include <json-glib/json-glib.h>

/* struct input_file (study/key.h): what the run is about to read. For session->inputs. */
GPtrArray *provenance_inputs(const struct options *options);

void json_add_provenance(JsonBuilder *json, const struct session *session);

/* The command line as --json has it: without `--json FILE` and the like. argv ends with NULL, and
 * begins with the command's name, which becomes "simgpu". g_strfreev. */
char **provenance_command_line(char *const *argv);

#endif
