/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/whole/sm_sync.h"
#include "models/sm/blocks/sm_blocks.h"
#include "models/sm/core/sm_children.h"
#include "models/sm/core/sm_fault.h"
#include "models/sm/front/sm_scoreboard.h"
#include "models/sm/tma/sm_mbarrier.h"
#include "models/sm/tma/sm_tma.h"
#include "models/sm/tma/tma_cluster.h"
#include "workloads/mbarrier.h"

/* A time at which nothing may be waited for: the warp suspends itself. */
static bool suspend(struct sm *sm, unsigned slot, uint32_t pc)
{
    sm_warp_set_registers(&sm->warps, slot, pc, CYCLE_NEVER);
    sm_mbarrier_wait(&sm->tma, slot, pc, &sm->issue.what);
    return false;
}

/* A look at an mbarrier that found what it wanted, or that does not wait. */
static bool looked(struct sm *sm, unsigned slot, uint32_t pc)
{
    sm_warp_set_registers(&sm->warps, slot, pc,
                          sm->core.cycle + sm->core.config->access.tma.wait_latency);
    return true;
}

bool sm_sync_enter(struct sm *sm, unsigned slot, uint32_t pc, char **fault)
{
    struct issued *what = &sm->issue.what;
    *fault = NULL;
    sm->core.counters.async.engine.mbarrier_operations += what->async <= ASYNC_TRACK;
    switch (what->async) {
    case ASYNC_ARRIVED:
        sm_mbarrier_changed(&sm->tma, sm->warps.list[slot].block);
        return true;
    case ASYNC_TEST:
        return looked(sm, slot, pc);
    case ASYNC_TRY_WAIT:
        return suspend(sm, slot, pc);
    case ASYNC_TRACK:
        *fault = sm_mbarrier_track(&sm->tma, slot, what, sm->accesses.copies[slot].out == 0);
        return true;
    case ASYNC_BULK:
        *fault = sm_tma_take(&sm->tma, slot, what);
        return true;
    case ASYNC_BULK_COMMIT:
        sm_tma_commit(&sm->tma, slot);
        return true;
    case ASYNC_LAUNCH:
        sm_children_mail(&sm->mail, sm->warps.list[slot].context.block->launch->id, what->children);
        return true;
    case ASYNC_BULK_WAIT:
        return sm_tma_wait(&sm->tma, slot, what);
    default:
        return true;
    }
}

/* The copy's bytes are counted at its mbarrier. */
static void count_bytes(struct sm *sm, const struct tma_job *job)
{
    const char *problem =
        mbarrier_count_bytes(job->shared + job->what->mbarrier, -(int64_t)job->what->bytes);
    if (problem) {
        sm_fault(
            &sm->core, &sm->warps.list[job->warp].context, sm->warps.list[job->warp].context.pc,
            NULL,
            g_strdup_printf("a bulk copy of %u bytes has come: %s", job->what->bytes, problem));
        return;
    }
    sm_mbarrier_changed(&sm->tma, job->block);
}

static void end(struct sm *sm, struct tma_job *job)
{
    const unsigned slot = job->warp;
    const bool is_over = sm_tma_is_over(&sm->tma, job);
    tma_cluster_flush(&sm->tma, &sm->remote);
    if (!is_over)
        return;
    sm_tma_drop(&sm->tma, job);
    sm_warp_takes_back(&sm->warps, slot);
    if (sm->warps.list[slot].outstanding == 0 && (sm->warps.draining >> slot & 1))
        sm_retire_warp(&sm->blocks, slot);
}

void sm_sync_step(struct sm *sm)
{
    struct tma_job *job;
    while ((job = sm_tma_ended(&sm->tma)) != NULL) {
        const uint32_t rank = sm->warps.list[job->warp].context.block->rank;
        if (job->what->mbarrier != BULK_NO_BARRIER && tma_cluster_has_own(job, rank))
            count_bytes(sm, job);
        end(sm, job);
    }
    sm_mbarrier_step(&sm->tma);
    sm_tma_step(&sm->tma);
    if (G_UNLIKELY(sm->tma.abroad.length > 0))
        tma_cluster_flush(&sm->tma, &sm->remote);
}

void sm_sync_delivered(struct sm *sm, void *copy)
{
    struct tma_job *job = copy;
    job->abroad--;
    if (job->ended)
        end(sm, job);
    else
        tma_cluster_flush(&sm->tma, &sm->remote);
}

void sm_sync_copied(struct sm *sm, unsigned slot)
{
    char *problem = sm_mbarrier_copied(&sm->tma, slot);
    if (problem)
        sm_fault(&sm->core, &sm->warps.list[slot].context, sm->warps.list[slot].context.pc, NULL,
                 problem);
}

void sm_sync_receive(struct sm *sm, const struct message *message)
{
    struct sm_counters *counters = &sm->core.counters;
    counters->read_replies += message->kind == MESSAGE_READ_REPLY;
    counters->atomic_replies += message->kind == MESSAGE_ATOMIC_REPLY;
    counters->fetch_replies += message->kind == MESSAGE_FETCH_REPLY;
    counters->write_acks += message->kind == MESSAGE_WRITE_ACK;
    sm_tma_replied(&sm->tma, message);
    if (G_UNLIKELY(sm->tma.abroad.length > 0))
        tma_cluster_flush(&sm->tma, &sm->remote);
}
