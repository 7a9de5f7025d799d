/* SPDX-License-Identifier: BSD-3-Clause */
/* What --max-wall has left: the launches under way, and what they would take at their pace.
 *
 * The pace of a launch is that of the blocks that have ended. Blocks that are resident are partly
 * done: the lower bound counts them as ended, the upper one as not begun. Launches behind these are
 * not known.
 */
#ifndef SIMGPU_CLI_WRITE_UNFINISHED_H
#define SIMGPU_CLI_WRITE_UNFINISHED_H

#include "cli/run/session.h"
#include <json-glib/json-glib.h>

/* Nothing, unless the wall time is over. */
void unfinished_add_summary(GString *text, const struct session *session);
void unfinished_add_json(JsonBuilder *json, const struct session *session);

#endif
