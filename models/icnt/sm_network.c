/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/icnt/sm_network.h"
#include "models/core/message_cluster.h"
#include "models/icnt/crossbar.h"
#include "models/launch/cluster_limits.h"
#include <string.h>

static sim_time edge(const struct sm_network *network, uint64_t cycle)
{
    return clock_edge(&network->config->clock, cycle);
}

/* Puts the message in front of those that are ready later. */
static void hold(struct sm_network *network, sim_time ready, const struct message *message)
{
    if (network->first == network->end)
        network->first = network->end = 0;
    if (network->end == network->most_held && network->first > 0) {
        memmove(network->held, network->held + network->first,
                (network->end - network->first) * sizeof *network->held);
        network->end -= network->first;
        network->first = 0;
    } else if (network->end == network->most_held) {
        network->most_held = MAX(2 * network->most_held, 16);
        network->held = g_renew(struct sm_network_held, network->held, network->most_held);
    }
    uint32_t at = network->end++;
    for (; at > network->first && network->held[at - 1].ready > ready; at--)
        network->held[at] = network->held[at - 1];
    network->held[at] = (struct sm_network_held){ready, *message};
}

/* A message takes the way from its SM, and then has its latency before it. */
static void take(struct sm_network *network)
{
    const struct sm_network_config *config = network->config;
    const struct message message = *inbox_peek(&network->unit.inbox);
    const uint32_t from = message.requester, to = message_to_sm(&message);
    const uint64_t arrived = clock_cycle_at_or_after(&config->clock, message.arrival);
    uint64_t *free = &network->in_free[from - network->first_sm];
    const uint64_t start = MAX(*free, arrived);
    inbox_drop(&network->unit.inbox);
    wire_return_credit(network->unit.incoming[message.port], message.arrival);
    *free = start + flits(message.bytes, config->width);
    uint64_t ready = *free;
    if (from / CLUSTER_PAIR != to / CLUSTER_PAIR)
        ready += config->far - config->near;
    if (message_is_shared_reply(&message))
        ready += config->serve;
    hold(network, edge(network, ready), &message);
}

/* The first message that is ready takes the way to its SM. */
static void deliver(struct sm_network *network)
{
    const struct sm_network_config *config = network->config;
    const struct sm_network_held *held = &network->held[network->first++];
    const uint32_t to = message_to_sm(&held->message) - network->first_sm;
    const uint64_t ready = clock_cycle_at_or_after(&config->clock, held->ready);
    const uint64_t start = MAX(network->out_free[to], ready);
    g_assert(to < network->n_sms);
    network->out_free[to] = start + flits(held->message.bytes, config->width);
    sim_time when;
    g_assert(wire_has_credit(network->out[to], held->ready, &when));
    wire_send(network->out[to], edge(network, network->out_free[to]), &held->message);
}

static sim_time next_held(const struct sm_network *network)
{
    return network->first < network->end ? network->held[network->first].ready : SIM_TIME_NEVER;
}

static sim_time advance(struct unit *unit, sim_time until)
{
    struct sm_network *network = (struct sm_network *)unit;
    for (;;) {
        const sim_time arrival = unit->inbox.head, ready = next_held(network);
        if (MIN(arrival, ready) >= until)
            return ready;
        if (arrival <= ready)
            take(network);
        else
            deliver(network);
    }
}

/* What is on its way here comes by itself. */
static void describe_waits(struct unit *unit, GString *text)
{
    (void)unit, (void)text;
}

static const struct unit_ops ops = {
    .model = "sm_network", .advance = advance, .describe_waits = describe_waits};

void sm_network_init(struct sm_network *network, struct engine *engine, const char *name,
                     const char *host, const struct sm_network_config *config, uint32_t first_sm,
                     uint32_t n_sms)
{
    *network = (struct sm_network){.config = config,
                                   .first_sm = first_sm,
                                   .n_sms = n_sms,
                                   .in_free = g_new0(uint64_t, n_sms),
                                   .out_free = g_new0(uint64_t, n_sms),
                                   .out = g_new0(struct wire *, n_sms)};
    unit_init(&network->unit, &ops, engine, name, host);
}

void sm_network_finish(struct sm_network *network)
{
    for (uint32_t i = network->first; i < network->end; i++)
        if (message_has_payload(&network->held[i].message))
            payload_give_back(network->unit.payloads, network->held[i].message.payload);
    g_free(network->held);
    g_free(network->in_free);
    g_free(network->out_free);
    g_free(network->out);
    unit_finish(&network->unit);
}

struct wire *sm_network_connect(struct sm_network *network, uint32_t sm, struct unit *unit)
{
    const struct sm_network_config *config = network->config;
    /* Most of the latency is on the SM's own wire, and credits take their time: so an SM that sends
     * nothing may still run long without waiting (unit.h, delay). There are more than enough. */
    const uint32_t each = 2 * config->requests + config->signals, out = MAX(config->near / 8, 1);
    const sim_time back = edge(network, config->near);
    const struct wire_shape to = {.latency = edge(network, config->near - out),
                                  .credit_latency = back,
                                  .credits = each * network->n_sms};
    const struct wire_shape from = {
        .latency = edge(network, out), .credit_latency = back, .credits = each * network->n_sms};
    g_assert(sm >= network->first_sm && sm - network->first_sm < network->n_sms);
    network->out[sm - network->first_sm] = wire_new(&network->unit, unit, &from);
    return wire_new(unit, &network->unit, &to);
}
