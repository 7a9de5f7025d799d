/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/gpu.h"
#include "models/core/simgrid_runner.h"
#include "models/functional/functional_threads.h"
#include "models/functional/known/known_launches.h"
#include "models/gpu_clusters.h"
#include "models/gpu_host.h"
#include "models/gpu_merged.h"
#include "models/gpu_networks.h"
#include "models/gpu_peers.h"
#include "models/gpu_state.h"
#include "models/launch/grid.h"
#include "models/sm/sm_ways.h"
#include "policies/sm_policy.h"

/* Cycles. ASSUMED: short against any sensible target. */
enum { PROGRESS_EVERY = 1000 };

char *gpu_unit_name(const struct gpu *gpu, const char *name)
{
    g_autofree char *prefix = gpu_config_prefix(gpu->config, gpu->config->index);
    return g_strconcat(prefix, name, NULL);
}

static void make_sms(struct gpu *gpu, const struct gpu_run *run)
{
    const struct gpu_config *config = gpu->config;
    gpu->sms = g_new0(struct sm *, config->n_sms);
    for (uint32_t i = 0; i < config->n_sms; i++) {
        const struct sm_site site = {.config = &config->sm,
                                     .index = i,
                                     .memory = run->memory,
                                     .map = &config->map,
                                     .n_sms = config->n_sms,
                                     .policies = run->policies,
                                     .observers = run->observers,
                                     .ledger = &gpu->ledgers.sm,
                                     .progress_every = run->has_targets ? PROGRESS_EVERY : 0,
                                     .faults_end_launches = run->n_sources > 1,
                                     .sample_every = dispatcher_sample_every(&gpu->dispatcher)};
        gpu->sms[i] = sm_new(gpu->engine, config->sm_hosts[i], config->sm_hosts[i], &site);
    }
}

/* hosts: the first of `each` that a port leads to has its name. */
static struct port *make_ports(struct gpu *gpu, uint32_t n, const char *direction,
                               char *const *hosts, uint32_t each)
{
    struct port *ports = g_new0(struct port, n);
    for (uint32_t i = 0; i < n; i++) {
        g_autofree char *name = g_strdup_printf("%s-port-%s", direction, hosts[i * each]);
        port_init(&ports[i], gpu->engine, name, hosts[i * each], &gpu->config->crossbar);
    }
    return ports;
}

/* The first channels and the first SMs are a half, if there are two. */
static struct bank_halves_site halves_of(const struct gpu_config *config, uint32_t bank)
{
    const uint32_t channel = address_map_channel_of_bank(&config->map, bank);
    return (struct bank_halves_site){.second = channel >= config->n_channels / 2,
                                     .second_sm = config->n_sms / 2};
}

static void make_memory_side(struct gpu *gpu, const struct gpu_run *run)
{
    const struct gpu_config *config = gpu->config;
    gpu->banks = g_new0(struct l2_bank, config->n_banks);
    for (uint32_t i = 0; i < config->n_banks; i++) {
        const struct l2_bank_site site = {.config = &config->bank,
                                          .map = &config->map,
                                          .memory = run->memory,
                                          .observers = run->observers,
                                          .index = i,
                                          .halves = halves_of(config, i),
                                          .ledger = &gpu->ledgers.l2,
                                          .tags = sm_needs(gpu->sms[0]) & NEED_L2_OWNERS,
                                          .replacement = run->policies->of[POLICY_L2_REPLACEMENT]};
        l2_bank_init(&gpu->banks[i], gpu->engine, config->bank_hosts[i], config->bank_hosts[i],
                     &site);
    }
    const struct dram_channel_site site = {
        .config = &config->dram, .map = &config->map, .ledger = &gpu->ledgers.dram};
    gpu->channels = g_new0(struct dram_channel, config->n_channels);
    for (uint32_t i = 0; i < config->n_channels; i++) {
        dram_channel_init(&gpu->channels[i], gpu->engine, config->channel_hosts[i],
                          config->channel_hosts[i], &site);
        dram_channel_observe(&gpu->channels[i], i, run->observers);
    }
}

static struct crossbar_switch *make_switch(struct gpu *gpu, const char *name,
                                           const struct address_map *map)
{
    struct crossbar_switch *made = g_new0(struct crossbar_switch, 1);
    g_autofree char *own = gpu_unit_name(gpu, name);
    switch_init(made, gpu->engine, own, gpu->config->crossbar_host, &gpu->config->crossbar, map);
    return made;
}

