/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/cuda_process/calls/calls.h"
#include "workloads/cuda_process/calls/call_bytes.h"
#include "workloads/cuda_process/calls/call_log.h"
#include "workloads/cuda_process/calls/seen.h"
#include <unistd.h>

enum { PAGE = 4096 };

struct calls {
    struct calls_setup setup;
    struct call_log *log;
    struct seen *of_device, *of_host;
    bool changed;
    struct call_bytes copying; /* what the program copies into the device before it asks again */
};

struct calls *calls_new(const struct calls_setup *setup, GError **error)
{
    struct call_log *log = call_log_new(setup->path, error);
    if (!log)
        return NULL;
    struct calls *calls = g_new0(struct calls, 1);
    calls->setup = *setup;
    calls->log = log;
    calls->of_device = seen_new(FILE_OF_DEVICE, setup->device);
    calls->of_host = seen_new(FILE_OF_HOST, setup->host);
    return calls;
}

void calls_free(struct calls *calls)
{
    if (!calls)
        return;
    call_log_free(calls->log);
    seen_free(calls->of_device);
    seen_free(calls->of_host);
    g_free(calls);
}

void calls_show(struct calls *calls, uint64_t address, uint64_t bytes)
{
    const uint64_t at = address - calls->setup.device_base;
    if (at > calls->setup.device_bytes || bytes > calls->setup.device_bytes - at)
        return;
    seen_add(calls->of_device, at / PAGE * PAGE,
             MIN((at + bytes + PAGE - 1) / PAGE * PAGE, calls->setup.device_bytes), false);
}

void calls_memory_changed(struct calls *calls)
{
    calls->changed = true;
}

/* All pinned memory that anybody has touched; the others are holes. */
static void show_host(struct calls *calls, bool empty)
{
    const int file = calls->setup.host_file;
    off_t at = 0;
    while ((at = lseek(file, at, SEEK_DATA)) >= 0) {
        const off_t end = lseek(file, at, SEEK_HOLE);
        if (end > at)
            seen_add(calls->of_host, (uint64_t)at, (uint64_t)end, empty);
        at = MAX(end, at + PAGE);
    }
}

struct content_digest calls_request_digest(const struct protocol_request *request,
                                           const void *payload)
{
    struct protocol_request asked = *request;
    asked.argument[PROTOCOL_CALLER] = asked.argument[PROTOCOL_THREAD] = 0;
    const struct content_digest digest =
        content_digest_add((struct content_digest){0}, &asked, sizeof asked);
    return content_digest_add(digest, payload, asked.payload_bytes);
}

static void tell_changes(struct calls *calls)
{
    show_host(calls, true);
    seen_tell(calls->of_device, calls->log);
    seen_tell(calls->of_host, calls->log);
    calls->changed = false;
}

void calls_follow(struct calls *calls)
{
    seen_follow(calls->of_device);
    seen_follow(calls->of_host);
}

void calls_heard(struct calls *calls, const struct protocol_request *request, const void *payload)
{
    const struct call_record record = {.kind = CALL_REQUEST,
                                       .digest = calls_request_digest(request, payload),
                                       .copied =
                                           call_bytes_digest(&calls->copying, calls->setup.device)};
    call_log_add(calls->log, &record, NULL);
    calls->copying = (struct call_bytes){0};
    show_host(calls, false);
    calls_follow(calls);
}

static void add_row(struct calls *calls, uint64_t at, uint64_t n)
{
    const struct call_record record = {
        .kind = CALL_SEEN, .file = FILE_OF_DEVICE, .at = at, .n_bytes = n};
    call_log_add(calls->log, &record, calls->setup.device + at);
}

void calls_answered(struct calls *calls, const struct protocol_request *request,
                    const struct protocol_answer *answer, const void *payload)
{
    const struct calls_setup *setup = &calls->setup;
    const struct call_bytes read =
        call_bytes_of(request, answer->status, true, setup->device_base, setup->device_bytes);
    if (calls->changed)
        tell_changes(calls);
    for (uint64_t row = 0; row < read.height && read.width > 0; row++)
        add_row(calls, read.at + row * read.pitch, read.width);
    const struct call_record record = {
        .kind = CALL_ANSWER, .n_bytes = answer->payload_bytes, .answer = *answer};
    call_log_add(calls->log, &record, payload);
    calls->copying =
        call_bytes_of(request, answer->status, false, setup->device_base, setup->device_bytes);
}

/* All that the GPU has changed is in the log, so what is different then is another process's. */
bool calls_flush(struct calls *calls, uint64_t *n_records)
{
    tell_changes(calls);
    return call_log_flush(calls->log, n_records);
}
