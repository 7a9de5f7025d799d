/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/cuda_process/calls/call_bytes.h"
#include "workloads/cuda_process/calls/call_log.h"

static const struct call_bytes nothing = {0};

/* Whether all of it is in the file; what a program says is not trusted. */
static bool fits(const struct call_bytes *bytes, uint64_t file_bytes)
{
    uint64_t rows, span;
    return !__builtin_mul_overflow(bytes->height - 1, bytes->pitch, &rows) &&
           !__builtin_add_overflow(rows, bytes->width, &span) && span <= file_bytes &&
           bytes->at <= file_bytes - span;
}

struct call_bytes call_bytes_of(const struct protocol_request *request, int32_t status,
                                bool from_device, uint64_t device_base, uint64_t device_bytes)
{
    const uint64_t *argument = request->argument;
    const uint64_t direction = from_device ? PROTOCOL_DEVICE_TO_HOST : PROTOCOL_HOST_TO_DEVICE;
    if (request->kind != PROTOCOL_COPY || status != 0 ||
        argument[PROTOCOL_COPY_DIRECTION] != direction ||
        argument[PROTOCOL_COPY_ASYNCHRONOUS] != 0 || argument[PROTOCOL_COPY_HEIGHT] == 0)
        return nothing;
    const struct call_bytes bytes = {
        .at = argument[from_device ? PROTOCOL_COPY_FROM : PROTOCOL_COPY_TO] - device_base,
        .width = argument[PROTOCOL_COPY_WIDTH],
        .height = argument[PROTOCOL_COPY_HEIGHT],
        .pitch = argument[from_device ? PROTOCOL_COPY_FROM_PITCH : PROTOCOL_COPY_TO_PITCH]};
    return fits(&bytes, device_bytes) ? bytes : nothing;
}

struct content_digest call_bytes_digest(const struct call_bytes *bytes, const uint8_t *file)
{
    struct content_digest digest = {0};
    for (uint64_t row = 0; row < bytes->height && bytes->width > 0; row++)
        digest = content_digest_add(digest, file + bytes->at + row * bytes->pitch, bytes->width);
    return digest;
}
