/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/compile/blocks/liveness.h"
#include "workloads/ptx/compile/blocks/blocks.h"
#include "workloads/ptx/compile/blocks/loop_reads.h"
#include "workloads/ptx/compile/blocks/registers.h"
#include "workloads/ptx/exec/actions/control.h"
#include "workloads/ptx/exec/run/sources.h"

#include <string.h>

struct block_liveness {
    const struct exec_kernel *kernel;
    struct block_registers registers;
    uint32_t words;
    uint64_t *in;   /* sets by pc; of leaders only */
    uint64_t *seen; /* the same, of those where loops begin: what these have read (loop_reads.h) */
};

static uint64_t *set_at(const struct block_liveness *l, uint32_t pc)
{
    return l->in + (size_t)pc * l->words;
}

static uint64_t *seen_at(const struct block_liveness *l, uint32_t pc)
{
    return l->seen + (size_t)pc * l->words;
}

static uint32_t number_of(const struct block_liveness *l, uint32_t offset)
{
    return block_register_number(&l->registers, offset);
}

static void add(const struct block_liveness *l, uint64_t *set, const struct exec_operand *operand)
{
    if (operand->base == BASE_REGISTERS)
        block_set_add(set, number_of(l, operand->offset));
}

/* What is live before an instruction, from what is live behind it. */
static void step_back(const struct block_liveness *l, const struct exec_op *op, uint64_t *live)
{
    struct exec_operand_list list;
    if (op->guard.base == BASE_CONSTANTS) {
        exec_list_destinations(l->kernel, op, &list);
        for (unsigned k = 0; k < list.n; k++)
            block_set_remove(live, number_of(l, list.at[k]->offset));
    }
    exec_list_sources(l->kernel, op, &list);
    for (unsigned k = 0; k < list.n; k++)
        add(l, live, list.at[k]);
    add(l, live, &op->guard);
    if (block_closes_loop(op)) /* lanes that wait are known by these, too */
        block_set_join(live, seen_at(l, op->target), l->words);
}

/* The set at the end of the block that begins at `leader`, and its last pc. */
static uint32_t live_out(const struct block_liveness *l, const struct kernel_code *code,
                         const uint8_t *leaders, uint32_t leader, uint64_t *out)
{
    const struct exec_kernel *kernel = code->impl;
    const uint32_t last = block_end(code, leaders, leader) - 1;
    const struct exec_op *op = &kernel->ops[last];
    const enum block_way way = block_way_of(op, &code->instructions[last]);
    memset(out, 0, l->words * sizeof *out);
    if (way == WAY_BRANCH)
        block_set_join(out, set_at(l, op->target), l->words);
    if (op->kind == EXEC_CONTROL && op->action == exec_branch_table)
        for (int64_t k = 0; k < op->immediate; k++)
            block_set_join(out, set_at(l, kernel->targets[op->target + k]), l->words);
    if (last + 1 < code->n_instructions)
        block_set_join(out, set_at(l, last + 1), l->words);
    return last;
}

/* Whether what the block reads has grown. */
static bool update(struct block_liveness *l, const struct kernel_code *code, const uint8_t *leaders,
                   uint32_t leader, uint64_t *set)
{
    const struct exec_kernel *kernel = code->impl;
    const uint32_t last = live_out(l, code, leaders, leader, set);
    const struct exec_op *op = &kernel->ops[last];
    if (!exec_names_sources(op)) {
        memset(set, 0xff, l->words * sizeof *set); /* nobody has looked what it reads */
        return block_set_join(set_at(l, leader), set, l->words);
    }
    for (uint32_t pc = last + 1; pc-- > leader;)
        step_back(l, &kernel->ops[pc], set);
    return block_set_join(set_at(l, leader), set, l->words);
}

static void note_loops(const struct block_liveness *l, const struct kernel_code *code)
{
    for (uint32_t pc = 0; pc < code->n_instructions; pc++) {
        if (!block_closes_loop(&l->kernel->ops[pc]))
            continue;
        g_autoptr(GArray) reads = block_loop_reads(code, pc);
        uint64_t *seen = seen_at(l, l->kernel->ops[pc].target);
        for (guint i = 0; i < reads->len; i++)
            block_set_add(seen, number_of(l, g_array_index(reads, uint32_t, i)));
    }
}

struct block_liveness *block_liveness_new(const struct kernel_code *code, const uint8_t *leaders)
{
    struct block_liveness *l = g_new0(struct block_liveness, 1);
    const struct exec_kernel *kernel = code->impl;
    l->kernel = kernel;
    block_registers_init(&l->registers, code);
    l->words = block_set_words(&l->registers);
    l->in = g_new0(uint64_t, (size_t)(code->n_instructions + 1) * l->words);
    l->seen = g_new0(uint64_t, (size_t)(code->n_instructions + 1) * l->words);
    note_loops(l, code);
    g_autofree uint64_t *set = g_new0(uint64_t, l->words);
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t pc = code->n_instructions; pc-- > 0;)
            if (leaders[pc])
                changed |= update(l, code, leaders, pc, set);
    }
    return l;
}

