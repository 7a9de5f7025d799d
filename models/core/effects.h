/* SPDX-License-Identifier: BSD-3-Clause */
/* What units that run side by side do to others, kept until the step is over.
 *
 * A unit touches others in two ways only: it sends a message, and it returns a credit (wire.h).
 * Neither can reach the other unit within the step (engine.h), so both may wait for its end. Each
 * thread has a list for each keeper. At the end each keeper carries out what its lists hold for its
 * units. The messages of one wire come from one unit: they stand in one list, in their order. The
 * order between wires does not matter to an inbox (inbox.h).
 */
#ifndef SIMGPU_CORE_EFFECTS_H
#define SIMGPU_CORE_EFFECTS_H

#include "models/core/message.h"
#include <glib.h>

struct unit;
struct wire;

struct kept_message {
    struct unit *to;
    struct message message;
};

/* It returns to the wire's sender. */
struct kept_credit {
    struct wire *wire;
    sim_time arrival;
};

/* Zeroed, it is empty; free the lists with g_free. Each keeper's effects stand on host cache lines
 * of their own. */
struct effects {
    _Alignas(64) struct kept_message *messages;
    struct kept_credit *credits;
    uint32_t n_messages, most_messages;
    uint32_t n_credits, most_credits;
    sim_time first; /* no unit need run before this time for these effects; undefined if there are
                       none */
};

static inline bool effects_any(const struct effects *effects)
{
    return effects->n_messages > 0 || effects->n_credits > 0;
}

/* An effect may make its unit run at `time`. */
static inline void effects_due(struct effects *effects, sim_time time)
{
    effects->first = effects_any(effects) ? MIN(effects->first, time) : time;
}

static inline void effects_clear(struct effects *effects)
{
    effects->n_messages = effects->n_credits = 0;
}

/* Makes a list twice as long, or begins one. *most: how many it holds at most. */
void *effects_grow(void *list, uint32_t *most, size_t bytes_each);

/* A new last one, for the caller to fill in. Call effects_due before. */
static inline struct kept_message *effects_add_message(struct effects *effects)
{
    if (G_UNLIKELY(effects->n_messages == effects->most_messages))
        effects->messages =
            effects_grow(effects->messages, &effects->most_messages, sizeof *effects->messages);
    return &effects->messages[effects->n_messages++];
}

static inline struct kept_credit *effects_add_credit(struct effects *effects)
{
    if (G_UNLIKELY(effects->n_credits == effects->most_credits))
        effects->credits =
            effects_grow(effects->credits, &effects->most_credits, sizeof *effects->credits);
    return &effects->credits[effects->n_credits++];
}

#endif
