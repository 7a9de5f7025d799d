/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/tma/tma_cluster.h"
#include "workloads/atomic.h"
#include "workloads/mbarrier.h"

static const struct block_context *block_of(const struct sm_tma *tma, const struct tma_job *job)
{
    return tma->warps->list[job->warp].context.block;
}

static void wait_to_send(struct sm_tma *tma, const struct tma_part *part)
{
    struct tma_part *kept = g_new(struct tma_part, 1);
    *kept = *part;
    kept->job->abroad++;
    g_queue_push_tail(&tma->abroad, kept);
}

/* The payload of a line that has the bytes, which lie in it from `shared` on. */
static struct payload *line_of(struct sm_tma *tma, const struct bulk_job *what, uint32_t shared,
                               const uint8_t *bytes, uint32_t n, uint8_t *sectors)
{
    struct payload *payload = payload_take(tma->core->unit.payloads);
    memset(payload->written, 0, sizeof payload->written);
    payload->has_bytes = true;
    *sectors = 0;
    for (uint32_t done = 0, run; done < n; done += run) {
        const uint32_t at = bulk_swizzled(what, shared + done) % LINE_BYTES;
        run = bulk_run(what, shared + done, n - done);
        memcpy(payload->bytes + at, bytes + done, run);
        for (uint32_t i = at; i < at + run; i++) {
            payload->written[i / 64] |= UINT64_C(1) << i % 64;
            *sectors |= (uint8_t)(1u << i / SECTOR_BYTES);
        }
    }
    return payload;
}

void tma_cluster_send(struct sm_tma *tma, struct tma_job *job, uint32_t shared,
                      const uint8_t *bytes, uint32_t n_bytes)
{
    const uint32_t own = block_of(tma, job)->rank;
    for (uint32_t done = 0, n; done < n_bytes; done += n) {
        const uint32_t at = shared + done;
        n = MIN(LINE_BYTES - at % LINE_BYTES, n_bytes - done);
        for (uint32_t left = job->what->blocks & ~(1u << own); left; left &= left - 1) {
            struct tma_part part = {.job = job,
                                    .offset = at / LINE_BYTES * LINE_BYTES,
                                    .rank = (uint8_t)__builtin_ctz(left)};
            part.payload = line_of(tma, job->what, at, bytes + done, n, &part.sectors);
            wait_to_send(tma, &part);
        }
    }
}

void tma_cluster_fill(struct sm_tma *tma, struct tma_job *job, const struct bulk_row *row)
{
    struct bulk_job flat = {.fill = job->what->fill};
    const struct bulk_row all = {.bytes = row->bytes};
    g_autofree uint8_t *bytes = g_malloc(row->bytes);
    bulk_fill(&flat, bytes, &all);
    tma_cluster_send(tma, job, row->shared, bytes, row->bytes);
}

void tma_cluster_count(struct sm_tma *tma, struct tma_job *job)
{
    const uint32_t own = block_of(tma, job)->rank, at = job->what->mbarrier;
    for (uint32_t left = job->what->blocks & ~(1u << own); left; left &= left - 1) {
        struct payload *payload = payload_take(tma->core->unit.payloads);
        payload->op = ATOMIC_ARRIVE;
        payload->type = ATOMIC_U64;
        payload->n_lanes = 1;
        payload->lanes[0] = (struct atomic_lane){.a = job->what->bytes,
                                                 .b = MBARRIER_REMOTE_COMPLETES,
                                                 .offset = (uint8_t)(at % LINE_BYTES)};
        wait_to_send(tma,
                     &(struct tma_part){.job = job,
                                        .payload = payload,
                                        .offset = at / LINE_BYTES * LINE_BYTES,
                                        .rank = (uint8_t)__builtin_ctz(left),
                                        .sectors = (uint8_t)(1u << at % LINE_BYTES / SECTOR_BYTES),
                                        .counts = true});
    }
}

void tma_cluster_flush(struct sm_tma *tma, struct sm_remote *remote)
{
    struct tma_part *part;
    while ((part = g_queue_peek_head(&tma->abroad)) != NULL) {
        const struct tma_job *job = part->job;
        const struct remote_part what = {.copy = part->job,
                                         .from = block_of(tma, job),
                                         .kind = part->counts ? MESSAGE_SHARED_ATOMIC
                                                              : MESSAGE_SHARED_WRITE,
                                         .rank = part->rank,
                                         .offset = part->offset,
                                         .pc = tma->warps->list[job->warp].context.pc,
                                         .payload = part->payload,
                                         .slot = job->warp,
                                         .sectors = part->sectors};
        if (!sm_remote_send_part(remote, &what))
            return;
        g_free(g_queue_pop_head(&tma->abroad));
    }
}

void tma_cluster_finish(struct sm_tma *tma)
{
    struct tma_part *part;
    while ((part = g_queue_pop_head(&tma->abroad)) != NULL) {
        payload_give_back(tma->core->unit.payloads, part->payload);
        g_free(part);
    }
}
