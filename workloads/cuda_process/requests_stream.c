/* SPDX-License-Identifier: BSD-3-Clause */
/* Streams, events, synchronisation; access to peers. */
#include "workloads/cuda_process/program_private.h"
#include "workloads/cuda_process/requests.h"

static bool fail_with(struct program *program, enum cuda_status status)
{
    program->exchange->answer.status = status;
    return true;
}

/* Argument `index` as the number of a stream or event; UINT32_MAX, which none has, if it is bigger.
 */
static uint32_t number_of(const struct program *program, unsigned index)
{
    uint64_t number = request_argument(program, index);
    return number < UINT32_MAX ? (uint32_t)number : UINT32_MAX;
}

bool finish_stream_create(struct program *program, GError **error)
{
    (void)error;
    bool non_blocking =
        request_argument(program, PROTOCOL_STREAM_FLAGS) & PROTOCOL_STREAM_NON_BLOCKING;
    program->exchange->answer.value[PROTOCOL_RESULT] =
        streams_create(&program->streams, request_device(program), non_blocking);
    return true;
}

bool finish_stream_destroy(struct program *program, GError **error)
{
    (void)error;
    return streams_destroy(&program->streams, number_of(program, PROTOCOL_SUBJECT)) ||
           fail_with(program, CUDA_INVALID_HANDLE);
}

bool begin_stream_wait(struct program *program, struct command *out, GError **error)
{
    (void)error;
    uint32_t event = number_of(program, PROTOCOL_WAIT_EVENT);
    if (!streams_event_known(&program->streams, event))
        return program_refuse(program, out, CUDA_INVALID_HANDLE);
    if (!program_append(program, out, COMMAND_JOIN, program_stream(program, PROTOCOL_WAIT_STREAM),
                        false))
        return true;
    uint64_t command = streams_event_command(&program->streams, event);
    g_array_append_val(program->streams.after, command);
    out->after = (const uint64_t *)(const void *)program->streams.after->data;
    out->n_after = program->streams.after->len;
    return true;
}

bool begin_stream_sync(struct program *program, struct command *out, GError **error)
{
    (void)error;
    uint32_t stream = program_stream(program, PROTOCOL_SUBJECT);
    unsigned n;
    if (!streams_known(&program->streams, stream))
        return program_refuse(program, out, CUDA_INVALID_HANDLE);
    const uint64_t *after = streams_last(&program->streams, stream, &n);
    program_join(program, out, after, n);
    return true;
}

bool finish_stream_query(struct program *program, GError **error)
{
    (void)error;
    uint32_t stream = program_stream(program, PROTOCOL_SUBJECT);
    if (!streams_known(&program->streams, stream))
        return fail_with(program, CUDA_INVALID_HANDLE);
    return streams_idle(&program->streams, stream) || fail_with(program, CUDA_NOT_READY);
}

bool begin_device_sync(struct program *program, struct command *out, GError **error)
{
    (void)error;
    unsigned n;
    const uint64_t *after = streams_of_device(&program->streams, request_device(program), &n);
    program_join(program, out, after, n);
    return true;
}

bool finish_event_create(struct program *program, GError **error)
{
    (void)error;
    program->exchange->answer.value[PROTOCOL_RESULT] =
        streams_event_create(&program->streams, request_device(program));
    return true;
}

bool finish_event_destroy(struct program *program, GError **error)
{
    (void)error;
    return streams_event_destroy(&program->streams, number_of(program, PROTOCOL_SUBJECT)) ||
           fail_with(program, CUDA_INVALID_HANDLE);
}

bool begin_event_record(struct program *program, struct command *out, GError **error)
{
    (void)error;
    uint32_t event = number_of(program, PROTOCOL_RECORD_EVENT);
    if (!streams_event_known(&program->streams, event))
        return program_refuse(program, out, CUDA_INVALID_HANDLE);
    const uint32_t stream = program_stream(program, PROTOCOL_RECORD_STREAM);
    /* An event happens on its own device. */
    if (streams_known(&program->streams, stream) &&
        streams_device(&program->streams, stream) != streams_event_device(&program->streams, event))
        return program_refuse(program, out, CUDA_INVALID_HANDLE);
    if (program_append(program, out, COMMAND_JOIN, stream, false))
        streams_event_record(&program->streams, event, out->id);
    return true;
}

bool begin_event_sync(struct program *program, struct command *out, GError **error)
{
    (void)error;
    uint32_t event = number_of(program, PROTOCOL_SUBJECT);
    if (!streams_event_known(&program->streams, event))
        return program_refuse(program, out, CUDA_INVALID_HANDLE);
    uint64_t command = streams_event_command(&program->streams, event);
    GArray *after = program->streams.after;
    g_array_set_size(after, 0);
    g_array_append_val(after, command);
    program_join(program, out, (const uint64_t *)(const void *)after->data, after->len);
    return true;
}

bool finish_event_query(struct program *program, GError **error)
{
    (void)error;
    uint32_t event = number_of(program, PROTOCOL_SUBJECT);
    uint64_t time;
    if (!streams_event_known(&program->streams, event))
        return fail_with(program, CUDA_INVALID_HANDLE);
    return streams_event_happened(&program->streams, event, &time) ||
           fail_with(program, CUDA_NOT_READY);
}

bool finish_event_elapsed(struct program *program, GError **error)
{
    (void)error;
    uint64_t times[2];
    uint32_t devices[2];
    for (unsigned i = 0; i < 2; i++) {
        uint32_t event = number_of(program, PROTOCOL_ELAPSED_FIRST + i);
        if (!streams_event_known(&program->streams, event) ||
            streams_event_command(&program->streams, event) == 0)
            return fail_with(program, CUDA_INVALID_HANDLE);
        if (!streams_event_happened(&program->streams, event, &times[i]))
            return fail_with(program, CUDA_NOT_READY);
        devices[i] = streams_event_device(&program->streams, event);
    }
    if (devices[0] != devices[1])
        return fail_with(program, CUDA_INVALID_HANDLE);
    program->exchange->answer.value[PROTOCOL_RESULT] = times[1] - times[0];
    return true;
}

/* The call that the nodes' requests are within. */
bool begin_graph_launch(struct program *program, struct command *out, GError **error)
{
    (void)error;
    program_append(program, out, COMMAND_JOIN, program_stream(program, PROTOCOL_SUBJECT), false);
    return true;
}

/* It waits for all that is under way: then no kernel runs for which it would change. The library
 * knows what is enabled, and refuses what makes no sense. */
bool begin_peer_access(struct program *program, struct command *out, GError **error)
{
    const struct program_memory *memory = &program->setup.memory;
    const uint64_t peer = request_argument(program, PROTOCOL_PEER);
    unsigned n;
    (void)error;
    if (peer >= program->setup.device.devices || peer == request_device(program))
        return program_refuse(program, out, CUDA_INVALID_DEVICE);
    const uint64_t *after = streams_all(&program->streams, &n);
    program_join(program, out, after, n);
    memory->let_reach(memory->data, request_device(program), (uint32_t)peer,
                      request_argument(program, PROTOCOL_PEER_ENABLE) != 0);
    return true;
}