static void make_crossbar(struct gpu *gpu)
{
    const struct gpu_config *config = gpu->config;
    if (config->crossbar.input_queued) {
        gpu->request_switch = make_switch(gpu, "request-switch", &config->map);
        gpu->reply_switch = make_switch(gpu, "reply-switch", NULL);
    } else {
        gpu->request_ports = make_ports(gpu, config->n_banks, "request", config->bank_hosts, 1);
        gpu->reply_ports = make_ports(gpu, crossbar_sm_ports(&config->crossbar, config->n_sms),
                                      "reply", config->sm_hosts, config->crossbar.cluster);
    }
    gpu_make_clusters(gpu);
}

static void connect_bank(struct gpu *gpu, uint32_t b, struct wire *const *to_sms)
{
    const struct gpu_config *config = gpu->config;
    struct dram_channel *channel = &gpu->channels[address_map_channel_of_bank(&config->map, b)];
    l2_bank_connect(&gpu->banks[b], to_sms, config->n_sms,
                    wire_new(&gpu->banks[b].unit, &channel->unit, &config->bank.to_dram));
}

/* SM -> request port of every bank -> bank; bank -> reply port of every SM -> SM. If there are
 * clusters, one stands in place of an SM. */
static void wire_ports(struct gpu *gpu)
{
    const struct gpu_config *config = gpu->config;
    const struct crossbar_config *shapes = &config->crossbar;
    const uint32_t n = crossbar_sm_ports(shapes, config->n_sms);
    struct wire **to = g_new(struct wire *, MAX(config->n_banks, config->n_sms));
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t b = 0; b < config->n_banks; b++)
            to[b] =
                wire_new(gpu_request_end(gpu, i), &gpu->request_ports[b].unit, &shapes->sm_to_port);
        gpu_connect_request_end(gpu, i, to);
    }
    for (uint32_t b = 0; b < config->n_banks; b++) {
        struct unit *port = &gpu->request_ports[b].unit;
        port_connect(&gpu->request_ports[b],
                     wire_new(port, &gpu->banks[b].unit, &shapes->port_to_bank));
        for (uint32_t s = 0; s < config->n_sms; s++)
            to[s] = s % shapes->cluster > 0
                        ? to[s - 1]
                        : wire_new(&gpu->banks[b].unit, &gpu->reply_ports[s / shapes->cluster].unit,
                                   &shapes->bank_to_port);
        connect_bank(gpu, b, to);
    }
    for (uint32_t i = 0; i < n; i++)
        port_connect(&gpu->reply_ports[i], wire_new(&gpu->reply_ports[i].unit,
                                                    gpu_reply_end(gpu, i), &shapes->port_to_sm));
    g_free(to);
}

/* SM -> switch -> bank -> switch -> SM: each unit has one wire to its switch, and one back. */
static void wire_switches(struct gpu *gpu)
{
    const struct gpu_config *config = gpu->config;
    const struct crossbar_config *shapes = &config->crossbar;
    uint32_t most = MAX(config->n_banks, config->n_sms);
    const uint32_t n = crossbar_sm_ports(shapes, config->n_sms);
    struct unit *requests = &gpu->request_switch->unit, *replies = &gpu->reply_switch->unit;
    struct wire **to = g_new(struct wire *, most), **out = g_new(struct wire *, most);
    for (uint32_t i = 0; i < n; i++) {
        to[0] = wire_new(gpu_request_end(gpu, i), requests, &shapes->sm_to_port);
        for (uint32_t b = 1; b < config->n_banks; b++)
            to[b] = to[0];
        gpu_connect_request_end(gpu, i, to);
    }
    for (uint32_t s = 0; shapes->fetch.exists && s < config->n_sms; s++)
        sm_connect_fetch(gpu->sms[s], wire_new(sm_unit(gpu->sms[s]), gpu_way_end(gpu, s, requests),
                                               &shapes->fetch.wire));
    for (uint32_t s = 0; shapes->atomic.exists && s < config->n_sms; s++)
        sm_connect_atomic(gpu->sms[s], wire_new(sm_unit(gpu->sms[s]), gpu_way_end(gpu, s, requests),
                                                &shapes->atomic.wire));
    for (uint32_t b = 0; b < config->n_banks; b++) {
        out[b] = wire_new(requests, &gpu->banks[b].unit, &shapes->port_to_bank);
        to[0] = wire_new(&gpu->banks[b].unit, replies, &shapes->bank_to_port);
        for (uint32_t s = 1; s < config->n_sms; s++)
            to[s] = to[0];
        connect_bank(gpu, b, to);
    }
    switch_connect(gpu->request_switch, out, config->n_banks);
    for (uint32_t i = 0; i < n; i++)
        out[i] = wire_new(replies, gpu_reply_end(gpu, i), &shapes->port_to_sm);
    switch_connect(gpu->reply_switch, out, n);
    g_free(to);
    g_free(out);
}

