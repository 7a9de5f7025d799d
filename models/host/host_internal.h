/* SPDX-License-Identifier: BSD-3-Clause */
/* What host.c (clients, the unit) and host_work.c (operations) share. */
#ifndef SIMGPU_HOST_HOST_INTERNAL_H
#define SIMGPU_HOST_HOST_INTERNAL_H

#include "models/host/host_state.h"

static inline struct host_client *host_client_at(struct host *host, uint32_t index)
{
    return &g_array_index(host->clients, struct host_client, index);
}

/* The GPU that carries an operation out. */
static inline struct host_gpu *host_gpu_of(const struct host *host,
                                           const struct operation *operation)
{
    return &host->gpus[operation->command.device];
}

/* The operation that a caller of the client waits for has ended. */
void host_unblock(struct host_client *client, uint64_t id, sim_time now);
/* Takes all commands that the client has for now. */
void host_pull(struct host *host, uint32_t index, sim_time now);
/* The client has ended: nothing more comes from it. */
void host_end_client(struct host_client *client);

/* Ends the run with the error. */
void host_fail(struct host *host, sim_time now, GError *error);

/* A launch has been issued: it gets its number and its record. */
void host_note_launch(struct host *host, struct operation *operation);

/* Asks the offload policy where a launch runs, and which copies take time. Call it before the
 * operation begins. */
void host_place(struct host *host, struct operation *operation, sim_time now);
bool host_migrates(const struct operation *operation);
void host_begin_on_cpu(struct host *host, struct operation *operation, sim_time now);
/* The time of a launch on the CPU is over. */
void host_end_on_cpu(struct host *host, sim_time now);

/* Of host_work.c, for the files above it. */
struct host_launch *host_launch_at(struct host *host, uint32_t id);
/* Whether these records have room for another one. */
bool host_keeps_another(const struct host *host, const GArray *records);
/* The engine for a copy, or for the data that a launch lacks. */
unsigned host_copy_engine(const struct host *host, const struct operation *operation);
void host_begin_copy(struct host *host, struct operation *operation, sim_time now);
/* Each takes the error; NULL: the launch has ended well. */
void host_fail_client(struct host *host, struct operation *operation, sim_time now, GError *fault);
void host_end_operation(struct host *host, struct operation *operation, sim_time now,
                        const char *output);

/* Of host_passing.c. The launch will take no simulated time. */
void host_make_functional(struct host *host, struct operation *operation);
/* Asks the chooser about a launch that is to begin. True: it has begun, or has failed. */
bool host_chooses(struct host *host, struct operation *operation, sim_time now);
/* The launch has the GPU until `end`, and then ends. */
void host_pass_until(struct host *host, struct operation *operation, sim_time end,
                     const char *output);
void host_end_passing(struct host *host, struct operation *operation, sim_time now);

/* The ready operation that can begin first, and when; NULL if none can. `now` is the host's own
 * time: nothing begins earlier. */
struct operation *host_first_to_begin(struct host *host, sim_time now, sim_time *when);
void host_begin(struct host *host, struct operation *operation, sim_time now);

/* The running move that ends first, or launch that passes, and when; NULL if there is none. */
struct operation *host_next_move(struct host *host, sim_time *when);
void host_end_move(struct host *host, struct operation *move, sim_time now);

void host_take_kernel_done(struct host *host, const struct message *message, sim_time now);
void host_take_transfer_done(struct host *host, const struct message *message, sim_time now);

#endif
