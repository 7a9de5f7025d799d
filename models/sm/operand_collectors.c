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

static inline bool is_repeated(const struct instruction *instruction, unsigned source)
{
    for (unsigned i = instruction->n_destinations; i < source; i++)
        if (instruction->registers[i] == instruction->registers[source])
            return true;
    return false;
}

/* The same registers of that warp: it has them so many banks further on. */
static inline uint32_t banks_of(const struct operand_collectors *collectors, uint32_t set,
                                unsigned warp)
{
    const unsigned banks = collectors->config->register_banks;
    const uint64_t moved = (uint64_t)set << register_bank_of(warp, banks);
    return (uint32_t)(moved | moved >> banks) & (uint32_t)((UINT64_C(1) << banks) - 1);
}

/* Nothing is promised yet in the cycles that the calendar reaches from now on. */
static inline void begin_cycle(struct operand_collectors *collectors, uint64_t now)
{
    const uint64_t end = now + COLLECTOR_CYCLES;
    collectors->end = MAX(collectors->end, now);
    for (; collectors->end < end; collectors->end++)
        collectors->calendar[collectors->end % COLLECTOR_CYCLES] = (struct collector_cycle){0};
}

static inline struct collector_cycle *cycle_of(struct operand_collectors *collectors,
                                               uint64_t cycle)
{
    return &collectors->calendar[cycle % COLLECTOR_CYCLES];
}

/* Takes the banks in that step, if all of them are free. */
static inline bool read_banks(struct operand_collectors *collectors, uint32_t banks, uint64_t step,
                              const uint32_t steps)
{
    struct collector_cycle *at = cycle_of(collectors, step / steps);
    const uint32_t in_cycle = (uint32_t)(step % steps);
    if ((at->read[in_cycle] | (in_cycle == 0 ? at->written : 0)) & banks)
        return false;
    at->read[in_cycle] |= banks;
    return true;
}

/* Reads registers one by one, each in the first step in which its bank is free. */
static uint64_t read_apart(struct operand_collectors *collectors, const struct collected *what,
                           uint64_t first, const uint32_t steps)
{
    const struct instruction *instruction = what->instruction;
    const unsigned end = instruction->n_destinations + instruction->n_sources;
    const unsigned banks = collectors->config->register_banks;
    uint64_t ready = first;
    for (unsigned i = instruction->n_destinations; i < end; i++) {
        if (instruction->registers[i] == 0 || is_repeated(instruction, i))
            continue;
        const uint32_t bank = UINT32_C(1)
                              << register_bank_of(instruction->registers[i] + what->warp, banks);
        uint64_t step = first;
        while (!read_banks(collectors, bank, step, steps))
            step++;
        ready = MAX(ready, step + 1);
    }
    return ready;
}

/* Reads the instruction's registers, each once, from this step on. Returns the step in which it may
 * go to its unit. */
static inline uint64_t read_registers(struct operand_collectors *collectors,
                                      const struct collected *what, uint64_t step,
                                      const uint32_t steps)
{
    const uint32_t banks = banks_of(collectors, what->registers.read, what->warp);
    if (banks == 0)
        return step;
    if (what->registers.apart && read_banks(collectors, banks, step, steps))
        return step + 1;
    return read_apart(collectors, what, step, steps);
}

static inline uint64_t first_free(const struct collector_set *set)
{
    return set->free_at[set->first];
}

/* The collector that was free first is so again then. */
static inline void give(struct collector_set *set, uint64_t free_at)
{
    uint32_t place = set->first;
    set->first = set->first + 1 < set->n ? set->first + 1 : 0;
    while (place != set->first) {
        const uint32_t before = place > 0 ? place - 1 : set->n - 1;
        if (set->free_at[before] <= free_at)
            break;
        set->free_at[place] = set->free_at[before];
        place = before;
    }
    set->free_at[place] = free_at;
}

