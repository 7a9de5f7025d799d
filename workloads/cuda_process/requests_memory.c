/* SPDX-License-Identifier: BSD-3-Clause */
/* Allocations, copies, memset. */
#include "base/input_error.h"
#include "workloads/cuda_process/conversation.h"
#include "workloads/cuda_process/kernel_heap.h"
#include "workloads/cuda_process/program_private.h"
#include "workloads/cuda_process/requests.h"

static bool fail_with(struct program *program, enum cuda_status status)
{
    program->exchange->answer.status = status;
    return true;
}

/* A rectangle in memory: `height` rows of `width` bytes, `pitch` bytes apart. */
struct area {
    uint64_t address, pitch, width, height;
};

/* Bytes from the first to the last; UINT64_MAX if that overflows. */
static uint64_t extent_of(const struct area *area)
{
    uint64_t rows, bytes;
    if (__builtin_mul_overflow(area->height - 1, area->pitch, &rows) ||
        __builtin_add_overflow(rows, area->width, &bytes))
        return UINT64_MAX;
    return bytes;
}

static uint8_t *device_area(struct program *program, const struct area *area)
{
    const struct program_memory *memory = &program->setup.memory;
    return memory->at(memory->data, area->address, extent_of(area));
}

static bool bad_pointer(struct program *program, struct command *out, const char *call,
                        const char *role, const struct area *area)
{
    const struct program_memory *memory = &program->setup.memory;
    g_autofree char *nearest = memory->describe_nearest(memory->data, area->address);
    return program_complain(program, out, CUDA_INVALID_VALUE,
                            g_strdup_printf("%s: %s: the %s, %" G_GUINT64_FORMAT
                                            " bytes at 0x%" G_GINT64_MODIFIER
                                            "x, is not in one allocation of device memory; %s",
                                            program->process.name, call, role, extent_of(area),
                                            area->address, nearest));
}

/* ---- allocations -------------------------------------------------------------------------- */

bool finish_allocate(struct program *program, GError **error)
{
    const struct program_memory *memory = &program->setup.memory;
    uint64_t bytes = request_argument(program, PROTOCOL_ALLOCATE_BYTES);
    bool managed = request_argument(program, PROTOCOL_ALLOCATE_MANAGED);
    (void)error;
    g_autofree char *name = g_strdup_printf("%s %u", managed ? "managed allocation" : "allocation",
                                            program->n_allocations);
    GError *problem = NULL;
    uint64_t address =
        memory->allocate(memory->data, request_device(program), name, bytes, &problem);
    if (address == 0) {
        g_error_free(problem);
        return fail_with(program, CUDA_OUT_OF_MEMORY);
    }
    if (managed)
        memory->share(memory->data, address);
    program->n_allocations++;
    program->exchange->answer.value[PROTOCOL_RESULT] = address;
    return true;
}

/* Freeing waits for all that is under way, as on hardware. */
bool begin_free(struct program *program, struct command *out, GError **error)
{
    (void)error;
    unsigned n;
    const uint64_t *after = streams_all(&program->streams, &n);
    program_join(program, out, after, n);
    return true;
}

bool finish_free(struct program *program, GError **error)
{
    const struct program_memory *memory = &program->setup.memory;
    const uint64_t address = request_argument(program, PROTOCOL_SUBJECT);
    const bool heap = kernel_heap_has(program, address);
    if (!heap && memory_pools_give(&program->pools, address, 0, 0))
        return finish_wait(program, error);
    if (!heap && memory->release(memory->data, address))
        return true;
    g_autofree char *nearest = heap ? g_strdup("it is a kernel's malloc's, which kernels free")
                                    : memory->describe_nearest(memory->data, address);
    program_say(program, g_strdup_printf("%s: cudaFree: no allocation begins at "
                                         "0x%" G_GINT64_MODIFIER "x; %s",
                                         program->process.name, address, nearest));
    return fail_with(program, CUDA_INVALID_VALUE);
}

bool finish_memory_info(struct program *program, GError **error)
{
    const struct program_memory *memory = &program->setup.memory;
    (void)error;
    program->exchange->answer.value[PROTOCOL_MEMORY_FREE] =
        memory->left(memory->data, request_device(program));
    program->exchange->answer.value[PROTOCOL_MEMORY_ALL] = program->setup.device.global_bytes;
    return true;
}

