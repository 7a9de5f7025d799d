/* SPDX-License-Identifier: BSD-3-Clause */
#include "observers/sampler_groups.h"

static bool give(struct sampler_unit *out, const struct unit *unit, const void *counters)
{
    *out = (struct sampler_unit){unit, counters};
    return true;
}

static bool sm(const struct gpu *gpu, uint32_t i, struct sampler_unit *out)
{
    return i < gpu->config->n_sms && give(out, sm_unit(gpu->sms[i]), sm_counters(gpu->sms[i]));
}

static bool l2(const struct gpu *gpu, uint32_t i, struct sampler_unit *out)
{
    return i < gpu->config->n_banks && give(out, &gpu->banks[i].unit, &gpu->banks[i].counters);
}

static bool dram(const struct gpu *gpu, uint32_t i, struct sampler_unit *out)
{
    return i < gpu->config->n_channels &&
           give(out, &gpu->channels[i].unit, &gpu->channels[i].counters);
}

/* Of one direction: a port for each destination, or one switch; and then the clusters' ports, if
 * SMs share some. */
static bool crossbar(const struct gpu *gpu, const struct port *ports, uint32_t n_ports,
                     const struct crossbar_switch *only, const struct cluster_port *clusters,
                     uint32_t i, struct sampler_unit *out)
{
    const uint32_t n = only ? 1 : n_ports;
    if (i < n)
        return only ? give(out, &only->unit, &only->counters)
                    : give(out, &ports[i].unit, &ports[i].counters);
    return clusters && i - n < crossbar_sm_ports(&gpu->config->crossbar, gpu->config->n_sms) &&
           give(out, &clusters[i - n].unit, &clusters[i - n].counters);
}

static bool request_port(const struct gpu *gpu, uint32_t i, struct sampler_unit *out)
{
    return crossbar(gpu, gpu->request_ports, gpu->config->n_banks, gpu->request_switch,
                    gpu->request_clusters, i, out);
}

static bool reply_port(const struct gpu *gpu, uint32_t i, struct sampler_unit *out)
{
    return crossbar(gpu, gpu->reply_ports,
                    crossbar_sm_ports(&gpu->config->crossbar, gpu->config->n_sms),
                    gpu->reply_switch, gpu->reply_clusters, i, out);
}

static bool dispatcher(const struct gpu *gpu, uint32_t i, struct sampler_unit *out)
{
    return i == 0 && give(out, &gpu->dispatcher.unit, &gpu->dispatcher.counters);
}

static bool host(const struct gpu *gpu, uint32_t i, struct sampler_unit *out)
{
    return i == 0 && give(out, &gpu->host.unit, &gpu->host.counters);
}

const struct sampler_group sampler_groups[] = {{"sm", sm_counter_table, sm},
                                               {"l2", l2_bank_counter_table, l2},
                                               {"dram", dram_counter_table, dram},
                                               {"request_ports", port_counter_table, request_port},
                                               {"reply_ports", port_counter_table, reply_port},
                                               {"dispatcher", dispatcher_counter_table, dispatcher},
                                               {"host_commands", host_counter_table, host},
                                               {0}};
