/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/compile/blocks/even.h"
#include "workloads/ptx/compile/blocks/blocks.h"
#include "workloads/ptx/compile/blocks/registers.h"
#include "workloads/ptx/exec/actions/call.h"
#include "workloads/ptx/exec/actions/control.h"
#include "workloads/ptx/exec/actions/memory.h"
#include "workloads/ptx/exec/lanes/alu.h"
#include "workloads/ptx/exec/lanes/predicates.h"
#include "workloads/ptx/exec/lanes/warp_ops.h"
#include "workloads/ptx/exec/run/sources.h"
#include "workloads/static_facts.h"

#include <string.h>

/* Registers of all blocks together, at most. ASSUMED: they take 64 MiB. */
enum { MOST_STATES = 2 << 20, HALF = WARP_LANES / 2 };

static const struct even_lanes uneven = {.kind = EVEN_NOT};

struct block_even {
    const struct kernel_code *code;
    const struct exec_kernel *kernel;
    const uint8_t *ends;
    bool rows;
    struct block_registers registers;
    GHashTable *fixups;    /* set: offset + 1 of constants that depend on where variables lie */
    uint32_t *row;         /* by pc: of the block that begins there */
    struct even_lanes *in; /* by row: one for each register */
    bool *reached;         /* by row */
    bool *met;             /* by row and register: lanes that meet there have written it apart */
    bool *parts;           /* by pc: the branch parts lanes, for all that is known */
};

bool block_even_rows(const uint32_t block[3])
{
    return block[0] % HALF == 0 || block[1] * block[2] == 1;
}

static uint32_t number_of(const struct block_even *b, uint32_t offset)
{
    return block_register_number(&b->registers, offset);
}

static struct even_lanes *state_at(const struct block_even *b, uint32_t leader)
{
    return b->in + (size_t)b->row[leader] * b->registers.n;
}

static struct even_lanes constant(const struct block_even *b, const struct exec_operand *operand)
{
    const uint8_t *bytes = b->kernel->constants + operand->offset;
    const unsigned width = operand->bytes == 0 ? 4 : operand->bytes;
    struct even_lanes lanes = {.kind = EVEN_SAME};
    for (unsigned i = 1; operand->bytes != 0 && i < WARP_LANES; i++)
        if (memcmp(bytes, bytes + i * width, width) != 0)
            return (struct even_lanes){.kind = EVEN_NOT};
    lanes.literal = !g_hash_table_contains(b->fixups, GUINT_TO_POINTER(operand->offset + 1));
    memcpy(&lanes.value, bytes, width);
    if (operand->bytes == 0 && lanes.value != 0 && (uint32_t)lanes.value != ALL_LANES)
        lanes.kind = EVEN_NOT;
    return lanes;
}

static struct even_lanes special(const struct block_even *b, const struct exec_operand *operand)
{
    const struct exec_special *found = NULL;
    for (uint32_t i = 0; i < b->kernel->n_specials && !found; i++)
        if (b->kernel->specials[i].offset == operand->offset)
            found = &b->kernel->specials[i];
    if (!found || found->bytes != 4)
        return (struct even_lanes){.kind = EVEN_NOT};
    switch (found->which) {
    case SPECIAL_TID_X:
        return (struct even_lanes){.kind = b->rows ? EVEN_STEP : EVEN_NOT, .step = 1};
    case SPECIAL_TID_Y:
    case SPECIAL_TID_Z:
        return (struct even_lanes){.kind = b->rows ? EVEN_STEP : EVEN_NOT};
    case SPECIAL_LANEID:
        return (struct even_lanes){.kind = EVEN_STEP, .step = 1};
    case SPECIAL_NTID_X:
    case SPECIAL_NTID_Y:
    case SPECIAL_NTID_Z:
    case SPECIAL_CTAID_X:
    case SPECIAL_CTAID_Y:
    case SPECIAL_CTAID_Z:
    case SPECIAL_NCTAID_X:
    case SPECIAL_NCTAID_Y:
    case SPECIAL_NCTAID_Z:
    case SPECIAL_WARPID:
    case SPECIAL_NWARPID:
        return (struct even_lanes){.kind = EVEN_SAME};
    default:
        return (struct even_lanes){.kind = EVEN_NOT};
    }
}

struct even_lanes block_even_fixed(const struct block_even *b, const struct exec_operand *operand)
{
    return operand->base == BASE_CONSTANTS ? constant(b, operand) : special(b, operand);
}

static bool loads_one_place(const struct exec_op *op, const struct even_lanes *address)
{
    if (op->action != exec_load || address->kind != EVEN_SAME ||
        (op->space != SPACE_GLOBAL && op->space != SPACE_SHARED && op->space != SPACE_CONST &&
         op->space != SPACE_PARAM))
        return false;
    for (unsigned k = 0; k < op->n_destinations; k++)
        if (op->element_bytes < 4 || op->destination[k].bits != op->element_bytes * 8u)
            return false;
    return true;
}

