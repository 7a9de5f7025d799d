/* SPDX-License-Identifier: BSD-3-Clause */
/* Streams. A handle is the address of a struct stream; only addresses that this library has handed
 * out are followed.
 */
#include "runtime/cuda/streams.h"

#include <stdlib.h>

#include "runtime/cuda/capturing.h"
#include "runtime/cuda/events.h"
#include "runtime/cuda/message.h"

struct stream {
    uint64_t number;
    unsigned int flags;
    int priority;
    struct stream_hints hints;
};

static bool is_default(cudaStream_t stream)
{
    return stream == NULL || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

cudaError_t stream_number(const struct runtime *runtime, cudaStream_t handle, uint64_t *number)
{
    const struct stream *stream = NULL;
    *number = 0;
    if (is_default(handle))
        return cudaSuccess;
    stream = pointer_map_get(&runtime->streams, handle);
    if (!stream)
        return cudaErrorInvalidResourceHandle;
    *number = stream->number;
    return cudaSuccess;
}

struct stream_hints *stream_hints(struct runtime *runtime, cudaStream_t handle)
{
    if (!is_default(handle)) {
        struct stream *stream = pointer_map_get(&runtime->streams, handle);
        return stream ? &stream->hints : NULL;
    }
    if (!runtime->default_hints)
        runtime->default_hints = calloc(1, sizeof *runtime->default_hints);
    return runtime->default_hints;
}

cudaError_t stream_enter(struct runtime **runtime, cudaStream_t stream, uint64_t *number)
{
    cudaError_t status = runtime_enter(runtime);
    if (status == cudaSuccess)
        status = stream_number(*runtime, stream, number);
    return status;
}

cudaError_t stream_begin(struct runtime *runtime, unsigned int flags, int priority,
                         cudaStream_t *handle)
{
    struct exchange exchange = {
        .kind = PROTOCOL_STREAM_CREATE,
        .argument = {[PROTOCOL_STREAM_FLAGS] =
                         flags & cudaStreamNonBlocking ? PROTOCOL_STREAM_NON_BLOCKING : 0,
                     [PROTOCOL_STREAM_PRIORITY] = (uint64_t)(int64_t)priority},
    };
    const cudaError_t status = runtime_ask(runtime, &exchange);
    if (status == cudaSuccess) {
        struct stream *stream = message_allocate(sizeof *stream);
        *stream = (struct stream){
            .number = exchange.value[PROTOCOL_RESULT], .flags = flags, .priority = priority};
        pointer_map_set(&runtime->streams, stream, stream);
        *handle = (cudaStream_t)stream;
    }
    return status;
}

bool stream_is_blocking(const struct runtime *runtime, uint64_t number)
{
    for (size_t i = 0; i < runtime->streams.count; i++) {
        const struct stream *stream = runtime->streams.entries[i].value;
        if (stream->number == number)
            return !(stream->flags & cudaStreamNonBlocking);
    }
    return false;
}

cudaError_t stream_end(struct runtime *runtime, cudaStream_t handle)
{
    uint64_t number = 0;
    cudaError_t status = stream_number(runtime, handle, &number);
    if (status == cudaSuccess && is_default(handle))
        status = cudaErrorInvalidResourceHandle;
    if (status == cudaSuccess) {
        struct exchange exchange = {.kind = PROTOCOL_STREAM_DESTROY,
                                    .argument = {[PROTOCOL_SUBJECT] = number}};
        capturing_forget(runtime, number);
        status = runtime_ask(runtime, &exchange);
        free(pointer_map_remove(&runtime->streams, handle));
    }
    return status;
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *handle, unsigned int flags, int priority)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess && (!handle || (flags & ~(unsigned)cudaStreamNonBlocking)))
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess)
        status = stream_begin(runtime, flags, priority, handle);
    return runtime_leave(runtime, status);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags)
{
    return cudaStreamCreateWithPriority(stream, flags, 0);
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0);
}

cudaError_t cudaStreamDestroy(cudaStream_t handle)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess)
        status = stream_end(runtime, handle);
    return runtime_leave(runtime, status);
}

static cudaError_t ask_about(cudaStream_t handle, enum protocol_request_kind kind)
{
    uint64_t number = 0;
    struct runtime *runtime = NULL;
    cudaError_t status = stream_enter(&runtime, handle, &number);
    if (status == cudaSuccess)
        status = capturing_forbid(runtime, number);
    if (status == cudaSuccess) {
        struct exchange exchange = {.kind = kind, .argument = {[PROTOCOL_SUBJECT] = number}};
        status = runtime_ask(runtime, &exchange);
    }
    return runtime_leave(runtime, status);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    return ask_about(stream, PROTOCOL_STREAM_SYNC);
}
ALSO_PER_THREAD_STREAM(cudaStreamSynchronize, cudaStreamSynchronize_ptsz)

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    return ask_about(stream, PROTOCOL_STREAM_QUERY);
}
ALSO_PER_THREAD_STREAM(cudaStreamQuery, cudaStreamQuery_ptsz)

cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event, unsigned int flags)
{
    uint64_t stream = 0, number = 0;
    bool captured = false;
    struct runtime *runtime = NULL;
    cudaError_t status = stream_enter(&runtime, handle, &stream);
    if (status == cudaSuccess && flags != cudaEventWaitDefault && flags != cudaEventWaitExternal)
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess)
        status = event_number(runtime, event, &number);
    if (status == cudaSuccess)
        status = capturing_wait(runtime, stream, event, flags == cudaEventWaitExternal, &captured);
    if (status == cudaSuccess && !captured) {
        struct exchange exchange = {
            .kind = PROTOCOL_STREAM_WAIT,
            .argument = {[PROTOCOL_WAIT_STREAM] = stream, [PROTOCOL_WAIT_EVENT] = number}};
        status = runtime_ask(runtime, &exchange);
    }
    return runtime_leave(runtime, status);
}
ALSO_PER_THREAD_STREAM(cudaStreamWaitEvent, cudaStreamWaitEvent_ptsz)

/* The stream's entry, or one that stands for the default stream. */
static cudaError_t look_up(cudaStream_t handle, struct stream *found)
{
    uint64_t number = 0;
    struct runtime *runtime = NULL;
    const cudaError_t status = stream_enter(&runtime, handle, &number);
    *found = (struct stream){.flags = cudaStreamDefault};
    if (status == cudaSuccess && !is_default(handle))
        *found = *(const struct stream *)pointer_map_get(&runtime->streams, handle);
    return runtime_leave(runtime, status);
}

cudaError_t cudaStreamGetFlags(cudaStream_t handle, unsigned int *flags)
{
    struct stream stream;
    if (!flags)
        return error_note(cudaErrorInvalidValue);
    const cudaError_t status = look_up(handle, &stream);
    *flags = stream.flags;
    return status;
}
ALSO_PER_THREAD_STREAM(cudaStreamGetFlags, cudaStreamGetFlags_ptsz)

cudaError_t cudaStreamGetPriority(cudaStream_t handle, int *priority)
{
    struct stream stream;
    if (!priority)
        return error_note(cudaErrorInvalidValue);
    const cudaError_t status = look_up(handle, &stream);
    *priority = stream.priority;
    return status;
}
ALSO_PER_THREAD_STREAM(cudaStreamGetPriority, cudaStreamGetPriority_ptsz)
