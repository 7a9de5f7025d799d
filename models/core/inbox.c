/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/inbox.h"
#include <glib.h>
#include <string.h>

void inbox_init(struct inbox *inbox)
{
    *inbox = (struct inbox){
        .head = SIM_TIME_NEVER, .late_head = SIM_TIME_NEVER, .rival = SIM_TIME_NEVER};
}

void inbox_finish(struct inbox *inbox)
{
    for (uint32_t i = 0; i < inbox->n_rings + inbox->n_queues; i++)
        ring_finish(&inbox->rings[i].messages);
    g_free(inbox->rings);
    g_free(inbox->fresh);
    inbox_calendar_free(inbox->late);
    inbox_init(inbox);
}

void inbox_use_rings(struct inbox *inbox, uint32_t n_wires)
{
    g_assert(inbox->count == 0);
    g_free(inbox->rings);
    inbox->rings = g_new0(struct inbox_ring, n_wires);
    inbox->n_rings = inbox->head_ring = n_wires;
    for (uint32_t i = 0; i < n_wires; i++)
        inbox->rings[i].head = SIM_TIME_NEVER;
}

/* ---- rings -------------------------------------------------------------------------------- */

static inline const struct message *first_of(const struct inbox_ring *ring)
{
    return ring_first(&ring->messages, sizeof(struct message));
}

/* Whether the first message of `ring` comes before another first message of the same time, that of
 * ring `best` or of the calendar. */
G_NO_INLINE static bool goes_before(const struct inbox *inbox, const struct inbox_ring *ring,
                                    uint32_t best)
{
    const struct message *rival =
        best < inbox->n_rings ? first_of(&inbox->rings[best]) : inbox_calendar_first(inbox->late);
    return message_before(first_of(ring), rival);
}

/* Finds the first of the heads; equal times are rare. */
void inbox_find_head(struct inbox *inbox)
{
    const uint32_t n = inbox->n_rings;
    const struct inbox_ring *ring = inbox->rings;
    uint32_t best = n;
    sim_time head = inbox->late_head, rival = SIM_TIME_NEVER;
    for (uint32_t i = 0; i < n; i++, ring++)
        if (ring->head < head || (G_UNLIKELY(ring->head == head) && head != SIM_TIME_NEVER &&
                                  goes_before(inbox, ring, best))) {
            best = i;
            rival = head;
            head = ring->head;
        } else {
            rival = MIN(rival, ring->head);
        }
    inbox->head = head;
    inbox->head_ring = best;
    inbox->rival = rival;
}

/* True if a message that arrives at that time may be the first of all. */
static inline bool note_arrival(struct inbox *inbox, sim_time arrival)
{
    if (arrival > inbox->head) {
        inbox->rival = MIN(inbox->rival, arrival);
        return false;
    }
    inbox_find_head(inbox);
    return true;
}

void inbox_hold(struct inbox *inbox)
{
    inbox->rings[inbox->head_ring].head = SIM_TIME_NEVER;
    inbox_find_head(inbox);
}

bool inbox_drop_held(struct inbox *inbox, uint32_t wire, sim_time time)
{
    struct inbox_ring *ring = &inbox->rings[wire];
    inbox->count--;
    ring_drop(&ring->messages);
    if (ring->messages.count == 0)
        return false;
    const sim_time arrival = first_of(ring)->arrival;
    if (arrival <= time)
        return true;
    ring->head = arrival;
    note_arrival(inbox, arrival);
    return false;
}

/* ---- the calendar --------------------------------------------------------------------------- */

struct message *inbox_next(struct inbox *inbox)
{
    if (!inbox->late)
        inbox->late = inbox_calendar_new(inbox->floor);
    return inbox_calendar_next(inbox->late);
}

bool inbox_note(struct inbox *inbox, const struct message *message)
{
    inbox_calendar_link(inbox->late, message);
    inbox->count++;
    inbox->late_head = MIN(inbox->late_head, message->arrival);
    return note_arrival(inbox, message->arrival);
}

bool inbox_note_head(struct inbox *inbox, struct inbox_ring *ring, sim_time arrival)
{
    if (inbox->n_queues > 0) {
        const bool first = arrival < inbox->head;
        inbox_mark_fresh(inbox, (uint32_t)(ring - inbox->rings), arrival);
        return first;
    }
    ring->head = arrival;
    return note_arrival(inbox, arrival);
}

void inbox_insert(struct inbox *inbox, const struct message *message)
{
    struct message *next = inbox_next(inbox);
    *next = *message;
    inbox_note(inbox, next);
}

void inbox_raise_floor(struct inbox *inbox, sim_time time)
{
    inbox->floor = MAX(inbox->floor, time >> INBOX_SLOT_SHIFT);
    if (inbox->late)
        inbox_calendar_raise_floor(inbox->late, inbox->floor);
}

/* ---- queues --------------------------------------------------------------------------------- */

void inbox_use_queues(struct inbox *inbox, uint32_t n_wires)
{
    g_assert(inbox->count == 0 && !inbox->rings);
    inbox->rings = g_new0(struct inbox_ring, n_wires);
    inbox->fresh = g_new0(uint64_t, (n_wires + 63) / 64);
    inbox->n_queues = n_wires;
}

/* ---- all ------------------------------------------------------------------------------------ */

void inbox_drop_slowly(struct inbox *inbox)
{
    inbox->count--;
    inbox->late_head = inbox_calendar_drop(inbox->late);
    if (inbox->n_rings == 0)
        inbox->head = inbox->late_head;
    else
        inbox_find_head(inbox);
}
