/* SPDX-License-Identifier: BSD-3-Clause */
/* Register banks: where an instruction's operands lie, and how many extra cycles it takes to
 * collect them.
 *
 * Slot r lies in bank r mod n. A bank delivers `reads` registers of a warp a cycle. This depends
 * only on the static instruction, so the SM computes it once an instruction of a kernel.
 *
 * Source: NVIDIA, US patent 7,834,881 "Operand collector architecture"; GPGPU-Sim 3.x manual,
 * section "Register Access and the Operand Collector Unit".
 * Differs: without operand_collectors.h there is no queue of collector units, so instructions do
 * not conflict with each other. GPGPU-Sim's offset by warp is left out: it never changes conflicts
 * within one instruction. Predicates count as registers, since slots do not tell them apart.
 */
#ifndef SIMGPU_SM_REGISTER_BANKS_H
#define SIMGPU_SM_REGISTER_BANKS_H

#include "workloads/instruction.h"

/* How many cycles beyond the first the bank with the most distinct source registers needs. There
 * are `banks` banks (> 0); each delivers `reads` registers (> 0) a cycle. 0 for instructions
 * without sources. */
unsigned register_bank_extra_cycles(const struct instruction *instruction, unsigned banks,
                                    unsigned reads);

/* The bank of a slot: a remainder, without a division where the number of banks allows. */
static inline unsigned register_bank_of(unsigned slot, unsigned banks)
{
    return (banks & (banks - 1)) == 0 ? slot & (banks - 1) : slot % banks;
}

/* Banks that hold registers, as bits, twice: the second time above the first. */
struct register_set {
    uint64_t written;
    uint64_t read[INSTRUCTION_MAX_REGISTERS + 1]; /* banks of more than i registers that are read;
                                                     none at the end */
};

/* The registers of an instruction, each once; at most 32 banks. */
struct register_set register_banks_of(const struct instruction *instruction, unsigned banks);

#endif
