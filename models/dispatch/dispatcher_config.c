/* SPDX-License-Identifier: BSD-3-Clause */
/* The dispatcher's part of a platform file. */
#include "models/core/platform.h"
#include "models/dispatch/dispatcher.h"

/* Longer than any GPU has; a larger value is a typing error. */
enum { MAX_CREDITS = 65535, MAX_AHEAD = 64 /* SM_MAX_AHEAD */ };

bool dispatcher_config_read(struct platform_group *group, struct dispatcher_config *out,
                            GError **error)
{
    static const char *const words[] = {"dispatcher", "sms", NULL};
    struct dispatcher_config config;
    unsigned counted;
    if (!properties_clock(group, "clock", &config.clock, error) ||
        !properties_cycles(group, "dispatch.interval", 1, &config.dispatch_interval, error) ||
        !properties_count(group, "dispatch.width", 1, MAX_CREDITS, &config.dispatch_width, error) ||
        !properties_cycles(group, "kernel.setup", 0, &config.kernel_setup, error) ||
        !properties_count(group, "dispatch.ahead", 0, MAX_AHEAD, &config.ahead, error) ||
        !properties_choice(group, "kernel.counted", words, &counted, error) ||
        !properties_latency(group, "sm.latency", &config.clock, &config.sm_wire.latency, error) ||
        !properties_count(group, "sm.slots", 1, MAX_CREDITS, &config.sm_wire.credits, error))
        return false;
    config.sm_wire.credit_latency = config.sm_wire.latency;
    /* From when a block can be at an SM to when the last one has ended there. */
    config.way =
        counted == 1 ? (uint32_t)clock_cycle_at_or_after(&config.clock, config.sm_wire.latency) : 0;
    *out = config;
    return true;
}
