/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/exec/actions/mbarrier_ops.h"
#include "workloads/mbarrier.h"

#include <glib.h>

/* Arrives; the lane's state is the word before. */
static const char *arrive(const struct sync_form *form, uint8_t *at, uint64_t value)
{
    struct mbarrier b = mbarrier_of(mbarrier_read(at));
    const char *problem = form->expects ? mbarrier_expect(&b, (int64_t)value) : NULL;
    const uint64_t count = form->expects || !form->has_value ? 1 : value;
    const bool parity = b.parity;
    if (!problem)
        problem = mbarrier_arrive(&b, count, form->drops);
    if (!problem && !form->may_complete && b.parity != parity)
        problem = "the phase is complete, which .noComplete rules out";
    if (!problem)
        mbarrier_write(at, &b);
    return problem;
}

/* Acts for one lane. Returns what is wrong. */
static const char *act(const struct exec_op *op, const struct sync_form *form,
                       struct exec_state *state, uint8_t *at, unsigned lane, struct issued *out)
{
    const uint64_t value = form->has_value ? exec_lane(&form->value, state, lane) : 0;
    const uint64_t word = mbarrier_read(at);
    out->operand[lane] = form->has_value ? (uint32_t)value : 1;
    switch (form->kind) {
    case MBARRIER_INIT:
        return mbarrier_initialise(at, value);
    case MBARRIER_INVAL:
        memset(at, 0, MBARRIER_BYTES);
        return NULL;
    case MBARRIER_EXPECT:
        return mbarrier_count_bytes(at, (int64_t)value);
    case MBARRIER_COMPLETE:
        return mbarrier_count_bytes(at, -(int64_t)value);
    case MBARRIER_TRACK:
        out->waits |= (lane_mask)1 << lane;
        return mbarrier_track(at, form->increments);
    case MBARRIER_ARRIVE:
        if (op->n_destinations > 0 && op->destination[0].bits != 0)
            exec_set_lane(op, state, 0, lane, word);
        return arrive(form, at, value);
    default: {
        const bool parity = form->by_parity ? value & 1 : value >> 63;
        if (mbarrier_of(word).expected == 0)
            return "the mbarrier is not initialised";
        out->operand[lane] = parity;
        out->parity |= (lane_mask)parity << lane;
        out->waits |= (lane_mask)(mbarrier_of(word).parity == parity) << lane;
        return NULL;
    }
    }
}

static uint8_t step_of(uint8_t kind, lane_mask waits)
{
    if (kind == MBARRIER_TRACK)
        return ASYNC_TRACK;
    if (kind == MBARRIER_TRY && waits)
        return ASYNC_TRY_WAIT;
    return kind == MBARRIER_TRY || kind == MBARRIER_TEST ? ASYNC_TEST : ASYNC_ARRIVED;
}

bool exec_mbarrier(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                   struct issued *out)
{
    const struct sync_form *form = sync_form_of(op, w);
    struct exec_state *state = exec_state_of(w);
    out->waits = out->parity = 0;
    out->limit_ns = 0;
    EACH_LANE (i, lanes) {
        uint32_t offset;
        if (!sync_shared(op, w, &form->barrier, i, MBARRIER_BYTES, MBARRIER_BYTES, &offset, out))
            return false;
        out->address[i] = offset;
        const char *problem = act(op, form, state, w->block->shared + offset, i, out);
        if (problem)
            return sync_fault(op, out, i, problem);
        if (form->has_limit)
            out->limit_ns = (uint32_t)exec_lane(&form->limit, state, i);
    }
    out->async = step_of(form->kind, out->waits);
    if (form->kind == MBARRIER_TEST || form->kind == MBARRIER_TRY)
        exec_write_mask(op, state, 0, lanes, ~out->waits);
    return true;
}

bool exec_mbarrier_pending(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                           struct issued *out)
{
    struct exec_state *state = exec_state_of(w);
    (void)out;
    EACH_LANE (i, lanes)
        exec_set_lane(op, state, 0, i, mbarrier_of(exec_lane(&op->source[0], state, i)).pending);
    return true;
}
