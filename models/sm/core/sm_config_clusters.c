/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/core/sm_config_clusters.h"
#include "models/core/message_cluster.h"

/* ASSUMED: more are typing errors. The number of a request has 16 bits. */
enum { MOST_GPCS = 64, MOST_REQUESTS = 4096 };
/* A block tells each phase of its barrier, and its end, to each of the others. */
enum { SIGNALS = 2 * SM_MAX_BLOCKS * MESSAGE_CLUSTER_BLOCKS };

bool sm_config_read_clusters(struct sm_config *config, struct platform_group *group, GError **error)
{
    struct sm_network_config *network = &config->shared.network;
    if (!properties_count(group, "cluster.blocks", 1, MESSAGE_CLUSTER_BLOCKS,
                          &config->shared.clusters.most, error))
        return false;
    if (config->shared.clusters.most == 1)
        return true;
    if (!properties_count(group, "cluster.gpcs", 1, MOST_GPCS, &config->shared.clusters.gpcs,
                          error) ||
        !properties_cycles(group, "cluster.latency", 2, &network->near, error) ||
        !properties_cycles(group, "cluster.far_latency", 2, &network->far, error) ||
        !properties_bytes_per_cycle(group, "cluster.width", &network->width, error) ||
        !properties_count(group, "cluster.requests", 1, MOST_REQUESTS, &network->requests, error))
        return false;
    if (network->far < network->near)
        return properties_refuse(group, "cluster.far_latency", error,
                                 "expected cluster.latency, %u cycles, or more", network->near);
    network->clock = config->clock;
    network->serve = config->shared.latency;
    network->signals = SIGNALS;
    return true;
}
