/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/exec/tensor/matrix_ops.h"
#include "workloads/ptx/exec/actions/addresses.h"

#include <glib.h>
#include <string.h>

enum {
    ROWS = MATRIX_ROWS,
    ROW_BYTES = MATRIX_ROW_BYTES,
    MOST_MATRICES = 4,
    ROW_LANES = 4 /* that share a row */
};

/* Of up to four matrices. */
struct matrices {
    uint16_t of[MOST_MATRICES][ROWS][ROWS];
};

bool exec_whole_warp(const struct exec_op *op, lane_mask lanes, struct issued *out)
{
    if (lanes == ALL_LANES)
        return true;
    out->fault_lane = (uint8_t)__builtin_ctz(lanes);
    out->fault =
        g_strdup_printf("%s: only lanes 0x%08x of the warp run it. All 32 must", op->text, lanes);
    return false;
}

/* The two elements of register m of a lane. */
static uint16_t *element(struct matrices *x, unsigned m, unsigned lane, unsigned e, bool transposed)
{
    const unsigned row = lane / ROW_LANES, column = lane % ROW_LANES * 2 + e;
    return transposed ? &x->of[m][column][row] : &x->of[m][row][column];
}

static uint32_t read_pair(struct matrices *x, unsigned m, unsigned lane, bool transposed)
{
    return *element(x, m, lane, 0, transposed) | (uint32_t)*element(x, m, lane, 1, transposed)
                                                     << 16;
}

static void write_pair(struct matrices *x, unsigned m, unsigned lane, bool transposed,
                       uint32_t pair)
{
    *element(x, m, lane, 0, transposed) = (uint16_t)pair;
    *element(x, m, lane, 1, transposed) = (uint16_t)(pair >> 16);
}

/* Where the rows of n matrices are; false if they are not in shared memory. */
static bool find_rows(const struct exec_op *op, struct warp_context *w, unsigned n,
                      struct exec_place *place, struct issued *out)
{
    lane_mask lanes = n == MOST_MATRICES ? ALL_LANES : ((lane_mask)1 << n * ROWS) - 1;
    out->active = lanes;
    if (!exec_locate(op, w, lanes, out) || !exec_next_place(op, w, &lanes, out, place))
        return false;
    if (lanes == 0 && place->space == SPACE_SHARED)
        return true;
    return exec_bad_address(op, out, (unsigned)__builtin_ctz(lanes ? lanes : place->lanes),
                            FAULT_RANGE, "matrices are in shared memory only");
}

bool exec_load_matrix(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                      struct issued *out)
{
    const unsigned n = op->n_destinations;
    struct exec_place place;
    struct matrices x;
    if (lanes == 0)
        return true;
    if (!exec_whole_warp(op, lanes, out) || !find_rows(op, w, n, &place, out))
        return false;
    for (unsigned i = 0; i < n * ROWS; i++)
        memcpy(x.of[i / ROWS][i % ROWS], place.region.base + place.offset[i], ROW_BYTES);
    for (unsigned m = 0; m < n; m++)
        for (unsigned lane = 0; lane < WARP_LANES && op->destination[m].bits != 0; lane++)
            exec_set_lane(op, exec_state_of(w), m, lane, read_pair(&x, m, lane, op->variant));
    return true;
}

bool exec_store_matrix(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                       struct issued *out)
{
    const unsigned n = op->n_sources - 1u; /* all but the address */
    struct exec_place place;
    struct matrices x;
    if (lanes == 0)
        return true;
    if (!exec_whole_warp(op, lanes, out) || !find_rows(op, w, n, &place, out))
        return false;
    for (unsigned m = 0; m < n; m++)
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            write_pair(&x, m, lane, op->variant,
                       (uint32_t)exec_lane(&op->source[m + 1], exec_state_of(w), lane));
    for (unsigned i = 0; i < n * ROWS; i++)
        memcpy(place.region.base + place.offset[i], x.of[i / ROWS][i % ROWS], ROW_BYTES);
    return true;
}

bool exec_move_matrix(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                      struct issued *out)
{
    struct exec_state *state = exec_state_of(w);
    struct matrices x;
    if (lanes == 0)
        return true;
    if (!exec_whole_warp(op, lanes, out))
        return false;
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        write_pair(&x, 0, lane, false, (uint32_t)exec_lane(&op->source[0], state, lane));
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        exec_set_lane(op, state, 0, lane, read_pair(&x, 0, lane, true));
    return true;
}
