/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/tma/sm_tma.h"
#include "models/core/message_memory.h"
#include "models/memory/address_check.h"
#include "models/sm/front/sm_scoreboard.h"
#include "models/sm/tma/sm_mbarrier.h"
#include "models/sm/tma/tma_bytes.h"
#include "models/sm/tma/tma_cluster.h"

enum { NO_REQUEST = UINT32_MAX };

void sm_tma_init(struct sm_tma *tma, struct sm_core *core, struct sm_warps *warps,
                 struct sm_port *port)
{
    *tma = (struct sm_tma){.core = core, .warps = warps, .port = port, .next = CYCLE_NEVER};
}

static void job_free(struct tma_job *job)
{
    g_free(job->what);
    g_free(job);
}

void sm_tma_finish(struct sm_tma *tma)
{
    for (guint i = 0; tma->jobs && i < tma->jobs->len; i++)
        job_free(tma->jobs->pdata[i]);
    if (tma->jobs) {
        g_ptr_array_free(tma->jobs, TRUE);
        g_array_free(tma->ends, TRUE);
    }
    for (guint i = 0; tma->lasting && i < tma->lasting->len; i++)
        job_free(tma->lasting->pdata[i]);
    if (tma->lasting)
        g_ptr_array_free(tma->lasting, TRUE);
    tma_cluster_finish(tma);
    g_free(tma->requests);
    g_free(tma->groups);
    g_free(tma->waits);
}

static void begin(struct sm_tma *tma)
{
    const uint32_t n = tma->core->config->access.tma.requests;
    tma->jobs = g_ptr_array_new();
    tma->ends = g_array_new(FALSE, FALSE, sizeof(struct tma_end));
    tma->requests = g_new0(struct tma_request, n);
    tma->free = NO_REQUEST;
    for (uint32_t i = n; i > 0; i--) {
        tma->requests[i - 1].next_free = tma->free;
        tma->free = i - 1;
    }
}

static struct tma_groups *groups_of(struct sm_tma *tma, unsigned slot)
{
    if (!tma->groups)
        tma->groups = g_new0(struct tma_groups, WARP_SLOTS);
    return &tma->groups[slot];
}

/* NULL, or which bytes do not exist; g_free. */
static char *stray_of(const struct sm_tma *tma, const struct bulk_job *job)
{
    struct device_memory *memory = tma->core->site.memory;
    for (uint32_t i = 0; i < job->n_rows && !job->traced; i++) {
        const struct bulk_row *row = &job->rows[i];
        if (row->global == 0 || row->bytes == 0 ||
            device_memory_find(memory, row->global, row->bytes))
            continue;
        g_autofree char *nearest = address_describe_nearest(memory, row->global);
        return g_strdup_printf("a bulk copy of %u bytes at global address 0x%" G_GINT64_MODIFIER
                               "x: %s",
                               row->bytes, row->global, nearest);
    }
    return NULL;
}

static void add(struct sm_tma *tma, unsigned slot, struct bulk_job *what)
{
    const struct sm_config *config = tma->core->config;
    const struct sm_warp *warp = &tma->warps->list[slot];
    struct tma_job *job = g_new0(struct tma_job, 1);
    tma->accepts = MAX(tma->accepts, tma->core->cycle);
    *job = (struct tma_job){.what = what,
                            .shared = warp->context.block->shared,
                            .start = tma->accepts + config->access.tma.latency,
                            .launch = warp->context.block->launch->id,
                            .group = groups_of(tma, slot)->group,
                            .warp = (uint8_t)slot,
                            .block = warp->block};
    tma->accepts += config->access.tma.interval;
    sm_warp_hands_over(tma->warps, slot);
    tma->core->counters.async.engine.tma_copies++;
    g_ptr_array_add(tma->jobs, job);
}

char *sm_tma_take(struct sm_tma *tma, unsigned slot, struct issued *issued)
{
    char *problem = NULL;
    if (tma->core->config->access.tma.requests == 0)
        problem = g_strdup("this GPU has no TMA engine for bulk copies: its platform has no "
                           "property tma.requests");
    else if (!tma->jobs)
        begin(tma);
    while (issued->bulk) {
        struct bulk_job *what = issued->bulk;
        issued->bulk = what->next;
        if (!problem)
            problem = stray_of(tma, what);
        if (problem)
            g_free(what);
        else
            add(tma, slot, what);
    }
    sm_tma_plan(tma);
    return problem;
}

