/* SPDX-License-Identifier: BSD-3-Clause */
/* How a copy is carried out: who moves the bytes is said in runtime/protocol.h.
 *
 * Which side is the device's follows from the addresses; the kind that the caller names is checked
 * against them. Managed memory counts as the device's. That a range lies within one allocation is
 * for simgpu to check, which names it; this library only takes care that it never reads or writes
 * outside its mapping.
 *
 * Differs: an asynchronous copy of much pageable memory blocks, as hardware may do, too; a copy to
 * pageable memory always does. A copy from host to host blocks.
 */
#include "runtime/cuda/copy.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/cuda/capturing.h"
#include "runtime/cuda/host_memory.h"
#include "runtime/cuda/managed.h"
#include "runtime/cuda/memory.h"
#include "runtime/cuda/message.h"
#include "runtime/cuda/streams.h"

/* The most that rides behind a request. ASSUMED: large enough to keep copies asynchronous that
 * overlap with kernels, small beside the host's memory. */
#define INLINE_BYTES_MAX ((size_t)64 << 20)

/* From a rectangle's first byte to the end of its last. */
static size_t span(size_t width, size_t height, size_t pitch)
{
    return (height - 1) * pitch + width;
}

static bool overflows(const struct copy *copy)
{
    size_t bytes;
    size_t pitch = copy->to_pitch > copy->from_pitch ? copy->to_pitch : copy->from_pitch;
    return __builtin_mul_overflow(copy->height, pitch, &bytes) ||
           __builtin_mul_overflow(copy->height, copy->width, &bytes);
}

/* One side of the copy: is it the device's? False if the caller's kind contradicts the address. */
static bool side_is_device(const struct runtime *runtime, const void *address,
                           enum cudaMemcpyKind kind, bool named_device, bool *device)
{
    *device = memory_is_device(runtime, address) && !host_memory_mapped(runtime, address);
    if (kind == cudaMemcpyDefault)
        return true;
    if (named_device) {
        *device = true; /* simgpu names the address if it is none */
        return true;
    }
    if (!*device || managed_find(runtime, address))
        return true;
    message_print("a copy's kind says that %p is host memory, but it is the device's", address);
    return false;
}

