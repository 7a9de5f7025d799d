/* SPDX-License-Identifier: BSD-3-Clause */
/* What units that run side by side do to others, kept until the step is over.
 *
 * A unit touches others in two ways only: it sends a message, and it returns a credit (wire.h).
 * Neither can reach the other within the step (engine.h), so both may wait for its end. Each thread
 * has a list for each keeper, who carries out all that is done to his units. What comes on one wire
 * is from one unit and so in one list, in its order; and in which order an inbox gets what comes on
 * different wires doesn't matter (inbox.h).
 */
#ifndef SIMGPU_CORE_EFFECTS_H
#define SIMGPU_CORE_EFFECTS_H

#include "models/core/message.h"
#include <glib.h>

struct unit;
struct wire;

struct effect {
    struct unit *to; /* of the message; NULL: a credit returns, to the wire's sender */
    union {
        struct message message;
        struct {
            struct wire *wire;
            sim_time arrival;
        } credit;
    };
};

/* Zeroed, it is an empty list; list is g_freed. */
struct effects {
    struct effect *list;
    uint32_t n, capacity;
};

/* A new last one, for the caller to fill in. */
static inline struct effect *effects_add(struct effects *effects)
{
    if (G_UNLIKELY(effects->n == effects->capacity)) {
        effects->capacity = effects->capacity ? 2 * effects->capacity : 64;
        effects->list = g_renew(struct effect, effects->list, effects->capacity);
    }
    return &effects->list[effects->n++];
}

#endif