static struct even_lanes same_if(bool same)
{
    return (struct even_lanes){.kind = same ? EVEN_SAME : EVEN_NOT};
}

struct even_lanes block_even_result(const struct exec_op *op, const struct even_lanes *source)
{
    if (op->guard.base != BASE_CONSTANTS || op->n_destinations == 0)
        return same_if(false);
    if (op->kind == EXEC_ACTION && op->action == exec_load_parameter)
        return same_if(op->element_bytes >= 4 && op->destination[0].bits == op->element_bytes * 8u);
    if (op->kind == EXEC_ACTION)
        return same_if(loads_one_place(op, &source[0]));
    if (op->kind != EXEC_ALU || op->n_destinations != 1 || op->destination[0].bits == 0)
        return same_if(false);
    if (op->alu == exec_setp)
        return same_if(exec_compare_name(op->compare) && !(op->modifiers & MODIFIER_FTZ) &&
                       op->source_type < VALUE_F16 && source[0].kind == EVEN_SAME &&
                       source[1].kind == EVEN_SAME);
    if (op->alu == exec_predicate_logic)
        return same_if(
            source[0].kind == EVEN_SAME &&
            (op->n_sources < 2 || op->variant == LOGIC_FIRST || source[1].kind == EVEN_SAME));
    return op->destination[0].bytes == 0 ? same_if(false) : even_result(op, source);
}

static struct even_lanes operand_in(const struct block_even *b, const struct even_lanes *state,
                                    const struct exec_operand *operand)
{
    return operand->base == BASE_REGISTERS ? state[number_of(b, operand->offset)]
                                           : block_even_fixed(b, operand);
}

static void step(const struct block_even *b, const struct exec_op *op, struct even_lanes *state)
{
    for (uint32_t k = 0; !exec_names_sources(op) && k < b->registers.n; k++)
        state[k] = uneven; /* nobody has looked what it writes */
    struct even_lanes source[EXEC_SOURCES] = {{0}}, result;
    struct exec_operand_list list;
    for (unsigned k = 0; k < op->n_sources && k < EXEC_SOURCES; k++)
        source[k] = operand_in(b, state, &op->source[k]);
    result = block_even_result(op, source);
    exec_list_destinations(b->kernel, op, &list);
    for (unsigned k = 0; k < list.n; k++)
        state[number_of(b, list.at[k]->offset)] = result;
}

static bool differ(const struct even_lanes *a, const struct even_lanes *b)
{
    return a->kind != b->kind || a->unsure != b->unsure ||
           (a->kind == EVEN_STEP && a->step != b->step);
}

/* A block comes to another one; whether that is new to it. */
static bool pass_on(struct block_even *b, const struct even_lanes *state, uint32_t to)
{
    if (to >= b->code->n_instructions)
        return false;
    const uint32_t row = b->row[to];
    struct even_lanes *in = state_at(b, to);
    const bool *met = b->met + (size_t)row * b->registers.n;
    bool changed = !b->reached[row];
    for (uint32_t k = 0; k < b->registers.n; k++) {
        struct even_lanes new = b->reached[row] ? even_either(in[k], state[k]) : state[k];
        if (met[k])
            new = uneven;
        changed |= differ(&new, &in[k]);
        in[k] = new;
    }
    b->reached[row] = true;
    return changed;
}

static void note_written(struct block_even *b, const bool *inside, uint32_t meet)
{
    struct exec_operand_list list;
    bool *met = b->met + (size_t)b->row[meet] * b->registers.n;
    for (uint32_t pc = 0, leader = 0; pc < b->code->n_instructions; pc++) {
        if (b->ends[pc] != TURN_GOES_ON)
            leader = pc;
        if (!inside[leader])
            continue;
        exec_list_destinations(b->kernel, &b->kernel->ops[pc], &list);
        for (unsigned k = 0; k < list.n; k++)
            met[number_of(b, list.at[k]->offset)] = true;
        if (!exec_names_sources(&b->kernel->ops[pc]))
            memset(met, true, b->registers.n * sizeof *met);
    }
    struct even_lanes *in = state_at(b, meet);
    for (uint32_t k = 0; b->reached[b->row[meet]] && k < b->registers.n; k++)
        if (met[k])
            in[k] = uneven;
}

/* Which way control may go at the end of a block: at most two. */
static unsigned ways_of(const struct block_even *b, uint32_t leader, uint32_t to[2])
{
    const uint32_t end = block_end(b->code, b->ends, leader);
    const struct exec_op *last = &b->kernel->ops[end - 1];
    const enum block_way way = block_way_of(last, &b->code->instructions[end - 1]);
    unsigned n = 0;
    const bool always = last->guard.base == BASE_CONSTANTS;
    if (way == WAY_BRANCH)
        to[n++] = last->target;
    if (!always || (way != WAY_BRANCH && (last->kind != EXEC_CONTROL || last->action != exec_exit)))
        to[n++] = end;
    return n;
}

