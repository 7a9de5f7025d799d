/* SPDX-License-Identifier: BSD-3-Clause */
/* Loads, stores and atomics; see memory.h. */
#include "workloads/ptx/exec/actions/memory.h"
#include "base/vector_clones.h"
#include "workloads/atomic.h"
#include "workloads/ptx/exec/actions/addresses.h"
#include "workloads/ptx/exec/lanes/convert.h"
#include "workloads/ptx/exec/lanes/lanes.h"

#include <string.h>

VECTOR_CLONES static void fill_longs(lane_long *out, lane_mask lanes, uint64_t value)
{
    for (unsigned i = 0; i < WARP_LANES; i++)
        out[i] = lanes >> i & 1 ? value : out[i];
}

VECTOR_CLONES static void fill_words(lane_word *out, lane_mask lanes, uint32_t value)
{
    for (unsigned i = 0; i < WARP_LANES; i++)
        out[i] = lanes >> i & 1 ? value : out[i];
}

bool exec_load_parameter(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                         struct issued *out)
{
    struct exec_state *state = exec_state_of(w);
    out->space = SPACE_PARAM;
    uint64_t raw = 0;
    memcpy(&raw, w->block->launch->params + op->immediate, op->element_bytes);
    raw = exec_extend(op->source_type, raw);
    if (op->destination[0].bits == 64)
        fill_longs(exec_destination(op, state, 0), lanes, raw);
    else
        fill_words(exec_destination(op, state, 0), lanes, (uint32_t)raw);
    return true;
}

/* One value a lane, as wide as its register: nobody has to extend it. */
static void report_destination(const struct exec_op *op, struct exec_state *state,
                               struct issued *out)
{
    const bool fits = op->element_bytes == sizeof(lane_long) ||
                      (op->element_bytes == sizeof(lane_word) && op->destination[0].bits == 32);
    if (op->n_destinations != 1 || op->destination[0].bits == 0 || !fits)
        return;
    out->loaded = exec_destination(op, state, 0);
    out->loaded_bytes = op->element_bytes;
}

/* Global memory and other blocks' shared memory: bytes move later, by messages. */
static inline bool acts_later(uint8_t space)
{
    return space == SPACE_GLOBAL || space == SPACE_CLUSTER;
}

/* The lanes of one space; the others have been served, or will be. */
static inline void report_lanes(struct issued *out, lane_mask lanes)
{
    if (G_UNLIKELY(lanes != out->active)) {
        out->taken |= out->active;
        out->active = lanes;
    }
}

/* An access can be reported in one space only. */
static bool is_last(const struct exec_op *op, const struct exec_place *place, lane_mask left,
                    struct issued *out)
{
    if (place->space != SPACE_CLUSTER || left == 0)
        return true;
    return exec_bad_address(op, out, (unsigned)__builtin_ctz(place->lanes), FAULT_RANGE,
                            "other lanes access other memory");
}

bool exec_load(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
               struct issued *out)
{
    struct exec_place place;
    if (lanes != 0 && !exec_locate(op, w, lanes, out))
        return false;
    while (lanes != 0) {
        if (!exec_next_place(op, w, &lanes, out, &place) || !is_last(op, &place, lanes, out))
            return false;
        report_lanes(out, place.lanes);
        if (!acts_later(place.space))
            exec_write_loaded(op, exec_state_of(w), place.lanes, place.region.base, place.offset);
        else
            report_destination(op, exec_state_of(w), out);
    }
    return true;
}

static void report_values(const struct exec_op *op, const struct exec_state *state,
                          struct issued *out)
{
    for (unsigned k = 1; k < op->n_sources; k++)
        out->value[k - 1] = (struct lane_operand){exec_source(op, state, k), op->source[k].bytes};
}

static void store(const struct exec_op *op, const struct exec_place *place,
                  const struct issued *out)
{
    EACH_LANE (i, place->lanes)
        for (unsigned k = 0; k < op->elements; k++)
            memcpy(place->region.base + place->offset[i] + k * op->element_bytes,
                   out->value[k].base + i * out->value[k].stride, op->element_bytes);
}

static void change(const struct exec_op *op, struct exec_state *state,
                   const struct exec_place *place)
{
    EACH_LANE (i, place->lanes) {
        uint64_t a = exec_lane(&op->source[1], state, i);
        uint64_t b = op->n_sources > 2 ? exec_lane(&op->source[2], state, i) : 0;
        void *location = place->region.base + place->offset[i];
        uint64_t old = atomic_apply(op->atomic_op, op->atomic_type, location, a, b);
        if (op->n_destinations > 0 && op->destination[0].bits != 0)
            exec_set_lane(op, state, 0, i, old);
    }
}

static bool writable(uint8_t space)
{
    return space != SPACE_CONST && space != SPACE_PARAM;
}

bool exec_store(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                struct issued *out)
{
    struct exec_place place;
    report_values(op, exec_state_of(w), out);
    if (lanes != 0 && !exec_locate(op, w, lanes, out))
        return false;
    while (lanes != 0) {
        if (!exec_next_place(op, w, &lanes, out, &place) || !is_last(op, &place, lanes, out))
            return false;
        report_lanes(out, place.lanes);
        if (!writable(place.space))
            return exec_bad_address(op, out, (unsigned)__builtin_ctz(place.lanes), FAULT_RANGE,
                                    "this memory is read-only");
        if (!acts_later(place.space))
            store(op, &place, out);
    }
    return true;
}

bool exec_atomic(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                 struct issued *out)
{
    struct exec_place place;
    report_values(op, exec_state_of(w), out);
    if (lanes != 0 && !exec_locate(op, w, lanes, out))
        return false;
    while (lanes != 0) {
        if (!exec_next_place(op, w, &lanes, out, &place) || !is_last(op, &place, lanes, out))
            return false;
        report_lanes(out, place.lanes);
        if (place.space == SPACE_SHARED)
            change(op, exec_state_of(w), &place);
        else if (!acts_later(place.space))
            return exec_bad_address(op, out, (unsigned)__builtin_ctz(place.lanes), FAULT_RANGE,
                                    "atomics act on global and shared memory only");
    }
    return true;
}
