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

/* Of one direction: a port for each destination, or one switch. */
static bool crossbar(const struct port *ports, uint32_t n, const struct crossbar_switch *only,
                     uint32_t i, struct sampler_unit *out)
{
    if (ports)
        return i < n && give(out, &ports[i].unit, &ports[i].counters);
    return i == 0 && give(out, &only->unit, &only->counters);
}

static bool request_port(const struct gpu *gpu, uint32_t i, struct sampler_unit *out)
{
    return crossbar(gpu->request_ports, gpu->config->n_banks, gpu->request_switch, i, out);
}

static bool reply_port(const struct gpu *gpu, uint32_t i, struct sampler_unit *out)
{
    return crossbar(gpu->reply_ports, gpu->config->n_sms, gpu->reply_switch, i, out);
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
