/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/front/operand_collectors.h"
#include <string.h>

enum { LONG_INTERVAL = 8 }; /* units that are busy for longer take turns */
_Static_assert(COLLECTORS_MOST_READS == 2, "there are two cases");

void operand_collectors_init(struct operand_collectors *collectors, const struct sm_config *config)
{
    const struct collector_config *has = &config->collectors;
    memset(collectors, 0, sizeof *collectors);
    collectors->banks = config->register_banks;
    collectors->reads = config->register_reads;
    collectors->every_bank = (uint32_t)((UINT64_C(1) << config->register_banks) - 1);
    collectors->buses = has->buses > 0 ? has->buses : UINT8_MAX;
    collectors->any.n = has->any;
    for (unsigned warp = 0; warp < WARP_SLOTS; warp++)
        collectors->turns[warp] = (uint8_t)(config->register_banks - warp % config->register_banks);
    for (unsigned pipe = 0; pipe < PIPES; pipe++) {
        collectors->pipe[pipe] = &collectors->pipes[pipe];
        collectors->pipes[pipe].units = config->pipes[pipe];
        collectors->pipes[pipe].own.n = has->own[pipe];
    }
}

void operand_collectors_extend(struct operand_collectors *collectors, uint64_t cycle)
{
    const uint32_t reads = collectors->reads;
    if (collectors->end < cycle)
        collectors->end = cycle - cycle % COLLECTOR_STRIDE;
    for (; collectors->end < cycle + COLLECTOR_CYCLES; collectors->end += COLLECTOR_STRIDE) {
        const unsigned at = collectors->end % COLLECTOR_RING;
        memset(&collectors->taken[at * reads], 0, COLLECTOR_STRIDE * reads * sizeof(uint32_t));
        memset(&collectors->results[at], 0, COLLECTOR_STRIDE);
        for (unsigned pipe = 0; pipe < PIPES; pipe++)
            if (collectors->pipes[pipe].units > 0)
                memset(&collectors->pipes[pipe].busy[at], 0, COLLECTOR_STRIDE);
    }
}

/* Collectors for the pipe, its own rather than those for all; NULL: there are none. */
static inline struct collector_set *choose_collector(struct operand_collectors *collectors,
                                                     struct collected_pipe *pipe, uint64_t step)
{
    struct collector_set *own = &pipe->own, *any = &collectors->any;
    if (any->n == 0)
        return own->n > 0 ? own : NULL;
    if (own->n == 0)
        return any;
    const uint64_t own_free = collector_first(own);
    return own_free <= step || own_free <= collector_first(any) ? own : any;
}

/* Whether a unit of the pipe is free in all cycles in which it would work on the instruction. */
static bool has_unit(const struct collected_pipe *pipe, const struct collected *what,
                     uint64_t cycle)
{
    for (uint32_t i = 0; i < what->interval && what->interval <= LONG_INTERVAL; i++)
        if (pipe->busy[(cycle + i) % COLLECTOR_RING] >= pipe->units)
            return false;
    return true;
}

/* collectors_unit for any interval. */
static uint64_t take_unit(struct operand_collectors *collectors, struct collected_pipe *pipe,
                          const struct collected *what, uint64_t cycle)
{
    const bool bus = what->latency <= COLLECTED_FARTHEST;
    if (what->interval == 1)
        return collectors_unit(collectors, pipe, what, cycle, bus);
    if (what->interval > LONG_INTERVAL) {
        cycle = MAX(cycle, pipe->unit_free_at);
        pipe->unit_free_at = cycle + what->interval / pipe->units;
    }
    for (;; cycle++) {
        if (!has_unit(pipe, what, cycle))
            continue;
        if (!bus || collectors_bus(collectors, cycle + what->latency))
            break;
        pipe->busy[cycle % COLLECTOR_RING] = (uint8_t)pipe->units;
    }
    for (uint32_t i = 0; i < what->interval && what->interval <= LONG_INTERVAL; i++)
        pipe->busy[(cycle + i) % COLLECTOR_RING]++;
    return cycle;
}

/* Writes the result into its banks, over a bus. */
static void write_result(struct operand_collectors *collectors, const struct collected *what,
                         unsigned warp, uint64_t written, uint64_t result)
{
    const uint32_t steps = collectors->reads;
    *collectors_taken(collectors, written * steps, steps) |=
        collected_banks(collectors, what->registers.written, warp);
    if (what->latency <= COLLECTED_FARTHEST)
        collectors->results[result % COLLECTOR_RING]++;
}

static uint64_t stages_of(uint32_t steps)
{
    return steps > 1 ? COLLECTOR_STAGES_MORE_READS : COLLECTOR_STAGES;
}

struct collected_times operand_collectors_take(struct operand_collectors *collectors,
                                               const struct collected *what, unsigned warp,
                                               uint64_t cycle)
{
    const uint32_t steps = collectors->reads;
    struct collected_pipe *pipe = collectors->pipe[what->pipe];
    uint64_t step = steps * (cycle + 1);
    collectors_begin_cycle(collectors, cycle);
    struct collector_set *set = choose_collector(collectors, pipe, step);
    if (set)
        step = MAX(step, collector_first(set));
    const uint64_t ready = collectors_read(collectors, what, warp, step + 1, steps);
    const uint64_t unit = take_unit(collectors, pipe, what, ready / steps + 1);
    const uint64_t start = unit - stages_of(steps), written = start + what->latency;
    uint64_t room = collected_room(pipe, step / steps);
    if (set)
        collector_give(set, MAX(ready, steps * (unit - what->interval)));
    if (written < cycle + COLLECTOR_CYCLES)
        write_result(collectors, what, warp, written, unit + what->latency);
    if (unit > cycle + COLLECTED_FARTHEST)
        room = MAX(room, unit - COLLECTED_FARTHEST);
    return (struct collected_times){start, room};
}

uint64_t operand_collectors_read(struct operand_collectors *collectors,
                                 const struct collected *what, unsigned warp, uint64_t cycle)
{
    const uint32_t steps = collectors->reads;
    collectors_begin_cycle(collectors, cycle);
    const uint64_t ready = collectors_read(collectors, what, warp, steps * (cycle + 1) + 1, steps);
    return ready / steps + 1 - stages_of(steps);
}
