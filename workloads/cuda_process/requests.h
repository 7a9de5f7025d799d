/* SPDX-License-Identifier: BSD-3-Clause */
/* Which function serves which request, and these functions.
 *
 * They are in requests_memory.c, requests_pool.c, requests_module.c and requests_stream.c, by
 * subject; the table is in requests.c. Each finds its request, and the place for its answer, in
 * program->exchange.
 */
#ifndef SIMGPU_WORKLOADS_PROGRAM_REQUESTS_H
#define SIMGPU_WORKLOADS_PROGRAM_REQUESTS_H

#include "runtime/protocol.h"
#include "workloads/command.h"

struct program;

/* A kind of request. begin() fills *out with the command that it is; finish() fills the answer when
 * the call returns. Both may be NULL: a call that costs host time and nothing else; success. False
 * with an error ends the run. */
struct request_ops {
    const char *name;
    bool (*begin)(struct program *program, struct command *out, GError **error);
    bool (*finish)(struct program *program, GError **error);
    bool at_once; /* answered in no simulated time: no call of the program's corresponds to it */
};

extern const struct request_ops program_request_ops[PROTOCOL_REQUESTS];

/* Calls that wait deliver what kernels have printed.
 * Source: CUDA C++ Programming Guide, "Formatted Output", the list of what flushes the buffer;
 *   there launches do so, too. */
bool request_takes_output(const struct protocol_request *request);

/* requests_memory.c */
bool begin_free(struct program *program, struct command *out, GError **error);
bool begin_copy(struct program *program, struct command *out, GError **error);
bool begin_set(struct program *program, struct command *out, GError **error);
bool finish_allocate(struct program *program, GError **error);
bool finish_memory_info(struct program *program, GError **error);
bool finish_address_range(struct program *program, GError **error);
bool finish_free(struct program *program, GError **error);
/* virtual_memory.c */
bool begin_virtual(struct program *program, struct command *out, GError **error);
bool finish_virtual(struct program *program, GError **error);
/* requests_pool.c */
bool finish_pool_create(struct program *program, GError **error);
bool finish_pool_destroy(struct program *program, GError **error);
bool begin_pool_allocate(struct program *program, struct command *out, GError **error);
bool begin_pool_free(struct program *program, struct command *out, GError **error);
bool finish_pool_trim(struct program *program, GError **error);
bool finish_pool_get(struct program *program, GError **error);
bool finish_pool_set(struct program *program, GError **error);
/* Of every call that waits: pools give back what they need not keep. */
bool finish_wait(struct program *program, GError **error);
/* requests_module.c */
bool finish_module(struct program *program, GError **error);
bool finish_module_unload(struct program *program, GError **error);
bool finish_function(struct program *program, GError **error);
bool finish_symbol(struct program *program, GError **error);
bool begin_constant_write(struct program *program, struct command *out, GError **error);
bool begin_constant_read(struct program *program, struct command *out, GError **error);
bool finish_constant_address(struct program *program, GError **error);
bool finish_constant_read(struct program *program, GError **error);
bool begin_launch(struct program *program, struct command *out, GError **error);
bool finish_occupancy(struct program *program, GError **error);
bool finish_texture_create(struct program *program, GError **error);
bool finish_texture_destroy(struct program *program, GError **error);
bool finish_texture_bind(struct program *program, GError **error);
/* requests_stream.c */
bool begin_peer_access(struct program *program, struct command *out, GError **error);
bool finish_stream_create(struct program *program, GError **error);
bool finish_stream_destroy(struct program *program, GError **error);
bool begin_stream_wait(struct program *program, struct command *out, GError **error);
bool begin_stream_sync(struct program *program, struct command *out, GError **error);
bool finish_stream_query(struct program *program, GError **error);
bool begin_device_sync(struct program *program, struct command *out, GError **error);
bool finish_event_create(struct program *program, GError **error);
bool finish_event_destroy(struct program *program, GError **error);
bool begin_event_record(struct program *program, struct command *out, GError **error);
bool begin_event_sync(struct program *program, struct command *out, GError **error);
bool finish_event_query(struct program *program, GError **error);
bool finish_event_elapsed(struct program *program, GError **error);
bool begin_graph_launch(struct program *program, struct command *out, GError **error);

#endif