/* Collectors for the pipe, its own rather than those for all; NULL: there are none. */
static inline struct collector_set *choose_collector(struct operand_collectors *collectors,
                                                     unsigned pipe, uint64_t step)
{
    struct collector_set *own = &collectors->own[pipe], *any = &collectors->any;
    if (own->n == 0 || any->n == 0)
        return own->n > 0 ? own : any->n > 0 ? any : NULL;
    return first_free(own) <= step || first_free(own) <= first_free(any) ? own : any;
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

static inline bool has_bus(struct operand_collectors *collectors, const struct collected *what,
                           uint64_t cycle)
{
    const uint32_t buses = collectors->config->collectors.buses;
    return buses == 0 || what->latency > FARTHEST_START ||
           cycle_of(collectors, cycle + what->latency)->results < buses;
}

/* take_unit for an instruction that keeps its unit busy for one cycle, as most do. */
static inline uint64_t take_unit_once(struct operand_collectors *collectors,
                                      const struct collected *what, uint64_t cycle)
{
    const uint32_t units = collectors->config->pipes[what->pipe];
    for (;; cycle++) {
        uint8_t *busy = &cycle_of(collectors, cycle)->busy[what->pipe];
        if (*busy >= units)
            continue;
        if (has_bus(collectors, what, cycle)) {
            ++*busy;
            return cycle;
        }
        *busy = (uint8_t)units;
    }
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
static inline void write_result(struct operand_collectors *collectors, const struct collected *what,
                                uint64_t unit, uint64_t written)
{
    if (written >= what->cycle + COLLECTOR_CYCLES)
        return;
    cycle_of(collectors, written)->written |=
        banks_of(collectors, what->registers.written, what->warp);
    if (what->latency <= FARTHEST_START)
        cycle_of(collectors, unit + what->latency)->results++;
}

static inline uint64_t stages_of(uint32_t steps)
{
    return steps > 1 ? STAGES_MORE_READS : STAGES_ONE_READ;
}

/* From when on the pipe's registers before the collectors have room, this instruction having been
 * given its collector then. */
static inline uint64_t room_after(struct operand_collectors *collectors, unsigned pipe,
                                  uint64_t allocated)
{
    const uint32_t registers = collectors->config->pipes[pipe];
    uint32_t *turn = &collectors->turn[pipe];
    collectors->allocated[pipe][*turn] = allocated;
    *turn = *turn + 1 < registers ? *turn + 1 : 0;
    return collectors->allocated[pipe][*turn];
}

/* operand_collectors_take; steps: a constant where it can be. */
G_ALWAYS_INLINE static inline uint64_t take(struct operand_collectors *collectors,
                                            const struct collected *what, uint64_t *room,
                                            const uint32_t steps)
{
    const uint64_t stages = stages_of(steps);
    uint64_t step = steps * (what->cycle + 1);
    begin_cycle(collectors, what->cycle);
    struct collector_set *set = choose_collector(collectors, what->pipe, step);
    if (set)
        step = MAX(step, first_free(set));
    const uint64_t ready = read_registers(collectors, what, step + 1, steps);
    const uint64_t earliest = ready / steps + 1;
    const uint64_t unit = what->interval == 1 ? take_unit_once(collectors, what, earliest)
                                              : take_unit(collectors, what, earliest);
    if (set)
        give(set, MAX(ready, steps * (unit - what->interval)));
    *room = room_after(collectors, what->pipe, step / steps);
    if (unit > what->cycle + FARTHEST_START)
        *room = MAX(*room, unit - FARTHEST_START);
    write_result(collectors, what, unit, unit - stages + what->latency);
    return unit - stages;
}

uint64_t operand_collectors_take(struct operand_collectors *collectors,
                                 const struct collected *what, uint64_t *room)
{
    const uint32_t steps = collectors->config->register_reads;
    return steps == 1 ? take(collectors, what, room, 1) : take(collectors, what, room, steps);
}

uint64_t operand_collectors_read(struct operand_collectors *collectors,
                                 const struct collected *what)
{
    const uint32_t steps = collectors->config->register_reads;
    begin_cycle(collectors, what->cycle);
    const uint64_t ready = read_registers(collectors, what, steps * (what->cycle + 1) + 1, steps);
    return ready / steps + 1 - stages_of(steps);
}