static cudaError_t find_direction(const struct runtime *runtime, const struct copy *copy,
                                  enum protocol_direction *direction)
{
    const enum cudaMemcpyKind kind = copy->kind;
    bool from_device, to_device;
    if ((unsigned)kind > cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    if (!side_is_device(runtime, copy->from, kind,
                        kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice,
                        &from_device) ||
        !side_is_device(runtime, copy->to, kind,
                        kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice,
                        &to_device))
        return cudaErrorInvalidValue;
    if (from_device)
        *direction = to_device ? PROTOCOL_DEVICE_TO_DEVICE : PROTOCOL_DEVICE_TO_HOST;
    else
        *direction = to_device ? PROTOCOL_HOST_TO_DEVICE : PROTOCOL_HOST_TO_HOST;
    return cudaSuccess;
}

/* Where memory that kernels reach is in this process; NULL if the range isn't all of it. */
static unsigned char *mapped(const struct runtime *runtime, const void *address, size_t bytes)
{
    if (pinned_find(&runtime->pinned, address, bytes))
        return (unsigned char *)(uintptr_t)address;
    uint64_t offset = (uintptr_t)address - runtime->device.device_base;
    const uint64_t all = runtime_device_bytes(runtime);
    if (offset > all || bytes > all - offset)
        return NULL;
    return runtime->channel.device_bytes + offset;
}

static void move_rows(const struct copy *copy, unsigned char *to, const unsigned char *from)
{
    for (size_t row = 0; row < copy->height; row++)
        memmove(to + row * copy->to_pitch, from + row * copy->from_pitch, copy->width);
}

/* What is left for this library to do after a blocking copy's answer. */
static cudaError_t carry_out(const struct runtime *runtime, const struct copy *copy,
                             enum protocol_direction direction)
{
    unsigned char *to = copy->to;
    const unsigned char *from = copy->from;
    if (direction == PROTOCOL_HOST_TO_DEVICE)
        to = mapped(runtime, copy->to, span(copy->width, copy->height, copy->to_pitch));
    if (direction == PROTOCOL_DEVICE_TO_HOST)
        from = mapped(runtime, copy->from, span(copy->width, copy->height, copy->from_pitch));
    if (!to || !from)
        return cudaErrorInvalidValue;
    move_rows(copy, to, from);
    return cudaSuccess;
}

/* The address of a host range as simgpu may know it: 0 if it is neither pinned nor mapped. So
 * nothing that depends on where the program happens to lie in memory reaches the simulation. */
static uint64_t pinned_address(const struct runtime *runtime, const void *address, size_t bytes)
{
    const struct mapped_range *mapped = host_memory_mapped(runtime, address);
    const uint64_t offset = mapped ? (uintptr_t)address - mapped->host : 0;
    if (mapped)
        return bytes <= mapped->bytes - offset ? mapped->device + offset : 0;
    return pinned_find(&runtime->pinned, address, bytes) ? (uintptr_t)address : 0;
}

/* Sends the source's bytes along, row after row. */
static cudaError_t ask_with_bytes(struct runtime *runtime, const struct copy *copy,
                                  struct exchange *exchange)
{
    size_t bytes = copy->width * copy->height;
    unsigned char *packed = NULL;
    exchange->argument[PROTOCOL_COPY_INLINE] = 1;
    exchange->part[0].bytes = copy->from;
    exchange->part[0].size = bytes;
    if (copy->height > 1) {
        struct copy packing = *copy;
        packing.to_pitch = copy->width;
        packed = message_allocate(bytes);
        move_rows(&packing, packed, copy->from);
        exchange->part[0].bytes = packed;
    }
    const cudaError_t status = runtime_ask(runtime, exchange);
    free(packed);
    return status;
}

static cudaError_t ask_for_copy(struct runtime *runtime, const struct copy *copy,
                                enum protocol_direction direction)
{
    size_t to_span = span(copy->width, copy->height, copy->to_pitch);
    size_t from_span = span(copy->width, copy->height, copy->from_pitch);
    bool from_host = direction == PROTOCOL_HOST_TO_HOST || direction == PROTOCOL_HOST_TO_DEVICE;
    bool to_host = direction == PROTOCOL_HOST_TO_HOST || direction == PROTOCOL_DEVICE_TO_HOST;
    uint64_t to = to_host ? pinned_address(runtime, copy->to, to_span) : (uintptr_t)copy->to;
    uint64_t from =
        from_host ? pinned_address(runtime, copy->from, from_span) : (uintptr_t)copy->from;
    bool rides_along = copy->asynchronous && direction == PROTOCOL_HOST_TO_DEVICE && from == 0 &&
                       copy->width * copy->height <= INLINE_BYTES_MAX;
    bool simgpu_moves =
        direction == PROTOCOL_DEVICE_TO_DEVICE || rides_along ||
        (copy->asynchronous && from != 0 && to != 0 && direction != PROTOCOL_HOST_TO_HOST);
    struct exchange exchange = {
        .kind = PROTOCOL_COPY,
        .argument = {[PROTOCOL_COPY_DIRECTION] = direction,
                     [PROTOCOL_COPY_STREAM] = copy->stream,
                     [PROTOCOL_COPY_ASYNCHRONOUS] = copy->asynchronous && simgpu_moves,
                     [PROTOCOL_COPY_TO] = to,
                     [PROTOCOL_COPY_FROM] = from,
                     [PROTOCOL_COPY_WIDTH] = copy->width,
                     [PROTOCOL_COPY_HEIGHT] = copy->height,
                     [PROTOCOL_COPY_TO_PITCH] = copy->to_pitch,
                     [PROTOCOL_COPY_FROM_PITCH] = copy->from_pitch},
    };
    if (rides_along)
        return ask_with_bytes(runtime, copy, &exchange);
    const cudaError_t status = runtime_ask(runtime, &exchange);
    return status == cudaSuccess && !simgpu_moves ? carry_out(runtime, copy, direction) : status;
}

cudaError_t copy_run(struct runtime *runtime, const struct copy *given)
{
    struct copy copy = *given;
    enum protocol_direction direction;
    struct stream_capture *capture = NULL;
    const cudaError_t looked = capturing_look(runtime, copy.stream, &capture);
    if (looked != cudaSuccess || copy.width == 0 || copy.height == 0)
        return looked;
    if (copy.height == 1)
        copy.to_pitch = copy.from_pitch = copy.width;
    if (copy.to_pitch < copy.width || copy.from_pitch < copy.width)
        return cudaErrorInvalidPitchValue;
    if (overflows(&copy) || !copy.to || !copy.from)
        return cudaErrorInvalidValue;
    if (copy.to_pitch == copy.width && copy.from_pitch == copy.width) { /* contiguous */
        copy.to_pitch = copy.from_pitch = copy.width *= copy.height;
        copy.height = 1;
    }
    const cudaError_t status = find_direction(runtime, &copy, &direction);
    if (status == cudaSuccess && capture)
        return runtime->graph_ops->copy(
            runtime, capture, &(struct graph_copy){.form = GRAPH_COPY_ROWS, .rows = *given});
    return status == cudaSuccess ? ask_for_copy(runtime, &copy, direction) : status;
}

cudaError_t copy_in_stream(struct copy copy, cudaStream_t stream)
{
    struct runtime *runtime = NULL;
    cudaError_t status = stream_enter(&runtime, stream, &copy.stream);
    if (status == cudaSuccess)
        status = copy_run(runtime, &copy);
    return runtime_leave(runtime, status);
}
