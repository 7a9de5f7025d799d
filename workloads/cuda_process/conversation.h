/* SPDX-License-Identifier: BSD-3-Clause */
/* The conversation with a program: requests in, commands out, answers back.
 *
 * Each thread of the program has one call under way at a time. When a call returns, its thread gets
 * its answer, and simulated time stands still until no thread of the program can ask for anything
 * more (host_threads.h): all wait, for their own answers or for each other. What they have asked by
 * then is served in the order of the threads' making, all at the same simulated time, whoever was
 * faster. So the order of calls is that of simulated time, and a program whose threads wait for
 * each other, or share nothing, does the same in every run. What stays open: who gets a lock that
 * several running threads want, threads made by several running threads at a time, and what comes
 * from outside (input, time, other processes).
 */
#ifndef SIMGPU_WORKLOADS_PROGRAM_CONVERSATION_H
#define SIMGPU_WORKLOADS_PROGRAM_CONVERSATION_H

#include "workloads/cuda_process/program_private.h"

void conversation_init(struct conversation *conversation);
void conversation_finish(struct conversation *conversation);

/* Of command_source. */
bool conversation_next(struct command_source *source, const struct device_access *device,
                       uint64_t now, struct command *out, GError **error);
bool conversation_returned(struct command_source *source, const struct device_access *device,
                           uint64_t caller, GError **error);
enum source_rest conversation_rest(struct command_source *source);

/* When this call returns, the program reads these bytes of device memory itself, or writes them. */
void conversation_moves(struct conversation *conversation, const struct exchange *exchange,
                        uint64_t address, uint64_t written);

/* Answers all that is asked, now and until the program has ended, with the status. */
void conversation_answer_all(struct program *program, int32_t status);

/* program_is_ordered() of program.h. */
bool conversation_is_ordered(const struct program *program);

#endif
