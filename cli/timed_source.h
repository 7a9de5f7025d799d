/* SPDX-License-Identifier: BSD-3-Clause */
/* A command source that passes another one on and notes the time spent in it: making a
 * workload's data is not simulation, and must not count as such. */
#ifndef SIMGPU_CLI_TIMED_SOURCE_H
#define SIMGPU_CLI_TIMED_SOURCE_H

#include "workloads/command.h"

struct timed_source {
    struct command_source source; /* what the host pulls */
    struct command_source *inner; /* borrowed */
    double seconds;               /* spent in inner so far */
};

void timed_source_init(struct timed_source *timed, struct command_source *inner);

#endif
