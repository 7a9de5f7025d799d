/* SPDX-License-Identifier: BSD-3-Clause */
/* A prepared workload as a command source: workload_source() of workload.h. */
#ifndef SIMGPU_WORKLOADS_LOADER_SOURCE_H
#define SIMGPU_WORKLOADS_LOADER_SOURCE_H

#include "workloads/command.h"

struct workload;
struct workload_source;

struct workload_source *workload_source_new(struct workload *w);
void workload_source_free(struct workload_source *source);
/* Borrowed. */
struct command_source *workload_source_commands(struct workload_source *source);

#endif
