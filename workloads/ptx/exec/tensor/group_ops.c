/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/exec/tensor/group_ops.h"
#include "workloads/ptx/exec/tensor/matrix_ops.h"
#include "workloads/ptx/exec/tensor/shared_matrix.h"
#include "workloads/ptx/exec/tensor/tensor_registers.h"
#include "workloads/ptx/exec/tensor/tensor_values.h"

#include <glib.h>
#include <inttypes.h>
#include <string.h>

/* Lines as the registers of a warp: so many at a time. */
enum { LINES_AT_A_TIME = WARP_LANES / SHARED_LINE_WORDS };

typedef uint32_t line_words[SHARED_MOST_LINES][SHARED_LINE_WORDS];

static const struct exec_group *group_at(const struct warp_context *w, uint32_t pc)
{
    const struct exec_kernel *kernel = w->code->impl;
    return exec_group_of(&kernel->ops[pc], kernel->constants);
}

bool exec_group_adds(const struct warp_context *w, uint32_t pc)
{
    return exec_lane(&group_at(w, pc)->adds, exec_state_of(w), 0) != 0;
}

bool exec_group_places(const struct warp_context *w, uint32_t pc, bool of_b, unsigned line,
                       uint32_t places[])
{
    const struct exec_group *group = group_at(w, pc);
    const struct exec_operand *place = of_b ? &group->b_place : &group->a_place;
    const struct shared_matrix matrix = shared_matrix_of(
        w, exec_lane(place, exec_state_of(w), 0), of_b ? group->b_transposed : group->a_transposed);
    return shared_matrix_places(
        &matrix, of_b ? line : w->in_block % GROUP_WARPS * TENSOR_ROWS + line, places);
}

static void floats_of(enum tensor_type type, bool is_a, unsigned n, const line_words lines,
                      struct tensor_floats *x)
{
    const unsigned elements = tensor_elements(type);
    for (unsigned i = 0; i < n; i += LINES_AT_A_TIME) {
        float values[TENSOR_MOST_FLOATS][WARP_LANES];
        tensor_widen(type, lines[i], values);
        for (unsigned word = 0; word < WARP_LANES; word++)
            for (unsigned e = 0; e < elements; e++) {
                const unsigned line = i + word / SHARED_LINE_WORDS;
                const unsigned k = word % SHARED_LINE_WORDS * elements + e;
                *(is_a ? &x->a[line][k] : &x->b[k][line]) = values[e][word];
            }
    }
}

static void integers_of(enum tensor_type type, bool is_a, unsigned n, const line_words lines,
                        struct tensor_integers *x)
{
    const unsigned elements = type == TENSOR_B1 ? 1 : tensor_elements(type);
    for (unsigned line = 0; line < n; line++)
        for (unsigned k = 0; k < SHARED_LINE_WORDS * elements; k++)
            *(is_a ? &x->a[line][k] : &x->b[k][line]) =
                tensor_integer(type, lines[line][k / elements], k % elements);
}

/* D's registers of eight columns. */
static struct tensor_matrix sums_at(const struct exec_group *group, unsigned column)
{
    struct tensor_matrix sums = {.type = group->d_type,
                                 .n = (uint8_t)(group->n_d / (group->columns / TENSOR_COLUMNS))};
    memcpy(sums.registers, &group->d[column / TENSOR_COLUMNS * sums.n],
           sums.n * sizeof sums.registers[0]);
    return sums;
}

/* A warp's part, being computed. */
struct part {
    const struct exec_group *group;
    struct exec_state *state;
    struct shared_matrix a, b;
    unsigned first_row;
    bool adds;
    uint64_t bad; /* an address that is not in shared memory */
};

static void negate(struct tensor_floats *x, unsigned depth)
{
    for (unsigned row = 0; row < TENSOR_ROWS; row++)
        for (unsigned k = 0; k < depth; k++)
            x->a[row][k] = -x->a[row][k];
}

