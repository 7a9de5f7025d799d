/* SPDX-License-Identifier: BSD-3-Clause */
/* Asynchronous copies; see async_ops.h. */
#include "workloads/ptx/exec/actions/async_ops.h"
#include "workloads/ptx/exec/actions/addresses.h"

#include <glib.h>
#include <string.h>

/* Bytes that a lane's copy takes from global memory. */
static uint32_t bytes_of(const struct exec_op *op, const struct exec_state *state, unsigned lane,
                         uint32_t size)
{
    if (op->n_sources < 4)
        return size;
    uint64_t given = exec_lane(&op->source[3], state, lane);
    if (op->source[3].bytes == 0)
        return given ? 0 : size;
    return given < size ? (uint32_t)given : size;
}

/* Where the lane's bytes go; false with the fault set if they can't. */
static bool find_target(const struct exec_op *op, const struct warp_context *w, unsigned lane,
                        uint32_t size, struct issued *out)
{
    const struct exec_state *state = exec_state_of(w);
    uint32_t room = w->code->static_shared_bytes + w->block->launch->dynamic_shared_bytes;
    uint32_t to =
        (uint32_t)(exec_lane(&op->source[1], state, lane) + exec_lane(&op->source[2], state, lane));
    out->copy.to[lane] = to;
    if (to % size == 0 && to <= room && size <= room - to)
        return true;
    out->space = SPACE_SHARED;
    out->address[lane] = to;
    if (to % size)
        return exec_bad_address(op, out, lane, FAULT_MISALIGNED, "misaligned");
    g_autofree char *what = g_strdup_printf("outside the %u bytes there are", room);
    return exec_bad_address(op, out, lane, FAULT_RANGE, what);
}

bool exec_async_copy(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                     struct issued *out)
{
    if (lanes != 0 && !exec_locate(op, w, lanes, out))
        return false;
    uint32_t size = (uint32_t)op->element_bytes * op->elements;
    out->async = ASYNC_COPY;
    EACH_LANE (i, lanes) {
        if (!find_target(op, w, i, size, out))
            return false;
        uint32_t bytes = bytes_of(op, exec_state_of(w), i, size);
        memset(w->block->shared + out->copy.to[i] + bytes, 0, size - bytes);
        out->copy.bytes[i] = (uint8_t)bytes;
        if (bytes == 0)
            out->active &= ~((lane_mask)1 << i);
    }
    return true;
}

bool exec_async_commit(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                       struct issued *out)
{
    (void)op, (void)w, (void)lanes;
    out->async = ASYNC_COMMIT;
    return true;
}

bool exec_async_wait(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                     struct issued *out)
{
    (void)w, (void)lanes;
    out->async = ASYNC_WAIT;
    out->async_groups = (uint32_t)op->immediate;
    return true;
}
