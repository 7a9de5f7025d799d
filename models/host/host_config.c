/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/platform.h"
#include "models/host/host.h"

#define ROW(...) COUNTER_ROW(struct host_counters, __VA_ARGS__)

const struct counter host_counter_table[] = {
    ROW(launches, "launches", "Kernel launches issued."),
    ROW(functional_launches, "launches", "Those of them carried out in no simulated time."),
    ROW(copies_to_device, "commands", "Copies from the host to the device."),
    ROW(bytes_to_device, "bytes", "Bytes of these copies."),
    ROW(copies_to_host, "commands", "Copies from the device to the host."),
    ROW(bytes_to_host, "bytes", "Bytes of these copies."),
    ROW(copy_ps, "ps", "Time in which copies were under way, summed over copies."),
    ROW(moves, "commands", "memset and copies within device memory."),
    ROW(moved_bytes, "bytes", "Bytes that these wrote."),
    ROW(calls, "calls", "Commands that took simulated time on the host itself."),
    {0}};

static bool read_times(struct platform_group *group, const struct clock *clock,
                       struct host_config *config, GError **error)
{
    return properties_time(group, "launch.latency", &config->launch_latency, error) &&
           properties_latency(group, "dispatcher.latency", clock, &config->dispatcher_wire.latency,
                              error) &&
           properties_time(group, "call.time", &config->call_time, error) &&
           properties_latency(group, "copy.latency", clock, &config->copy_latency, error) &&
           properties_time(group, "move.latency", &config->move_latency, error);
}

bool host_config_read(struct platform_group *group, const struct clock *clock,
                      struct host_config *out, GError **error)
{
    struct host_config config = {0};
    if (!read_times(group, clock, &config, error))
        return false;
    if (config.call_time == 0)
        return properties_refuse(group, "call.time", error,
                                 "must not be 0, or a program that polls would do so for ever");
    if (!properties_count(group, "copy.engines", 1, HOST_COPY_ENGINES_MAX, &config.copy_engines,
                          error) ||
        !properties_count(group, "concurrent.kernels", 1, 128, &config.concurrent_kernels, error))
        return false;
    config.dispatcher_wire.credit_latency = config.dispatcher_wire.latency;
    config.dispatcher_wire.credits = config.concurrent_kernels;
    *out = config;
    return true;
}
