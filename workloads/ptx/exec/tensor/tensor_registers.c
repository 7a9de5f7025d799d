/* SPDX-License-Identifier: BSD-3-Clause */
/* Layouts: tensor.h. */
#include "workloads/ptx/exec/tensor/tensor_registers.h"
#include "workloads/ptx/exec/lanes/lanes.h"
#include "workloads/ptx/exec/tensor/tensor_values.h"

#include <glib.h>

enum { GROUP = 4 /* lanes that share a row */, BLOCK_ROWS = 8 };

/* Where a matrix of multiplicands has elements of a register. */
struct run {
    unsigned row, first; /* of A; of B, the column and its first row */
};

static struct run run_of(unsigned rows, bool is_a, unsigned r, unsigned lane, unsigned elements)
{
    const bool tall = is_a && rows > BLOCK_ROWS;
    const unsigned block = tall ? r / 2 : r;
    return (struct run){lane / GROUP + (tall ? r % 2 * BLOCK_ROWS : 0),
                        (block * GROUP + lane % GROUP) * elements};
}

static const void *lanes_of(const struct tensor_matrix *matrix, const struct exec_state *state,
                            unsigned r)
{
    return state->base[matrix->registers[r].base] + matrix->registers[r].offset;
}

void tensor_read_floats(const struct tensor_matrix *matrix, unsigned rows, bool is_a,
                        const struct exec_state *state, struct tensor_floats *x)
{
    const unsigned n = tensor_elements(matrix->type);
    for (unsigned r = 0; r < matrix->n; r++) {
        const lane_word *words = lanes_of(matrix, state, r);
        float values[TENSOR_MOST_FLOATS][WARP_LANES];
        tensor_widen(matrix->type, words, values);
        for (unsigned lane = 0; lane < WARP_LANES; lane++) {
            const struct run run = run_of(rows, is_a, r, lane, n);
            for (unsigned e = 0; e < n; e++)
                *(is_a ? &x->a[run.row][run.first + e] : &x->b[run.first + e][run.row]) =
                    values[e][lane];
        }
    }
}

void tensor_read_doubles(const struct tensor_matrix *matrix, unsigned rows, bool is_a,
                         const struct exec_state *state, struct tensor_doubles *x)
{
    for (unsigned r = 0; r < matrix->n; r++) {
        const lane_double *values = lanes_of(matrix, state, r);
        for (unsigned lane = 0; lane < WARP_LANES; lane++) {
            const struct run run = run_of(rows, is_a, r, lane, 1);
            *(is_a ? &x->a[run.row][run.first] : &x->b[run.first][run.row]) = values[lane];
        }
    }
}

void tensor_read_integers(const struct tensor_matrix *matrix, unsigned rows, bool is_a,
                          const struct exec_state *state, struct tensor_integers *x)
{
    const unsigned n = matrix->type == TENSOR_B1 ? 1 : tensor_elements(matrix->type);
    for (unsigned r = 0; r < matrix->n; r++) {
        const lane_word *words = lanes_of(matrix, state, r);
        for (unsigned lane = 0; lane < WARP_LANES; lane++) {
            const struct run run = run_of(rows, is_a, r, lane, n);
            for (unsigned e = 0; e < n; e++)
                *(is_a ? &x->a[run.row][run.first + e] : &x->b[run.first + e][run.row]) =
                    tensor_integer(matrix->type, words[lane], e);
        }
    }
}

/* ---- sums --------------------------------------------------------------------------- */

/* The row and the column of a register of 32 or 64 bits. */
static unsigned row_of(unsigned r, unsigned lane)
{
    return lane / GROUP + r / 2 * BLOCK_ROWS;
}

static unsigned column_of(unsigned r, unsigned lane)
{
    return lane % GROUP * 2 + r % 2;
}

void tensor_read_sums(const struct tensor_matrix *c, const struct exec_state *state,
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

void tensor_write_sums(const struct tensor_matrix *d, struct exec_state *state,
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

void tensor_read_double_sums(const struct tensor_matrix *c, const struct exec_state *state,
                             struct tensor_doubles *x)
{
    for (unsigned r = 0; r < c->n; r++) {
        const lane_double *values = lanes_of(c, state, r);
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            x->c[row_of(r, lane)][column_of(r, lane)] = values[lane];
    }
}

void tensor_write_double_sums(const struct tensor_matrix *d, struct exec_state *state,
                              const struct tensor_doubles *x)
{
    for (unsigned r = 0; r < d->n; r++) {
        lane_double *values = written(d, state, r);
        for (unsigned lane = 0; lane < WARP_LANES && d->registers[r].bits != 0; lane++)
            values[lane] = x->c[row_of(r, lane)][column_of(r, lane)];
    }
}

void tensor_read_integer_sums(const struct tensor_matrix *c, const struct exec_state *state,
                              struct tensor_integers *x)
{
    for (unsigned r = 0; r < c->n; r++) {
        const lane_word *words = lanes_of(c, state, r);
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            x->c[row_of(r, lane)][column_of(r, lane)] = (int32_t)words[lane];
    }
}

void tensor_write_integer_sums(const struct tensor_matrix *d, bool saturates,
                               struct exec_state *state, const struct tensor_integers *x)
{
    for (unsigned r = 0; r < d->n; r++) {
        lane_word *words = written(d, state, r);
        for (unsigned lane = 0; lane < WARP_LANES && d->registers[r].bits != 0; lane++) {
            const int64_t sum = x->c[row_of(r, lane)][column_of(r, lane)];
            words[lane] = (uint32_t)(saturates ? CLAMP(sum, INT32_MIN, INT32_MAX) : sum);
        }
    }
}
