/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/gpu_networks.h"
#include "models/sm/sm_cluster.h"

static uint32_t first_sm(const struct gpu *gpu, uint32_t gpc)
{
    return cluster_first_sm(&gpu->config->sm.shared.clusters, gpu->config->n_sms, gpc);
}

static void make_network(struct gpu *gpu, uint32_t gpc)
{
    const uint32_t first = first_sm(gpu, gpc), end = first_sm(gpu, gpc + 1);
    struct sm_network *network = &gpu->networks[gpc];
    if (first == end)
        return;
    g_autofree char *plain = g_strdup_printf("gpc-network%u", gpc);
    g_autofree char *name = gpu_unit_name(gpu, plain);
    sm_network_init(network, gpu->engine, name, gpu->config->sm_hosts[first],
                    &gpu->config->sm.shared.network, first, end - first);
    for (uint32_t i = first; i < end; i++)
        sm_connect_network(gpu->sms[i], sm_network_connect(network, i, sm_unit(gpu->sms[i])));
}

void gpu_make_networks(struct gpu *gpu)
{
    const struct cluster_limits *clusters = &gpu->config->sm.shared.clusters;
    if (clusters->most == 1)
        return;
    gpu->networks = g_new0(struct sm_network, clusters->gpcs);
    for (uint32_t gpc = 0; gpc < clusters->gpcs; gpc++)
        make_network(gpu, gpc);
}

void gpu_free_networks(struct gpu *gpu)
{
    for (uint32_t gpc = 0; gpu->networks && gpc < gpu->config->sm.shared.clusters.gpcs; gpc++)
        if (gpu->networks[gpc].n_sms > 0)
            sm_network_finish(&gpu->networks[gpc]);
    g_free(gpu->networks);
}
