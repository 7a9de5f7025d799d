/* SPDX-License-Identifier: BSD-3-Clause */
/* From registers to matrices and back; see tensor.h. */
#include "workloads/ptx/exec/tensor/tensor_ops.h"
#include "workloads/ptx/exec/lanes/lanes.h"
#include "workloads/ptx/exec/tensor/matrix_ops.h"
#include "workloads/ptx/exec/tensor/tensor_math.h"
#include "workloads/ptx/exec/tensor/tensor_quads.h"
#include "workloads/ptx/exec/tensor/tensor_values.h"

#include <glib.h>

enum { GROUP = 4 /* lanes that share a row */, BLOCK_ROWS = 8 };

/* Where a matrix of multiplicands has elements of a register. */
struct run {
    unsigned row, first; /* of A; of B, the column and its first row */
};

static struct run run_of(const struct exec_tensor *tensor, bool is_a, unsigned r, unsigned lane,
                         unsigned elements)
{
    const bool tall = is_a && tensor->rows > BLOCK_ROWS;
    const unsigned block = tall ? r / 2 : r;
    return (struct run){lane / GROUP + (tall ? r % 2 * BLOCK_ROWS : 0),
                        (block * GROUP + lane % GROUP) * elements};
}

static const void *lanes_of(const struct tensor_matrix *matrix, const struct exec_state *state,
                            unsigned r)
{
    return state->base[matrix->registers[r].base] + matrix->registers[r].offset;
}

static void read_floats(const struct exec_tensor *tensor, const struct tensor_matrix *matrix,
                        bool is_a, const struct exec_state *state, struct tensor_floats *x)
{
    const unsigned n = tensor_elements(matrix->type);
    for (unsigned r = 0; r < matrix->n; r++) {
        const lane_word *words = lanes_of(matrix, state, r);
        float values[TENSOR_MOST_FLOATS][WARP_LANES];
        tensor_widen(matrix->type, words, values);
        for (unsigned lane = 0; lane < WARP_LANES; lane++) {
            const struct run run = run_of(tensor, is_a, r, lane, n);
            for (unsigned e = 0; e < n; e++)
                *(is_a ? &x->a[run.row][run.first + e] : &x->b[run.first + e][run.row]) =
                    values[e][lane];
        }
    }
}

static void read_doubles(const struct exec_tensor *tensor, const struct tensor_matrix *matrix,
                         bool is_a, const struct exec_state *state, struct tensor_doubles *x)
{
    for (unsigned r = 0; r < matrix->n; r++) {
        const lane_double *values = lanes_of(matrix, state, r);
        for (unsigned lane = 0; lane < WARP_LANES; lane++) {
            const struct run run = run_of(tensor, is_a, r, lane, 1);
            *(is_a ? &x->a[run.row][run.first] : &x->b[run.first][run.row]) = values[lane];
        }
    }
}

static void read_integers(const struct exec_tensor *tensor, const struct tensor_matrix *matrix,
                          bool is_a, const struct exec_state *state, struct tensor_integers *x)
{
    const unsigned n = matrix->type == TENSOR_B1 ? 1 : tensor_elements(matrix->type);
    for (unsigned r = 0; r < matrix->n; r++) {
        const lane_word *words = lanes_of(matrix, state, r);
        for (unsigned lane = 0; lane < WARP_LANES; lane++) {
            const struct run run = run_of(tensor, is_a, r, lane, n);
            for (unsigned e = 0; e < n; e++)
                *(is_a ? &x->a[run.row][run.first + e] : &x->b[run.first + e][run.row]) =
                    tensor_integer(matrix->type, words[lane], e);
        }
    }
}

/* ---- accumulators --------------------------------------------------------------------------- */

/* The row and the column of a register of 32 or 64 bits. */
static unsigned row_of(unsigned r, unsigned lane)
{
    return lane / GROUP + r / 2 * BLOCK_ROWS;
}

static unsigned column_of(unsigned r, unsigned lane)
{
    return lane % GROUP * 2 + r % 2;
}

static void read_sums(const struct tensor_matrix *c, const struct exec_state *state,
                      struct tensor_floats *x)
{
    for (unsigned r = 0; r < c->n; r++) {
        const lane_word *words = lanes_of(c, state, r);
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            if (c->type == TENSOR_F16) {
                float *pair = &x->c[lane / GROUP + r * BLOCK_ROWS][lane % GROUP * 2];
                pair[0] = f16_low(words[lane]);
                pair[1] = f16_high(words[lane]);
            } else {
                x->c[row_of(r, lane)][column_of(r, lane)] = half_float_of(words[lane]);
            }
    }
}

