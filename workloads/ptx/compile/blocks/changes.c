/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/compile/blocks/changes.h"
#include "workloads/ptx/compile/blocks/blocks.h"
#include "workloads/ptx/compile/blocks/registers.h"
#include "workloads/ptx/exec/run/sources.h"

struct block_changes {
    const struct exec_kernel *kernel;
    struct block_registers registers;
    uint32_t words;
    uint64_t *in, *out; /* sets by pc; of leaders only */
};

static uint64_t *at_pc(const struct block_changes *c, uint64_t *sets, uint32_t pc)
{
    return sets + (size_t)pc * c->words;
}

static void add_destinations(const struct block_changes *c, const struct exec_op *op, uint64_t *set)
{
    struct exec_operand_list list;
    exec_list_destinations(c->kernel, op, &list);
    for (unsigned k = 0; k < list.n; k++)
        block_set_add(set, block_register_number(&c->registers, list.at[k]->offset));
}

static bool pass_on(struct block_changes *c, const struct kernel_code *code, uint32_t from,
                    uint32_t to)
{
    return to < code->n_instructions &&
           block_set_join(at_pc(c, c->in, to), at_pc(c, c->out, from), c->words);
}

/* Passes a block's changes on; whether something was new to a block. out has what the block itself
 * writes from the start. */
static bool pass(struct block_changes *c, const struct kernel_code *code, const uint8_t *ends,
                 uint32_t leader)
{
    const struct exec_kernel *kernel = code->impl;
    const uint32_t end = block_end(code, ends, leader);
    const struct exec_op *last = &kernel->ops[end - 1];
    const enum block_way way = block_way_of(last, &code->instructions[end - 1]);
    const uint64_t *in = at_pc(c, c->in, leader);
    uint64_t *out = at_pc(c, c->out, leader);
    if (way == WAY_ISSUE) /* it is behind it that the warp comes from elsewhere */
        return false;
    block_set_join(out, in, c->words);
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
    block_registers_init(&c->registers, code);
    c->words = block_set_words(&c->registers);
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
    block_registers_finish(&c->registers);
    g_free(c->in);
    g_free(c->out);
    g_free(c);
}

bool block_has_changed(const struct block_changes *c, uint32_t leader, uint32_t offset, bool at_end)
{
    const uint64_t *set = at_pc(c, at_end ? c->out : c->in, leader);
    return block_set_has(set, block_register_number(&c->registers, offset));
}
