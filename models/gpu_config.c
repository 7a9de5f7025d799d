/* SPDX-License-Identifier: BSD-3-Clause */
/* The platform file as the configuration of a GPU. */
#include "base/input_error.h"
#include "models/gpu.h"

static char **host_names(const struct platform_group *group)
{
    unsigned n = group_count(group);
    char **names = g_new0(char *, n + 1);
    for (unsigned i = 0; i < n; i++)
        names[i] = group_host_name(group, i);
    return names;
}

static bool read_sms(struct gpu_config *config, struct platform *platform, GError **error)
{
    struct platform_group *group = platform_group(platform, "sm", error);
    if (!group || !sm_config_read(&config->sm, group, error))
        return false;
    config->n_sms = group_count(group);
    if (config->n_sms > PORT_MAX_INPUTS)
        return input_error_at(error, group_id(group), 0, "at most %d SMs are possible, not %u",
                              PORT_MAX_INPUTS, config->n_sms);
    config->sm_hosts = host_names(group);
    config->sm.inject_bytes_per_cycle = config->crossbar.width;
    config->sm.header_bytes = config->crossbar.header_bytes;
    return true;
}

static bool read_memory_side(struct gpu_config *config, struct platform *platform, GError **error)
{
    struct platform_group *crossbar = platform_group(platform, "crossbar", error);
    if (!crossbar || !crossbar_config_read(&config->crossbar, crossbar, error))
        return false;
    struct platform_group *banks = platform_group(platform, "l2_bank", error);
    if (!banks || !l2_bank_config_read(&config->bank, banks, &config->crossbar, error))
        return false;
    struct platform_group *channels = platform_group(platform, "dram_channel", error);
    if (!channels || !dram_config_read(&config->dram, channels, &config->bank.clock, error))
        return false;
    config->n_banks = group_count(banks);
    config->n_channels = group_count(channels);
    if (config->n_banks > PORT_MAX_INPUTS)
        return input_error_at(error, group_id(banks), 0, "at most %d banks are possible, not %u",
                              PORT_MAX_INPUTS, config->n_banks);
    config->bank_hosts = host_names(banks);
    config->channel_hosts = host_names(channels);
    struct platform_group *gpu = platform_group(platform, "gpu", error);
    return gpu && properties_text(gpu, "name", &config->name, error) &&
           properties_bytes(gpu, "memory.size", &config->memory_bytes, error) &&
           address_map_read(&config->map, gpu, config->n_banks, config->n_channels, error);
}

static bool read_front(struct gpu_config *config, struct platform *platform, GError **error)
{
    struct platform_group *front = platform_group(platform, "dispatcher", error);
    if (!front || !dispatcher_config_read(front, &config->dispatcher, error))
        return false;
    config->front_host = group_host_name(front, 0);
    struct platform_group *host = platform_group(platform, "host", error);
    return host && host_config_read(host, &config->dispatcher.clock, &config->host, error);
}

bool gpu_config_read(struct gpu_config *config, struct platform *platform, GError **error)
{
    *config = (struct gpu_config){0};
    return read_memory_side(config, platform, error) && read_sms(config, platform, error) &&
           read_front(config, platform, error) && platform_finish_reading(platform, error);
}

void gpu_config_clear(struct gpu_config *config)
{
    g_strfreev(config->sm_hosts);
    g_strfreev(config->bank_hosts);
    g_strfreev(config->channel_hosts);
    g_free(config->front_host);
    *config = (struct gpu_config){0};
}
