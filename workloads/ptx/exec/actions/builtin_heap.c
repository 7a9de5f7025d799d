/* SPDX-License-Identifier: BSD-3-Clause */
/* malloc and free of kernels, and C++'s operators over them; see builtin.h. */
#include "workloads/ptx/exec/actions/builtin.h"
#include "workloads/ptx/exec/actions/call.h"

#include <glib.h>

static const struct launch_services *services_of(const struct warp_context *w)
{
    const struct launch_services *services = w->block->launch->services;
    return services != NULL && services->allocate != NULL ? services : NULL;
}

static bool no_heap(lane_mask lanes, struct issued *out)
{
    out->fault_lane = (uint8_t)__builtin_ctz(lanes);
    out->fault = g_strdup("malloc and free in kernels are supported for CUDA programs only");
    return false;
}

bool builtin_malloc(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                    struct issued *out)
{
    const struct exec_call *call = exec_kernel_of(w)->calls[op->target];
    const struct exec_frame *frame = &exec_frames(w)[exec_state_of(w)->frame];
    const struct launch_services *services = services_of(w);
    if (lanes != 0 && services == NULL)
        return no_heap(lanes, out);
    EACH_LANE (i, lanes) {
        uint64_t bytes = builtin_argument(op, w, 0, i);
        uint64_t address = bytes > 0 ? services->allocate(services->data, bytes) : 0;
        if (call->n_results > 0)
            exec_slot_write(w, frame, &call->results[0], i, &address);
    }
    return true;
}

bool builtin_free(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                  struct issued *out)
{
    const struct launch_services *services = services_of(w);
    if (lanes != 0 && services == NULL)
        return no_heap(lanes, out);
    EACH_LANE (i, lanes) {
        uint64_t address = builtin_argument(op, w, 0, i);
        if (address == 0 || services->release(services->data, address))
            continue;
        out->fault_lane = (uint8_t)i;
        out->fault = g_strdup_printf(
            "free: no allocation of malloc begins at 0x%" G_GINT64_MODIFIER "x", address);
        return false;
    }
    return true;
}
