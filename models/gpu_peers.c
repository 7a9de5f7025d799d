/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/gpu_peers.h"
#include "models/gpu_view.h"
#include "models/sm/sm_ways.h"

static void init_link(struct gpu *gpu, struct peer_link *link, const char *plain,
                      const struct address_map *map, const struct device_memory *memory)
{
    const struct gpu_config *config = gpu->config;
    g_autofree char *name = gpu_unit_name(gpu, plain);
    const struct peer_link_site site = {.config = &config->peers.link,
                                        .map = map,
                                        .memory = memory,
                                        .device = config->index,
                                        .n_devices = gpu_count(gpu),
                                        .n_sms = config->n_sms,
                                        .n_banks = config->n_banks};
    peer_link_init(link, gpu->engine, name, config->crossbar_host, &site);
}

static void make_links(struct gpu *gpu, const struct device_memory *memory)
{
    const struct gpu_config *config = gpu->config;
    gpu->to_peers = g_new0(struct gpu_to_peers, 1);
    init_link(gpu, &gpu->to_peers->requests, "peer-requests", &config->map, memory);
    init_link(gpu, &gpu->to_peers->replies, "peer-replies", NULL, NULL);
}

/* What the GPU's own units send on its links. Wires are as long as those to the crossbar. */
static void connect_units(struct gpu *gpu)
{
    const struct gpu_config *config = gpu->config;
    for (uint32_t s = 0; s < config->n_sms; s++)
        sm_connect_peers(gpu->sms[s], config->index,
                         wire_new(sm_unit(gpu->sms[s]), &gpu->to_peers->requests.unit,
                                  &config->crossbar.sm_to_port));
    for (uint32_t b = 0; b < config->n_banks; b++)
        l2_bank_connect_peers(&gpu->banks[b],
                              wire_new(&gpu->banks[b].unit, &gpu->to_peers->replies.unit,
                                       &config->crossbar.bank_to_port));
}

/* Requests end at the peer's banks, replies at its SMs. */
static void connect_peer(struct gpu *gpu, struct gpu *peer)
{
    const struct gpu_config *config = peer->config;
    for (uint32_t b = 0; b < config->n_banks; b++)
        peer_link_connect(&gpu->to_peers->requests, config->index, b, &peer->banks[b].unit,
                          config->crossbar.port_to_bank.latency);
    for (uint32_t s = 0; s < config->n_sms; s++)
        peer_link_connect(&gpu->to_peers->replies, config->index, s, sm_unit(peer->sms[s]),
                          config->crossbar.port_to_sm.latency);
}

void gpu_make_peers(struct gpu *first, const struct device_memory *memory)
{
    const uint32_t n = gpu_count(first);
    if (n == 1)
        return;
    for (uint32_t i = 0; i < n; i++) {
        make_links(first->all[i], memory);
        connect_units(first->all[i]);
    }
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++)
            if (k != i)
                connect_peer(first->all[i], first->all[k]);
}

void gpu_free_peers(struct gpu *gpu)
{
    if (!gpu->to_peers)
        return;
    peer_link_finish(&gpu->to_peers->requests);
    peer_link_finish(&gpu->to_peers->replies);
    g_free(gpu->to_peers);
}

struct peer_link_counters gpu_peer_traffic(const struct gpu *gpu)
{
    struct peer_link_counters sum = {0};
    for (uint32_t i = 0; gpu_count(gpu) > 1 && i < gpu_count(gpu); i++) {
        const struct gpu_to_peers *links = gpu->all[i]->to_peers;
        sum.messages += links->requests.counters.messages;
        sum.bytes += links->requests.counters.bytes + links->replies.counters.bytes;
    }
    return sum;
}
