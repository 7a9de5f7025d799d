/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/gpu_config.h"
#include "base/input_error.h"
#include "models/core/platform/platform.h"
#include "models/sm/core/sm_config_read.h"
#include <stdio.h>

static char **host_names(const struct platform_group *group)
{
    unsigned n = group_count(group);
    char **names = g_new0(char *, n + 1);
    for (unsigned i = 0; i < n; i++)
        names[i] = group_host_name(group, i);
    return names;
}

/* Reads the kinds of policies of a group of units; the properties are named like the kinds. */
static bool read_policies(struct gpu_config *config, struct platform_group *group,
                          enum policy_kind_index first, enum policy_kind_index last, GError **error)
{
    for (unsigned kind = first; kind <= last; kind++) {
        const char *name = policy_kinds[kind]->name;
        if (!properties_text(group, name, &config->policies[kind], error))
            return false;
        config->policy_files[kind] = properties_file(group, name);
    }
    return true;
}

static bool read_sms(struct gpu_config *config, struct platform *platform, GError **error)
{
    struct platform_group *group = platform_group(platform, "sm", error);
    if (!group || !sm_config_read(&config->sm, group, error) ||
        !read_policies(config, group, POLICY_CRITICALITY, POLICY_L1_BYPASS, error))
        return false;
    config->n_sms = group_count(group);
    if (config->n_sms > CROSSBAR_MAX_SMS)
        return input_error_at(error, group_id(group), 0, "at most %d SMs are possible, not %u",
                              CROSSBAR_MAX_SMS, config->n_sms);
    config->sm_hosts = host_names(group);
    config->sm.inject_bytes_per_cycle = config->crossbar.requests.width;
    config->sm.header_bytes = config->crossbar.requests.header_bytes;
    config->sm.requests = config->crossbar.requests;
    config->sm.access.mixed = config->crossbar.mixed > 1;
    return true;
}

/* "2.0". */
static bool read_compute_capability(struct gpu_config *config, struct platform_group *gpu,
                                    GError **error)
{
    const char *text;
    if (!properties_text(gpu, "compute_capability", &text, error))
        return false;
    int used = 0;
    if (sscanf(text, "%2u.%1u%n", &config->compute_major, &config->compute_minor, &used) == 2 &&
        text[used] == '\0' && g_ascii_isdigit(text[0]))
        return true;
    return properties_refuse(gpu, "compute_capability", error,
                             "expected a number such as 7.0, found \"%s\"", text);
}

/* How lanes of a warp that have diverged take turns. */
static bool read_lanes(struct gpu_config *config, struct platform_group *gpu, GError **error)
{
    static const char *const words[] = {"lockstep", "independent", NULL};
    unsigned choice;
    if (!properties_choice(gpu, "lanes", words, &choice, error) ||
        !properties_count(gpu, "lanes.spin_limit", 1, UINT32_MAX, &config->spin_limit, error))
        return false;
    config->independent_lanes = choice == 1;
    return true;
}

/* Where the kernels' instructions lie. The quirk: all kernels begin at one address. So a kernel
 * finds another one's lines in the caches and takes them for its own. */
static bool read_code(struct gpu_config *config, struct platform_group *gpu, GError **error)
{
    static const char *const words[] = {"apart", "overlapping", NULL};
    unsigned choice;
    if (!properties_choice(gpu, "code.addresses", words, &choice, error))
        return false;
    config->codes_overlap = choice == 1;
    return true;
}

/* The letters B of memory.address_bits number the banks of a channel. */
static bool check_address_bits(const struct gpu_config *config, const struct platform_group *gpu,
                               GError **error)
{
    const struct address_map *map = &config->map;
    if (!map->has_places || UINT64_C(1) << map->bank_bits.bits == config->dram.timing.banks)
        return true;
    return properties_refuse(gpu, "memory.address_bits", error,
                             "%u letters B, but a DRAM channel has %u banks", map->bank_bits.bits,
                             config->dram.timing.banks);
}

