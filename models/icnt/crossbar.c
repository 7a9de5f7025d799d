/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/icnt/crossbar.h"

enum { MAX_SLOTS = 4096, MAX_HEADER = 64, MAX_SPEEDUP = 8, MAX_MIXED = 64 };

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

uint32_t packets_bytes(const struct packet_shape *shape, uint8_t sectors, uint32_t data)
{
    uint32_t packets = packets_in(shape, sectors);
    if (packets == 1)
        return shape->header_bytes + data;
    uint32_t each = data > 0 ? flits(data, packets) : 0;
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
    static const char *const enters[] = {"last", "first", NULL};
    uint64_t header;
    unsigned first;
    if (!properties_bytes_per_cycle(group, "width", &config->requests.width, error) ||
        !properties_bytes(group, "packet.header", &header, error) ||
        !properties_choice(group, "packet.enters", enters, &first, error))
        return false;
    if (header > MAX_HEADER)
        return properties_refuse(group, "packet.header", error, "expected at most %d bytes",
                                 MAX_HEADER);
    config->requests.header_bytes = (uint32_t)header;
    config->requests.leads = first == 1;
    config->replies = config->requests;
    return read_packet_data(&config->requests, group, "packet.data", error) &&
           read_packet_data(&config->replies, group, "packet.reply_data", error);
}

char *crossbar_short_of_slots(const struct crossbar_config *config, uint32_t n_sms,
                              uint32_t n_banks)
{
    uint32_t to_ports = config->input_queued ? 1 : n_banks;
    uint32_t to_reply_ports = config->input_queued ? 1 : crossbar_sm_ports(config, n_sms);
    const struct packet_shape *requests = &config->requests, *replies = &config->replies;
    const struct {
        const char *name;
        const struct wire_shape *wire;
        uint32_t bytes; /* of a packet */
        uint32_t wires; /* of one port */
    } wires[] = {
        {"sm_to_port", &config->sm_to_port, requests->header_bytes, to_ports},
        {"port_to_bank", &config->port_to_bank, requests->header_bytes, 1},
        {"bank_to_port", &config->bank_to_port, replies->header_bytes + replies->data_bytes,
         to_reply_ports},
        {"port_to_sm", &config->port_to_sm, replies->header_bytes + replies->data_bytes, 1},
        {"sm_to_port", &config->sm_to_cluster, requests->header_bytes, 1},
        {"port_to_sm", &config->cluster_to_sm, replies->header_bytes + replies->data_bytes, 1}};
    for (size_t i = 0; i < G_N_ELEMENTS(wires); i++) {
        const struct wire_shape *wire = wires[i].wire;
        uint64_t trip =
            clock_cycle_at_or_after(&config->clock, wire->latency + wire->credit_latency);
        uint64_t needed = trip / MAX(flits(wires[i].bytes, requests->width), 1) / wires[i].wires;
        if (wire->credits < needed)
            return g_strdup_printf(
                "%s.slots of the crossbar is %u: a packet's way and its credit's "
                "way back take %" G_GUINT64_FORMAT " cycles, so fewer than "
                "%" G_GUINT64_FORMAT " slots limit its throughput",
                wires[i].name, wire->credits, trip, needed);
    }
    return NULL;
}

/* Requests that bypass L1D have a shorter way if the latency of L1D lies on the SM's wires. */
static bool read_way(const struct crossbar_config *config, struct platform_group *group,
                     const char *name, struct crossbar_way *way, GError **error)
{
    uint32_t cycles;
    if (!properties_cycles(group, name, 0, &cycles, error))
        return false;
    if (!config->input_queued && cycles > 0)
        return properties_refuse(group, name, error,
                                 "wires of their own need a crossbar that queues at its inputs");
    way->exists = cycles > 0;
    way->wire = config->sm_to_port;
    way->wire.latency = clock_edge(&config->clock, cycles);
    return true;
}

static bool read_inside(struct crossbar_config *config, struct platform_group *group,
                        GError **error)
{
    if (!properties_count(group, "speedup", 1, MAX_SPEEDUP, &config->speedup, error) ||
        !read_way(config, group, "sm_to_port.fetch", &config->fetch, error) ||
        !read_way(config, group, "sm_to_port.atomic", &config->atomic, error))
        return false;
    if (!config->input_queued && config->speedup > 1)
        return properties_refuse(group, "speedup", error,
                                 "a crossbar that queues at its outputs can't be sped up");
    return true;
}

