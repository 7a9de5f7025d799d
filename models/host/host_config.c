/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/host/host_config.h"
#include "models/core/platform/platform.h"

static bool read_times(struct platform_group *group, const struct clock *clock,
                       struct host_config *config, GError **error)
{
    return properties_time(group, "launch.latency", &config->launch_latency, error) &&
           properties_time(group, "child.latency", &config->child_latency, error) &&
           properties_time(group, "child.interval", &config->child_interval, error) &&
           properties_latency(group, "dispatcher.latency", clock, &config->dispatcher_wire.latency,
                              error) &&
           properties_time(group, "call.time", &config->call_time, error) &&
           properties_time(group, "graph.node.time", &config->graph_node_time, error) &&
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
                                 "must not be 0: a program that polls would never end");
    if (!properties_count(group, "copy.engines", 1, HOST_COPY_ENGINES_MAX, &config.copy_engines,
                          error) ||
        !properties_count(group, "concurrent.kernels", 1, 128, &config.concurrent_kernels, error))
        return false;
    config.dispatcher_wire.credit_latency = config.dispatcher_wire.latency;
    config.dispatcher_wire.credits = config.concurrent_kernels;
    *out = config;
    return true;
}