/* DRAM channel -> each of the banks that sent it wires. */
static void wire_dram(struct gpu *gpu)
{
    const struct gpu_config *config = gpu->config;
    struct wire **to_banks = g_new(struct wire *, config->n_banks);
    for (uint32_t c = 0; c < config->n_channels; c++) {
        struct unit *channel = &gpu->channels[c].unit;
        for (unsigned i = 0; i < channel->n_incoming; i++)
            to_banks[i] = wire_new(channel, channel->incoming[i]->sender, &config->dram.to_l2);
        dram_channel_connect(&gpu->channels[c], to_banks, channel->n_incoming);
    }
    g_free(to_banks);
}

/* The ledgers have a row for each of its records and folds. */
static void make_dispatcher(struct gpu *gpu, const struct gpu_run *run)
{
    const struct gpu_config *config = gpu->config;
    const struct dispatcher_site site = {.config = &config->dispatcher,
                                         .limits = &config->sm.limits,
                                         .clusters = config->sm.shared.clusters,
                                         .n_sms = config->n_sms,
                                         .policies = run->policies,
                                         .l1_bytes = (uint32_t)config->sm.l1d.size_bytes,
                                         .n_schedulers = config->sm.schedulers,
                                         .kept_launches = run->kept_launches};
    g_autofree char *name = gpu_unit_name(gpu, "dispatcher");
    dispatcher_init(&gpu->dispatcher, gpu->engine, name, config->front_host, &site);
    const struct launch_rows *rows = &gpu->dispatcher.folds.rows;
    gpu->ledgers.sm.row_of = gpu->ledgers.l2.row_of = gpu->ledgers.dram.row_of = rows;
}

/* The units of one GPU. */
static void make_units(struct gpu *gpu, const struct gpu_run *run)
{
    launch_ledger_init(&gpu->ledgers.sm, sizeof(struct sm_counters));
    launch_ledger_init(&gpu->ledgers.l2, sizeof(struct l2_bank_counters));
    launch_ledger_init(&gpu->ledgers.dram, sizeof(struct dram_counters));
    make_dispatcher(gpu, run);
    make_sms(gpu, run);
    make_memory_side(gpu, run);
    make_crossbar(gpu);
    dispatcher_connect_host(&gpu->dispatcher,
                            host_connect_dispatcher(&gpu->first->host, &gpu->dispatcher.unit));
    if (gpu->config->crossbar.input_queued)
        wire_switches(gpu);
    else
        wire_ports(gpu);
    gpu_wire_clusters(gpu);
    gpu_make_networks(gpu);
    wire_dram(gpu);
}

static struct gpu *make_peer(struct gpu *first, uint32_t index, const struct gpu_run *run)
{
    struct gpu *gpu = g_new0(struct gpu, 1);
    gpu_config_of_peer(&gpu->own, first->config, index);
    gpu->config = &gpu->own;
    gpu->first = first;
    gpu->engine = first->engine;
    make_units(gpu, run);
    return gpu;
}

struct gpu *gpu_new(const struct gpu_config *config, const struct gpu_run *run,
                    const struct engine_options *options)
{
    struct gpu *gpu = g_new0(struct gpu, 1);
    gpu->config = config;
    gpu->first = gpu;
    gpu->engine = engine_new(options);
    gpu->all = g_new0(struct gpu *, gpu_count(gpu));
    gpu_make_host(gpu, run);
    make_units(gpu, run);
    gpu->all[0] = gpu;
    for (uint32_t i = 1; i < gpu_count(gpu); i++)
        gpu->all[i] = make_peer(gpu, i, run);
    gpu_make_peers(gpu, run->memory);
    engine_observe(gpu->engine, run->observers);
    engine_start(gpu->engine);
    engine_wake(gpu->engine, &gpu->host.unit, 0);
    return gpu;
}

