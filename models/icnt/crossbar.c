/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/icnt/crossbar.h"
#include "models/core/message.h"
#include "models/core/payload.h"

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

uint32_t packets_in(const struct packet_shape *shape, uint8_t sectors)
{
    uint32_t bytes = message_sector_count(sectors) * LINE_SECTOR_BYTES;
    return MAX(flits(bytes, shape->data_bytes), 1);
}

uint32_t packets_bytes(const struct packet_shape *shape, uint8_t sectors, uint32_t data)
{
    uint32_t packets = packets_in(shape, sectors);
    if (packets == 1)
        return shape->header_bytes + data;
    uint32_t each = flits(data, packets);
    uint32_t padded = flits(shape->header_bytes + each, shape->width) * shape->width;
    uint32_t rest = data - MIN(data, (packets - 1) * each);
    return (packets - 1) * padded + shape->header_bytes + rest;
}

static bool read_packet_data(struct packet_shape *shape, struct platform_group *group,
                             const char *name, GError **error)
{
    uint64_t bytes;
    if (!properties_bytes(group, name, &bytes, error))
        return false;
    if (bytes != LINE_SECTOR_BYTES && bytes != 2 * LINE_SECTOR_BYTES && bytes != LINE_BYTES)
        return properties_refuse(group, name, error, "expected 32, 64 or 128 bytes");
    shape->data_bytes = (uint32_t)bytes;
    return true;
}

static bool read_packets(struct crossbar_config *config, struct platform_group *group,
                         GError **error)
{
    uint64_t header;
    if (!properties_bytes_per_cycle(group, "width", &config->requests.width, error) ||
        !properties_bytes(group, "packet.header", &header, error))
        return false;
    if (header > MAX_HEADER)
        return properties_refuse(group, "packet.header", error, "expected at most %d bytes",
                                 MAX_HEADER);
    config->requests.header_bytes = (uint32_t)header;
    config->replies = config->requests;
    return read_packet_data(&config->requests, group, "packet.data", error) &&
           read_packet_data(&config->replies, group, "packet.reply_data", error);
}

bool crossbar_config_read(struct crossbar_config *config, struct platform_group *group,
                          GError **error)
{
    static const char *const words[] = {"outputs", "inputs", NULL};
    const struct clock *clock = &config->clock;
    unsigned queues;
    if (!properties_choice(group, "queues", words, &queues, error))
        return false;
    config->input_queued = queues == 1;
    return properties_clock(group, "clock", &config->clock, error) &&
           read_packets(config, group, error) &&
           wire_shape_read(&config->sm_to_port, group, "sm_to_port", clock, error) &&
           wire_shape_read(&config->port_to_bank, group, "port_to_bank", clock, error) &&
           wire_shape_read(&config->bank_to_port, group, "bank_to_port", clock, error) &&
           wire_shape_read(&config->port_to_sm, group, "port_to_sm", clock, error);
}
