/* SPDX-License-Identifier: BSD-3-Clause */
#include "policies/partition/slicer_watch.h"
#include <math.h>

void slicer_watch_begin(struct slicer_watch *watch)
{
    watch->rate = watch->usual = 0;
    watch->settle = watch->lasting;
    watch->changed = 0;
}

/* A sample's time is over. */
static bool compare(struct slicer_watch *watch)
{
    const double rate = watch->rate, usual = watch->usual;
    watch->rate = 0;
    if (watch->settle > 0) {
        watch->settle--;
        watch->usual = rate;
        return false;
    }
    watch->changed = fabs(rate - usual) > watch->change * usual ? watch->changed + 1 : 0;
    return watch->changed >= watch->lasting;
}

bool slicer_watch_hear(struct slicer_watch *watch, const struct dispatcher_sample *sample,
                       uint64_t cycle)
{
    bool lasted = false;
    uint64_t number = cycle / watch->sample;
    if (number != watch->number) {
        watch->number = number;
        lasted = compare(watch);
    }
    if (sample->cycles > 0)
        watch->rate += (double)sample->instructions / (double)sample->cycles;
    return lasted;
}
