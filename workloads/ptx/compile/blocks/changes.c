/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/compile/blocks/changes.h"
#include "workloads/ptx/compile/blocks/blocks.h"
#include "workloads/ptx/exec/run/sources.h"

#include <string.h>

/* Sets of registers: bits, numbered in the order in which the code first writes them. */
struct block_changes {
    const struct exec_kernel *kernel;
    GHashTable *numbers; /* offset + 1 -> number + 1 */
    uint32_t n_registers, words;
    uint64_t *in, *out; /* by pc: words; of leaders only */
};

static uint64_t *at_pc(const struct block_changes *c, uint64_t *sets, uint32_t pc)
{
    return sets + (size_t)pc * c->words;
}

static uint32_t end_of(const struct kernel_code *code, const uint8_t *ends, uint32_t leader)
{
    uint32_t end = leader + 1;
    while (end < code->n_instructions && ends[end] == TURN_GOES_ON)
        end++;
    return end;
}

static void number_destinations(struct block_changes *c, const struct exec_op *op)
{
    struct exec_operand_list list;
    exec_list_destinations(c->kernel, op, &list);
    for (unsigned k = 0; k < list.n; k++) {
        gpointer key = GUINT_TO_POINTER(list.at[k]->offset + 1);
        if (!g_hash_table_contains(c->numbers, key))
            g_hash_table_insert(c->numbers, key, GUINT_TO_POINTER(++c->n_registers));
    }
}

static void add_destinations(const struct block_changes *c, const struct exec_op *op, uint64_t *set)
{
    struct exec_operand_list list;
    exec_list_destinations(c->kernel, op, &list);
    for (unsigned k = 0; k < list.n; k++) {
        gpointer key = GUINT_TO_POINTER(list.at[k]->offset + 1);
        const uint32_t number = GPOINTER_TO_UINT(g_hash_table_lookup(c->numbers, key)) - 1;
        set[number / 64] |= (uint64_t)1 << number % 64;
    }
}

static bool pass_on(struct block_changes *c, const struct kernel_code *code, uint32_t from,
                    uint32_t to)
{
    bool changed = false;
    if (to >= code->n_instructions)
        return false;
    const uint64_t *out = at_pc(c, c->out, from);
    uint64_t *in = at_pc(c, c->in, to);
    for (uint32_t i = 0; i < c->words; i++) {
        changed |= (out[i] & ~in[i]) != 0;
        in[i] |= out[i];
    }
    return changed;
}

/* Passes a block's changes on; whether something was new to a block. out has what the block itself
 * writes from the start. */
static bool pass(struct block_changes *c, const struct kernel_code *code, const uint8_t *ends,
                 uint32_t leader)
{
    const struct exec_kernel *kernel = code->impl;
    const uint32_t end = end_of(code, ends, leader);
    const struct exec_op *last = &kernel->ops[end - 1];
    const enum block_way way = block_way_of(last, &code->instructions[end - 1]);
    const uint64_t *in = at_pc(c, c->in, leader);
    uint64_t *out = at_pc(c, c->out, leader);
    if (way == WAY_ISSUE) /* it is behind it that the warp comes from elsewhere */
        return false;
    for (uint32_t i = 0; i < c->words; i++)
        out[i] |= in[i];
    bool changed = false;
    if (way == WAY_BRANCH)
        changed = pass_on(c, code, leader, last->target);
    if (way != WAY_BRANCH || last->guard.base != BASE_CONSTANTS)
        changed |= pass_on(c, code, leader, end);
    return changed;
}

struct block_changes *block_changes_new(const struct kernel_code *code, const uint8_t *ends)
{
    const struct exec_kernel *kernel = code->impl;
    struct block_changes *c = g_new0(struct block_changes, 1);
    c->kernel = kernel;
    c->numbers = g_hash_table_new(NULL, NULL);
    for (uint32_t pc = 0; pc < code->n_instructions; pc++)
        number_destinations(c, &kernel->ops[pc]);
    c->words = c->n_registers / 64 + 1;
    c->in = g_new0(uint64_t, (size_t)(code->n_instructions + 1) * c->words);
    c->out = g_new0(uint64_t, (size_t)(code->n_instructions + 1) * c->words);
    for (uint32_t pc = 0, leader = 0; pc < code->n_instructions; pc++) {
        if (ends[pc] != TURN_GOES_ON)
            leader = pc;
        add_destinations(c, &kernel->ops[pc], at_pc(c, c->out, leader));
    }
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t pc = 0; pc < code->n_instructions; pc++)
            if (ends[pc] != TURN_GOES_ON)
                changed |= pass(c, code, ends, pc);
    }
    return c;
}

void block_changes_free(struct block_changes *c)
{
    if (!c)
        return;
    g_hash_table_destroy(c->numbers);
    g_free(c->in);
    g_free(c->out);
    g_free(c);
}

bool block_has_changed(const struct block_changes *c, uint32_t leader, uint32_t offset, bool at_end)
{
    const uint32_t number =
        GPOINTER_TO_UINT(g_hash_table_lookup(c->numbers, GUINT_TO_POINTER(offset + 1)));
    const uint64_t *set = at_pc(c, at_end ? c->out : c->in, leader);
    return number != 0 && set[(number - 1) / 64] >> (number - 1) % 64 & 1;
}
