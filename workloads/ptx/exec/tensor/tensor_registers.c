/* SPDX-License-Identifier: BSD-3-Clause */
/* Layouts: tensor.h. */
#include "workloads/ptx/exec/tensor/tensor_registers.h"
#include "workloads/ptx/exec/lanes/lanes.h"

enum { GROUP = 4 /* lanes that share a row */, BLOCK_ROWS = 8 };

static const lane_word *lanes_of(const struct tensor_matrix *matrix, const struct exec_state *state,
                                 unsigned r)
{
    return (const lane_word *)(const void *)(state->base[matrix->registers[r].base] +
                                             matrix->registers[r].offset);
}

void tensor_read_bits(const struct tensor_matrix *matrix, unsigned rows, bool is_a,
                      const struct exec_state *state, struct tensor_bits *x)
{
    const bool tall = is_a && rows > BLOCK_ROWS;
    for (unsigned r = 0; r < matrix->n; r++) {
        const lane_word *words = lanes_of(matrix, state, r);
        for (unsigned lane = 0; lane < WARP_LANES; lane++) {
            const unsigned k = (tall ? r / 2 : r) * GROUP + lane % GROUP;
            const unsigned line = lane / GROUP + (tall ? r % 2 * BLOCK_ROWS : 0);
            *(is_a ? &x->a[line][k] : &x->b[k][line]) = words[lane];
        }
    }
}

/* The sum that a lane has in register r. */
static uint32_t *sum_at(struct tensor_bits *x, unsigned r, unsigned lane)
{
    return &x->c[lane / GROUP + r / 2 * BLOCK_ROWS][lane % GROUP * 2 + r % 2];
}

void tensor_read_bit_sums(const struct tensor_matrix *c, const struct exec_state *state,
                          struct tensor_bits *x)
{
    for (unsigned r = 0; r < c->n; r++) {
        const lane_word *words = lanes_of(c, state, r);
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            *sum_at(x, r, lane) = words[lane];
    }
}

void tensor_write_bit_sums(const struct tensor_matrix *d, struct exec_state *state,
                           const struct tensor_bits *x)
{
    for (unsigned r = 0; r < d->n; r++) {
        lane_word *words =
            (lane_word *)(void *)((uint8_t *)state->base[BASE_REGISTERS] + d->registers[r].offset);
        for (unsigned lane = 0; lane < WARP_LANES && d->registers[r].bits != 0; lane++)
            words[lane] = *sum_at((struct tensor_bits *)x, r, lane);
    }
}