/* Lanes part at the branch and meet later: what they write between is uneven there. */
static void note_parting(struct block_even *b, uint32_t pc)
{
    const uint32_t n = b->code->n_instructions, meet = b->kernel->ops[pc].reconverge;
    b->parts[pc] = true;
    if (meet >= n)
        return;
    g_autofree bool *inside = g_new0(bool, n + 1);
    g_autoptr(GArray) open = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    const uint32_t first[2] = {b->kernel->ops[pc].target, pc + 1};
    g_array_append_vals(open, first, 2);
    while (open->len > 0) {
        uint32_t leader = g_array_index(open, uint32_t, open->len - 1), to[2];
        g_array_set_size(open, open->len - 1);
        if (leader >= n || leader == meet || inside[leader])
            continue;
        inside[leader] = true;
        g_array_append_vals(open, to, ways_of(b, leader, to));
    }
    note_written(b, inside, meet);
}

static bool pass(struct block_even *b, uint32_t leader, struct even_lanes *state)
{
    const uint32_t end = block_end(b->code, b->ends, leader);
    const struct exec_op *last = &b->kernel->ops[end - 1];
    uint32_t to[2];
    bool changed = false;
    memcpy(state, state_at(b, leader), b->registers.n * sizeof *state);
    for (uint32_t pc = leader; pc < end; pc++)
        step(b, &b->kernel->ops[pc], state);
    if (block_way_of(last, &b->code->instructions[end - 1]) == WAY_BRANCH && !b->parts[end - 1] &&
        operand_in(b, state, &last->guard).kind != EVEN_SAME) {
        note_parting(b, end - 1);
        changed = true;
    }
    const unsigned n = ways_of(b, leader, to);
    for (unsigned i = 0; i < n; i++)
        changed |= pass_on(b, state, to[i]);
    return changed;
}

/* Calls and jumps by tables go where nobody looks. */
static bool is_plain(const struct block_even *b)
{
    for (uint32_t pc = 0; pc < b->code->n_instructions; pc++) {
        const struct exec_op *op = &b->kernel->ops[pc];
        if (op->kind == EXEC_CONTROL && op->action == exec_branch_table)
            return false;
    }
    return b->kernel->n_functions == 1 && b->code->n_instructions > 0;
}

static void find_all(struct block_even *b)
{
    const uint32_t n = b->code->n_instructions;
    g_autofree struct even_lanes *state = g_new0(struct even_lanes, b->registers.n + 1);
    bool changed = true;
    pass_on(b, state, 0);
    while (changed) {
        changed = false;
        for (uint32_t pc = 0; pc < n; pc++)
            if (b->ends[pc] != TURN_GOES_ON && b->reached[b->row[pc]])
                changed |= pass(b, pc, state);
    }
}

struct block_even *block_even_new(const struct kernel_code *code, const uint8_t *ends, bool rows)
{
    struct block_even *b = g_new0(struct block_even, 1);
    const uint32_t n = code->n_instructions;
    uint32_t n_rows = 0;
    *b = (struct block_even){.code = code,
                             .kernel = code->impl,
                             .ends = ends,
                             .rows = rows,
                             .fixups = g_hash_table_new(NULL, NULL),
                             .row = g_new0(uint32_t, n + 1),
                             .parts = g_new0(bool, n + 1)};
    block_registers_init(&b->registers, code);
    for (uint32_t pc = 0; pc < n; pc++)
        b->row[pc] = ends[pc] == TURN_GOES_ON ? 0 : n_rows++;
    for (uint32_t i = 0; i < b->kernel->n_fixups; i++)
        g_hash_table_add(b->fixups, GUINT_TO_POINTER(b->kernel->fixups[i].offset + 1));
    const size_t states = (size_t)n_rows * b->registers.n;
    if (!is_plain(b) || states > MOST_STATES) {
        block_even_free(b);
        return NULL;
    }
    b->in = g_new0(struct even_lanes, states + 1);
    b->met = g_new0(bool, states + 1);
    b->reached = g_new0(bool, n_rows);
    find_all(b);
    return b;
}

void block_even_free(struct block_even *b)
{
    if (!b)
        return;
    block_registers_finish(&b->registers);
    g_hash_table_destroy(b->fixups);
    g_free(b->row);
    g_free(b->in);
    g_free(b->met);
    g_free(b->reached);
    g_free(b->parts);
    g_free(b);
}

bool block_even_reaches(const struct block_even *b, uint32_t leader)
{
    return b->reached[b->row[leader]];
}

struct even_lanes block_even_at(const struct block_even *b, uint32_t leader, uint32_t offset)
{
    return block_even_reaches(b, leader) ? state_at(b, leader)[number_of(b, offset)]
                                         : (struct even_lanes){.kind = EVEN_NOT};
}