static bool check_halves(const struct gpu_config *config, const struct platform_group *banks,
                         GError **error)
{
    return config->bank.halves.halves == 1 || config->n_channels % 2 == 0 ||
           properties_refuse(banks, "halves", error, "%u DRAM channels have no halves",
                             config->n_channels);
}

/* "count", and "nvlink.bandwidth", "nvlink.latency" if there are such links: most GPUs are alone.
 */
static bool read_peers(struct gpu_config *config, struct platform_group *gpu, GError **error)
{
    struct gpu_peers *peers = &config->peers;
    *peers = (struct gpu_peers){.count = 1};
    config->zone = group_id(gpu);
    if (properties_have(gpu, "count") &&
        !properties_count(gpu, "count", 1, HOST_GPUS_MAX, &peers->count, error))
        return false;
    if (!properties_have(gpu, "nvlink.bandwidth") && !properties_have(gpu, "nvlink.latency"))
        return true;
    return properties_bandwidth(gpu, "nvlink.bandwidth", &peers->nvlink_bytes_per_s, error) &&
           properties_time(gpu, "nvlink.latency", &peers->nvlink_latency, error);
}

static bool read_memory_side(struct gpu_config *config, struct platform *platform, GError **error)
{
    struct platform_group *crossbar = platform_group(platform, "crossbar", error);
    if (!crossbar || !crossbar_config_read(&config->crossbar, crossbar, error))
        return false;
    config->crossbar_host = group_host_name(crossbar, 0);
    struct platform_group *banks = platform_group(platform, "l2_bank", error);
    if (!banks || !l2_bank_config_read(&config->bank, banks, &config->crossbar, error) ||
        !read_policies(config, banks, POLICY_L2_REPLACEMENT, POLICY_L2_REPLACEMENT, error))
        return false;
    struct platform_group *channels = platform_group(platform, "dram_channel", error);
    if (!channels || !dram_config_read(&config->dram, channels, &config->bank.clock, error))
        return false;
    config->n_banks = group_count(banks);
    config->n_channels = group_count(channels);
    if (!check_halves(config, banks, error))
        return false;
    if (config->n_banks > CROSSBAR_MAX_BANKS)
        return input_error_at(error, group_id(banks), 0, "at most %d banks are possible, not %u",
                              CROSSBAR_MAX_BANKS, config->n_banks);
    crossbar_share(&config->crossbar, config->n_banks);
    config->bank_hosts = host_names(banks);
    config->channel_hosts = host_names(channels);
    struct platform_group *gpu = platform_group(platform, "gpu", error);
    return gpu && properties_text(gpu, "name", &config->name, error) &&
           read_compute_capability(config, gpu, error) && read_lanes(config, gpu, error) &&
           read_code(config, gpu, error) &&
           properties_bytes(gpu, "memory.size", &config->memory_bytes, error) &&
           read_peers(config, gpu, error) &&
           address_map_read(&config->map, gpu, config->n_banks, config->n_channels, error) &&
           check_address_bits(config, gpu, error) &&
           energy_config_read(&config->energy, gpu, error);
}

/* The peak of all channels, one burst after the other. */
static double dram_peak_bytes_per_ps(const struct gpu_config *config)
{
    const struct dram_config *dram = &config->dram;
    return (double)config->n_channels * dram->burst_bytes / dram->timing.burst *
           (double)dram->clock.frequency_hz * 1e-12;
}

/* Reads the host as a CPU: the properties that SimGrid's platform has no place for. */
static bool read_cpu(struct cpu_host *cpu, struct platform_group *host, GError **error)
{
    uint64_t llc, bandwidth, simd;
    sim_time latency;
    if (!properties_bytes(host, "llc.size", &llc, error) ||
        !properties_bandwidth(host, "dram.bandwidth", &bandwidth, error) ||
        !properties_time(host, "dram.latency", &latency, error) ||
        !properties_bytes(host, "simd.width", &simd, error))
        return false;
    if (simd < 4 || simd > 128 || (simd & (simd - 1)) != 0)
        return properties_refuse(host, "simd.width", error,
                                 "expected a power of 2 from 4B to 128B");
    *cpu = (struct cpu_host){.llc_bytes = (double)llc,
                             .dram_bytes_per_second = (double)bandwidth,
                             .dram_latency_ns = (double)latency * 1e-3,
                             .simd_bytes = (unsigned)simd};
    return true;
}

