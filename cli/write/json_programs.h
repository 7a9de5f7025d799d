/* SPDX-License-Identifier: BSD-3-Clause */
/* Programs in --json: what each has done, and how well they shared the GPU. */
#ifndef SIMGPU_CLI_WRITE_JSON_PROGRAMS_H
#define SIMGPU_CLI_WRITE_JSON_PROGRAMS_H

#include "cli/run/running.h"
#include "metrics/run_numbers.h"
#include <json-glib/json-glib.h>

/* Members "programs" and "sharing", in runs of programs. */
void json_add_programs(JsonBuilder *json, const struct running *running,
                       const struct run_numbers *numbers);

#endif
