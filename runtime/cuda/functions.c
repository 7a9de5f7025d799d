/* SPDX-License-Identifier: BSD-3-Clause */
/* What kernels are like, how many of their blocks fit onto an SM, and preferences for them. */
#include "runtime/cuda/modules.h"

static cudaError_t enter_for(struct runtime **runtime, const void *stub, struct kernel **kernel)
{
    const cudaError_t status = runtime_enter(runtime);
    return status == cudaSuccess ? kernel_find(*runtime, stub, kernel) : status;
}

uint64_t kernel_dynamic_shared_most(const struct runtime *runtime, const struct kernel *kernel)
{
    const uint64_t free_to_all = runtime->device.shared_per_block;
    const uint64_t used = kernel->properties.shared_bytes;
    if (kernel->dynamic_shared_max >= 0)
        return (uint64_t)kernel->dynamic_shared_max;
    return used < free_to_all ? free_to_all - used : 0;
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *function)
{
    struct runtime *runtime = NULL;
    struct kernel *kernel = NULL;
    cudaError_t status = enter_for(&runtime, function, &kernel);
    if (status == cudaSuccess && !attributes)
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess) {
        const struct protocol_function *properties = &kernel->properties;
        int arch = (int)(runtime->device.major * 10 + runtime->device.minor);
        *attributes = (struct cudaFuncAttributes){
            .sharedSizeBytes = properties->shared_bytes,
            .constSizeBytes = properties->constant_bytes,
            .localSizeBytes = properties->local_bytes,
            .maxThreadsPerBlock = (int)properties->max_threads,
            .numRegs = (int)properties->registers,
            .ptxVersion = kernel->module->target,
            .binaryVersion = arch,
            .maxDynamicSharedSizeBytes = (int)kernel_dynamic_shared_most(runtime, kernel),
            .preferredShmemCarveout = kernel->carveout,
        };
    }
    return runtime_leave(runtime, status);
}

cudaError_t cudaFuncSetAttribute(const void *function, enum cudaFuncAttribute attribute, int value)
{
    struct runtime *runtime = NULL;
    struct kernel *kernel = NULL;
    cudaError_t status = enter_for(&runtime, function, &kernel);
    if (status != cudaSuccess)
        return runtime_leave(runtime, status);
    switch (attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize:
        if (value < 0 || (uint64_t)value + kernel->properties.shared_bytes >
                             runtime->device.shared_per_block_optin)
            status = cudaErrorInvalidValue;
        else
            kernel->dynamic_shared_max = value;
        break;
    case cudaFuncAttributePreferredSharedMemoryCarveout:
        kernel->carveout = value; /* a preference; the platform file says how L1 is divided */
        break;
    case cudaFuncAttributeNonPortableClusterSizeAllowed:
        kernel->non_portable = value != 0;
        break;
    case cudaFuncAttributeClusterSchedulingPolicyPreference:
        break; /* a preference; the dispatcher has one way */
    default:
        status = error_not_supported("cudaFuncSetAttribute for required cluster dimensions");
    }
    return runtime_leave(runtime, status);
}

/* Accepted, and changes nothing, as in device.c. */
static cudaError_t accept_for(const void *function)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess && !pointer_map_get(&runtime->kernels, function))
        status = cudaErrorInvalidDeviceFunction;
    return runtime_leave(runtime, status);
}

cudaError_t cudaFuncSetCacheConfig(const void *function, enum cudaFuncCache config)
{
    (void)config;
    return accept_for(function);
}

cudaError_t cudaFuncSetSharedMemConfig(const void *function, enum cudaSharedMemConfig config)
{
    (void)config;
    return accept_for(function);
}

static cudaError_t ask_occupancy(struct runtime *runtime, const struct kernel *kernel,
                                 int block_size, uint64_t shared_bytes, uint64_t *blocks)
{
    struct exchange exchange = {
        .kind = PROTOCOL_OCCUPANCY,
        .argument = {[PROTOCOL_OCCUPANCY_FUNCTION] = kernel->number,
                     [PROTOCOL_OCCUPANCY_THREADS] = (uint64_t)block_size,
                     [PROTOCOL_OCCUPANCY_SHARED_BYTES] = shared_bytes},
    };
    if (block_size <= 0)
        return cudaErrorInvalidValue;
    const cudaError_t status = runtime_ask(runtime, &exchange);
    *blocks = exchange.value[PROTOCOL_RESULT];
    return status;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks,
                                                                   const void *function,
                                                                   int block_size,
                                                                   size_t dynamic_shared_bytes,
                                                                   unsigned int flags)
{
    (void)flags; /* about caching of global memory on Maxwell: not what decides occupancy here */
    uint64_t count = 0;
    struct runtime *runtime = NULL;
    struct kernel *kernel = NULL;
    cudaError_t status = enter_for(&runtime, function, &kernel);
    if (status == cudaSuccess)
        status = blocks ? ask_occupancy(runtime, kernel, block_size, dynamic_shared_bytes, &count)
                        : cudaErrorInvalidValue;
    if (status == cudaSuccess)
        *blocks = (int)count;
    return runtime_leave(runtime, status);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function,
                                                          int block_size,
                                                          size_t dynamic_shared_bytes)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        blocks, function, block_size, dynamic_shared_bytes, cudaOccupancyDefault);
}