/* Kernels reach a peer's memory over NVLink, or over the PCIe links of both GPUs. */
static void set_peer_link(struct gpu_peers *peers, const struct platform_group *host,
                          const struct platform_group *front)
{
    if (peers->nvlink_bytes_per_s > 0) {
        peer_link_config_init(&peers->link, peers->nvlink_bytes_per_s, peers->nvlink_latency);
        return;
    }
    const struct platform_way way = platform_way(host, front);
    peer_link_config_init(&peers->link, way.bytes_per_s, MAX(2 * way.latency_ps, 1));
}

static bool read_front(struct gpu_config *config, struct platform *platform, GError **error)
{
    struct platform_group *front = platform_group(platform, "dispatcher", error);
    if (!front || !dispatcher_config_read(front, &config->dispatcher, error) ||
        !read_policies(config, front, POLICY_BLOCK_SCHEDULER, POLICY_PARTITION, error))
        return false;
    if (config->dispatcher.clock.frequency_hz != config->sm.clock.frequency_hz)
        return properties_refuse(
            front, "clock", error,
            "expected the clock of the SMs, because it counts the cycles of kernels");
    config->front_host = group_host_name(front, 0);
    struct platform_group *host = platform_group(platform, "host", error);
    if (!host || !host_config_read(host, &config->dispatcher.clock, &config->host, error) ||
        !read_cpu(&config->cpu, host, error) ||
        !read_policies(config, host, POLICY_OFFLOAD, POLICY_OFFLOAD, error) ||
        !platform_check_way(host, front, error))
        return false;
    config->cpu_host = group_host_name(host, 0);
    config->host.cpu_host = config->cpu_host;
    config->host.n_sms = config->n_sms;
    config->host.clock_hz = config->sm.clock.frequency_hz;
    config->host.independent_lanes = config->independent_lanes;
    config->host.spin_limit = config->spin_limit;
    config->host.codes_overlap = config->codes_overlap;
    config->host.move_bytes_per_ps = dram_peak_bytes_per_ps(config);
    config->host.n_gpus = config->peers.count;
    set_peer_link(&config->peers, host, front);
    return true;
}

bool gpu_config_read(struct gpu_config *config, struct platform *platform, GError **error)
{
    *config = (struct gpu_config){0};
    return read_memory_side(config, platform, error) && read_sms(config, platform, error) &&
           read_front(config, platform, error) && platform_finish_reading(platform, error);
}

char *gpu_config_prefix(const struct gpu_config *config, uint32_t index)
{
    return index == 0 ? g_strdup("")
                      : g_strdup_printf("%s%u" PLATFORM_COPY_MARK, config->zone, index);
}

static char **prefixed_all(char *const *names, const char *prefix)
{
    char **all = g_new0(char *, g_strv_length((char **)names) + 1);
    for (unsigned i = 0; names[i]; i++)
        all[i] = g_strconcat(prefix, names[i], NULL);
    return all;
}

void gpu_config_of_peer(struct gpu_config *peer, const struct gpu_config *config, uint32_t index)
{
    g_autofree char *prefix = gpu_config_prefix(config, index);
    *peer = *config;
    peer->index = index;
    peer->sm_hosts = prefixed_all(config->sm_hosts, prefix);
    peer->bank_hosts = prefixed_all(config->bank_hosts, prefix);
    peer->channel_hosts = prefixed_all(config->channel_hosts, prefix);
    peer->front_host = g_strconcat(prefix, config->front_host, NULL);
    peer->cpu_host = g_strdup(config->cpu_host);
    peer->crossbar_host = g_strconcat(prefix, config->crossbar_host, NULL);
}

void gpu_config_clear(struct gpu_config *config)
{
    g_strfreev(config->sm_hosts);
    g_strfreev(config->bank_hosts);
    g_strfreev(config->channel_hosts);
    g_free(config->front_host);
    g_free(config->cpu_host);
    g_free(config->crossbar_host);
    *config = (struct gpu_config){0};
}
