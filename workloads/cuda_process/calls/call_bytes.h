/* SPDX-License-Identifier: BSD-3-Clause */
/* What a copy of the library's own reads or writes in device memory (runtime/protocol.h, "Who moves
 * the bytes"): the same for whoever writes a log of calls and whoever replays it. */
#ifndef SIMGPU_WORKLOADS_PROGRAM_CALLS_CALL_BYTES_H
#define SIMGPU_WORKLOADS_PROGRAM_CALLS_CALL_BYTES_H

#include "base/content_digest.h"
#include "runtime/protocol.h"
#include <stdbool.h>

/* Rows in the device's file. */
struct call_bytes {
    uint64_t at, width, height, pitch; /* at: offset in the file; width 0: none */
};

/* The request was answered with `status`. from_device: what the library reads; else what it
 * writes. */
struct call_bytes call_bytes_of(const struct protocol_request *request, int32_t status,
                                bool from_device, uint64_t device_base, uint64_t device_bytes);
/* Of the bytes; file: where the device's file is mapped. 0 of none. */
struct content_digest call_bytes_digest(const struct call_bytes *bytes, const uint8_t *file);

#endif
