/* SPDX-License-Identifier: BSD-3-Clause */
/* The engine: which unit must run when, so that no message comes too late for its receiver.
 *
 * Lookahead (Chandy and Misra 1979; Bryant 1977), seen from the sending side: a unit whose
 * earliest unprocessed event lies at a may be run as late as a + delay (unit.h), and then
 * processes everything before the clock. So the clock needs to stop only at deadlines, one stop
 * covers tens of cycles, and sending a message costs no call to SimGrid.
 *
 * This file keeps the deadlines; it does not know how time passes or units run. Two runners do:
 * simgrid_runner.c makes every unit a SimGrid actor; engine_run_plain below calls them in turn,
 * for unit tests and lessons. Results are the same.
 */
#ifndef SIMGPU_CORE_ENGINE_H
#define SIMGPU_CORE_ENGINE_H

#include "base/arena.h"
#include "base/status_request.h"
#include "models/core/deadlines.h"
#include "models/core/host_profile.h"
#include "models/core/payload.h"
#include "models/core/step.h"
#include "models/core/unit.h"
#include "models/core/wire.h"
#include <pthread.h>

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
    /* NULL: bytes cross. Else what an actor on `from` does from `start` on; returns when it is
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

enum engine_end {
    ENGINE_QUIET,       /* no event is left anywhere: done, or a deadlock (the caller knows) */
    ENGINE_LIMIT,       /* events at or after the limit are left */
    ENGINE_INTERRUPTED, /* stopped at the clock */
    ENGINE_FAILED       /* a unit reported an error */
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
    GArray *crossing;  /* sim_time: when those that are under way began */
    struct payload_pool payloads;
    struct step *step;       /* NULL: one thread runs all units */
    unsigned turns;          /* how often units are to take turns */
    bool sampled;            /* some units' counters are read: unit.sample_at */
    pthread_mutex_t failing; /* units fail one at a time */
    struct engine_figures figures;
    struct host_profile *profile; /* NULL: nobody asks */
    struct engine_watch watch;
    sim_time watch_at; /* SIM_TIME_NEVER: nobody watches */
};

struct engine *engine_new(const struct engine_options *options);
/* Frees wires, not units. NULL is fine. */
void engine_free(struct engine *engine);

/* Used by units and wires. */
void engine_add_unit(struct engine *engine, struct unit *unit);
void engine_own_wire(struct engine *engine, struct wire *wire);
/* Puts a message that was sent at a stop of the clock into the unit's inbox, and touches nothing
 * else. True: the unit is to be woken when it arrives. */
bool engine_put(sim_time clock, struct unit *to, const struct message *message);
/* For engine_note: the message may be the unit's first. */
void engine_note_first(struct engine *engine, struct unit *to, const struct message *message);
/* `unit` has an event at `time` that it does not know of yet. */
void engine_wake(struct engine *engine, struct unit *unit, sim_time time);
/* The simulation cannot go on after `time`, the unit's own: the others still come up to it, so
 * that the earliest failure counts (of the same instant, that of the first unit), whatever the
 * lookahead. Takes the error. A unit that has failed does nothing any more. */
void engine_fail(struct unit *unit, sim_time time, GError *error);

/* No event at or after `time` is processed any more. The time must be at least the calling unit's
 * own plus its delay at any lookahead, or results would depend on the lookahead. By a unit that
 * runs alone (unit_ops.alone). */
void engine_limit(struct engine *engine, sim_time time);
/* By a unit that runs alone (unit_ops.alone): from now on all units run one after the other in any
 * case, in the order of their numbers; with false: no longer. Calls are counted. */
void engine_take_turns(struct engine *engine, bool begin);
/* Starts a transfer. The time at which it starts must not depend on the lookahead: hence `start`.
 * By a unit that runs alone. */
void engine_transfer(struct engine *engine, const struct transfer *transfer);

/* How many transfers are under way that began before `time`. */
unsigned engine_crossing(const struct engine *engine, sim_time time);

/* Before the run: the unit's counters will be read at `first`, and then whenever the sampler says.
 * It is not woken for that: a unit that has nothing to do is read late, which is the same. Both are
 * borrowed. */
void engine_sample(struct engine *engine, struct unit *unit, const struct engine_sampler *sampler,
                   sim_time first);
/* After the last stop: samples that are still to be taken before `end`. */
void engine_sample_rest(struct engine *engine, sim_time end);

/* Before the run: the first stop of the clock at or after `first` is told to the watch. */
void engine_watch(struct engine *engine, const struct engine_watch *watch, sim_time first);

/* Used by runners. Fixes delays and bucket width; call after the last wire. */
void engine_start(struct engine *engine);
/* Moves the clock to the next stop and fills `due` with the units to run there; false at the end.
 */
bool engine_next_stop(struct engine *engine, GPtrArray *due);
/* When the next stop is, if nothing else happens; SIM_TIME_NEVER if there is none. */
sim_time engine_peek_stop(struct engine *engine);
/* The transfer has ended at `time`, before the next stop. */
void engine_end_transfer(struct engine *engine, const struct transfer *transfer, sim_time time);
/* Runs one unit at the current stop. */
void engine_run_unit(struct engine *engine, struct unit *unit);
/* ... in two parts: the first touches nothing but the unit, and returns its next event for the
 * second. */
sim_time engine_advance_unit(struct engine *engine, struct unit *unit);
void engine_settle_unit(struct engine *engine, struct unit *unit, sim_time next);
/* After the last stop: why it ended. When interrupted, first brings all units to the clock. */
enum engine_end engine_ended(struct engine *engine);

/* Runs to the end without SimGrid: there is no network, and transfers take no time. */
enum engine_end engine_run_plain(struct engine *engine);

/* Lets every unit account up to `end`. */
void engine_finish_units(struct engine *engine, sim_time end);
/* Payloads that units and messages hold: for tests, which look that none is lost. */
uint64_t engine_payloads_in_use(const struct engine *engine);
/* Who waits for what; empty if nobody does. g_free. */
char *engine_describe_waits(struct engine *engine);

/* Tells of a message that is in its place in the unit's inbox: inbox_next_from_wire. A unit with an
 * earlier message will run for that one first, and then sees the others. */
static inline void engine_note(struct engine *engine, struct unit *to,
                               const struct message *message)
{
    g_assert(message->arrival >= engine->clock);
    engine->figures.messages++;
    if (!inbox_note_behind(&to->inbox, message))
        engine_note_first(engine, to, message);
}

#endif
