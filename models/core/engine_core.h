/* SPDX-License-Identifier: BSD-3-Clause */
/* What units, wires and threads need of the engine: its state, and how a unit learns what others do
 * to it. engine.h makes the engine and takes it from stop to stop. */
#ifndef SIMGPU_CORE_ENGINE_CORE_H
#define SIMGPU_CORE_ENGINE_CORE_H

#include "base/arena.h"
#include "base/status_request.h"
#include "models/core/deadlines.h"
#include "models/core/host_profile.h"
#include "models/core/payload.h"
#include "models/core/unit.h"
#include <pthread.h>

struct observers;
struct step;

struct engine_options {
    sim_time window; /* upper bound of every unit's lookahead; SIM_TIME_NEVER: as wires allow */
    sim_time limit;  /* no event at or after this is processed; SIM_TIME_NEVER: none */
    const volatile int *interrupted;     /* becomes non-zero to stop at the clock; may be NULL */
    const struct status_request *status; /* answered between two stops; may be NULL */
    unsigned threads;                    /* that run units; 0 is 1 */
    bool profiled;                       /* engine.profile is filled in */
};

/* Bytes that cross the system's network (PCIe), between SimGrid hosts, under SimGrid's own model
 * of links and their sharing. When they have arrived, the unit gets MESSAGE_TRANSFER_DONE. */
struct transfer {
    struct unit *unit;
    sim_time start; /* the unit's time plus its delay, or later */
    uint64_t bytes;
    const char *from, *to; /* SimGrid hosts; borrowed */
    uint32_t tag;          /* different for every transfer of a unit, ascending */
    /* NULL: bytes cross. Else an actor on `from` calls it at `start`. It returns when the work is
     * done. Not without SimGrid. */
    sim_time (*carry_out)(const struct transfer *transfer);
    void *data; /* for it */
};

/* How the engine worked; nothing here belongs to the simulated result. */
struct engine_figures {
    uint64_t messages, wakes, stops;
};

/* Reads units' counters at exact times (engine_sample). */
struct engine_sampler {
    void *data;
    /* The unit has processed every event before `time` and none later: see unit_ops.snapshot.
     * Returns when it is to be read next, SIM_TIME_NEVER for never. */
    sim_time (*take)(void *data, const struct unit *unit, sim_time time);
};

/* Looks at the run now and then, and changes nothing. */
struct engine_watch {
    void *data;
    /* The clock has come to `now`. Returns when it is to look again, later than that. */
    sim_time (*look)(void *data, sim_time now);
};

struct engine {
    struct engine_options options;
    struct arena *arena; /* for what units have as long as they live */
    GPtrArray *units;    /* struct unit, borrowed */
    GPtrArray *wires;    /* struct wire */
    struct deadlines deadlines;
    sim_time clock; /* every unit has processed all its events before this */
    sim_time until; /* up to which units run at this stop: the clock, or the limit */
    bool limit_reached;
    GError *error; /* the earliest failure so far, of the unit below */
    sim_time error_time;
    uint32_t error_unit;
    GArray *transfers; /* struct transfer: asked for and not yet taken by the runner */
    GArray *crossing;  /* sim_time: when each transfer under way began */
    struct payload_pool payloads;
    struct step *step;       /* NULL: one thread runs all units */
    unsigned turns;          /* how many calls want the units to take turns */
    bool sampled;            /* some units' counters are read: unit.sample_at */
    pthread_mutex_t failing; /* units fail one at a time */
    struct engine_figures figures;
    struct host_profile *profile;      /* NULL: nobody asks */
    const struct observers *observers; /* of wires; NULL: none */
    struct engine_watch watch;
    sim_time watch_at; /* SIM_TIME_NEVER: nobody watches */
};

/* No unit is left alone for longer than this, whatever its wires allow: half an inbox calendar. */
#define ENGINE_LONGEST_DELAY_PS ((sim_time)INBOX_SLOTS / 2 << INBOX_SLOT_SHIFT)

/* Called by a unit's own init and finish. The unit belongs to the engine's units from then on. */
void unit_init(struct unit *unit, const struct unit_ops *ops, struct engine *engine,
               const char *name, const char *host);
void unit_finish(struct unit *unit);

/* Before the run, when all units are there: tells what happens on wires to observers that want to
 * hear it (observer.h). Borrowed; NULL is fine. One thread must run the units. */
void engine_observe(struct engine *engine, const struct observers *observers);

/* The wire belongs to the engine. */
void engine_own_wire(struct engine *engine, struct wire *wire);
/* Puts a message that was sent at a stop of the clock into the unit's inbox, and touches nothing
 * else. True: the unit is to be woken when it arrives. */
bool engine_put(sim_time clock, struct unit *to, const struct message *message);
/* For engine_note: the message may be the unit's first. */
void engine_note_first(struct engine *engine, struct unit *to, const struct message *message);
/* `unit` has an event at `time` that it does not know of yet. */
void engine_wake(struct engine *engine, struct unit *unit, sim_time time);
/* The simulation cannot go on after `time`, the unit's own time. Takes the error. The other units
 * still come up to that time, so the earliest failure counts, whatever the lookahead. At the same
 * instant the failure of the first unit counts. A unit that has failed does nothing any more. */
void engine_fail(struct unit *unit, sim_time time, GError *error);

/* No event at or after `time` is processed any more. The time must be at least the calling unit's
 * own plus its delay at any lookahead; otherwise results would depend on the lookahead. Only a unit
 * that runs alone may call it (unit_ops.alone). */
void engine_limit(struct engine *engine, sim_time time);
/* From now on all units run one after the other, in the order of their numbers. With false: no
 * longer. Calls are counted. Only a unit that runs alone may call it (unit_ops.alone). */
void engine_take_turns(struct engine *engine, bool begin);
/* Starts a transfer. Its start must not depend on the lookahead: hence `start`. Only a unit that
 * runs alone may call it. */
void engine_transfer(struct engine *engine, const struct transfer *transfer);

/* How many transfers are under way that began before `time`. */
unsigned engine_crossing(const struct engine *engine, sim_time time);

/* Before the run: the sampler reads the unit's counters at `first`, and then whenever it says. The
 * unit is not woken for that: an idle unit is read late, with the same figures. Both are borrowed.
 */
void engine_sample(struct engine *engine, struct unit *unit, const struct engine_sampler *sampler,
                   sim_time first);
/* The same while it runs, from a unit that runs alone, and the unit is woken for it. */
void engine_sample_awake(struct engine *engine, struct unit *unit,
                         const struct engine_sampler *sampler, sim_time first);
/* After the last stop: takes the samples that are still due before `end`. */
void engine_sample_rest(struct engine *engine, sim_time end);

/* The transfer has ended at `time`, before the next stop. */
void engine_end_transfer(struct engine *engine, const struct transfer *transfer, sim_time time);
/* Runs one unit at the current stop. */
void engine_run_unit(struct engine *engine, struct unit *unit);
/* engine_run_unit in two parts. The first touches nothing but the unit, and returns its next event
 * for the second. */
sim_time engine_advance_unit(struct engine *engine, struct unit *unit);
void engine_settle_unit(struct engine *engine, struct unit *unit, sim_time next);
/* Tells of a message that is in its place in the unit's inbox (inbox_next_from_wire). A unit with
 * an earlier message will run for that one first, and then sees the others. */
static inline void engine_note(struct engine *engine, struct unit *to,
                               const struct message *message)
{
    g_assert(message->arrival >= engine->clock);
    engine->figures.messages++;
    if (!inbox_note_behind(&to->inbox, message))
        engine_note_first(engine, to, message);
}

#endif
