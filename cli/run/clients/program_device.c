/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/clients/program_device.h"

#include <string.h>

enum { SHARED_WITHOUT_ASKING = 48 << 10 }; /* of a block, bytes */

static uint32_t kilohertz(const struct clock *clock)
{
    return (uint32_t)(clock->frequency_hz / 1000);
}

/* Programs count two transfers in a cycle of the memory's clock. */
static uint32_t memory_bus_bits(const struct gpu_config *config)
{
    return config->n_channels * config->dram.burst_bytes * 8 / 2 / config->dram.timing.burst;
}

/* Of a block, if the program asks for it: since Volta its SM's, since Ampere without the part that
 * the system takes of each block. Others have no more than everybody. Source: CUDA C++ Programming
 * Guide, "Technical Specifications per Compute Capability". */
static uint64_t most_shared(const struct gpu_config *config)
{
    enum { VOLTA = 7, AMPERE = 8, SYSTEM_BYTES = 1024 };
    const uint64_t of_sm = config->sm.limits.shared_bytes;
    if (config->compute_major < VOLTA)
        return MIN(of_sm, SHARED_WITHOUT_ASKING);
    return of_sm - (config->compute_major >= AMPERE ? MIN(of_sm, SYSTEM_BYTES) : 0);
}

struct protocol_device program_device(const struct gpu_config *config,
                                      const struct device_memory *memory)
{
    const struct occupancy_limits *limits = &config->sm.limits;
    const struct dram_config *dram = &config->dram;
    struct protocol_device device = {
        .devices = config->peers.count,
        .device_bytes = device_memory_capacity(memory),
        .major = config->compute_major,
        .minor = config->compute_minor,
        .sms = config->n_sms,
        .max_threads_per_sm = limits->max_threads,
        .max_blocks_per_sm = limits->max_blocks,
        .max_threads_per_block = limits->max_threads_per_block,
        .registers_per_sm = limits->registers,
        .registers_per_block = limits->registers,
        .core_khz = kilohertz(&config->sm.clock),
        .memory_khz = kilohertz(&dram->clock),
        .memory_bus_bits = memory_bus_bits(config),
        .copy_engines = config->host.copy_engines,
        .concurrent_kernels = config->host.concurrent_kernels,
        .cluster_blocks = config->sm.shared.clusters.most,
        .gpcs = config->sm.shared.clusters.gpcs,
        .global_bytes = config->memory_bytes,
        .l2_bytes = config->bank.size_bytes * config->n_banks,
        .shared_per_sm = limits->shared_bytes,
        .shared_per_block = MIN(most_shared(config), SHARED_WITHOUT_ASKING),
        .shared_per_block_optin = most_shared(config),
        .constant_bytes = 65536,
    };
    g_strlcpy(device.name, config->name, sizeof device.name);
    return device;
}