bool finish_address_range(struct program *program, GError **error)
{
    const struct program_memory *memory = &program->setup.memory;
    uint64_t *value = program->exchange->answer.value;
    (void)error;
    value[PROTOCOL_RANGE_DEVICE] =
        memory->device_of(memory->data, request_argument(program, PROTOCOL_SUBJECT));
    return memory->range(memory->data, request_argument(program, PROTOCOL_SUBJECT),
                         &value[PROTOCOL_RANGE_BEGIN], &value[PROTOCOL_RANGE_BYTES]) ||
           fail_with(program, CUDA_INVALID_VALUE);
}

/* ---- copies ------------------------------------------------------------------------------- */

/* From its first byte to its last one. */
static uint64_t span_of(const struct area *area)
{
    return area->pitch * (area->height - 1) + area->width;
}

/* The memory's device carries a command out, whatever the stream's is. A copy between two goes over
 * their link. */
static void across_devices(const struct program *program, struct command *out,
                           const struct area *to, const struct area *from)
{
    const struct program_memory *memory = &program->setup.memory;
    const uint32_t source = memory->device_of(memory->data, from->address),
                   target = memory->device_of(memory->data, to->address);
    out->device = source;
    if (source == target)
        return;
    out->kind = COMMAND_COPY;
    out->direction = COPY_TO_PEER;
    out->peer = target;
    out->bytes = to->width * to->height;
}

static bool copy_within_device(struct program *program, struct command *out, const struct area *to,
                               const struct area *from)
{
    uint8_t *target = device_area(program, to), *source = device_area(program, from);
    if (!target || !source)
        return bad_pointer(program, out, "cudaMemcpy", target ? "source" : "destination",
                           target ? from : to);
    bool blocking = !request_argument(program, PROTOCOL_COPY_ASYNCHRONOUS);
    if (!program_append(program, out, COMMAND_MOVE, program_stream(program, PROTOCOL_COPY_STREAM),
                        blocking))
        return true;
    out->bytes = 2 * to->width * to->height;
    across_devices(program, out, to, from);
    out->address = to->address;
    out->span = span_of(to);
    struct effect *effect = program_effect(program, out, EFFECT_COPY);
    *effect = (struct effect){.kind = EFFECT_COPY,
                              .to = target,
                              .from = source,
                              .to_pitch = to->pitch,
                              .from_pitch = from->pitch,
                              .width = to->width,
                              .height = to->height,
                              .address = to->address,
                              .bytes = extent_of(to)};
    return true;
}

/* The host side of an asynchronous copy: memory that kernels reach, too (pinned, or registered and
 * moved into the device's), or bytes that came with the request, row
 * after row, which are only ever a source. NULL if it isn't all there. */
static uint8_t *host_side(struct program *program, const struct area *area, bool down)
{
    struct exchange *exchange = program->exchange;
    uint64_t bytes;
    if (!request_argument(program, PROTOCOL_COPY_INLINE))
        return device_area(program, area);
    bool complete = down && !__builtin_mul_overflow(area->width, area->height, &bytes) &&
                    exchange->request.payload_bytes == bytes;
    return complete ? exchange->payload : NULL;
}

static bool copy_across(struct program *program, struct command *out, const struct area *to,
                        const struct area *from, bool down)
{
    const struct area *device = down ? to : from, *host = down ? from : to;
    uint8_t *device_bytes = device_area(program, device);
    if (!device_bytes)
        return bad_pointer(program, out, "cudaMemcpy", down ? "destination" : "source", device);
    bool asynchronous = request_argument(program, PROTOCOL_COPY_ASYNCHRONOUS),
         inline_bytes = request_argument(program, PROTOCOL_COPY_INLINE);
    uint8_t *host_bytes = asynchronous ? host_side(program, host, down) : NULL;
    if (asynchronous && !host_bytes)
        return program_refuse(program, out, CUDA_INVALID_VALUE);
    if (!program_append(program, out, COMMAND_COPY, program_stream(program, PROTOCOL_COPY_STREAM),
                        !asynchronous))
        return true;
    out->device = program->setup.memory.device_of(program->setup.memory.data, device->address);
    out->direction = down ? COPY_HOST_TO_DEVICE : COPY_DEVICE_TO_HOST;
    out->bytes = to->width * to->height;
    out->address = device->address;
    out->span = span_of(device);
    if (!asynchronous) { /* the library moves the bytes when the call returns */
        conversation_moves(&program->conversation, program->exchange, device->address,
                           down ? extent_of(to) : 0);
        return true;
    }
    struct effect *effect = program_effect(program, out, EFFECT_COPY);
    effect->to = down ? device_bytes : host_bytes;
    effect->from = down ? host_bytes : device_bytes;
    effect->to_pitch = to->pitch;
    effect->from_pitch = inline_bytes ? from->width : from->pitch;
    effect->width = to->width;
    effect->height = to->height;
    effect->address = to->address;
    effect->bytes = down ? extent_of(to) : 0;
    if (inline_bytes)
        effect->owned = g_steal_pointer(&program->exchange->payload);
    return true;
}

