/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/exec/actions/bulk_ops.h"
#include "workloads/cluster.h"
#include "workloads/mbarrier.h"
#include "workloads/ptx/exec/actions/addresses.h"
#include "workloads/ptx/exec/actions/tensor_map.h"

#include <glib.h>

enum { BULK_ALIGNMENT = 16, TENSOR_ALIGNMENT = 128 };

static struct bulk_job *job_new(const struct exec_op *op, const struct sync_form *form,
                                uint32_t rows)
{
    struct bulk_job *job = g_malloc0(sizeof *job + (size_t)rows * sizeof job->rows[0]);
    job->kind = form->kind;
    job->atomic_op = op->atomic_op;
    job->atomic_type = op->atomic_type;
    job->mbarrier = BULK_NO_BARRIER;
    job->n_rows = rows;
    return job;
}

/* One row of bytes side by side. */
static struct bulk_job *plain(const struct exec_op *op, const struct sync_form *form,
                              const struct warp_context *w, unsigned lane, struct issued *out)
{
    const bool stores = form->kind == BULK_STORE || form->kind == BULK_REDUCE;
    const uint32_t bytes = (uint32_t)exec_lane(&form->value, exec_state_of(w), lane);
    const struct sync_place *global = stores ? &form->to : &form->from;
    uint32_t shared = 0, from = 0;
    uint64_t address = 0;
    if (bytes % BULK_ALIGNMENT) {
        sync_fault(op, out, lane, "the size must be a multiple of 16 bytes");
        return NULL;
    }
    if (form->kind == BULK_LOCAL) {
        if (!sync_shared(op, w, &form->from, lane, bytes, BULK_ALIGNMENT, &from, out))
            return NULL;
    } else {
        address = sync_address(global, w, lane);
    }
    if (address % BULK_ALIGNMENT) {
        sync_fault(op, out, lane, "the global address must be a multiple of 16");
        return NULL;
    }
    if (form->kind != BULK_PREFETCH &&
        !(form->kind == BULK_LOAD ? sync_shared_of : sync_shared)(
            op, w, stores ? &form->from : &form->to, lane, bytes, BULK_ALIGNMENT, &shared, out))
        return NULL;
    struct bulk_job *job = job_new(op, form, 1);
    job->from = from;
    job->bytes = bytes;
    job->rows[0] = (struct bulk_row){.global = address, .shared = shared, .bytes = bytes};
    return job;
}

/* Reads the map as it is in memory now. */
static bool read_map(const struct exec_op *op, const struct sync_form *form,
                     const struct warp_context *w, unsigned lane, struct tensor_map *map,
                     struct issued *out)
{
    const uint64_t address = sync_address(&form->from, w, lane);
    uint8_t bytes[TENSOR_MAP_BYTES];
    if (!exec_read_generic(w, lane, address, bytes, sizeof bytes))
        return sync_fault(op, out, lane, "the tensor map cannot be read");
    const char *problem = tensor_map_read(map, bytes);
    if (!problem && map->dimensions != form->dimensions)
        problem = "the tensor map has another number of dimensions";
    return !problem || sync_fault(op, out, lane, problem);
}

static struct bulk_job *of_tensor(const struct exec_op *op, const struct sync_form *form,
                                  const struct warp_context *w, unsigned lane, struct issued *out)
{
    struct tensor_map map;
    int32_t at[TENSOR_MOST_DIMENSIONS];
    uint32_t shared = 0;
    if (!read_map(op, form, w, lane, &map, out))
        return NULL;
    uint8_t type = op->atomic_type;
    if (form->kind == BULK_REDUCE && !tensor_map_atomic(&map, &type)) {
        sync_fault(op, out, lane, "there are no reductions of the tensor map's type");
        return NULL;
    }
    const uint32_t bytes = tensor_map_box_bytes(&map);
    if (form->kind != BULK_PREFETCH &&
        !(form->kind == BULK_LOAD ? sync_shared_of : sync_shared)(op, w, &form->to, lane, bytes,
                                                                  TENSOR_ALIGNMENT, &shared, out))
        return NULL;
    for (unsigned d = 0; d < form->dimensions; d++)
        at[d] = (int32_t)exec_lane(&form->coordinate[d], exec_state_of(w), lane);
    struct bulk_job *job = job_new(op, form, tensor_map_rows(&map, at));
    job->bytes = bytes;
    job->atomic_type = type;
    tensor_map_fill(&map, at, shared, job);
    return job;
}

static void free_jobs(struct issued *out)
{
    while (out->bulk) {
        struct bulk_job *next = out->bulk->next;
        g_free(out->bulk);
        out->bulk = next;
    }
}

/* Where a load goes: a mask says it, or an address in another block's shared memory. The mbarrier
 * is in the same block. */
static bool find_target(const struct exec_op *op, const struct sync_form *form,
                        const struct warp_context *w, unsigned lane, struct bulk_job *job,
                        struct issued *out)
{
    const struct block_context *block = w->block;
    const uint32_t rank = sync_rank(&form->to, w, lane);
    const uint64_t all = (UINT64_C(1) << cluster_blocks(block->launch)) - 1;
    uint64_t blocks = UINT64_C(1) << rank;
    if (form->multicasts)
        blocks = exec_lane(&form->blocks, exec_state_of(w), lane);
    else if (sync_rank(&form->barrier, w, lane) != rank)
        return sync_fault(op, out, lane, "bytes and mbarrier are in different blocks");
    if (blocks == 0 || (blocks & ~all))
        return sync_fault(op, out, lane, "the cluster has no such block");
    job->blocks = blocks == UINT64_C(1) << block->rank ? 0 : (uint16_t)blocks;
    job->peers = block->peers;
    return sync_shared_of(op, w, &form->barrier, lane, MBARRIER_BYTES, MBARRIER_BYTES,
                          &job->mbarrier, out);
}

bool exec_bulk(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
               struct issued *out)
{
    const struct sync_form *form = sync_form_of(op, w);
    struct bulk_job **last = &out->bulk;
    out->async = ASYNC_BULK;
    out->bulk = NULL;
    EACH_LANE (i, lanes) {
        struct bulk_job *job =
            form->dimensions > 0 ? of_tensor(op, form, w, i, out) : plain(op, form, w, i, out);
        if (!job) {
            free_jobs(out);
            return false;
        }
        *last = job;
        last = &job->next;
        const bool good = form->kind == BULK_LOAD ? find_target(op, form, w, i, job, out)
                          : form->kind == BULK_LOCAL
                              ? sync_shared(op, w, &form->barrier, i, MBARRIER_BYTES,
                                            MBARRIER_BYTES, &job->mbarrier, out)
                              : true;
        if (!good) {
            free_jobs(out);
            return false;
        }
    }
    return true;
}

bool exec_bulk_commit(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                      struct issued *out)
{
    (void)op, (void)w, (void)lanes;
    out->async = ASYNC_BULK_COMMIT;
    return true;
}

bool exec_bulk_wait(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                    struct issued *out)
{
    (void)lanes;
    out->async = ASYNC_BULK_WAIT;
    out->async_groups = (uint32_t)op->immediate;
    out->bulk_read = sync_form_of(op, w)->reads;
    return true;
}
