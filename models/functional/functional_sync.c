/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/functional/functional_sync.h"
#include "models/memory/address_check.h"
#include "workloads/atomic.h"
#include "workloads/mbarrier.h"

static void combine(const struct bulk_job *job, uint8_t *global, const uint8_t *bytes, uint32_t n)
{
    const uint32_t unit = atomic_type_bytes(job->atomic_type);
    for (uint32_t at = 0; at + unit <= n; at += unit) {
        uint64_t a = 0;
        memcpy(&a, bytes + at, unit);
        atomic_apply(job->atomic_op, job->atomic_type, global + at, a, 0);
    }
}

static void move_row(const struct bulk_job *job, uint8_t *global, uint8_t *shared,
                     const struct bulk_row *row)
{
    if (job->kind == BULK_LOAD)
        bulk_move(job, shared, row->shared, global, row->bytes, true);
    else if (job->kind == BULK_STORE)
        bulk_move(job, shared, row->shared, global, row->bytes, false);
    else if (job->kind == BULK_REDUCE) {
        g_autofree uint8_t *bytes = g_malloc(row->bytes);
        bulk_move(job, shared, row->shared, bytes, row->bytes, false);
        combine(job, global, bytes, row->bytes);
    }
}

static char *move_rows(struct device_memory *memory, uint8_t *shared, const struct bulk_job *job)
{
    for (uint32_t i = 0; i < job->n_rows; i++) {
        const struct bulk_row *row = &job->rows[i];
        if (job->kind == BULK_LOCAL) {
            memmove(shared + row->shared, shared + job->from, row->bytes);
        } else if (row->global == 0) {
            if (job->kind == BULK_LOAD)
                bulk_fill(job, shared, row);
        } else if (row->bytes > 0) {
            if (!device_memory_find(memory, row->global, row->bytes))
                return address_describe_nearest(memory, row->global);
            move_row(job, device_memory_at(memory, row->global), shared, row);
        }
    }
    return NULL;
}

/* Into the shared memory of one block, and its bytes are counted there. */
static char *load_into(struct device_memory *memory, uint8_t *shared, const struct bulk_job *job)
{
    char *problem = move_rows(memory, shared, job);
    if (!problem && job->mbarrier != BULK_NO_BARRIER)
        problem = g_strdup(mbarrier_count_bytes(shared + job->mbarrier, -(int64_t)job->bytes));
    return problem;
}

/* Into the blocks of the cluster that the copy names. */
static char *load_into_blocks(struct device_memory *memory, const struct bulk_job *job)
{
    char *problem = NULL;
    if (!job->peers)
        return g_strdup("a bulk copy to other blocks cannot run as a trace does");
    for (uint32_t left = job->blocks; left && !problem; left &= left - 1) {
        const unsigned rank = (unsigned)__builtin_ctz(left);
        problem = job->peers[rank]
                      ? load_into(memory, job->peers[rank], job)
                      : g_strdup_printf("block %u of its cluster has ended, and with it its shared "
                                        "memory",
                                        rank);
    }
    return problem;
}

static char *copy(struct device_memory *memory, uint8_t *shared, struct issued *issued)
{
    char *problem = NULL;
    while (issued->bulk) {
        g_autofree struct bulk_job *job = issued->bulk;
        issued->bulk = job->next;
        if (!problem)
            problem = job->blocks ? load_into_blocks(memory, job) : load_into(memory, shared, job);
    }
    return problem;
}

/* Asynchronous copies are there already. */
static const char *arrive(uint8_t *shared, const struct issued *issued)
{
    const char *problem = NULL;
    for (lane_mask left = issued->waits; left && !problem; left &= left - 1) {
        uint8_t *at = shared + issued->address[__builtin_ctz(left)];
        struct mbarrier b = mbarrier_of(mbarrier_read(at));
        problem = mbarrier_arrive(&b, 1, false);
        mbarrier_write(at, &b);
    }
    return problem;
}

char *functional_sync(struct device_memory *memory, uint8_t *shared, struct issued *issued)
{
    if (issued->async == ASYNC_BULK)
        return copy(memory, shared, issued);
    if (issued->async == ASYNC_TRACK)
        return g_strdup(arrive(shared, issued));
    issued->spins = issued->spins || issued->async == ASYNC_TRY_WAIT;
    return NULL;
}
