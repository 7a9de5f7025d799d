/* SPDX-License-Identifier: BSD-3-Clause */
#include "teaching/events/event_of.h"
#include "models/sm/sm_view.h"

struct event event_of_sm(const struct event_log *log, enum event_kind kind, unsigned sm,
                         uint64_t cycle)
{
    return (struct event){.time = clock_edge(&log->config->sm.clock, cycle),
                          .unit = log->sm_units[sm],
                          .kind = (uint8_t)kind,
                          .owner = {.warp = EVENT_NO_WARP, .sm = (uint16_t)sm}};
}

/* The code may be gone when the event is handed out. */
struct event event_of_warp(const struct event_log *log, enum event_kind kind, const struct sm *sm,
                           uint64_t cycle, unsigned slot, uint32_t pc)
{
    const struct warp_identity warp = sm_view_warp(sm, slot);
    const struct kernel_code *code = sm_view_code(sm, slot);
    struct event event = event_of_sm(log, kind, sm_view_index(sm), cycle);
    event.owner.warp = (uint8_t)slot;
    event.owner.pc = event.warp.pc = pc;
    event.warp.kernel = g_intern_string(code->name);
    event.warp.block = warp.block;
    event.warp.launch = warp.launch;
    event.warp.in_block = warp.in_block;
    const bool placed = code->places && pc < code->n_instructions && code->places[pc].file;
    event.warp.file = g_intern_string(placed ? code->places[pc].file : code->file);
    if (pc < code->n_instructions)
        event.warp.line = placed ? code->places[pc].line : code->instructions[pc].line;
    return event;
}