void block_liveness_free(struct block_liveness *l)
{
    if (!l)
        return;
    block_registers_finish(&l->registers);
    g_free(l->in);
    g_free(l->seen);
    g_free(l);
}

bool block_is_live(const struct block_liveness *l, uint32_t leader, uint32_t offset)
{
    return block_set_has(set_at(l, leader), number_of(l, offset));
}

bool block_is_seen(const struct block_liveness *l, uint32_t leader, uint32_t offset)
{
    return block_set_has(seen_at(l, leader), number_of(l, offset));
}

bool block_is_live_behind(const struct block_liveness *l, const struct kernel_code *code,
                          const uint8_t *leaders, uint32_t pc, uint32_t offset)
{
    const struct exec_kernel *kernel = code->impl;
    g_autofree uint64_t *set = g_new(uint64_t, l->words);
    for (uint32_t at = live_out(l, code, leaders, pc, set); at > pc; at--)
        step_back(l, &kernel->ops[at], set);
    return block_set_has(set, number_of(l, offset));
}

uint64_t *block_live_before(const struct block_liveness *l, const struct kernel_code *code,
                            const uint8_t *leaders, uint32_t pc)
{
    const struct exec_kernel *kernel = code->impl;
    uint64_t *set = g_new(uint64_t, l->words);
    for (uint32_t at = live_out(l, code, leaders, pc, set) + 1; at-- > pc;)
        step_back(l, &kernel->ops[at], set);
    return set;
}

bool block_is_in(const struct block_liveness *l, const uint64_t *set, uint32_t offset)
{
    return block_set_has(set, number_of(l, offset));
}

static bool is_register(const struct exec_operand *operand)
{
    return operand->base == BASE_REGISTERS;
}

/* Lanes of a warp that look at each other see registers of lanes that have not written them. */
static void add_seen_by_others(const struct block_liveness *l, const struct kernel_code *code,
                               uint64_t *set)
{
    struct exec_operand_list list;
    for (uint32_t pc = 0; pc < code->n_instructions; pc++) {
        const struct exec_op *op = &l->kernel->ops[pc];
        if (!op->prepare)
            continue;
        exec_list_sources(l->kernel, op, &list);
        for (unsigned k = 0; k < list.n; k++)
            add(l, set, list.at[k]);
    }
}

static gint by_offset(gconstpointer a, gconstpointer b)
{
    const struct exec_range *p = a, *q = b;
    return p->offset < q->offset ? -1 : p->offset > q->offset;
}

/* The set's members, by offset. Empties the set. */
static struct exec_registers *take_members(const struct block_liveness *l,
                                           const struct kernel_code *code, uint64_t *set)
{
    const struct exec_kernel *kernel = code->impl;
    g_autoptr(GArray) ranges = g_array_new(FALSE, FALSE, sizeof(struct exec_range));
    struct exec_operand_list list;
    for (uint32_t pc = 0; pc < code->n_instructions; pc++) {
        const struct exec_op *op = &kernel->ops[pc];
        exec_list_sources(kernel, op, &list);
        for (unsigned k = 0; k <= list.n; k++) {
            const struct exec_operand *o = k == list.n ? &op->guard : list.at[k];
            const uint32_t number = is_register(o) ? number_of(l, o->offset) : 0;
            if (!is_register(o) || !block_set_has(set, number))
                continue;
            block_set_remove(set, number);
            const struct exec_range range = {o->offset, o->bytes == 0 ? 4 : o->bytes * WARP_LANES};
            g_array_append_val(ranges, range);
        }
    }
    g_array_sort(ranges, by_offset);
    const size_t bytes = ranges->len * sizeof(struct exec_range);
    struct exec_registers *members = g_malloc(sizeof *members + bytes);
    members->n = ranges->len;
    if (bytes > 0)
        memcpy(members->range, ranges->data, bytes);
    return members;
}

struct exec_registers *block_first_reads(const struct block_liveness *l,
                                         const struct kernel_code *code)
{
    g_autofree uint64_t *set = g_memdup2(set_at(l, 0), l->words * sizeof *set);
    add_seen_by_others(l, code, set);
    return take_members(l, code, set);
}

struct exec_registers *block_looked_at(const struct block_liveness *l,
                                       const struct kernel_code *code, uint32_t leader)
{
    g_autofree uint64_t *set = g_memdup2(set_at(l, leader), l->words * sizeof *set);
    block_set_join(set, seen_at(l, leader), l->words);
    return take_members(l, code, set);
}
