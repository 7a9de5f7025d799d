/* SPDX-License-Identifier: BSD-3-Clause */
/* All results of a run as JSON, in a fixed order.
 *
 * Everything but the object "host" is a function of the input: same input, same bytes. "host" holds
 * what depends on the machine and on how the engine worked: wall time, wakes, messages.
 */
#ifndef SIMGPU_CLI_WRITE_JSON_H
#define SIMGPU_CLI_WRITE_JSON_H

#include "cli/run/session.h"

/* path "-" is standard output. */
bool json_write(const struct session *session, const char *path, GError **error);

#endif
