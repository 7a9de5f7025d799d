/* SPDX-License-Identifier: BSD-3-Clause */
/* A running CUDA program as a command source.
 *
 * The program is a process of its own; its runtime library (runtime/cuda) asks over a socket
 * (runtime/protocol.h), and this source turns each request into a command: it is answered when
 * the host model says that it has returned in simulated time. Bytes move in done(), when the
 * simulated copy has ended.
 *
 * Several threads of the program may call at a time (conversation.h).
 *
 * How it ends: when the program is over, whatever its exit code, COMMAND_END; what it left under
 * way still runs. When a signal ended it between two calls, COMMAND_ABORT: the simulation stops
 * there. When a signal ends it in the middle of a call, *interrupted is set and the simulation
 * stops where it stands.
 *
 * Units: times in ps.
 */
#ifndef SIMGPU_WORKLOADS_PROGRAM_PROGRAM_H
#define SIMGPU_WORKLOADS_PROGRAM_PROGRAM_H

#include "workloads/command.h"
#include "workloads/cuda_process/after_fault.h"
#include "workloads/cuda_process/program_setup.h"

struct program;

/* Starts the program. setup is copied, except what it points to. */
struct program *program_new(const struct program_setup *setup, GError **error);
/* Ends the process if it still runs (process_finish). */
void program_free(struct program *program);

struct command_source *program_source(struct program *program);

/* What another process needs to take this one's place (base/image/image.h, calls/call_replay.h). */
struct program_place {
    GPid pid, speaker; /* see process_speaker */
    int socket, device_file, host_file;
    uint64_t n_records; /* in the log of its calls */
    uint64_t device_base, device_bytes;
};

/* Writes what it asks and hears into a file; before its first command. False with an error. */
bool program_keep_calls(struct program *program, const char *path, GError **error);
/* No thread watches it any more. NULL; or why its place can't be told now: "has ended". Then
 * nothing has changed. */
const char *program_pause(struct program *program, struct program_place *place);
/* Behind a pause: it is watched again. Another process may have taken its place. */
void program_resume(struct program *program, GPid pid, GPid speaker);

/* As it was started. */
const char *program_name(const struct program *program);
/* Whether it has ended; if not when the simulation has, it is killed by program_free. */
bool program_over(const struct program *program);
/* How many of its threads have called the runtime library. */
uint32_t program_n_threads(const struct program *program);
/* False if calls of several threads could not be ordered by simulated time: see host_threads.h. */
bool program_is_ordered(const struct program *program);
/* How it ended, after COMMAND_END or COMMAND_ABORT: its exit code, 128 + signal if it was killed; 0
 * if it was halted. */
int program_exit_code(struct program *program);
/* "./kmeans exited with code 1"; g_free. */
char *program_describe_end(struct program *program);
/* What device printf wrote and no call has taken to the program; borrowed. */
const char *program_left_output(const struct program *program);

/* Appends a line for each place where kernels did what CUDA leaves undefined and simgpu lets pass
 * (outsiders.h). */
void program_report_misuse(struct program *program, GString *text);

#endif
