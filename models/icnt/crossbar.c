/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/icnt/crossbar.h"

enum { MAX_SLOTS = 4096, MAX_HEADER = 64 };

bool wire_shape_read(struct wire_shape *shape, struct platform_group *group, const char *prefix,
                     const struct clock *clock, GError **error)
{
    g_autofree char *latency = g_strconcat(prefix, ".latency", NULL);
    g_autofree char *credit_latency = g_strconcat(prefix, ".credit_latency", NULL);
    g_autofree char *slots = g_strconcat(prefix, ".slots", NULL);
    return properties_latency(group, latency, clock, &shape->latency, error) &&
           properties_latency(group, credit_latency, clock, &shape->credit_latency, error) &&
           properties_count(group, slots, 1, MAX_SLOTS, &shape->credits, error);
}

bool crossbar_config_read(struct crossbar_config *config, struct platform_group *group,
                          GError **error)
{
    uint64_t header;
    if (!properties_clock(group, "clock", &config->clock, error) ||
        !properties_bytes_per_cycle(group, "width", &config->width, error) ||
        !properties_bytes(group, "packet.header", &header, error))
        return false;
    if (header > MAX_HEADER)
        return properties_refuse(group, "packet.header", error, "expected at most %d bytes",
                                 MAX_HEADER);
    config->header_bytes = (uint32_t)header;
    const struct clock *clock = &config->clock;
    return wire_shape_read(&config->sm_to_port, group, "sm_to_port", clock, error) &&
           wire_shape_read(&config->port_to_bank, group, "port_to_bank", clock, error) &&
           wire_shape_read(&config->bank_to_port, group, "bank_to_port", clock, error) &&
           wire_shape_read(&config->port_to_sm, group, "port_to_sm", clock, error);
}
