/* SPDX-License-Identifier: BSD-3-Clause */
/* A kernel's registers by number, for sets and tables of them, and where blocks end. */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_BLOCKS_REGISTERS_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_BLOCKS_REGISTERS_H

#include "workloads/ptx/exec/exec.h"

/* All registers that the code names, numbered from 0 in the order in which it first does. */
struct block_registers {
    GHashTable *numbers; /* offset + 1 -> number + 1 */
    uint32_t n;
};

void block_registers_init(struct block_registers *registers, const struct kernel_code *code);
void block_registers_finish(struct block_registers *registers);
/* Of a register that the code names. */
uint32_t block_register_number(const struct block_registers *registers, uint32_t offset);

/* A set has a bit for each register. Words that it takes: */
uint32_t block_set_words(const struct block_registers *registers);
static inline void block_set_add(uint64_t *set, uint32_t number)
{
    set[number / 64] |= (uint64_t)1 << number % 64;
}
static inline void block_set_remove(uint64_t *set, uint32_t number)
{
    set[number / 64] &= ~((uint64_t)1 << number % 64);
}
static inline bool block_set_has(const uint64_t *set, uint32_t number)
{
    return set[number / 64] >> number % 64 & 1;
}
/* Adds all of `from`; whether one of these was new. */
bool block_set_join(uint64_t *to, const uint64_t *from, uint32_t words);

/* The pc behind the block that begins at `leader`. leaders: not 0 where a block begins, by pc. */
uint32_t block_end(const struct kernel_code *code, const uint8_t *leaders, uint32_t leader);

#endif
