/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/compile/blocks/registers.h"
#include "workloads/ptx/exec/run/sources.h"

static void number_one(struct block_registers *registers, const struct exec_operand *operand)
{
    gpointer key = GUINT_TO_POINTER(operand->offset + 1);
    if (operand->base == BASE_REGISTERS && !g_hash_table_contains(registers->numbers, key))
        g_hash_table_insert(registers->numbers, key, GUINT_TO_POINTER(++registers->n));
}

void block_registers_init(struct block_registers *registers, const struct kernel_code *code)
{
    const struct exec_kernel *kernel = code->impl;
    struct exec_operand_list list;
    *registers = (struct block_registers){.numbers = g_hash_table_new(NULL, NULL)};
    for (uint32_t pc = 0; pc < code->n_instructions; pc++) {
        const struct exec_op *op = &kernel->ops[pc];
        number_one(registers, &op->guard);
        exec_list_sources(kernel, op, &list);
        for (unsigned k = 0; k < list.n; k++)
            number_one(registers, list.at[k]);
        exec_list_destinations(kernel, op, &list);
        for (unsigned k = 0; k < list.n; k++)
            number_one(registers, list.at[k]);
    }
}

void block_registers_finish(struct block_registers *registers)
{
    g_hash_table_destroy(registers->numbers);
}

uint32_t block_register_number(const struct block_registers *registers, uint32_t offset)
{
    return GPOINTER_TO_UINT(g_hash_table_lookup(registers->numbers, GUINT_TO_POINTER(offset + 1))) -
           1;
}

uint32_t block_set_words(const struct block_registers *registers)
{
    return registers->n / 64 + 1;
}

bool block_set_join(uint64_t *to, const uint64_t *from, uint32_t words)
{
    bool changed = false;
    for (uint32_t i = 0; i < words; i++) {
        changed |= (from[i] & ~to[i]) != 0;
        to[i] |= from[i];
    }
    return changed;
}

uint32_t block_end(const struct kernel_code *code, const uint8_t *leaders, uint32_t leader)
{
    uint32_t end = leader + 1;
    while (end < code->n_instructions && !leaders[end])
        end++;
    return end;
}
