/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/exec/actions/sync_form.h"

#include "workloads/cluster.h"

#include <glib.h>

bool sync_fault(const struct exec_op *op, struct issued *out, unsigned lane, const char *what)
{
    out->fault_lane = (uint8_t)lane;
    out->fault_kind = FAULT_SYNC;
    out->fault = g_strdup_printf("%s: %s", op->text, what);
    return false;
}

uint32_t sync_rank(const struct sync_place *place, const struct warp_context *w, unsigned lane)
{
    return cluster_address_rank((uint32_t)sync_address(place, w, lane), w->block->rank);
}

bool sync_shared(const struct exec_op *op, const struct warp_context *w,
                 const struct sync_place *place, unsigned lane, uint32_t bytes, uint32_t alignment,
                 uint32_t *offset, struct issued *out)
{
    const uint32_t rank = sync_rank(place, w, lane);
    return sync_shared_of(op, w, place, lane, bytes, alignment, offset, out) &&
           (rank == w->block->rank ||
            sync_fault(op, out, lane, "the address is in another block's shared memory"));
}

bool sync_shared_of(const struct exec_op *op, const struct warp_context *w,
                    const struct sync_place *place, unsigned lane, uint32_t bytes,
                    uint32_t alignment, uint32_t *offset, struct issued *out)
{
    const uint64_t address = sync_address(place, w, lane);
    const uint64_t window = place->base.bytes == 8 ? address >> WINDOW_SHIFT : 0;
    const uint64_t room =
        (uint64_t)w->code->static_shared_bytes + w->block->launch->dynamic_shared_bytes;
    *offset = cluster_address_offset((uint32_t)address);
    g_autofree char *what = NULL;
    if (window != 0 && window != WINDOW_SHARED)
        what = g_strdup_printf("0x%" G_GINT64_MODIFIER "x is no address of shared memory", address);
    else if (*offset % alignment)
        what = g_strdup_printf("shared address 0x%x is misaligned: %u bytes are needed", *offset,
                               alignment);
    else if ((uint64_t)*offset + bytes > room)
        what = g_strdup_printf("%u bytes at shared address 0x%x: outside the %" G_GUINT64_FORMAT
                               " bytes there are",
                               bytes, *offset, room);
    return !what || sync_fault(op, out, lane, what);
}
