/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/exec/tensor/group_ops.h"
#include "workloads/ptx/exec/lanes/lanes.h"
#include "workloads/ptx/exec/tensor/matrix_ops.h"
#include "workloads/ptx/exec/tensor/product.h"
#include "workloads/ptx/exec/tensor/shared_matrix.h"
#include "workloads/ptx/exec/tensor/tensor_registers.h"
#include "workloads/ptx/exec/tensor/tensor_values.h"

#include <glib.h>
#include <inttypes.h>
#include <string.h>

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

/* How mma has lines in registers: register r, the words 4r to 4r + 3 of eight lines. */
static void to_registers(const line_words lines, unsigned first, lane_word *registers[2])
{
    for (unsigned r = 0; r < 2; r++)
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            registers[r][lane] = lines[first + lane / 4][4 * r + lane % 4];
}

/* A warp's part, being computed. */
struct part {
    const struct exec_group *group;
    struct exec_state *state;
    struct shared_matrix a, b;
    unsigned first_row;
    bool adds;
    uint64_t bad; /* an address that is not in shared memory */
    lane_word a_words[4][WARP_LANES] __attribute__((aligned(64)));
    lane_word b_words[2][WARP_LANES] __attribute__((aligned(64)));
};

static void *lanes_of(const struct exec_operand *operand, const struct exec_state *state)
{
    return (void *)(state->base[operand->base] + operand->offset);
}

/* The bits that change a register's signs. */
static uint32_t signs_of(enum tensor_type type)
{
    const unsigned bits = tensor_bits(type);
    return bits == 32 ? 0x80000000 : bits == 16 ? 0x80008000 : 0x80808080;
}

static bool read_a(struct part *p)
{
    const struct exec_group *group = p->group;
    line_words lines;
    if (group->a.n > 0) {
        for (unsigned r = 0; r < group->a.n; r++)
            memcpy(p->a_words[r], lanes_of(&group->a.registers[r], p->state), sizeof p->a_words[r]);
    } else {
        if (!shared_matrix_read(&p->a, p->first_row, TENSOR_ROWS, lines, &p->bad))
            return false;
        to_registers(lines, 0, (lane_word *[2]){p->a_words[0], p->a_words[2]});
        to_registers(lines, TENSOR_ROWS / 2, (lane_word *[2]){p->a_words[1], p->a_words[3]});
    }
    for (unsigned r = 0; r < 4 && group->negates; r++)
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            p->a_words[r][lane] ^= signs_of(group->a_type);
    return true;
}

/* The registers of eight columns of D, n of them, and what is added to. */
static void find_sums(const struct part *p, unsigned column, unsigned n, const void *zeros,
                      void **d, const void **c)
{
    const struct exec_operand *first = &p->group->d[column / TENSOR_COLUMNS * n];
    for (unsigned r = 0; r < n; r++) {
        d[r] = first[r].bits == 0 ? NULL : lanes_of(&first[r], p->state);
        c[r] = p->adds ? lanes_of(&first[r], p->state) : zeros;
    }
}

static bool multiply_numbers(struct part *p)
{
    static const lane_word zeros[WARP_LANES] __attribute__((aligned(64)));
    const struct exec_group *group = p->group;
    const struct product_set *set = product_set_best();
    product_of *multiply = group->d_type == TENSOR_S32 ? set->integers : set->floats;
    const uint32_t form = product_form(group->d_type, group->a_type, group->b_type, group->d_type,
                                       TENSOR_ROWS, group->depth, group->saturates);
    const unsigned n = group->n_d / (group->columns / TENSOR_COLUMNS);
    const void *a[4], *b[2] = {p->b_words[0], p->b_words[1]}, *c[4];
    void *d[4];
    line_words lines;
    for (unsigned r = 0; r < 4; r++)
        a[r] = p->a_words[r];
    for (unsigned column = 0; column < group->columns; column += TENSOR_COLUMNS) {
        if (!shared_matrix_read(&p->b, column, TENSOR_COLUMNS, lines, &p->bad))
            return false;
        to_registers(lines, 0, (lane_word *[2]){p->b_words[0], p->b_words[1]});
        find_sums(p, column, n, zeros, d, c);
        multiply(d, a, b, c, form);
    }
    return true;
}

/* D's registers of eight columns, as mma has them. */
static struct tensor_matrix sums_at(const struct exec_group *group, unsigned column)
{
    struct tensor_matrix sums = {.type = group->d_type,
                                 .n = (uint8_t)(group->n_d / (group->columns / TENSOR_COLUMNS))};
    memcpy(sums.registers, &group->d[column / TENSOR_COLUMNS * sums.n],
           sums.n * sizeof sums.registers[0]);
    return sums;
}

static bool multiply_bits(struct part *p)
{
    const struct exec_group *group = p->group;
    struct tensor_bits x;
    line_words lines;
    for (unsigned row = 0; row < TENSOR_ROWS; row++)
        for (unsigned k = 0; k < SHARED_LINE_WORDS; k++)
            x.a[row][k] = p->a_words[row / 8 + k / 4 * 2][row % 8 * 4 + k % 4];
    for (unsigned column = 0; column < group->columns; column += TENSOR_COLUMNS) {
        const struct tensor_matrix sums = sums_at(group, column);
        if (!shared_matrix_read(&p->b, column, TENSOR_COLUMNS, lines, &p->bad))
            return false;
        for (unsigned i = 0; i < TENSOR_COLUMNS; i++)
            for (unsigned k = 0; k < SHARED_LINE_WORDS; k++)
                x.b[k][i] = lines[i][k];
        memset(x.c, 0, sizeof x.c);
        if (p->adds)
            tensor_read_bit_sums(&sums, p->state, &x);
        tensor_add_bits(&x, TENSOR_ROWS, SHARED_LINE_WORDS, true);
        tensor_write_bit_sums(&sums, p->state, &x);
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
    if (read_a(&part) &&
        (group->a_type == TENSOR_B1 ? multiply_bits(&part) : multiply_numbers(&part)))
        return true;
    out->fault_lane = 0;
    out->fault = g_strdup_printf("%s: 16 bytes at shared address 0x%" PRIx64
                                 ", where a descriptor leads: the block has %" PRIu64 " bytes",
                                 op->text, part.bad, part.b.room);
    return false;
}
