/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/gpu_view.h"
#include "models/functional/known/known_launches.h"
#include "models/gpu_merged.h"
#include "models/gpu_state.h"

const struct gpu_config *gpu_config_of(const struct gpu *gpu)
{
    return gpu->config;
}

struct engine *gpu_engine(const struct gpu *gpu)
{
    return gpu->engine;
}

sim_time gpu_end_time(const struct gpu *gpu)
{
    return gpu->end_time;
}

/* ---- units ------------------------------------------------------------------------------- */

uint32_t gpu_n_gpus(const struct gpu *gpu)
{
    return gpu_count(gpu);
}

uint32_t gpu_n_sms(const struct gpu *gpu)
{
    return gpu_count(gpu) * gpu->config->n_sms;
}

uint32_t gpu_n_banks(const struct gpu *gpu)
{
    return gpu_count(gpu) * gpu->config->n_banks;
}

uint32_t gpu_n_channels(const struct gpu *gpu)
{
    return gpu_count(gpu) * gpu->config->n_channels;
}

struct sm *gpu_sm(const struct gpu *gpu, uint32_t index)
{
    const uint32_t each = gpu->config->n_sms;
    return gpu->all[index / each]->sms[index % each];
}

const struct l2_bank_counters *gpu_bank_counters(const struct gpu *gpu, uint32_t index)
{
    const uint32_t each = gpu->config->n_banks;
    return &gpu->all[index / each]->banks[index % each].counters;
}

const struct dram_counters *gpu_channel_counters(const struct gpu *gpu, uint32_t index)
{
    const uint32_t each = gpu->config->n_channels;
    return &gpu->all[index / each]->channels[index % each].counters;
}

const struct dispatcher_counters *gpu_dispatcher_counters(const struct gpu *gpu)
{
    return gpu->merged ? gpu_merged_dispatcher(gpu->merged) : &gpu->dispatcher.counters;
}

const struct host_counters *gpu_host_counters(const struct gpu *gpu)
{
    return &gpu->host.counters;
}

struct found {
    const struct unit *unit; /* NULL: there is none */
    const void *counters;
};

static uint32_t n_sm_ports(const struct gpu *gpu)
{
    return crossbar_sm_ports(&gpu->config->crossbar, gpu->config->n_sms);
}

/* Of one direction. */
static struct found crossbar_unit(const struct gpu *gpu, const struct port *ports, uint32_t n_ports,
                                  const struct crossbar_switch *only,
                                  const struct cluster_port *clusters, uint32_t i)
{
    const uint32_t n = only ? 1 : n_ports;
    if (i < n)
        return only ? (struct found){&only->unit, &only->counters}
                    : (struct found){&ports[i].unit, &ports[i].counters};
    if (clusters && i - n < n_sm_ports(gpu))
        return (struct found){&clusters[i - n].unit, &clusters[i - n].counters};
    return (struct found){0};
}

static struct found find_unit(const struct gpu *gpu, enum gpu_units kind, uint32_t i)
{
    const struct gpu_config *config = gpu->config;
    switch (kind) {
    case GPU_SMS:
        return i < config->n_sms ? (struct found){sm_unit(gpu->sms[i]), sm_counters(gpu->sms[i])}
                                 : (struct found){0};
    case GPU_BANKS:
        return i < config->n_banks ? (struct found){&gpu->banks[i].unit, &gpu->banks[i].counters}
                                   : (struct found){0};
    case GPU_CHANNELS:
        return i < config->n_channels
                   ? (struct found){&gpu->channels[i].unit, &gpu->channels[i].counters}
                   : (struct found){0};
    case GPU_REQUEST_PORTS:
        return crossbar_unit(gpu, gpu->request_ports, config->n_banks, gpu->request_switch,
                             gpu->request_clusters, i);
    case GPU_REPLY_PORTS:
        return crossbar_unit(gpu, gpu->reply_ports, n_sm_ports(gpu), gpu->reply_switch,
                             gpu->reply_clusters, i);
    case GPU_DISPATCHER:
        return i == 0 ? (struct found){&gpu->dispatcher.unit, &gpu->dispatcher.counters}
                      : (struct found){0};
    default:
        return i == 0 ? (struct found){&gpu->host.unit, &gpu->host.counters} : (struct found){0};
    }
}

/* How many of a kind each GPU has; the host is the first one's. */
static uint32_t n_units(const struct gpu *gpu, enum gpu_units kind)
{
    uint32_t n = 0;
    while (find_unit(gpu, kind, n).unit)
        n++;
    return n;
}

static struct found find_among_all(const struct gpu *gpu, enum gpu_units kind, uint32_t i)
{
    const uint32_t each = n_units(gpu, kind);
    if (kind == GPU_HOST || i < each)
        return find_unit(gpu, kind, i);
    return i / each < gpu_count(gpu) ? find_unit(gpu->all[i / each], kind, i % each)
                                     : (struct found){0};
}

bool gpu_unit(const struct gpu *gpu, enum gpu_units kind, uint32_t i, const struct unit **unit,
              const void **counters)
{
    const struct found found =
        gpu_count(gpu) > 1 ? find_among_all(gpu, kind, i) : find_unit(gpu, kind, i);
    *unit = found.unit;
    *counters = found.counters;
    return found.unit != NULL;
}

