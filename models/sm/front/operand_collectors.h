/* SPDX-License-Identifier: BSD-3-Clause */
/* Operand collectors: places in which instructions wait for their registers, between issue and
 * unit.
 *
 * An instruction that has issued stands in a register before the collectors; a pipe has as many of
 * these as units. It then gets a free collector, reads its registers from the banks of the register
 * file, and goes to its unit. A bank serves one instruction's register at a time. A result that is
 * written there goes first. Results share buses. So instructions hinder each other, and an
 * instruction that needs no register is a cycle earlier.
 *
 * All these times are computed as the instruction issues, from the places that earlier instructions
 * have taken: a calendar of the next cycles. Nothing is looked at cycle by cycle. If nothing is in
 * the way, an instruction looks at one place each for its banks, its unit and its bus.
 *
 * Source: GPGPU-Sim's operand collectors (shader.cc, opndcoll_rfu_t) as Accel-Sim has them: steps
 * of dispatch, reads and allocation, in this order, registers.reads of them a cycle. A register's
 * place is its number plus its warp's, modulo the banks. Result buses: as shader_core_ctx::execute.
 * Differs: reads and units are given out in the order of issue, each the first that is free, not by
 * a wavefront allocator. A load reads its registers, but holds no collector, and writing its result
 * costs no bank.
 *
 * Units: cycles of the SM; steps, of which a cycle has registers.reads.
 */
#ifndef SIMGPU_SM_OPERAND_COLLECTORS_H
#define SIMGPU_SM_OPERAND_COLLECTORS_H

#include "models/sm/front/issue_facts.h"

/* The calendar covers COLLECTOR_CYCLES cycles from the present one on. Several cycles are cleared
 * at a time; its rings have room for these, too. */
enum { COLLECTOR_CYCLES = 256, COLLECTOR_STRIDE = 64, COLLECTOR_RING = 512 };
_Static_assert(COLLECTOR_RING >= COLLECTOR_CYCLES + COLLECTOR_STRIDE, "strides overlap");
_Static_assert((PIPE_MAX_INSTANCES & (PIPE_MAX_INSTANCES - 1)) == 0, "a remainder is a mask");
_Static_assert((COLLECTORS_MOST & (COLLECTORS_MOST - 1)) == 0, "a remainder is a mask");

enum {
    COLLECTOR_STAGES = 4,           /* cycles from issue to the unit if nothing hinders */
    COLLECTOR_STAGES_MORE_READS = 3 /* the same with several reads a cycle */
};

/* Steps in which n collectors are free again: a ring, ascending from `first` on, up to `last`. */
struct collector_set {
    uint32_t n, first;
    uint64_t last;
    uint64_t free_at[COLLECTORS_MOST];
};

/* A kind of units, and the collectors before them. */
struct collected_pipe {
    uint32_t units;
    uint32_t turn;
    uint64_t allocated[PIPE_MAX_INSTANCES]; /* ring: when its last instructions were given a
                                               collector */
    uint64_t unit_free_at;                  /* if its instructions take long; the last in turn */
    struct collector_set own;
    uint8_t busy[COLLECTOR_RING]; /* by cycle: units */
};

/* The collectors of one pool of units. */
struct operand_collectors {
    uint64_t end; /* from this cycle on nothing is in the calendar yet */
    uint32_t banks, reads;
    uint32_t every_bank; /* as bits */
    uint32_t buses;
    uint8_t turns[WARP_SLOTS];                              /* by warp: see collected_banks */
    uint8_t results[COLLECTOR_RING];                        /* by cycle: buses that are taken */
    uint32_t taken[COLLECTOR_RING * COLLECTORS_MOST_READS]; /* by step: banks, as bits, that are
                                                               read, or written in its cycle */
    struct collector_set any;
    struct collected_pipe *pipe[PIPES]; /* of `pipes`: to load an address is less than to work it
                                           out */
    struct collected_pipe pipes[PIPES];
};

/* When an instruction starts, as if it had nothing to collect: its result is there `latency` later.
 * Also the cycle from which its pipe takes another one. */
struct collected_times {
    uint64_t start, room;
};

void operand_collectors_init(struct operand_collectors *collectors, const struct sm_config *config);
/* The warp's instruction issues in that cycle, which isn't before the last one's. */
struct collected_times operand_collectors_take(struct operand_collectors *collectors,
                                               const struct collected *what, unsigned warp,
                                               uint64_t cycle);
/* A memory instruction reads its registers; returns its start. */
uint64_t operand_collectors_read(struct operand_collectors *collectors,
                                 const struct collected *what, unsigned warp, uint64_t cycle);
/* Clears the next cycles of the calendar: nothing is promised there yet. */
void operand_collectors_extend(struct operand_collectors *collectors, uint64_t cycle);

