/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/tma/tma_bytes.h"
#include "models/core/message_memory.h"
#include "workloads/atomic.h"

#include <string.h>

void tma_write_shared(const struct bulk_job *job, uint8_t *shared,
                      const struct tma_request *request, const uint8_t *bytes)
{
    uint8_t copy[LINE_BYTES];
    memcpy(copy, bytes, request->bytes);
    bulk_move(job, shared, request->shared, copy, request->bytes, true);
}

static uint8_t sectors_of(const struct tma_request *request)
{
    const uint32_t first = request->global % LINE_BYTES / SECTOR_BYTES,
                   last = (request->global + request->bytes - 1) % LINE_BYTES / SECTOR_BYTES;
    return (uint8_t)((2u << last) - (1u << first));
}

static struct payload *written(struct sm_tma *tma, const struct tma_request *request)
{
    const struct tma_job *job = request->job;
    const uint32_t first = request->global % LINE_BYTES;
    if (job->what->traced)
        return NULL;
    struct payload *payload = payload_take(tma->core->unit.payloads);
    memset(payload->written, 0, sizeof payload->written);
    payload->has_bytes = true;
    bulk_move(job->what, job->shared, request->shared, payload->bytes + first, request->bytes,
              false);
    for (uint32_t i = first; i < first + request->bytes; i++)
        payload->written[i / 64] |= UINT64_C(1) << i % 64;
    return payload;
}

static struct payload *combined(struct sm_tma *tma, const struct tma_request *request)
{
    const struct tma_job *job = request->job;
    const uint32_t unit = atomic_type_bytes(job->what->atomic_type);
    uint8_t bytes[LINE_BYTES];
    if (job->what->traced)
        return NULL;
    struct payload *payload = payload_take(tma->core->unit.payloads);
    bulk_move(job->what, job->shared, request->shared, bytes, request->bytes, false);
    payload->op = job->what->atomic_op;
    payload->type = job->what->atomic_type;
    payload->n_lanes = 0;
    for (uint32_t at = 0; at + unit <= request->bytes; at += unit) {
        struct atomic_lane *lane = &payload->lanes[payload->n_lanes++];
        *lane = (struct atomic_lane){.offset = (uint8_t)(request->global % LINE_BYTES + at)};
        memcpy(&lane->a, bytes + at, unit);
    }
    return payload;
}

void tma_send(struct sm_tma *tma, uint32_t index)
{
    const struct tma_request *request = &tma->requests[index];
    const struct bulk_job *what = request->job->what;
    const uint32_t header = tma->core->config->header_bytes;
    const uint64_t line = request->global & ~(uint64_t)(LINE_BYTES - 1);
    const uint8_t sectors = sectors_of(request);
    enum message_kind kind =
        what->traced || what->kind == BULK_PREFETCH ? MESSAGE_FETCH : MESSAGE_READ;
    struct payload *payload = NULL;
    uint32_t bytes = header;
    if (what->kind == BULK_STORE || what->kind == BULK_REDUCE) {
        const bool stores = what->kind == BULK_STORE;
        kind = stores ? MESSAGE_WRITE : MESSAGE_ATOMIC;
        payload = stores ? written(tma, request) : combined(tma, request);
        bytes += sector_count(sectors) * SECTOR_BYTES;
    }
    sm_port_push(tma->port, kind, line, message_transaction(MESSAGE_TMA, index, 0),
                 request->job->launch, bytes, sectors, payload);
}