/* ---- requests -------------------------------------------------------------------------------- */

static void end_later(struct sm_tma *tma, struct tma_job *job)
{
    const bool fills = job->what->kind == BULK_LOAD || job->what->kind == BULK_LOCAL;
    struct tma_end end = {job, tma->core->cycle +
                                   (fills ? tma->core->config->access.tma.fill_latency : 0)};
    if (tma->ends->len > 0)
        end.cycle =
            MAX(end.cycle, g_array_index(tma->ends, struct tma_end, tma->ends->len - 1).cycle);
    g_array_append_val(tma->ends, end);
}

static bool is_for_own(const struct sm_tma *tma, const struct tma_job *job)
{
    return tma_cluster_has_own(job, tma->warps->list[job->warp].context.block->rank);
}

/* A row outside of the tensor. */
static void fill(struct sm_tma *tma, struct tma_job *job, const struct bulk_row *row)
{
    if (is_for_own(tma, job))
        bulk_fill(job->what, job->shared, row);
    if (job->what->blocks)
        tma_cluster_fill(tma, job, row);
}

/* Bytes of a load. */
static void arrived(struct sm_tma *tma, struct tma_job *job, const struct tma_request *request,
                    const uint8_t *bytes)
{
    if (is_for_own(tma, job))
        tma_write_shared(job->what, job->shared, request, bytes);
    if (job->what->blocks)
        tma_cluster_send(tma, job, request->shared, bytes, request->bytes);
}

/* Goes past rows that need no request. True: the job is at one that does. */
static bool seek(struct sm_tma *tma, struct tma_job *job)
{
    struct bulk_job *what = job->what;
    for (; job->row < what->n_rows; job->row++, job->at = 0) {
        const struct bulk_row *row = &what->rows[job->row];
        if (what->kind == BULK_LOCAL) {
            memmove(job->shared + row->shared, job->shared + what->from, row->bytes);
            continue;
        }
        if (row->global != 0 && job->at < row->bytes)
            return true;
        if (row->global == 0 && what->kind == BULK_LOAD)
            fill(tma, job, row);
    }
    return false;
}

static void ask(struct sm_tma *tma, struct tma_job *job)
{
    const struct bulk_row *row = &job->what->rows[job->row];
    const uint64_t global = row->global + job->at;
    const uint32_t bytes = MIN(LINE_BYTES - (uint32_t)(global % LINE_BYTES), row->bytes - job->at);
    const uint32_t index = tma->free;
    struct tma_request *request = &tma->requests[index];
    tma->free = request->next_free;
    *request = (struct tma_request){
        .job = job, .global = global, .shared = row->shared + job->at, .bytes = bytes};
    tma_send(tma, index);
    tma->n_out++;
    job->out++;
    job->at += bytes;
    tma->core->counters.async.engine.tma_requests++;
    tma->core->counters.async.engine.tma_bytes_asked += job->what->kind == BULK_LOAD ? bytes : 0;
}

static bool groups_there(const struct sm_tma *tma, unsigned slot)
{
    const struct tma_groups *groups = &tma->groups[slot];
    for (guint i = 0; tma->jobs && i < tma->jobs->len; i++) {
        const struct tma_job *job = tma->jobs->pdata[i];
        const bool stores = job->what->kind == BULK_STORE || job->what->kind == BULK_REDUCE;
        if (stores && job->warp == slot && job->group < groups->needed &&
            !(groups->read && job->sent))
            return false;
    }
    return true;
}

static void look_at_groups(struct sm_tma *tma, unsigned slot)
{
    struct tma_groups *groups = groups_of(tma, slot);
    if (!groups->waits || !groups_there(tma, slot))
        return;
    groups->waits = false;
    sm_warps_leave_fence(tma->warps, bit_of(slot));
    sm_settle(tma->warps, slot, tma->core->cycle + 1);
}

static void sent(struct sm_tma *tma, struct tma_job *job)
{
    job->sent = true;
    tma->head++;
    if (job->out == 0)
        end_later(tma, job);
    look_at_groups(tma, job->warp);
}

