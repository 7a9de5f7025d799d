/* SPDX-License-Identifier: BSD-3-Clause */
#include "observers/stack_distance.h"
#include <string.h>

enum { FIRST_ROOM = 32 };

void stack_distance_finish(struct stack_distance *stack)
{
    g_free(stack->counts);
    g_free(stack->line_at);
}

void stack_distance_clear(struct stack_distance *stack)
{
    if (stack->last > 0) {
        memset(stack->counts, 0, (stack->room + 1) * sizeof *stack->counts);
        memset(stack->line_at, 0, (stack->room + 1) * sizeof *stack->line_at);
    }
    stack->lines = stack->last = 0;
}

/* Places that are taken up to this one. */
static uint32_t taken(const struct stack_distance *stack, uint32_t place)
{
    uint32_t sum = 0;
    for (; place > 0; place &= place - 1)
        sum += stack->counts[place];
    return sum;
}

static void add(struct stack_distance *stack, uint32_t place, uint32_t change)
{
    for (; place <= stack->room; place += place & -place)
        stack->counts[place] += change;
}

/* Moves the lines together, into more places if half of them are taken. */
static void tidy(struct stack_distance *stack, struct stack_line *lines)
{
    uint32_t room = stack->room;
    if (stack->lines >= room / 2) {
        room = MAX(FIRST_ROOM, 2 * room);
        stack->counts = g_renew(uint32_t, stack->counts, (gsize)room + 1);
        stack->line_at = g_renew(uint32_t, stack->line_at, (gsize)room + 1);
    }
    uint32_t place = 0;
    for (uint32_t from = 1; from <= stack->last; from++) {
        uint32_t line = stack->line_at[from];
        if (line == 0)
            continue;
        stack->line_at[++place] = line;
        lines[line - 1].place = place;
    }
    g_assert(place == stack->lines);
    stack->last = place;
    stack->room = room;
    memset(stack->line_at + place + 1, 0, (room - place) * sizeof *stack->line_at);
    for (uint32_t i = 1; i <= room; i++) {
        uint32_t first = i - (i & -i); /* the places behind it */
        stack->counts[i] = MIN(i, place) - MIN(first, place);
    }
}

uint32_t stack_distance_access(struct stack_distance *stack, struct stack_line *lines,
                               uint32_t line)
{
    uint32_t place = lines[line].place, distance = STACK_DISTANCE_COLD;
    if (place != 0 && place == stack->last)
        return 0;
    if (stack->last == stack->room) {
        tidy(stack, lines);
        place = lines[line].place;
    }
    if (place != 0) {
        distance = stack->lines - taken(stack, place);
        add(stack, place, UINT32_MAX);
        stack->line_at[place] = 0;
    } else {
        stack->lines++;
    }
    lines[line].place = ++stack->last;
    stack->line_at[stack->last] = line + 1;
    add(stack, stack->last, 1);
    return distance;
}
