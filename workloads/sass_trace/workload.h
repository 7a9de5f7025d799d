/* SPDX-License-Identifier: BSD-3-Clause */
/* A traced program, given by its kernelslist.g, as a command source.
 *
 * Copies come behind everything before them and hold everything behind them, as in CUDA's default
 * stream. Kernels of one "cuda stream id" run one after the other, those of different ones as room
 * allows. Kernels are pulled TRACE_KERNELS_AHEAD before they can run, so that streams overlap; a
 * trace that comes through a pipe is pulled when everything before it has ended.
 *
 * Launches of one kernel (name, registers, instruction set) in one stream share their discovered
 * instructions and so their place in the instruction cache. TRACE_CODES_MAX kernels are remembered.
 */
#ifndef SIMGPU_SASS_TRACE_WORKLOAD_H
#define SIMGPU_SASS_TRACE_WORKLOAD_H

#include "workloads/command.h"

enum { TRACE_KERNELS_AHEAD = 64, TRACE_CODES_MAX = 128 };

struct trace_workload;

/* path: of the list. */
struct trace_workload *trace_workload_new(const char *path, GError **error);
void trace_workload_free(struct trace_workload *workload); /* NULL is fine */
/* The binary versions that all kernels have whatever their headers say (0: what these say), and
 * that kernels get whose header has one that cannot be. */
void trace_workload_set_versions(struct trace_workload *workload, unsigned all, unsigned platform);
/* Owned by the workload. */
struct command_source *trace_workload_source(struct trace_workload *workload);
/* The name of the folder that the list lies in. */
const char *trace_workload_name(const struct trace_workload *workload);
/* What was odd so far and how often, in the order of the texts: unknown opcodes (count: warp
 * instructions), unknown header fields. Worth a warning each at the end of a run. */
void trace_workload_notes(const struct trace_workload *workload,
                          void (*each)(void *data, const char *text, guint64 count), void *data);
/* How many warp instructions so far had a class that is a guess (isa.h, opcode_fact.assumed), or an
 * unknown opcode. */
guint64 trace_workload_assumed(const struct trace_workload *workload);
/* The list's path. */
const char *trace_workload_path(const struct trace_workload *workload);
/* Whether the file looks like a kernelslist.g: by its name or its first line. */
bool trace_workload_recognise(const char *path);

#endif