/* The head's next request, if it may go now; true: something has been done. */
static bool advance(struct sm_tma *tma)
{
    if (tma->head == tma->jobs->len)
        return false;
    struct tma_job *job = tma->jobs->pdata[tma->head];
    if (job->start > tma->core->cycle)
        return false;
    if (!seek(tma, job)) {
        sent(tma, job);
        return true;
    }
    tma->blocked = !sm_port_has_room(tma->port);
    if (tma->blocked || tma->free == NO_REQUEST || tma->sends > tma->core->cycle)
        return false;
    ask(tma, job);
    tma->sends = tma->core->cycle + tma->core->config->access.tma.line_interval;
    if (!seek(tma, job))
        sent(tma, job);
    return true;
}

void sm_tma_step(struct sm_tma *tma)
{
    while (tma->jobs && advance(tma)) {
    }
    sm_tma_plan(tma);
}

void sm_tma_plan(struct sm_tma *tma)
{
    uint64_t next = sm_mbarrier_next(tma);
    if (tma->jobs && tma->head < tma->jobs->len && !tma->blocked && tma->free != NO_REQUEST) {
        const struct tma_job *job = tma->jobs->pdata[tma->head];
        next = MIN(next, MAX(job->start, tma->sends));
    }
    if (tma->jobs && tma->ends->len > 0)
        next = MIN(next, g_array_index(tma->ends, struct tma_end, 0).cycle);
    tma->next = next;
}

void sm_tma_port_free(struct sm_tma *tma)
{
    tma->blocked = false;
    sm_tma_plan(tma);
}

void sm_tma_replied(struct sm_tma *tma, const struct message *message)
{
    struct tma_request *request = &tma->requests[message_number(message)];
    struct tma_job *job = request->job;
    g_assert(job && job->out > 0);
    if (job->what->kind == BULK_LOAD) {
        tma->core->counters.async.engine.tma_bytes_arrived += request->bytes;
        if (message->payload)
            arrived(tma, job, request, message->payload->bytes + request->global % LINE_BYTES);
    }
    payload_give_back(tma->core->unit.payloads, message->payload);
    request->job = NULL;
    request->next_free = tma->free;
    tma->free = (uint32_t)(request - tma->requests);
    tma->n_out--;
    if (--job->out == 0 && job->sent)
        end_later(tma, job);
    sm_tma_plan(tma);
}

struct tma_job *sm_tma_ended(struct sm_tma *tma)
{
    if (!tma->jobs || tma->ends->len == 0)
        return NULL;
    const struct tma_end end = g_array_index(tma->ends, struct tma_end, 0);
    if (end.cycle > tma->core->cycle)
        return NULL;
    g_array_remove_index(tma->ends, 0);
    g_assert(g_ptr_array_remove(tma->jobs, end.job));
    tma->head--;
    return end.job;
}

bool sm_tma_is_over(struct sm_tma *tma, struct tma_job *job)
{
    if (job->what->blocks && !job->ended) {
        job->ended = true;
        tma_cluster_count(tma, job);
        if (!tma->lasting)
            tma->lasting = g_ptr_array_new();
        g_ptr_array_add(tma->lasting, job);
    }
    if (job->abroad > 0)
        return false;
    if (job->ended)
        g_ptr_array_remove_fast(tma->lasting, job);
    return true;
}

void sm_tma_drop(struct sm_tma *tma, struct tma_job *job)
{
    const unsigned slot = job->warp;
    job_free(job);
    look_at_groups(tma, slot);
}

void sm_tma_commit(struct sm_tma *tma, unsigned slot)
{
    groups_of(tma, slot)->group++;
}

bool sm_tma_wait(struct sm_tma *tma, unsigned slot, const struct issued *issued)
{
    struct tma_groups *groups = groups_of(tma, slot);
    const uint32_t allowed = issued->async_groups;
    groups->needed = groups->group > allowed ? groups->group - allowed : 0;
    groups->read = issued->bulk_read;
    if (groups_there(tma, slot))
        return true;
    groups->waits = true;
    sm_warp_enters_fence(tma->warps, slot);
    return false;
}

void sm_tma_forget(struct sm_tma *tma, unsigned slot)
{
    if (tma->groups)
        tma->groups[slot].waits = false;
}
