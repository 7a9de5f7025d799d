/* SPDX-License-Identifier: BSD-3-Clause */
/* Events. simgpu keeps their times; only the flags are kept here. */
#include "runtime/cuda/events.h"

#include <stdlib.h>

#include "runtime/cuda/capturing.h"
#include "runtime/cuda/message.h"
#include "runtime/cuda/streams.h"

struct event {
    uint64_t number;
    unsigned int flags;
    struct event_capture captured;
};

#define PICOSECONDS_A_MILLISECOND 1e9

static struct event *find(const struct runtime *runtime, cudaEvent_t handle)
{
    return handle ? pointer_map_get(&runtime->events, handle) : NULL;
}

cudaError_t event_number(const struct runtime *runtime, cudaEvent_t handle, uint64_t *number)
{
    const struct event *event = find(runtime, handle);
    if (!event)
        return cudaErrorInvalidResourceHandle;
    *number = event->number;
    return cudaSuccess;
}

struct event_capture *event_captured(const struct runtime *runtime, cudaEvent_t handle)
{
    struct event *event = find(runtime, handle);
    return event ? &event->captured : NULL;
}

static void event_free(struct event *event)
{
    if (event)
        free(event->captured.nodes);
    free(event);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *handle, unsigned int flags)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess && !handle)
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess && (flags & cudaEventInterprocess))
        status = error_not_supported("cudaEventInterprocess");
    if (status == cudaSuccess) {
        struct exchange exchange = {.kind = PROTOCOL_EVENT_CREATE};
        status = runtime_ask(runtime, &exchange);
        if (status == cudaSuccess) {
            struct event *event = message_allocate(sizeof *event);
            *event = (struct event){.number = exchange.value[PROTOCOL_RESULT], .flags = flags};
            pointer_map_set(&runtime->events, event, event);
            *handle = (cudaEvent_t)event;
        }
    }
    return runtime_leave(runtime, status);
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

static cudaError_t ask_about(cudaEvent_t handle, enum protocol_request_kind kind)
{
    uint64_t number = 0;
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess)
        status = event_number(runtime, handle, &number);
    if (status == cudaSuccess && kind != PROTOCOL_EVENT_DESTROY)
        status = capturing_forbid_event(runtime, handle);
    if (status == cudaSuccess) {
        struct exchange exchange = {.kind = kind, .argument = {[PROTOCOL_SUBJECT] = number}};
        status = runtime_ask(runtime, &exchange);
        if (kind == PROTOCOL_EVENT_DESTROY)
            event_free(pointer_map_remove(&runtime->events, handle));
    }
    return runtime_leave(runtime, status);
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    return ask_about(event, PROTOCOL_EVENT_DESTROY);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    return ask_about(event, PROTOCOL_EVENT_SYNC);
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    return ask_about(event, PROTOCOL_EVENT_QUERY);
}

static cudaError_t record(cudaEvent_t handle, cudaStream_t stream, bool external)
{
    uint64_t event = 0, number = 0;
    bool captured = false;
    struct runtime *runtime = NULL;
    cudaError_t status = stream_enter(&runtime, stream, &number);
    if (status == cudaSuccess)
        status = event_number(runtime, handle, &event);
    if (status == cudaSuccess)
        status = capturing_record(runtime, number, handle, external, &captured);
    if (status == cudaSuccess && !captured) {
        find(runtime, handle)->captured.id = 0;
        struct exchange exchange = {
            .kind = PROTOCOL_EVENT_RECORD,
            .argument = {[PROTOCOL_RECORD_EVENT] = event, [PROTOCOL_RECORD_STREAM] = number}};
        status = runtime_ask(runtime, &exchange);
    }
    return runtime_leave(runtime, status);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    return record(event, stream, false);
}
ALSO_PER_THREAD_STREAM(cudaEventRecord, cudaEventRecord_ptsz)

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags)
{
    if (flags != cudaEventRecordDefault && flags != cudaEventRecordExternal)
        return error_note(cudaErrorInvalidValue);
    return record(event, stream, flags == cudaEventRecordExternal);
}
ALSO_PER_THREAD_STREAM(cudaEventRecordWithFlags, cudaEventRecordWithFlags_ptsz)

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess) {
        const struct event *first = find(runtime, start), *second = find(runtime, end);
        if (!milliseconds)
            status = cudaErrorInvalidValue;
        else if (!first || !second || ((first->flags | second->flags) & cudaEventDisableTiming))
            status = cudaErrorInvalidResourceHandle;
        else {
            struct exchange exchange = {.kind = PROTOCOL_EVENT_ELAPSED,
                                        .argument = {[PROTOCOL_ELAPSED_FIRST] = first->number,
                                                     [PROTOCOL_ELAPSED_SECOND] = second->number}};
            status = runtime_ask(runtime, &exchange);
            if (status == cudaSuccess)
                *milliseconds = (float)((double)(int64_t)exchange.value[PROTOCOL_RESULT] /
                                        PICOSECONDS_A_MILLISECOND);
        }
    }
    return runtime_leave(runtime, status);
}
/* The name that CUDA 12.8 and later gives it. */
extern __typeof(cudaEventElapsedTime) cudaEventElapsedTime_v2
    __attribute__((alias("cudaEventElapsedTime")));