/* Within the host: the library moves the bytes when what is in the stream has ended. */
static bool copy_within_host(struct program *program, struct command *out)
{
    const uint32_t stream = program_stream(program, PROTOCOL_COPY_STREAM);
    unsigned n;
    if (!streams_known(&program->streams, stream))
        return program_refuse(program, out, CUDA_INVALID_HANDLE);
    const uint64_t *after = streams_last(&program->streams, stream, &n);
    program_join(program, out, after, n);
    return true;
}

bool begin_copy(struct program *program, struct command *out, GError **error)
{
    (void)error;
    uint64_t width = request_argument(program, PROTOCOL_COPY_WIDTH),
             height = request_argument(program, PROTOCOL_COPY_HEIGHT);
    const struct area to = {request_argument(program, PROTOCOL_COPY_TO),
                            request_argument(program, PROTOCOL_COPY_TO_PITCH), width, height};
    const struct area from = {request_argument(program, PROTOCOL_COPY_FROM),
                              request_argument(program, PROTOCOL_COPY_FROM_PITCH), width, height};
    if (width == 0 || height == 0)
        return program_refuse(program, out, CUDA_SUCCESS);
    if (height > 1 && (to.pitch < width || from.pitch < width))
        return program_refuse(program, out, CUDA_INVALID_PITCH);
    switch (request_argument(program, PROTOCOL_COPY_DIRECTION)) {
    case PROTOCOL_HOST_TO_DEVICE:
        return copy_across(program, out, &to, &from, true);
    case PROTOCOL_DEVICE_TO_HOST:
        return copy_across(program, out, &to, &from, false);
    case PROTOCOL_DEVICE_TO_DEVICE:
        return copy_within_device(program, out, &to, &from);
    case PROTOCOL_HOST_TO_HOST:
        return copy_within_host(program, out);
    default:
        return program_refuse(program, out, CUDA_INVALID_VALUE);
    }
}

bool begin_set(struct program *program, struct command *out, GError **error)
{
    (void)error;
    uint64_t element = request_argument(program, PROTOCOL_SET_ELEMENT_BYTES),
             elements = request_argument(program, PROTOCOL_SET_WIDTH);
    if (elements == 0 || request_argument(program, PROTOCOL_SET_HEIGHT) == 0)
        return program_refuse(program, out, CUDA_SUCCESS);
    if ((element != 1 && element != 2 && element != 4) || elements > UINT64_MAX / element)
        return program_refuse(program, out, CUDA_INVALID_VALUE);
    const struct area area = {request_argument(program, PROTOCOL_SET_ADDRESS),
                              request_argument(program, PROTOCOL_SET_PITCH), elements * element,
                              request_argument(program, PROTOCOL_SET_HEIGHT)};
    if (area.height > 1 && area.pitch < area.width)
        return program_refuse(program, out, CUDA_INVALID_PITCH);
    uint8_t *bytes = device_area(program, &area);
    if (!bytes)
        return bad_pointer(program, out, "cudaMemset", "destination", &area);
    bool blocking = !request_argument(program, PROTOCOL_SET_ASYNCHRONOUS);
    if (!program_append(program, out, COMMAND_MOVE, program_stream(program, PROTOCOL_SET_STREAM),
                        blocking))
        return true;
    out->device = program->setup.memory.device_of(program->setup.memory.data, area.address);
    out->bytes = area.width * area.height;
    out->address = area.address;
    out->span = span_of(&area);
    struct effect *effect = program_effect(program, out, EFFECT_SET);
    effect->to = bytes;
    effect->to_pitch = area.pitch;
    effect->width = area.width;
    effect->height = area.height;
    effect->value = (uint32_t)request_argument(program, PROTOCOL_SET_VALUE);
    effect->element_bytes = (uint32_t)element;
    effect->address = area.address;
    effect->bytes = extent_of(&area);
    return true;
}
