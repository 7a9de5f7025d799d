/* SPDX-License-Identifier: BSD-3-Clause */
/* Operand collectors: places in which instructions wait for their registers, between issue and
 * unit.
 *
 * An instruction that has issued stands in a register before the collectors (as many as its pipe
 * has units), is given a free collector, reads its registers from the banks of the register file,
 * and goes to its unit. A bank serves one instruction's register at a time, and a result that is
 * written there first; results share buses. So instructions hinder each other, and one that needs
 * no register is a cycle earlier.
 *
 * When everything will happen is worked out as the instruction issues, from what those before it
 * have taken: a calendar of the next cycles. Nothing has to be looked at cycle by cycle.
 *
 * Source: GPGPU-Sim's operand collectors (shader.cc, opndcoll_rfu_t) as Accel-Sim has them: steps
 * of dispatch, reads and allocation, in this order, registers.reads of them a cycle; the place of a
 * register is its number and its warp's, modulo the banks; result buses as
 * shader_core_ctx::execute. Differs: reads and units are given out in the order of issue, each the
 * first that is free, not by a wavefront allocator; a load reads its registers, but holds no
 * collector, and what it brings is written at no bank's expense.
 *
 * Units: cycles of the SM; steps, of which a cycle has registers.reads.
 */
#ifndef SIMGPU_SM_OPERAND_COLLECTORS_H
#define SIMGPU_SM_OPERAND_COLLECTORS_H

#include "models/sm/register_banks.h"
#include "models/sm/sm.h"

/* What one cycle of the calendar has been promised. */
struct collector_cycle {
    uint32_t written;                     /* banks, as bits */
    uint32_t read[COLLECTORS_MOST_READS]; /* ... by step */
    uint8_t results;                      /* result buses */
    uint8_t busy[PIPES];                  /* units */
};

/* A ring, ascending from `first` on. */
struct collector_set {
    uint32_t n, first;
    uint64_t free_at[COLLECTORS_MOST]; /* steps */
};

enum { COLLECTOR_CYCLES = 256 };

/* Of one pool of units. */
struct operand_collectors {
    const struct sm_config *config;
    struct collector_set own[PIPES], any;
    uint64_t end; /* the calendar is of the last COLLECTOR_CYCLES cycles before this one */
    struct collector_cycle calendar[COLLECTOR_CYCLES];
    /* Ring: when the last instructions of a pipe were given a collector. */
    uint64_t allocated[PIPES][PIPE_MAX_INSTANCES];
    uint32_t turn[PIPES];
    uint64_t unit_free_at[PIPES]; /* of pipes whose instructions take long; the last in turn */
};

/* An instruction that issues, not before the last one. */
struct collected {
    const struct instruction *instruction;
    struct register_set registers; /* the instruction's */
    uint64_t cycle;
    unsigned pipe, warp;
    uint32_t interval, latency; /* of its unit; until its result is there, from a start as below */
};

/* When it starts, as if nothing had to be collected: its result is there `latency` later. *room:
 * the cycle from which its pipe takes another one. */
uint64_t operand_collectors_take(struct operand_collectors *collectors,
                                 const struct collected *what, uint64_t *room);
/* A memory instruction reads its registers; returns as above. */
uint64_t operand_collectors_read(struct operand_collectors *collectors,
                                 const struct collected *what);
void operand_collectors_init(struct operand_collectors *collectors, const struct sm_config *config);

#endif
