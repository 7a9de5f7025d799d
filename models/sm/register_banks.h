/* SPDX-License-Identifier: BSD-3-Clause */
/* Register bank conflicts: extra cycles to collect an instruction's operands.
 *
 * Slot r lies in bank r mod n, and a bank delivers `reads` registers of a warp a cycle. It depends
 * on the static instruction alone, so the SM computes it once per instruction of a kernel.
 *
 * Source: NVIDIA, US patent 7,834,881 "Operand collector architecture"; GPGPU-Sim 3.x manual,
 * section "Register Access and the Operand Collector Unit".
 * Differs: no queue of collector units, so no conflicts between instructions, and GPGPU-Sim's
 * warp-dependent offset, which never changes conflicts within one instruction, is left out.
 * Predicates count as registers, since slots do not tell them apart.
 */
#ifndef SIMGPU_SM_REGISTER_BANKS_H
#define SIMGPU_SM_REGISTER_BANKS_H

#include "workloads/instruction.h"

/* Cycles beyond the first that the bank with the most distinct source registers needs, of `banks`
 * banks (> 0) that deliver `reads` registers (> 0) a cycle each; 0 for instructions without
 * sources. */
unsigned register_bank_extra_cycles(const struct instruction *instruction, unsigned banks,
                                    unsigned reads);

#endif