static bool multiply_floats(struct part *p)
{
    const struct exec_group *group = p->group;
    const bool is_short = group->a_type != TENSOR_BF16 && group->a_type != TENSOR_TF32;
    struct tensor_floats x;
    line_words lines;
    if (group->a.n > 0)
        tensor_read_floats(&group->a, TENSOR_ROWS, true, p->state, &x);
    else if (shared_matrix_read(&p->a, p->first_row, TENSOR_ROWS, lines, &p->bad))
        floats_of(group->a_type, true, TENSOR_ROWS, lines, &x);
    else
        return false;
    if (group->negates)
        negate(&x, group->depth);
    for (unsigned column = 0; column < group->columns; column += TENSOR_COLUMNS) {
        const struct tensor_matrix sums = sums_at(group, column);
        if (!shared_matrix_read(&p->b, column, TENSOR_COLUMNS, lines, &p->bad))
            return false;
        floats_of(group->b_type, false, TENSOR_COLUMNS, lines, &x);
        memset(x.c, 0, sizeof x.c);
        if (p->adds)
            tensor_read_sums(&sums, p->state, &x);
        if (is_short)
            tensor_add_short(&x, TENSOR_ROWS, group->depth);
        else
            tensor_add_fused(&x, TENSOR_ROWS, group->depth);
        tensor_write_sums(&sums, p->state, &x);
    }
    return true;
}

static bool multiply_integers(struct part *p)
{
    const struct exec_group *group = p->group;
    struct tensor_integers x;
    line_words lines;
    if (group->a.n > 0)
        tensor_read_integers(&group->a, TENSOR_ROWS, true, p->state, &x);
    else if (shared_matrix_read(&p->a, p->first_row, TENSOR_ROWS, lines, &p->bad))
        integers_of(group->a_type, true, TENSOR_ROWS, lines, &x);
    else
        return false;
    for (unsigned column = 0; column < group->columns; column += TENSOR_COLUMNS) {
        const struct tensor_matrix sums = sums_at(group, column);
        if (!shared_matrix_read(&p->b, column, TENSOR_COLUMNS, lines, &p->bad))
            return false;
        integers_of(group->b_type, false, TENSOR_COLUMNS, lines, &x);
        memset(x.c, 0, sizeof x.c);
        if (p->adds)
            tensor_read_integer_sums(&sums, p->state, &x);
        if (group->a_type == TENSOR_B1)
            tensor_add_bits(&x, TENSOR_ROWS, SHARED_LINE_WORDS, true);
        else
            tensor_add_integers(&x, TENSOR_ROWS, group->depth);
        tensor_write_integer_sums(&sums, group->saturates, p->state, &x);
    }
    return true;
}

bool exec_group_product(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                        struct issued *out)
{
    struct exec_state *state = exec_state_of(w);
    const struct exec_group *group = exec_group_of(op, state->base[BASE_CONSTANTS]);
    if (lanes == 0)
        return true;
    if (!exec_whole_warp(op, lanes, out))
        return false;
    struct part part = {.group = group,
                        .state = state,
                        .first_row = w->in_block % GROUP_WARPS * TENSOR_ROWS,
                        .adds = exec_lane(&group->adds, state, 0) != 0};
    part.b = shared_matrix_of(w, exec_lane(&group->b_place, state, 0), group->b_transposed);
    if (group->a.n == 0)
        part.a = shared_matrix_of(w, exec_lane(&group->a_place, state, 0), group->a_transposed);
    if (group->d_type == TENSOR_S32 ? multiply_integers(&part) : multiply_floats(&part))
        return true;
    out->fault_lane = 0;
    out->fault = g_strdup_printf("%s: 16 bytes at shared address 0x%" PRIx64
                                 ", where a descriptor leads: the block has %" PRIu64 " bytes",
                                 op->text, part.bad, part.b.room);
    return false;
}
