/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/exec/tensor/tensor_quads.h"
#include "workloads/ptx/exec/tensor/tensor_math.h"
#include "workloads/ptx/exec/tensor/tensor_values.h"

enum { QUADS = 4, QUAD_LANES = 8 };

/* Lane k of a product, the high ones last. */
static unsigned lane_of(unsigned quad, unsigned k)
{
    return quad * 4 + k % 4 + k / 4 * 16;
}

static float half_at(const struct tensor_matrix *matrix, const struct exec_state *state,
                     unsigned lane, unsigned i)
{
    const uint64_t pair = exec_lane(&matrix->registers[i / 2], state, lane);
    return f16_to_float((uint32_t)(pair >> i % 2 * 16) & 0xffff);
}

static void read_quad(const struct exec_tensor *tensor, const struct exec_state *state,
                      unsigned quad, struct tensor_quad *x)
{
    for (unsigned k = 0; k < QUAD_LANES; k++)
        for (unsigned i = 0; i < QUAD_DEPTH; i++) {
            const unsigned lane = lane_of(quad, k), high = k / 4 * 4;
            const float a = half_at(&tensor->a, state, lane, i);
            const float b = half_at(&tensor->b, state, lane, i);
            *(tensor->a.is_column ? &x->a[i + high][k % 4] : &x->a[k][i]) = a;
            *(tensor->b.is_column ? &x->b[i][k] : &x->b[k % 4][i + high]) = b;
        }
}

/* The place of element i of lane k's sums. */
static float *sum_at(struct tensor_quad *x, enum tensor_type type, unsigned k, unsigned i)
{
    if (type == TENSOR_F16)
        return &x->c[k][i];
    return &x->c[(k & 1) + (i & 2) + k / 4 * 4][(i & 4) + (k & 2) + (i & 1)];
}

static void read_sums(const struct tensor_matrix *c, const struct exec_state *state, unsigned quad,
                      struct tensor_quad *x)
{
    for (unsigned k = 0; k < QUAD_LANES; k++)
        for (unsigned i = 0; i < TENSOR_COLUMNS; i++) {
            const unsigned lane = lane_of(quad, k);
            *sum_at(x, c->type, k, i) =
                c->type == TENSOR_F16
                    ? half_at(c, state, lane, i)
                    : half_float_of((uint32_t)exec_lane(&c->registers[i], state, lane));
        }
}

static void write_sums(const struct tensor_matrix *d, struct exec_state *state, unsigned quad,
                       struct tensor_quad *x)
{
    const bool pairs = d->type == TENSOR_F16;
    for (unsigned k = 0; k < QUAD_LANES; k++)
        for (unsigned r = 0; r < d->n; r++) {
            lane_word *words =
                (lane_word *)((uint8_t *)state->base[BASE_REGISTERS] + d->registers[r].offset);
            if (d->registers[r].bits == 0)
                continue;
            const unsigned first = pairs ? 2 * r : r;
            const float low = *sum_at(x, d->type, k, first);
            words[lane_of(quad, k)] =
                pairs ? f16_pair(low, *sum_at(x, d->type, k, first + 1)) : tensor_float_bits(low);
        }
}

void tensor_multiply_quads(const struct exec_tensor *tensor, struct exec_state *state)
{
    struct tensor_quad x[QUADS];
    for (unsigned quad = 0; quad < QUADS; quad++) {
        read_quad(tensor, state, quad, &x[quad]);
        read_sums(&tensor->c, state, quad, &x[quad]);
        tensor_add_quad(&x[quad]);
    }
    for (unsigned quad = 0; quad < QUADS; quad++)
        write_sums(&tensor->d, state, quad, &x[quad]);
}
