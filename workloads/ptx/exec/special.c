/* SPDX-License-Identifier: BSD-3-Clause */
/* Special registers; see special.h. Source: PTX ISA, "Special Registers". */
#include "workloads/ptx/exec/special.h"
#include "workloads/cluster.h"

#include <glib.h>

bool exec_special_is_clock(enum exec_special_register which)
{
    return which == SPECIAL_CLOCK || which == SPECIAL_CLOCK_HI || which == SPECIAL_CLOCK64 ||
           which == SPECIAL_GLOBALTIMER || which == SPECIAL_GLOBALTIMER_HI;
}

bool exec_special_differs(enum exec_special_register which)
{
    return !(which <= SPECIAL_NTID_Z || (which >= SPECIAL_NCTAID_X && which <= SPECIAL_NWARPID) ||
             (which >= SPECIAL_LANEMASK_EQ && which <= SPECIAL_TOTAL_SMEM_SIZE) ||
             which == SPECIAL_ZERO);
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

/* The registers of clusters, of which three have an x, y and z. */
static uint64_t cluster_register(enum exec_special_register which, const struct warp_context *w)
{
    const struct launch *launch = w->block->launch;
    const unsigned d = (unsigned)(which - SPECIAL_CLUSTERID_X) % 3;
    const uint32_t blocks = cluster_side(launch, d);
    switch (which) {
    case SPECIAL_CLUSTER_CTARANK:
        return w->block->rank;
    case SPECIAL_CLUSTER_NCTARANK:
        return cluster_blocks(launch);
    case SPECIAL_IS_EXPLICIT_CLUSTER:
        return cluster_blocks_given(launch) > 0;
    default:
        break;
    }
    if (which <= SPECIAL_CLUSTERID_Z)
        return w->block->index[d] / blocks;
    if (which <= SPECIAL_NCLUSTERID_Z)
        return launch->grid[d] / blocks;
    return which <= SPECIAL_CLUSTER_CTAID_Z ? w->block->index[d] % blocks : blocks;
}

static uint64_t nanoseconds(const struct warp_context *w)
{
    const uint64_t cycle = exec_state_of(w)->cycle, hz = w->block->launch->clock_hz;
    return hz == 0 ? cycle : (uint64_t)((unsigned __int128)cycle * 1000000000 / hz);
}

static uint64_t value_of(enum exec_special_register which, const struct warp_context *w,
                         unsigned lane)
{
    const struct launch *launch = w->block->launch;
    if (which >= SPECIAL_CLUSTERID_X && which <= SPECIAL_IS_EXPLICIT_CLUSTER)
        return cluster_register(which, w);
    switch (which) {
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
    case SPECIAL_NSMID:
        return MAX(launch->n_sms, w->block->sm + 1);
    case SPECIAL_ZERO:
        return 0;
    case SPECIAL_CLOCK:
    case SPECIAL_CLOCK64:
        return exec_state_of(w)->cycle;
    case SPECIAL_CLOCK_HI:
        return exec_state_of(w)->cycle >> 32;
    case SPECIAL_GLOBALTIMER:
        return nanoseconds(w);
    case SPECIAL_GLOBALTIMER_HI:
        return nanoseconds(w) >> 32;
    case SPECIAL_DYNAMIC_SMEM_SIZE:
        return launch->dynamic_shared_bytes;
    case SPECIAL_TOTAL_SMEM_SIZE:
        return (uint64_t)w->code->static_shared_bytes + launch->dynamic_shared_bytes;
    default:
        return lane_mask_register(which, lane);
    }
}

static inline void set_lane(uint8_t *area, const struct exec_special *special, unsigned lane,
                            uint64_t value)
{
    if (special->bytes == 8)
        ((uint64_t *)area)[lane] = value;
    else
        ((uint32_t *)area)[lane] = (uint32_t)value;
}

/* Stands for all lanes of a register that is the same in them. */
static inline uint64_t lane_zero(const uint8_t *area, const struct exec_special *special)
{
    return special->bytes == 8 ? *(const uint64_t *)area : *(const uint32_t *)area;
}

/* The same for all lanes, or one more for each than for the one before. */
static void fill_lanes(uint8_t *area, const struct exec_special *special, uint64_t value,
                       uint32_t step)
{
    uint64_t *longs = (uint64_t *)(void *)area;
    uint32_t *words = (uint32_t *)(void *)area;
    if (special->bytes == 8)
        for (unsigned i = 0; i < WARP_LANES; i++)
            longs[i] = value + (uint64_t)i * step;
    else
        for (unsigned i = 0; i < WARP_LANES; i++)
            words[i] = (uint32_t)value + i * step;
}

/* %tid: counted up from the warp's first thread, for a division a lane costs more than the rest. */
static void fill_thread_coordinate(uint8_t *area, const struct exec_special *special,
                                   const struct warp_context *w)
{
    const uint32_t *block = w->block->launch->block;
    uint32_t first = w->in_block * WARP_LANES;
    uint32_t at[3] = {first % block[0], first / block[0] % block[1], first / block[0] / block[1]};
    unsigned dimension = special->which - SPECIAL_TID_X;
    if (at[0] + WARP_LANES <= block[0]) { /* all in one row */
        fill_lanes(area, special, at[dimension], dimension == 0);
        return;
    }
    for (unsigned i = 0; i < WARP_LANES; i++) {
        set_lane(area, special, i, at[dimension]);
        if (++at[0] < block[0])
            continue;
        at[0] = 0;
        if (++at[1] < block[1])
            continue;
        at[1] = 0;
        at[2]++;
    }
}

static bool differs_by_lane(enum exec_special_register which)
{
    return which == SPECIAL_LANEID ||
           (which >= SPECIAL_LANEMASK_EQ && which <= SPECIAL_LANEMASK_GE);
}

void exec_special_fill(const struct exec_special *special, const struct warp_context *w)
{
    uint8_t *area = (uint8_t *)w->state + special->offset;
    if (special->which <= SPECIAL_TID_Z) {
        fill_thread_coordinate(area, special, w);
        return;
    }
    if (!differs_by_lane(special->which)) {
        const uint64_t value = value_of(special->which, w, 0);
        if (!w->again || lane_zero(area, special) != value)
            fill_lanes(area, special, value, 0);
        return;
    }
    for (unsigned i = 0; i < WARP_LANES; i++)
        set_lane(area, special, i, value_of(special->which, w, i));
}
