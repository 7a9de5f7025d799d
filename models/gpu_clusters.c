/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/gpu_clusters.h"

/* The SM's wire to the dispatcher, and those to each bank. */
static void connect_sm(struct gpu *gpu, uint32_t s, struct wire *const *to_banks)
{
    struct wire *done = dispatcher_connect_sm(&gpu->dispatcher, s, sm_unit(gpu->sms[s]));
    sm_connect(gpu->sms[s], done, to_banks, gpu->config->n_banks);
}

static uint32_t n_clusters(const struct gpu *gpu)
{
    return crossbar_sm_ports(&gpu->config->crossbar, gpu->config->n_sms);
}

static struct cluster_port *make_ports(struct gpu *gpu, const char *direction,
                                       const struct address_map *map)
{
    const struct gpu_config *config = gpu->config;
    struct cluster_port *ports = g_new0(struct cluster_port, n_clusters(gpu));
    for (uint32_t i = 0; i < n_clusters(gpu); i++) {
        const uint32_t first = i * config->crossbar.cluster;
        g_autofree char *name =
            g_strdup_printf("%s-cluster-%s", direction, config->sm_hosts[first]);
        cluster_port_init(&ports[i], gpu->engine, name, config->sm_hosts[first], &config->crossbar,
                          map, first);
    }
    return ports;
}

void gpu_make_clusters(struct gpu *gpu)
{
    if (gpu->config->crossbar.cluster == 1)
        return;
    gpu->request_clusters = make_ports(gpu, "request", &gpu->config->map);
    gpu->reply_clusters = make_ports(gpu, "reply", NULL);
}

struct unit *gpu_request_end(struct gpu *gpu, uint32_t i)
{
    return gpu->request_clusters ? &gpu->request_clusters[i].unit : sm_unit(gpu->sms[i]);
}

struct unit *gpu_reply_end(struct gpu *gpu, uint32_t i)
{
    return gpu->reply_clusters ? &gpu->reply_clusters[i].unit : sm_unit(gpu->sms[i]);
}

struct unit *gpu_way_end(struct gpu *gpu, uint32_t sm, struct unit *crossbar)
{
    return gpu->request_clusters ? &gpu->request_clusters[sm / gpu->config->crossbar.cluster].unit
                                 : crossbar;
}

void gpu_connect_request_end(struct gpu *gpu, uint32_t i, struct wire *const *to_banks)
{
    if (gpu->request_clusters)
        cluster_port_connect(&gpu->request_clusters[i], to_banks, gpu->config->n_banks);
    else
        connect_sm(gpu, i, to_banks);
}

void gpu_wire_clusters(struct gpu *gpu)
{
    const struct gpu_config *config = gpu->config;
    const struct crossbar_config *shapes = &config->crossbar;
    if (shapes->cluster == 1)
        return;
    struct wire **to = g_new(struct wire *, MAX(config->n_banks, config->n_sms));
    for (uint32_t s = 0; s < config->n_sms; s++) {
        struct unit *cluster = gpu_way_end(gpu, s, NULL);
        struct wire *wire = wire_new(sm_unit(gpu->sms[s]), cluster, &shapes->sm_to_cluster);
        for (uint32_t b = 0; b < config->n_banks; b++)
            to[b] = wire;
        connect_sm(gpu, s, to);
    }
    for (uint32_t i = 0; i < n_clusters(gpu); i++) {
        struct cluster_port *cluster = &gpu->reply_clusters[i];
        const uint32_t n = MIN(shapes->cluster, config->n_sms - cluster->first_sm);
        for (uint32_t k = 0; k < n; k++)
            to[k] = wire_new(&cluster->unit, sm_unit(gpu->sms[cluster->first_sm + k]),
                             &shapes->cluster_to_sm);
        cluster_port_connect(cluster, to, n);
    }
    g_free(to);
}

void gpu_free_clusters(struct gpu *gpu)
{
    for (uint32_t i = 0; gpu->request_clusters && i < n_clusters(gpu); i++) {
        cluster_port_finish(&gpu->request_clusters[i]);
        cluster_port_finish(&gpu->reply_clusters[i]);
    }
    g_free(gpu->request_clusters);
    g_free(gpu->reply_clusters);
}