static void free_crossbar(struct gpu *gpu)
{
    const uint32_t n = crossbar_sm_ports(&gpu->config->crossbar, gpu->config->n_sms);
    for (uint32_t i = 0; gpu->reply_ports && i < n; i++)
        port_finish(&gpu->reply_ports[i]);
    for (uint32_t i = 0; gpu->request_ports && i < gpu->config->n_banks; i++)
        port_finish(&gpu->request_ports[i]);
    if (gpu->config->crossbar.input_queued) {
        switch_finish(gpu->request_switch);
        switch_finish(gpu->reply_switch);
    }
    gpu_free_clusters(gpu);
    gpu_free_networks(gpu);
    gpu_free_peers(gpu);
    g_free(gpu->reply_ports);
    g_free(gpu->request_ports);
    g_free(gpu->request_switch);
    g_free(gpu->reply_switch);
}

static void free_units(struct gpu *gpu)
{
    const struct gpu_config *config = gpu->config;
    for (uint32_t i = 0; i < config->n_sms; i++)
        sm_free(gpu->sms[i]);
    for (uint32_t i = 0; i < config->n_banks; i++)
        l2_bank_finish(&gpu->banks[i]);
    free_crossbar(gpu);
    for (uint32_t i = 0; i < config->n_channels; i++)
        dram_channel_finish(&gpu->channels[i]);
    dispatcher_finish(&gpu->dispatcher);
    known_launches_free(gpu->known);
    functional_threads_free(gpu->threads);
}

/* After the engine: units are gone, and what they have counted goes. */
static void free_parts(struct gpu *gpu)
{
    launch_ledger_finish(&gpu->ledgers.sm);
    launch_ledger_finish(&gpu->ledgers.l2);
    launch_ledger_finish(&gpu->ledgers.dram);
    g_free(gpu->sms);
    g_free(gpu->banks);
    g_free(gpu->channels);
    if (gpu->config == &gpu->own)
        gpu_config_clear(&gpu->own);
}

void gpu_free(struct gpu *gpu)
{
    if (!gpu)
        return;
    const uint32_t n = gpu_count(gpu);
    for (uint32_t i = 0; i < n; i++)
        free_units(gpu->all[i]);
    gpu_finish_host(gpu);
    placing_free(gpu->placing);
    engine_free(gpu->engine);
    gpu_merged_free(gpu->merged);
    for (uint32_t i = n; i-- > 0;) {
        free_parts(gpu->all[i]);
        if (i > 0)
            g_free(gpu->all[i]);
    }
    g_free(gpu->all);
    g_strfreev(gpu->fronts);
    g_free(gpu);
}

static enum gpu_end end_of(const struct gpu *gpu, enum engine_end end)
{
    switch (end) {
    case ENGINE_FAILED:
        return GPU_FAILED;
    case ENGINE_LIMIT:
        if (gpu->host.aborted)
            return GPU_ABORTED;
        return gpu->host.done ? GPU_DONE : GPU_LIMIT;
    case ENGINE_INTERRUPTED:
        return GPU_INTERRUPTED;
    default:
        return gpu->host.done ? GPU_DONE : GPU_DEADLOCK;
    }
}

/* The first moment from which on no SM does anything. */
static sim_time sms_quiet(const struct gpu *gpu)
{
    uint64_t cycle = 0;
    for (uint32_t i = 0; i < gpu_n_sms(gpu); i++)
        cycle = MAX(cycle, sm_cycles_begun(gpu_sm(gpu, i)));
    return clock_edge(&gpu->config->sm.clock, cycle);
}

static sim_time end_time_of(const struct gpu *gpu, enum gpu_end end)
{
    switch (end) {
    case GPU_DONE: /* the SMs hear of the last kernel's end after the host */
        return MAX(gpu->host.end, sms_quiet(gpu));
    case GPU_LIMIT:
    case GPU_ABORTED:
        return gpu->engine->options.limit;
    case GPU_INTERRUPTED:
        return gpu->engine->clock;
    default: /* not the clock: where that stopped depends on the lookahead */
        return sms_quiet(gpu);
    }
}

enum gpu_end gpu_run_to_end(struct gpu *gpu, bool on_simgrid)
{
    enum engine_end ended =
        on_simgrid ? engine_run_on_simgrid(gpu->engine) : engine_run_plain(gpu->engine);
    enum gpu_end end = end_of(gpu, ended);
    gpu->end_time = end_time_of(gpu, end);
    engine_sample_rest(gpu->engine, gpu->end_time);
    engine_finish_units(gpu->engine, gpu->end_time);
    if (gpu_count(gpu) > 1)
        gpu->merged = gpu_merged_new(gpu);
    return end;
}

void gpu_set_target(struct gpu *gpu, uint32_t client, uint64_t target)
{
    dispatcher_set_target(&gpu->dispatcher, client, target);
}
