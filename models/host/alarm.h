/* SPDX-License-Identifier: BSD-3-Clause */
/* A unit without wires that calls back at exact times, for those who steer a run (sampling).
 *
 * When it calls for a time, every unit has processed all its events before that time, and perhaps
 * later ones. Nothing runs beside the call. What it decides may only concern times that lie behind
 * alarm_beyond.
 */
#ifndef SIMGPU_HOST_ALARM_H
#define SIMGPU_HOST_ALARM_H

#include "models/core/engine_core.h"

struct alarm {
    struct unit unit;
    sim_time at; /* SIM_TIME_NEVER: it is not set */
    void *data;
    /* Returns when to call again: alarm_beyond(time) or later, or SIM_TIME_NEVER. */
    sim_time (*ring)(void *data, sim_time time);
};

/* Before the engine starts. */
void alarm_init(struct alarm *alarm, struct engine *engine, const char *host);
void alarm_finish(struct alarm *alarm);
/* Only a unit that runs alone may call it, or the alarm's own callback by its answer. */
void alarm_set(struct alarm *alarm, sim_time at, void *data,
               sim_time (*ring)(void *data, sim_time time));
void alarm_clear(struct alarm *alarm);

/* No unit has processed an event at or after this, when the alarm calls for `time`. */
static inline sim_time alarm_beyond(sim_time time)
{
    return time + 2 * ENGINE_LONGEST_DELAY_PS;
}

#endif
