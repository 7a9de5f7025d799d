/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/exec/actions/stack.h"

#include <glib.h>

bool exec_alloca(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                 struct issued *out)
{
    struct exec_state *state = exec_state_of(w);
    const uint64_t alignment = (uint64_t)op->immediate, limit = w->code->local_bytes_per_thread;
    uint64_t *tops = (uint64_t *)(void *)(uintptr_t)exec_source(op, state, 1);
    EACH_LANE (i, lanes) {
        const uint64_t bytes = exec_lane(&op->source[0], state, i);
        const uint64_t start = (tops[i] + alignment - 1) & ~(alignment - 1);
        if (start > limit || bytes > limit - start) {
            out->fault_lane = (uint8_t)i;
            out->fault = g_strdup_printf("stack overflow: alloca of %" G_GUINT64_FORMAT
                                         " bytes needs more than the thread's %u bytes of stack",
                                         bytes, exec_kernel_of(w)->stack_limit);
            return false;
        }
        exec_set_lane(op, state, 0, i, start);
        tops[i] = start + bytes;
    }
    return true;
}
