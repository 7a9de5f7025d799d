/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/cuda_process/calls/call_replay.h"
#include "base/input_error.h"
#include "workloads/cuda_process/calls/call_bytes.h"
#include "workloads/cuda_process/calls/call_log.h"
#include "workloads/cuda_process/calls/calls.h"
#include "workloads/cuda_process/calls/seen.h"
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct replaying {
    const struct call_replay *replay;
    struct call_reader *reader;
    GArray *shown;
    const uint8_t *device;
    struct protocol_request request; /* the last one */
    struct call_bytes copying;
    uint64_t n_calls, n_launches;
};

static bool differs(const struct replaying *r, const char *what, GError **error)
{
    return input_error_at(error, r->replay->name, 0,
                          "%s at its call %" G_GUINT64_FORMAT " (behind %" G_GUINT64_FORMAT
                          " launches) than when the checkpoint was made, so the run can't go on; "
                          "begin anew with an empty folder",
                          what, r->n_calls, r->n_launches);
}

static const char *difference(const struct protocol_request *request)
{
    if (request->kind == PROTOCOL_LAUNCH)
        return "it launches another kernel, grid or arguments";
    return request->kind == PROTOCOL_COPY ? "it copies something else" : "it asks something else";
}

/* Whole pages, as calls_show. */
static void note_shown(struct replaying *r)
{
    enum { PAGE = 4096 };
    const uint64_t *argument = r->request.argument;
    const uint64_t begin = argument[PROTOCOL_SHOWN_ADDRESS] - r->replay->device_base;
    const struct call_range range = {
        begin / PAGE * PAGE, (begin + argument[PROTOCOL_SHOWN_BYTES] + PAGE - 1) / PAGE * PAGE};
    if (r->request.kind == PROTOCOL_SHOWN)
        g_array_append_val(r->shown, range);
}

static bool hear(struct replaying *r, const struct call_record *record, GError **error)
{
    g_autofree uint8_t *payload = NULL;
    r->n_calls++;
    if (!r->replay->read(r->replay->data, &r->request, &payload))
        return differs(r, "it ends earlier", error);
    if (!content_digest_equal(call_bytes_digest(&r->copying, r->device), record->copied))
        return differs(r, "it has copied other bytes to the device", error);
    r->copying = (struct call_bytes){0};
    if (!content_digest_equal(calls_request_digest(&r->request, payload), record->digest))
        return differs(r, difference(&r->request), error);
    note_shown(r);
    r->n_launches += r->request.kind == PROTOCOL_LAUNCH;
    return true;
}

static bool show(const struct replaying *r, const struct call_record *record, const uint8_t *bytes,
                 GError **error)
{
    const int file = r->replay->files[record->file == FILE_OF_HOST];
    return pwrite(file, bytes, record->n_bytes, (off_t)record->at) == (ssize_t)record->n_bytes ||
           input_error_at(error, r->replay->path, 0, "its bytes do not fit into memory");
}

static bool change(const struct replaying *r, const struct call_record *record,
                   const uint8_t *bytes, GError **error)
{
    struct seen_run run;
    for (uint64_t at = 0; at + sizeof run <= record->n_bytes; at += run.n_bytes) {
        memcpy(&run, bytes + at, sizeof run);
        at += sizeof run;
        const struct call_record part = {
            .file = record->file, .at = record->at + run.offset, .n_bytes = run.n_bytes};
        if (run.n_bytes > record->n_bytes - at || !show(r, &part, bytes + at, error))
            return false;
    }
    return true;
}

static void answer(struct replaying *r, const struct call_record *record, const uint8_t *bytes)
{
    const struct call_replay *replay = r->replay;
    replay->answer(replay->data, &record->answer, bytes);
    r->copying = call_bytes_of(&r->request, record->answer.status, false, replay->device_base,
                               replay->device_bytes);
}

static bool follow(struct replaying *r, GError **error)
{
    struct call_record record;
    const uint8_t *bytes;
    for (uint64_t i = 0; i < r->replay->n_records; i++) {
        bool good = true;
        if (!call_reader_next(r->reader, &record, &bytes))
            return input_error_at(error, r->replay->path, 0, "the file is not whole");
        if (record.kind == CALL_REQUEST)
            good = hear(r, &record, error);
        else if (record.kind == CALL_SEEN)
            good = show(r, &record, bytes, error);
        else if (record.kind == CALL_CHANGED)
            good = change(r, &record, bytes, error);
        else
            answer(r, &record, bytes);
        if (!good)
            return false;
    }
    return true;
}

bool call_replay_run(const struct call_replay *replay, GArray *shown, GError **error)
{
    struct replaying r = {
        .replay = replay, .shown = shown, .reader = call_reader_new(replay->path, error)};
    if (!r.reader)
        return false;
    void *mapped = mmap(NULL, replay->device_bytes, PROT_READ, MAP_SHARED | MAP_NORESERVE,
                        replay->files[FILE_OF_DEVICE], 0);
    r.device = mapped;
    const bool good = mapped != MAP_FAILED ? follow(&r, error)
                                           : input_error_at(error, replay->path, 0,
                                                            "no room to map the device's memory");
    if (mapped != MAP_FAILED)
        munmap(mapped, replay->device_bytes);
    call_reader_free(r.reader);
    return good;
}