static void add_crossbar(const struct gpu *gpu, struct gpu_totals *totals)
{
    const uint32_t n = crossbar_sm_ports(&gpu->config->crossbar, gpu->config->n_sms);
    for (uint32_t i = 0; gpu->reply_ports && i < n; i++)
        counters_add(port_counter_table, &totals->reply_ports, &gpu->reply_ports[i].counters);
    for (uint32_t i = 0; gpu->request_ports && i < gpu->config->n_banks; i++)
        counters_add(port_counter_table, &totals->request_ports, &gpu->request_ports[i].counters);
    if (gpu->config->crossbar.input_queued) {
        counters_add(port_counter_table, &totals->request_ports, &gpu->request_switch->counters);
        counters_add(port_counter_table, &totals->reply_ports, &gpu->reply_switch->counters);
    }
    for (uint32_t i = 0; gpu->request_clusters && i < n; i++) {
        counters_add(port_counter_table, &totals->request_ports,
                     &gpu->request_clusters[i].counters);
        counters_add(port_counter_table, &totals->reply_ports, &gpu->reply_clusters[i].counters);
    }
}

static void add_units(const struct gpu *gpu, struct gpu_totals *totals)
{
    const struct gpu_config *config = gpu->config;
    for (uint32_t i = 0; i < config->n_sms; i++)
        counters_add(sm_counter_table, &totals->sm, sm_counters(gpu->sms[i]));
    for (uint32_t i = 0; i < config->n_banks; i++)
        counters_add(l2_bank_counter_table, &totals->l2, &gpu->banks[i].counters);
    add_crossbar(gpu, totals);
    for (uint32_t i = 0; i < config->n_channels; i++)
        counters_add(dram_counter_table, &totals->dram, &gpu->channels[i].counters);
}

void gpu_totals(const struct gpu *gpu, struct gpu_totals *totals)
{
    *totals = (struct gpu_totals){0};
    for (uint32_t i = 0; i < gpu_count(gpu); i++)
        add_units(gpu->all[i], totals);
}

struct gpu_row gpu_ledger_row(const struct gpu *gpu, uint32_t row)
{
    const struct gpu_ledgers *ledgers = &gpu->ledgers;
    if (gpu->merged)
        return gpu_merged_row(gpu->merged, row);
    return (struct gpu_row){.sm = launch_ledger_row(&ledgers->sm, row),
                            .l2 = launch_ledger_row(&ledgers->l2, row),
                            .dram = launch_ledger_row(&ledgers->dram, row)};
}

/* ---- kernels and clients ------------------------------------------------------------------ */

const GArray *gpu_kernel_records(const struct gpu *gpu)
{
    return gpu->merged ? gpu_merged_records(gpu->merged) : gpu->dispatcher.records;
}

const struct kernel_folds *gpu_kernel_folds(const struct gpu *gpu)
{
    return &gpu->dispatcher.folds;
}

uint64_t gpu_n_kernels(const struct gpu *gpu)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < gpu_count(gpu); i++)
        n += gpu->all[i]->dispatcher.n_kernels;
    return n;
}

void gpu_blocks(const struct gpu *gpu, uint64_t *done, uint64_t *all)
{
    *done = *all = 0;
    for (uint32_t i = 0; i < gpu_count(gpu); i++) {
        const struct dispatcher *dispatcher = &gpu->all[i]->dispatcher;
        *done += __atomic_load_n(&dispatcher->all_done, __ATOMIC_RELAXED);
        *all += __atomic_load_n(&dispatcher->all_blocks, __ATOMIC_RELAXED);
    }
}

/* The i-th kernel that is with any dispatcher; NULL: there are fewer. */
static const struct dispatcher_kernel *kernel_at(const struct gpu *gpu, guint i)
{
    for (uint32_t d = 0; d < gpu_count(gpu); d++) {
        const GPtrArray *kernels = gpu->all[d]->dispatcher.kernels;
        if (i < kernels->len)
            return kernels->pdata[i];
        i -= kernels->len;
    }
    return NULL;
}

bool gpu_under_way(const struct gpu *gpu, guint i, struct gpu_under_way *out)
{
    const struct dispatcher_kernel *kernel = kernel_at(gpu, i);
    if (!kernel)
        return false;
    const uint64_t now = clock_cycle_at_or_before(&gpu->dispatcher.config.clock, gpu->end_time);
    *out = (struct gpu_under_way){.launch = kernel->launch->id,
                                  .name = kernel->launch->code->name,
                                  .blocks = kernel->n_blocks,
                                  .done = kernel->blocks_done,
                                  .running = kernel->blocks_sent - kernel->blocks_done,
                                  .cycles = now - MIN(now, kernel->start_cycle)};
    return true;
}

const struct dispatcher_client *gpu_client(const struct gpu *gpu, uint32_t client)
{
    return dispatcher_client(&gpu->dispatcher, client);
}

const GArray *gpu_policies_told(const struct gpu *gpu)
{
    return gpu->dispatcher.told;
}

/* ---- the host ----------------------------------------------------------------------------- */

const GArray *gpu_host_launches(const struct gpu *gpu)
{
    return gpu->host.launches;
}

const GArray *gpu_host_copies(const struct gpu *gpu)
{
    return gpu->host.copies;
}

sim_time gpu_host_end(const struct gpu *gpu)
{
    return gpu->host.done ? gpu->host.end : gpu->end_time;
}

uint64_t gpu_refused_launches(const struct gpu *gpu)
{
    return gpu->refused_launches;
}

const struct functional_counts *gpu_functional(const struct gpu *gpu)
{
    return &gpu->functional;
}

uint64_t gpu_repeated(const struct gpu *gpu)
{
    return known_launches_found(gpu->known);
}

const struct functional_counts *gpu_on_cpu(const struct gpu *gpu)
{
    return &gpu->on_cpu;
}