/* A crossbar with a buffer for each pair of ports has no use for these. */
static bool read_order(struct crossbar_config *config, struct platform_group *group, GError **error)
{
    static const char *const turns[] = {"turns", "rising", NULL}, *const lines[] = {"whole",
                                                                                    "apart", NULL};
    unsigned arbitration, shared;
    if (!properties_choice(group, "arbitration", turns, &arbitration, error) ||
        !properties_choice(group, "packet.contended", lines, &shared, error) ||
        !properties_count(group, "packet.mixed", 1, MAX_MIXED, &config->mixed, error))
        return false;
    config->rising = arbitration == 1;
    config->apart = shared == 1;
    if (!config->input_queued && (config->rising || config->apart || config->mixed > 1))
        return properties_refuse(group,
                                 config->rising  ? "arbitration"
                                 : config->apart ? "packet.contended"
                                                 : "packet.mixed",
                                 error, "only a crossbar that queues at its inputs has this");
    return true;
}

/* ---- clusters ----------------------------------------------------------------------------- */

static uint64_t whole_cycles(const struct crossbar_config *config, sim_time time)
{
    return clock_cycle_at_or_before(&config->clock, time);
}

/* The shortest of the ways from an SM. */
static sim_time shortest_way(const struct crossbar_config *config)
{
    sim_time least = config->sm_to_port.latency;
    if (config->fetch.exists)
        least = MIN(least, config->fetch.wire.latency);
    if (config->atomic.exists)
        least = MIN(least, config->atomic.wire.latency);
    return least;
}

/* Each wire becomes two, of a cycle or more each. */
static bool read_cluster(struct crossbar_config *config, struct platform_group *group,
                         GError **error)
{
    const sim_time times[] = {shortest_way(config), config->sm_to_port.credit_latency,
                              config->port_to_sm.latency, config->port_to_sm.credit_latency};
    if (!properties_count(group, "cluster", 1, CROSSBAR_MAX_SMS, &config->cluster, error))
        return false;
    for (size_t i = 0; config->cluster > 1 && i < G_N_ELEMENTS(times); i++)
        if (whole_cycles(config, times[i]) < 2)
            return properties_refuse(group, "cluster", error,
                                     "SMs that share a port need at least two cycles of latency to "
                                     "the crossbar, and back");
    return true;
}

/* Half of it, in whole cycles. */
static sim_time half_of(const struct crossbar_config *config, sim_time time)
{
    return clock_edge(&config->clock, whole_cycles(config, time) / 2);
}

/* The rest of `time`. If both are whole cycles, each part takes as long as its cycles, which may be
 * a picosecond less than the sum. So a packet arrives in the same cycle by two wires as by one. */
static sim_time without(const struct crossbar_config *config, sim_time time, sim_time part)
{
    const struct clock *clock = &config->clock;
    const uint64_t cycles = whole_cycles(config, time);
    return time - clock_edge(clock, cycles) +
           clock_edge(clock, cycles - whole_cycles(config, part));
}

void crossbar_share(struct crossbar_config *config, uint32_t n_banks)
{
    struct wire_shape *in = &config->sm_to_cluster, *from_in = &config->sm_to_port;
    struct wire_shape *out = &config->cluster_to_sm, *to_out = &config->port_to_sm;
    if (config->cluster == 1)
        return;
    *in = *from_in;
    from_in->latency = half_of(config, shortest_way(config));
    from_in->credit_latency = half_of(config, in->credit_latency);
    in->latency = without(config, in->latency, from_in->latency);
    in->credit_latency = without(config, in->credit_latency, from_in->credit_latency);
    struct crossbar_way *const ways[] = {&config->fetch, &config->atomic};
    for (size_t i = 0; i < G_N_ELEMENTS(ways); i++) {
        if (ways[i]->exists)
            ways[i]->wire.latency = without(config, ways[i]->wire.latency, from_in->latency);
        ways[i]->wire.credit_latency = in->credit_latency;
    }
    if (!config->input_queued)
        in->credits *= n_banks;
    *out = *to_out;
    out->latency = half_of(config, to_out->latency);
    out->credit_latency = half_of(config, to_out->credit_latency);
    to_out->latency = without(config, to_out->latency, out->latency);
    to_out->credit_latency = without(config, to_out->credit_latency, out->credit_latency);
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
           wire_shape_read(&config->port_to_sm, group, "port_to_sm", clock, error) &&
           read_inside(config, group, error) && read_order(config, group, error) &&
           read_cluster(config, group, error);
}
