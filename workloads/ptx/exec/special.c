/* SPDX-License-Identifier: BSD-3-Clause */
/* Special registers; see special.h. Source: PTX ISA, "Special Registers". */
#include "workloads/ptx/exec/special.h"

#include <glib.h>

bool exec_special_is_clock(enum exec_special_register which)
{
    return which == SPECIAL_CLOCK || which == SPECIAL_CLOCK_HI || which == SPECIAL_CLOCK64;
}

static uint32_t thread_coordinate(const struct warp_context *w, unsigned dimension, unsigned lane)
{
    const uint32_t *block = w->block->launch->block;
    uint32_t thread = w->in_block * WARP_LANES + lane;
    if (dimension == 0)
        return thread % block[0];
    thread /= block[0];
    return dimension == 1 ? thread % block[1] : thread / block[1];
}

static uint32_t threads_of(const struct warp_context *w)
{
    const uint32_t *block = w->block->launch->block;
    return block[0] * block[1] * block[2];
}

static uint64_t lane_mask_register(enum exec_special_register which, unsigned lane)
{
    uint32_t self = (uint32_t)1 << lane, below = self - 1;
    switch (which) {
    case SPECIAL_LANEMASK_EQ:
        return self;
    case SPECIAL_LANEMASK_LT:
        return below;
    case SPECIAL_LANEMASK_LE:
        return below | self;
    case SPECIAL_LANEMASK_GT:
        return (uint32_t) ~(below | self);
    default:
        return (uint32_t)~below;
    }
}

static uint64_t value_of(enum exec_special_register which, const struct warp_context *w,
                         unsigned lane)
{
    const struct launch *launch = w->block->launch;
    switch (which) {
    case SPECIAL_TID_X:
    case SPECIAL_TID_Y:
    case SPECIAL_TID_Z:
        return thread_coordinate(w, which - SPECIAL_TID_X, lane);
    case SPECIAL_NTID_X:
    case SPECIAL_NTID_Y:
    case SPECIAL_NTID_Z:
        return launch->block[which - SPECIAL_NTID_X];
    case SPECIAL_CTAID_X:
    case SPECIAL_CTAID_Y:
    case SPECIAL_CTAID_Z:
        return w->block->index[which - SPECIAL_CTAID_X];
    case SPECIAL_NCTAID_X:
    case SPECIAL_NCTAID_Y:
    case SPECIAL_NCTAID_Z:
        return launch->grid[which - SPECIAL_NCTAID_X];
    case SPECIAL_LANEID:
        return lane;
    case SPECIAL_WARPID:
        return w->slot;
    case SPECIAL_NWARPID:
        return (threads_of(w) + WARP_LANES - 1) / WARP_LANES;
    case SPECIAL_SMID:
        return w->block->sm;
    case SPECIAL_GRIDID:
        return launch->id;
    case SPECIAL_CLOCK:
    case SPECIAL_CLOCK64:
        return exec_state_of(w)->cycle;
    case SPECIAL_CLOCK_HI:
        return exec_state_of(w)->cycle >> 32;
    case SPECIAL_DYNAMIC_SMEM_SIZE:
        return launch->dynamic_shared_bytes;
    case SPECIAL_TOTAL_SMEM_SIZE:
        return (uint64_t)w->code->static_shared_bytes + launch->dynamic_shared_bytes;
    default:
        return lane_mask_register(which, lane);
    }
}

/* Whether all lanes of a warp have the same value. */
static bool is_uniform(enum exec_special_register which)
{
    bool of_lane =
        which == SPECIAL_LANEID || (which >= SPECIAL_LANEMASK_EQ && which <= SPECIAL_LANEMASK_GE);
    return !of_lane && which != SPECIAL_TID_X && which != SPECIAL_TID_Y && which != SPECIAL_TID_Z;
}

void exec_special_fill(const struct exec_special *special, const struct warp_context *w)
{
    uint8_t *area = (uint8_t *)w->state + special->offset;
    bool uniform = is_uniform(special->which);
    uint64_t value = value_of(special->which, w, 0);
    for (unsigned i = 0; i < WARP_LANES; i++) {
        if (!uniform)
            value = value_of(special->which, w, i);
        if (special->bytes == 8)
            ((uint64_t *)area)[i] = value;
        else
            ((uint32_t *)area)[i] = (uint32_t)value;
    }
}
