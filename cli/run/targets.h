/* SPDX-License-Identifier: BSD-3-Clause */
/* Targets: how many warp instructions a program is to do, so that programs that share a GPU do the
 * same work however they share it.
 *
 * A file has a line for each program, "123456/50000 kmeans 1024 16": the warp instructions, the
 * cycles that they take alone if these are known (without them no speed-ups are told), the program
 * without its folder, its arguments. Lines that begin with # are comments.
 * --targets-out adds what a run has done (stopped by --max-cycles, say), --targets ends each
 * program when it has done as much (models/dispatch/dispatcher_clients.h).
 *
 * Source: Q. Xu and others, "Warped-Slicer", ISCA 2016, section V.
 */
#ifndef SIMGPU_CLI_RUN_TARGETS_H
#define SIMGPU_CLI_RUN_TARGETS_H

#include "cli/run/running.h"
#include "cli/run/setup.h"

/* Sets the targets of --targets, after the GPU is there; false if a program has none. */
bool targets_read(const struct run_setup *setup, struct running *running, GError **error);
/* Writes --targets-out: lines of other programs stay. done: the run has ended by itself. */
bool targets_write(const struct run_setup *setup, const struct running *running, bool done,
                   GError **error);

#endif
