/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/host/alarm.h"

static sim_time advance(struct unit *unit, sim_time until)
{
    struct alarm *alarm = (struct alarm *)unit;
    while (alarm->at < until) {
        const sim_time at = alarm->at;
        alarm->at = SIM_TIME_NEVER;
        const sim_time next = alarm->ring(alarm->data, at);
        g_assert(next >= alarm_beyond(at));
        alarm->at = next;
    }
    return alarm->at;
}

static const struct unit_ops ops = {.model = "alarm", .advance = advance, .alone = true};

void alarm_init(struct alarm *alarm, struct engine *engine, const char *host)
{
    *alarm = (struct alarm){.at = SIM_TIME_NEVER};
    unit_init(&alarm->unit, &ops, engine, "alarm", host);
}

void alarm_finish(struct alarm *alarm)
{
    unit_finish(&alarm->unit);
}

void alarm_set(struct alarm *alarm, sim_time at, void *data,
               sim_time (*ring)(void *data, sim_time time))
{
    alarm->at = at;
    alarm->data = data;
    alarm->ring = ring;
    engine_wake(alarm->unit.engine, &alarm->unit, at);
}

void alarm_clear(struct alarm *alarm)
{
    alarm->at = SIM_TIME_NEVER;
}