/* The most dynamic shared memory with which that many blocks still fit: found by halving, since
 * fewer bytes never fit fewer blocks. */
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *function,
                                                      int blocks, int block_size)
{
    struct runtime *runtime = NULL;
    struct kernel *kernel = NULL;
    cudaError_t status = enter_for(&runtime, function, &kernel);
    if (status == cudaSuccess && (!bytes || blocks <= 0))
        status = cudaErrorInvalidValue;
    uint64_t fits = 0, count = 0;
    if (status == cudaSuccess)
        status = ask_occupancy(runtime, kernel, block_size, 0, &count);
    if (status == cudaSuccess && count < (uint64_t)blocks)
        status = cudaErrorInvalidValue;
    uint64_t beyond = status == cudaSuccess ? runtime->device.shared_per_block_optin + 1 : 1;
    while (status == cudaSuccess && beyond - fits > 1) {
        uint64_t middle = fits + (beyond - fits) / 2;
        status = ask_occupancy(runtime, kernel, block_size, middle, &count);
        if (count >= (uint64_t)blocks)
            fits = middle;
        else
            beyond = middle;
    }
    if (status == cudaSuccess)
        *bytes = fits;
    return runtime_leave(runtime, status);
}

/* ---- clusters of blocks --------------------------------------------------------------------- */

/* How many clusters of so many blocks are resident together: each lies on one GPC, to which SMs
 * come in pairs (models/launch/cluster_limits.h). */
static uint64_t clusters_together(const struct protocol_device *device, uint64_t blocks_of_sm,
                                  uint64_t blocks)
{
    const uint64_t pairs = (device->sms + 1) / 2;
    uint64_t clusters = 0, first = 0;
    for (uint64_t gpc = 1; gpc <= device->gpcs; gpc++) {
        const uint64_t end = 2 * (pairs * gpc / device->gpcs);
        const uint64_t sms = (end < device->sms ? end : device->sms) - first;
        clusters += sms * blocks_of_sm / blocks;
        first = end;
    }
    return clusters;
}

/* Blocks of the launch on an SM. */
static cudaError_t ask_for_launch(struct runtime *runtime, const struct kernel *kernel,
                                  const cudaLaunchConfig_t *config, uint64_t *blocks)
{
    if (!config)
        return cudaErrorInvalidValue;
    if (runtime->device.cluster_blocks <= 1)
        return cudaErrorNotSupported;
    const uint64_t threads = (uint64_t)config->blockDim.x * config->blockDim.y * config->blockDim.z;
    if (threads > runtime->device.max_threads_per_block)
        return cudaErrorInvalidConfiguration;
    return ask_occupancy(runtime, kernel, (int)threads, config->dynamicSmemBytes, blocks);
}

static uint64_t most_blocks(const struct runtime *runtime, const struct kernel *kernel)
{
    enum { PORTABLE = 8 };
    const uint64_t most = runtime->device.cluster_blocks;
    return kernel->non_portable || most < PORTABLE ? most : PORTABLE;
}

cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, const void *function,
                                           const cudaLaunchConfig_t *config)
{
    uint64_t count = 0, blocks = 1;
    struct runtime *runtime = NULL;
    struct kernel *kernel = NULL;
    cudaError_t status = enter_for(&runtime, function, &kernel);
    if (status == cudaSuccess)
        status = clusters ? ask_for_launch(runtime, kernel, config, &count) : cudaErrorInvalidValue;
    for (unsigned int i = 0; status == cudaSuccess && i < config->numAttrs; i++)
        if (config->attrs[i].id == cudaLaunchAttributeClusterDimension)
            blocks = (uint64_t)config->attrs[i].val.clusterDim.x *
                     config->attrs[i].val.clusterDim.y * config->attrs[i].val.clusterDim.z;
    if (status == cudaSuccess && (blocks == 0 || blocks > most_blocks(runtime, kernel)))
        status = cudaErrorInvalidClusterSize;
    if (status == cudaSuccess)
        *clusters = (int)clusters_together(&runtime->device, count, blocks);
    return runtime_leave(runtime, status);
}

/* The largest of which at least one fits. */
cudaError_t cudaOccupancyMaxPotentialClusterSize(int *blocks, const void *function,
                                                 const cudaLaunchConfig_t *config)
{
    uint64_t count = 0;
    struct runtime *runtime = NULL;
    struct kernel *kernel = NULL;
    cudaError_t status = enter_for(&runtime, function, &kernel);
    if (status == cudaSuccess)
        status = blocks ? ask_for_launch(runtime, kernel, config, &count) : cudaErrorInvalidValue;
    uint64_t most = status == cudaSuccess ? most_blocks(runtime, kernel) : 0;
    while (most > 0 && clusters_together(&runtime->device, count, most) == 0)
        most--;
    if (status == cudaSuccess)
        *blocks = (int)most;
    return runtime_leave(runtime, status);
}