static void *written(const struct tensor_matrix *d, struct exec_state *state, unsigned r)
{
    return (uint8_t *)state->base[BASE_REGISTERS] + d->registers[r].offset;
}

static void write_sums(const struct tensor_matrix *d, struct exec_state *state,
                       const struct tensor_floats *x)
{
    for (unsigned r = 0; r < d->n; r++) {
        lane_word *words = written(d, state, r);
        for (unsigned lane = 0; lane < WARP_LANES && d->registers[r].bits != 0; lane++)
            if (d->type == TENSOR_F16) {
                const float *pair = &x->c[lane / GROUP + r * BLOCK_ROWS][lane % GROUP * 2];
                words[lane] = f16_pair(pair[0], pair[1]);
            } else {
                words[lane] = tensor_float_bits(x->c[row_of(r, lane)][column_of(r, lane)]);
            }
    }
}

/* ---- the kinds ------------------------------------------------------------------------------ */

static void multiply_floats(const struct exec_tensor *tensor, struct exec_state *state)
{
    struct tensor_floats x;
    const bool is_short = tensor->a.type != TENSOR_BF16 && tensor->a.type != TENSOR_TF32;
    read_floats(tensor, &tensor->a, true, state, &x);
    read_floats(tensor, &tensor->b, false, state, &x);
    read_sums(&tensor->c, state, &x);
    if (is_short)
        tensor_add_short(&x, tensor->rows, tensor->depth);
    else
        tensor_add_fused(&x, tensor->rows, tensor->depth);
    write_sums(&tensor->d, state, &x);
}

static void multiply_doubles(const struct exec_tensor *tensor, struct exec_state *state)
{
    struct tensor_doubles x;
    read_doubles(tensor, &tensor->a, true, state, &x);
    read_doubles(tensor, &tensor->b, false, state, &x);
    for (unsigned r = 0; r < tensor->c.n; r++) {
        const lane_double *values = lanes_of(&tensor->c, state, r);
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            x.c[row_of(r, lane)][column_of(r, lane)] = values[lane];
    }
    tensor_add_doubles(&x, tensor->rows, tensor->depth);
    for (unsigned r = 0; r < tensor->d.n; r++) {
        lane_double *values = written(&tensor->d, state, r);
        for (unsigned lane = 0; lane < WARP_LANES && tensor->d.registers[r].bits != 0; lane++)
            values[lane] = x.c[row_of(r, lane)][column_of(r, lane)];
    }
}

static void multiply_integers(const struct exec_tensor *tensor, struct exec_state *state)
{
    struct tensor_integers x;
    read_integers(tensor, &tensor->a, true, state, &x);
    read_integers(tensor, &tensor->b, false, state, &x);
    for (unsigned r = 0; r < tensor->c.n; r++) {
        const lane_word *words = lanes_of(&tensor->c, state, r);
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            x.c[row_of(r, lane)][column_of(r, lane)] = (int32_t)words[lane];
    }
    if (tensor->a.type == TENSOR_B1)
        tensor_add_bits(&x, tensor->rows, tensor->depth / 32, tensor->is_and);
    else
        tensor_add_integers(&x, tensor->rows, tensor->depth);
    for (unsigned r = 0; r < tensor->d.n; r++) {
        lane_word *words = written(&tensor->d, state, r);
        for (unsigned lane = 0; lane < WARP_LANES && tensor->d.registers[r].bits != 0; lane++) {
            const int64_t sum = x.c[row_of(r, lane)][column_of(r, lane)];
            words[lane] = (uint32_t)(tensor->saturates ? CLAMP(sum, INT32_MIN, INT32_MAX) : sum);
        }
    }
}

bool exec_mma(const struct exec_op *op, struct warp_context *w, lane_mask lanes, struct issued *out)
{
    struct exec_state *state = exec_state_of(w);
    const struct exec_tensor *tensor = exec_tensor_of(op, state->base[BASE_CONSTANTS]);
    if (lanes == 0)
        return true;
    if (!exec_whole_warp(op, lanes, out))
        return false;
    if (tensor->is_quads)
        tensor_multiply_quads(tensor, state);
    else if (tensor->a.type == TENSOR_F64)
        multiply_doubles(tensor, state);
    else if (tensor->d.type == TENSOR_S32)
        multiply_integers(tensor, state);
    else
        multiply_floats(tensor, state);
    return true;
}
