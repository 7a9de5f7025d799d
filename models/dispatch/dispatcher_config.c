/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/dispatch/dispatcher_config.h"
#include "models/core/message_dispatch.h"
#include "models/core/platform/platform.h"

/* No GPU has more; a larger value is a typing error. */
enum { MAX_CREDITS = 65535 };

bool dispatcher_config_read(struct platform_group *group, struct dispatcher_config *out,
                            GError **error)
{
    static const char *const words[] = {"dispatcher", "sms", NULL};
    struct dispatcher_config config = {0};
    static const char *const ends[] = {"done", "exits", NULL};
    unsigned counted, noticed;
    if (!properties_clock(group, "clock", &config.clock, error) ||
        !properties_cycles(group, "dispatch.interval", 1, &config.dispatch_interval, error) ||
        !properties_count(group, "dispatch.width", 1, MAX_CREDITS, &config.dispatch_width, error) ||
        !properties_cycles(group, "kernel.setup", 0, &config.kernel_setup, error) ||
        !properties_count(group, "dispatch.ahead", 0, MESSAGE_BLOCK_MOST_AHEAD, &config.ahead,
                          error) ||
        !properties_choice(group, "dispatch.notice", ends, &noticed, error) ||
        !properties_choice(group, "kernel.counted", words, &counted, error) ||
        !properties_latency(group, "sm.latency", &config.clock, &config.back_wire.latency, error) ||
        !properties_latency(group, "sm.start_latency", &config.clock, &config.sm_wire.latency,
                            error) ||
        !properties_count(group, "sm.slots", 1, MAX_CREDITS, &config.sm_wire.credits, error))
        return false;
    config.sm_wire.credit_latency = config.back_wire.credit_latency = config.back_wire.latency;
    config.back_wire.credits = config.sm_wire.credits;
    config.notices = noticed == 1;
    /* Counts from the cycle in which a block can be at an SM to the last one's end there. */
    if (counted == 1) {
        config.way = (uint32_t)clock_cycle_at_or_after(&config.clock, config.sm_wire.latency);
        config.way_back =
            (uint32_t)clock_cycle_at_or_after(&config.clock, config.back_wire.latency);
    }
    *out = config;
    return true;
}
