/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/operand_collectors.h"
#include <string.h>

enum {
    LONG_INTERVAL = 8,    /* units that are busy for longer take turns */
    FARTHEST_START = 96,  /* cycles from issue: beyond, the calendar has no room for results */
    STAGES_ONE_READ = 4,  /* cycles from issue to the unit when nothing hinders ... */
    STAGES_MORE_READS = 3 /* ... with several reads a cycle */
};

void operand_collectors_init(struct operand_collectors *collectors, const struct sm_config *config)
{
    memset(collectors, 0, sizeof *collectors);
    collectors->config = config;
    collectors->any.n = config->collectors.any;
    for (unsigned pipe = 0; pipe < PIPES; pipe++)
        collectors->own[pipe].n = config->collectors.own[pipe];
}

static inline struct collector_cycle *cycle_of(struct operand_collectors *collectors,
                                               uint64_t cycle)
{
    struct collector_cycle *at = &collectors->calendar[cycle % COLLECTOR_CYCLES];
    if (at->cycle != cycle)
        *at = (struct collector_cycle){.cycle = cycle};
    return at;
}

static inline uint32_t bank_bit(const struct operand_collectors *collectors, unsigned slot,
                                unsigned warp)
{
    return UINT32_C(1) << ((slot + warp) % collectors->config->register_banks);
}

/* The first step, not before `step`, in which the bank is free; it is taken. */
static uint64_t read_bank(struct operand_collectors *collectors, uint32_t bank, uint64_t step)
{
    const uint32_t steps = collectors->config->register_reads;
    for (;; step++) {
        struct collector_cycle *at = cycle_of(collectors, step / steps);
        const uint32_t in_cycle = (uint32_t)(step % steps);
        const uint32_t taken = at->read[in_cycle] | (in_cycle == 0 ? at->written : 0);
        if (taken & bank)
            continue;
        at->read[in_cycle] |= bank;
        return step;
    }
}

/* Reads the instruction's registers, each once, from this step on. Returns the step in which it may
 * go to its unit. */
static uint64_t read_registers(struct operand_collectors *collectors, const struct collected *what,
                               uint64_t step)
{
    const struct instruction *instruction = what->instruction;
    const unsigned first = instruction->n_destinations, end = first + instruction->n_sources;
    uint64_t ready = step;
    for (unsigned i = first; i < end; i++) {
        const unsigned slot = instruction->registers[i];
        bool again = slot == 0;
        for (unsigned j = first; j < i; j++)
            again |= instruction->registers[j] == slot;
        if (again)
            continue;
        const uint64_t read = read_bank(collectors, bank_bit(collectors, slot, what->warp), step);
        ready = MAX(ready, read + 1);
    }
    return ready;
}

static uint64_t *first_free(struct collector_set *set)
{
    uint64_t *first = set->free_at;
    for (unsigned i = 1; i < set->n; i++)
        if (set->free_at[i] < *first)
            first = &set->free_at[i];
    return first;
}

/* A collector for the pipe, its own rather than one for all; NULL: there are none. */
static uint64_t *choose_collector(struct operand_collectors *collectors, unsigned pipe,
                                  uint64_t step)
{
    uint64_t *own = collectors->own[pipe].n > 0 ? first_free(&collectors->own[pipe]) : NULL;
    uint64_t *any = collectors->any.n > 0 ? first_free(&collectors->any) : NULL;
    if (!own || !any)
        return own ? own : any;
    return *own <= step || *own <= *any ? own : any;
}

/* Whether a unit of the pipe is free in all cycles in which it would work on the instruction. */
static bool has_unit(struct operand_collectors *collectors, const struct collected *what,
                     uint64_t cycle)
{
    const uint32_t units = collectors->config->pipes[what->pipe];
    for (uint32_t i = 0; i < what->interval && what->interval <= LONG_INTERVAL; i++)
        if (cycle_of(collectors, cycle + i)->busy[what->pipe] >= units)
            return false;
    return true;
}

static bool has_bus(struct operand_collectors *collectors, const struct collected *what,
                    uint64_t cycle)
{
    const uint32_t buses = collectors->config->collectors.buses;
    return buses == 0 || what->latency > FARTHEST_START ||
           cycle_of(collectors, cycle + what->latency)->results < buses;
}

/* The cycle, not before this one, in which a unit takes the instruction. One that waits for a bus
 * holds up those behind it. */
static uint64_t take_unit(struct operand_collectors *collectors, const struct collected *what,
                          uint64_t cycle)
{
    if (what->interval > LONG_INTERVAL) {
        uint64_t *free_at = &collectors->unit_free_at[what->pipe];
        cycle = MAX(cycle, *free_at);
        *free_at = cycle + what->interval / collectors->config->pipes[what->pipe];
    }
    for (;; cycle++) {
        if (!has_unit(collectors, what, cycle))
            continue;
        if (has_bus(collectors, what, cycle))
            break;
        cycle_of(collectors, cycle)->busy[what->pipe] =
            (uint8_t)collectors->config->pipes[what->pipe];
    }
    for (uint32_t i = 0; i < what->interval && what->interval <= LONG_INTERVAL; i++)
        cycle_of(collectors, cycle + i)->busy[what->pipe]++;
    return cycle;
}

/* The result goes over a bus, and into its banks. */
static void write_result(struct operand_collectors *collectors, const struct collected *what,
                         uint64_t unit, uint64_t written)
{
    if (written >= what->cycle + COLLECTOR_CYCLES)
        return;
    const struct instruction *instruction = what->instruction;
    struct collector_cycle *at = cycle_of(collectors, written);
    for (unsigned i = 0; i < instruction->n_destinations; i++)
        if (instruction->registers[i] != 0)
            at->written |= bank_bit(collectors, instruction->registers[i], what->warp);
    if (what->latency <= FARTHEST_START)
        cycle_of(collectors, unit + what->latency)->results++;
}

/* From when on the pipe's registers before the collectors have room, this instruction having been
 * given its collector then. */
static uint64_t room_after(struct operand_collectors *collectors, unsigned pipe, uint64_t allocated)
{
    const uint32_t registers = collectors->config->pipes[pipe];
    uint32_t *turn = &collectors->turn[pipe];
    collectors->allocated[pipe][*turn] = allocated;
    *turn = *turn + 1 < registers ? *turn + 1 : 0;
    return collectors->allocated[pipe][*turn];
}

uint64_t operand_collectors_take(struct operand_collectors *collectors,
                                 const struct collected *what, uint64_t *room)
{
    const uint64_t steps = collectors->config->register_reads;
    const uint64_t stages = steps > 1 ? STAGES_MORE_READS : STAGES_ONE_READ;
    uint64_t step = steps * (what->cycle + 1);
    uint64_t *collector = choose_collector(collectors, what->pipe, step);
    if (collector)
        step = MAX(step, *collector);
    const uint64_t ready = read_registers(collectors, what, step + 1);
    const uint64_t unit = take_unit(collectors, what, ready / steps + 1);
    if (collector)
        *collector = MAX(ready, steps * (unit - what->interval));
    *room = room_after(collectors, what->pipe, step / steps);
    if (unit > what->cycle + FARTHEST_START)
        *room = MAX(*room, unit - FARTHEST_START);
    write_result(collectors, what, unit, unit - stages + what->latency);
    return unit - stages;
}

void operand_collectors_read(struct operand_collectors *collectors, const struct collected *what)
{
    const uint64_t steps = collectors->config->register_reads;
    read_registers(collectors, what, steps * (what->cycle + 1) + 1);
}
