/* SPDX-License-Identifier: BSD-3-Clause */
#include "observers/trips.h"

void trips_finish(struct trips *trips)
{
    g_free(trips->loops);
    g_free(trips->ring);
}

void trips_start(struct trips *trips, const struct kernel_code *code)
{
    trips->issued = trips->first = trips->queued = 0;
    if (code->n_loops > trips->n_loops) {
        trips->n_loops = code->n_loops;
        trips->loops = g_renew(struct trips_loop, trips->loops, code->n_loops);
    }
    for (uint32_t i = 0; i < code->n_loops; i++)
        trips->loops[i] = (struct trips_loop){.last_trip = TRIPS_NONE};
}

/* The loop that a branch at pc closes: the one that ends there, else the innermost. */
static struct trips_loop *closed_loop(const struct trips *trips, const struct kernel_code *code,
                                      uint32_t pc)
{
    int32_t innermost = code->instructions[pc].loop;
    for (int32_t loop = innermost; loop >= 0; loop = code->loops[loop].parent)
        if (code->loops[loop].last == pc)
            return &trips->loops[loop];
    return innermost >= 0 ? &trips->loops[innermost] : NULL;
}

static void begin_trip(struct trips *trips, struct trips_loop *loop)
{
    loop->last_trip = loop->closing ? loop->this_trip : TRIPS_NONE;
    loop->this_trip = trips->issued + 1;
    loop->closing = false;
}

static bool goes_through_l1(const struct instruction *instruction, const struct issued *what)
{
    bool access = instruction->op_class == OP_LOAD || instruction->op_class == OP_STORE ||
                  instruction->op_class == OP_ATOMIC;
    return access && what->active &&
           (what->space == SPACE_GLOBAL || what->space == SPACE_LOCAL ||
            what->space == SPACE_TEXTURE);
}

static struct trips_access *push(struct trips *trips)
{
    if (trips->queued == trips->room) {
        uint32_t room = MAX(2 * trips->room, 16);
        struct trips_access *ring = g_new(struct trips_access, room);
        for (uint32_t i = 0; i < trips->queued; i++)
            ring[i] = trips->ring[(trips->first + i) & (trips->room - 1)];
        g_free(trips->ring);
        trips->ring = ring;
        trips->room = room;
        trips->first = 0;
    }
    return &trips->ring[(trips->first + trips->queued++) & (trips->room - 1)];
}

void trips_issue(struct trips *trips, const struct kernel_code *code, uint32_t pc,
                 const struct issued *what)
{
    const struct instruction *instruction = &code->instructions[pc];
    int32_t loop = instruction->loop;
    if (loop >= 0 && code->loops[loop].header == pc)
        begin_trip(trips, &trips->loops[loop]);
    if ((instruction->flags & INSTRUCTION_BACK_EDGE) && what->taken) {
        struct trips_loop *closed = closed_loop(trips, code, pc);
        if (closed)
            closed->closing = true;
    }
    if (!goes_through_l1(instruction, what))
        return;
    struct trips_access *access = push(trips);
    *access = (struct trips_access){.pc = pc,
                                    .lanes = what->active,
                                    .number = ++trips->issued,
                                    .last_trip = TRIPS_NONE,
                                    .in_loop = loop >= 0};
    if (loop >= 0) {
        access->this_trip = trips->loops[loop].this_trip;
        access->last_trip = trips->loops[loop].last_trip;
    }
}

struct trips_access trips_take(struct trips *trips, uint32_t pc, lane_mask lanes)
{
    uint32_t i = 0;
    struct trips_access *found;
    do {
        g_assert(i < trips->queued);
        found = &trips->ring[(trips->first + i++) & (trips->room - 1)];
    } while (found->pc != pc || (lanes & ~found->lanes));
    const struct trips_access access = *found;
    found->lanes &= ~lanes;
    for (; trips->queued > 0 && !trips->ring[trips->first].lanes; trips->queued--)
        trips->first = (trips->first + 1) & (trips->room - 1);
    return access;
}
