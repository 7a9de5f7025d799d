/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes a program's calls into a log (call_log.h), with all that the program can see of memory
 * when a call has returned: what copies bring it, and where it looks itself, its pinned memory and
 * the managed and registered part of the device's.
 *
 * Costs: two comparisons of pages that the program looks at with a copy, at each call.
 */
#ifndef SIMGPU_WORKLOADS_PROGRAM_CALLS_CALLS_H
#define SIMGPU_WORKLOADS_PROGRAM_CALLS_CALLS_H

#include "base/content_digest.h"
#include "runtime/protocol.h"
#include <glib.h>
#include <stdbool.h>

struct calls_setup {
    const char *path;
    uint64_t device_base, device_bytes;
    const uint8_t *device; /* the device's file, mapped */
    const uint8_t *host;   /* and that of pinned memory */
    int host_file;
};

struct calls;

struct calls *calls_new(const struct calls_setup *setup, GError **error);
void calls_free(struct calls *calls);
/* The program looks at this part of device memory itself, from now on. */
void calls_show(struct calls *calls, uint64_t address, uint64_t bytes);
/* The GPU has changed memory. */
void calls_memory_changed(struct calls *calls);
void calls_heard(struct calls *calls, const struct protocol_request *request, const void *payload);
/* Before the answer is sent. */
void calls_answered(struct calls *calls, const struct protocol_request *request,
                    const struct protocol_answer *answer, const void *payload);
/* Another process has taken the program's place. It has the same of what the GPU has written, and
 * may differ in the rest. */
void calls_follow(struct calls *calls);
/* See call_log_flush. */
bool calls_flush(struct calls *calls, uint64_t *n_records);

/* Of what a program asks; the same from run to run. */
struct content_digest calls_request_digest(const struct protocol_request *request,
                                           const void *payload);

#endif
