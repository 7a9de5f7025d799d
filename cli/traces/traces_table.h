/* SPDX-License-Identifier: BSD-3-Clause */
/* What the runs of traced programs have counted, by Accel-Sim's names and ours. Programs without a
 * result have their reason in the text, and are not in the others. Each is a text; g_free. */
#ifndef SIMGPU_CLI_TRACES_TRACES_TABLE_H
#define SIMGPU_CLI_TRACES_TRACES_TABLE_H

#include "cli/traces/traces_found.h"

char *traces_text(const GPtrArray *programs);
char *traces_csv(const GPtrArray *programs); /* program,accel_sim,metric,unit,value */
/* An array of {"program", "list", "counters"}, the latter by Accel-Sim's name. */
char *traces_json(const GPtrArray *programs);

#endif
