/* SPDX-License-Identifier: BSD-3-Clause */
/* A hardware unit: a state machine that an actor runs.
 *
 * A unit knows nothing of SimGrid and never blocks. Its actor calls advance(unit, until). The unit
 * processes every event strictly before `until`: its own, and the messages in its inbox. It sends
 * messages stamped with its own local time, and returns the time of its next own event. The engine
 * guarantees that nothing more will arrive before `until`. So the result does not depend on how far
 * each call reaches; the tests force that distance down to one cycle and compare every statistic.
 *
 * `delay` is the unit's promise to the others: a message or credit that an event at time a causes
 * arrives at a + delay or later. It is derived from the wires (wire.h), and every send asserts it.
 */
#ifndef SIMGPU_CORE_UNIT_H
#define SIMGPU_CORE_UNIT_H

#include "models/core/inbox.h"
#include <glib.h>

struct unit;
struct deadlines;
struct effects;
struct engine;
struct payload_pool;
struct wire;
struct engine_sampler;

struct unit_ops {
    const char *model; /* "sm", "l2_bank": the platform's name for it */

    /* See above. Returns SIM_TIME_NEVER when only a message or a credit can make it act. */
    sim_time (*advance)(struct unit *unit, sim_time until);

    /* Accounts for idle time and open intervals up to exactly `end`; called once, last. May be
     * NULL. */
    void (*finish)(struct unit *unit, sim_time end);

    /* Writes what finish(time) would make of the unit's counters into `counters`, a struct of their
     * kind. Changes nothing. The unit has processed every event before `time` and none later. NULL:
     * its counters never lag behind. */
    void (*snapshot)(const struct unit *unit, sim_time time, void *counters);

    /* Appends a line for each thing the unit waits for; nothing if it waits for nothing. */
    void (*describe_waits)(struct unit *unit, GString *text);

    /* It touches more than its own state and its wires, so it runs with no other unit beside it
     * (step.h). */
    bool alone;
};

struct unit {
    const struct unit_ops *ops;
    struct engine *engine;
    char *name;  /* for messages: "sm3", "l2-0", "request-port4" */
    char *host;  /* SimGrid host that its actor lives on */
    uint32_t id; /* index in the engine: the order of equal times */
    uint32_t next_sequence;
    sim_time delay;              /* smallest time from an event to its effect elsewhere */
    uint64_t deadline;           /* bucket it must run in; UINT64_MAX if idle: the engine's */
    struct deadlines *deadlines; /* the engine's or its keeper's (step.h): they know its deadline */
    struct wire **incoming;      /* by message.port */
    unsigned n_incoming;
    struct inbox inbox;
    struct payload_pool *payloads; /* of the thread that runs it */
    struct effects *effects; /* of the same thread: they keep what the unit does to others, by the
                                others' `keeper`; NULL: nothing is kept */
    bool detour;        /* there are effects, or observers hear of its wires (engine_observe) */
    uint32_t keeper;    /* number of its keeper (step.h) */
    void *actor;        /* the runner's */
    sim_time sample_at; /* the time at which its counters are read next; mostly SIM_TIME_NEVER */
    bool sample_wakes;  /* the unit is woken for that */
    const struct engine_sampler *sampler;
};

#endif