static inline void collectors_begin_cycle(struct operand_collectors *collectors, uint64_t cycle)
{
    if (G_UNLIKELY(collectors->end < cycle + COLLECTOR_CYCLES))
        operand_collectors_extend(collectors, cycle);
}

/* The banks of a register_set as the warp sees them: shifted by the warp's number. */
static inline uint32_t collected_banks(const struct operand_collectors *collectors, uint64_t twice,
                                       unsigned warp)
{
    return (uint32_t)(twice >> collectors->turns[warp]) & collectors->every_bank;
}

static inline uint32_t *collectors_taken(struct operand_collectors *collectors, uint64_t step,
                                         const uint32_t steps)
{
    return &collectors->taken[step & (COLLECTOR_RING * steps - 1)];
}

/* Reads the instruction's registers. Each is read in the first step, from `first` on, in which its
 * bank is free. Returns the step in which the instruction may go to its unit. steps: how many a
 * cycle has, mostly a constant. */
static inline uint64_t collectors_read(struct operand_collectors *collectors,
                                       const struct collected *what, unsigned warp, uint64_t first,
                                       const uint32_t steps)
{
    uint64_t ready = first;
    for (const uint64_t *banks = what->registers.read; *banks; banks++) {
        uint32_t left = collected_banks(collectors, *banks, warp);
        uint64_t step = first;
        for (; left; step++) {
            uint32_t *taken = collectors_taken(collectors, step, steps);
            const uint32_t before = *taken;
            *taken = before | left;
            left &= before;
        }
        ready = MAX(ready, step);
    }
    return ready;
}

static inline uint64_t collector_first(const struct collector_set *set)
{
    return set->free_at[set->first % COLLECTORS_MOST];
}

/* Gives back, for that cycle, the collector that was free first. */
static inline void collector_give(struct collector_set *set, uint64_t free_at)
{
    uint32_t place = set->first++ + set->n;
    if (G_LIKELY(free_at >= set->last))
        set->last = free_at;
    else
        for (; place != set->first && set->free_at[(place - 1) % COLLECTORS_MOST] > free_at;
             place--)
            set->free_at[place % COLLECTORS_MOST] = set->free_at[(place - 1) % COLLECTORS_MOST];
    set->free_at[place % COLLECTORS_MOST] = free_at;
}

/* Whether a result of that cycle finds a bus. */
static inline bool collectors_bus(const struct operand_collectors *collectors, uint64_t cycle)
{
    return collectors->results[cycle % COLLECTOR_RING] < collectors->buses;
}

/* The first cycle, not before this one, in which a unit takes the instruction, for one cycle. An
 * instruction that waits for a bus, if it needs one (mostly a constant), holds up those behind it.
 */
static inline uint64_t collectors_unit(const struct operand_collectors *collectors,
                                       struct collected_pipe *pipe, const struct collected *what,
                                       uint64_t cycle, const bool bus)
{
    for (;; cycle++) {
        uint8_t *busy = &pipe->busy[cycle % COLLECTOR_RING];
        if (G_UNLIKELY(*busy >= pipe->units))
            continue;
        if (G_LIKELY(!bus || collectors_bus(collectors, cycle + what->latency))) {
            ++*busy;
            return cycle;
        }
        *busy = (uint8_t)pipe->units;
    }
}

/* When the pipe's registers before the collectors, as many as units, have room. `allocated`: when
 * this instruction got its collector. */
static inline uint64_t collected_room(struct collected_pipe *pipe, uint64_t allocated)
{
    const uint32_t turn = pipe->turn++;
    pipe->allocated[turn % PIPE_MAX_INSTANCES] = allocated;
    return pipe->allocated[(turn + 1 - pipe->units) % PIPE_MAX_INSTANCES];
}

/* operand_collectors_take for most instructions: those that are `quick`. */
static inline struct collected_times operand_collectors_quick(struct operand_collectors *collectors,
                                                              const struct collected *what,
                                                              unsigned warp, uint64_t cycle)
{
    struct collected_pipe *pipe = collectors->pipe[what->pipe];
    struct collector_set *set = &pipe->own;
    collectors_begin_cycle(collectors, cycle);
    const uint64_t allocated = MAX(cycle + 1, collector_first(set));
    const uint64_t ready = collectors_read(collectors, what, warp, allocated + 1, 1);
    const uint64_t unit = collectors_unit(collectors, pipe, what, ready + 1, true);
    const uint64_t start = unit - COLLECTOR_STAGES, result = unit + what->latency;
    const uint64_t room = collected_room(pipe, allocated);
    collector_give(set, unit - 1);
    *collectors_taken(collectors, result - COLLECTOR_STAGES, 1) |=
        collected_banks(collectors, what->registers.written, warp);
    collectors->results[result % COLLECTOR_RING]++;
    if (G_LIKELY(unit <= cycle + COLLECTED_FARTHEST))
        return (struct collected_times){start, room};
    return (struct collected_times){start, MAX(room, unit - COLLECTED_FARTHEST)};
}

#endif
