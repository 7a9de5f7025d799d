/* SPDX-License-Identifier: BSD-3-Clause */
/* Source: CUDA C++ Programming Guide, table "Technical Specifications per Compute Capability", for
 * the limits of grids and blocks; CUDA Runtime API, cudaLaunchKernel, for the errors.
 */
#include "workloads/cuda_process/launch_shape.h"
#include "workloads/cluster.h"

#include <inttypes.h>

/* Returns false, which is what callers then return. */
static bool refuse(struct launch_refusal *refusal, enum cuda_status status, char *why)
{
    *refusal = (struct launch_refusal){.status = status, .why = why};
    return false;
}

/* Whether each of three sizes is at least 1 and at most what it may be; else *why is set. */
static bool sizes_are_possible(const char *what, const uint64_t size[3], const uint64_t most[3],
                               char **why)
{
    bool good = true;
    for (unsigned i = 0; i < 3; i++)
        good &= size[i] > 0 && size[i] <= most[i];
    if (!good)
        *why = g_strdup_printf("%s of %" PRIu64 " x %" PRIu64 " x %" PRIu64
                               ", the least is 1 x 1 x 1, the most %" PRIu64 " x %" PRIu64
                               " x %" PRIu64,
                               what, size[0], size[1], size[2], most[0], most[1], most[2]);
    return good;
}

/* The device properties' maxGridSize and maxThreadsDim. */
static bool dimensions_are_possible(const struct protocol_device *device, const uint64_t grid[3],
                                    const uint64_t block[3], struct launch_refusal *refusal)
{
    enum { KEPLER = 3, MOST_BLOCKS = 65535, MOST_THREADS_Z = 64 };
    uint64_t most_x = device->major >= KEPLER ? INT32_MAX : MOST_BLOCKS;
    const uint64_t most_blocks[3] = {most_x, MOST_BLOCKS, MOST_BLOCKS};
    uint64_t threads = device->max_threads_per_block;
    const uint64_t most_threads[3] = {threads, threads, MOST_THREADS_Z};
    char *why = NULL;
    if (!sizes_are_possible("a grid", grid, most_blocks, &why))
        return refuse(refusal, CUDA_INVALID_CONFIGURATION, why);
    if (!sizes_are_possible("blocks", block, most_threads, &why))
        return refuse(refusal, CUDA_INVALID_CONFIGURATION, why);
    return true;
}

static bool threads_are_possible(const struct protocol_device *device,
                                 const struct kernel_code *code, uint64_t threads,
                                 struct launch_refusal *refusal)
{
    static const char text[] = "%" PRIu64 " threads a block, the most is %u%s";
    if (threads > device->max_threads_per_block)
        return refuse(refusal, CUDA_INVALID_CONFIGURATION,
                      g_strdup_printf(text, threads, device->max_threads_per_block, ""));
    if (code->max_threads != 0 && threads > code->max_threads)
        return refuse(
            refusal, CUDA_LAUNCH_OUT_OF_RESOURCES,
            g_strdup_printf(text, threads, code->max_threads, " by the kernel's launch bounds"));
    return true;
}

/* *fits: blocks of this size that an SM can hold. */
static bool resources_suffice(const struct program *program, const struct kernel_code *code,
                              uint64_t threads, uint64_t shared, uint32_t *fits,
                              struct launch_refusal *refusal)
{
    const struct program_setup *setup = &program->setup;
    const struct protocol_device *device = &setup->device;
    const uint64_t most = device->shared_per_block_optin;
    bool too_much = shared > most;
    *fits = too_much ? 0 : setup->occupancy(setup->data, code, (uint32_t)threads, shared);
    if (*fits > 0)
        return true;
    if (too_much || shared + code->static_shared_bytes > most)
        return refuse(refusal, CUDA_INVALID_VALUE,
                      g_strdup_printf("%" PRIu64
                                      " bytes of dynamic and %u of static shared memory a block, "
                                      "the most is %" PRIu64,
                                      shared, code->static_shared_bytes, most));
    return refuse(refusal, CUDA_LAUNCH_OUT_OF_RESOURCES,
                  g_strdup_printf("%" PRIu64 " threads of %u registers a block, where an SM has %u "
                                  "registers and %u threads",
                                  threads, setup->registers(setup->data, code),
                                  device->registers_per_sm, device->max_threads_per_sm));
}

/* As the program has asked for it, or without asking. */
static bool shared_is_allowed(const struct program *program, const struct kernel_code *code,
                              uint64_t shared, struct launch_refusal *refusal)
{
    if (!(request_argument(program, PROTOCOL_LAUNCH_KIND) & PROTOCOL_LAUNCH_SHARED_BEYOND))
        return true;
    return refuse(refusal, CUDA_INVALID_VALUE,
                  g_strdup_printf("%" PRIu64 " bytes of dynamic and %u of static shared memory a "
                                  "block, more than %" PRIu64 " in all need "
                                  "cudaFuncAttributeMaxDynamicSharedMemorySize",
                                  shared, code->static_shared_bytes,
                                  program->setup.device.shared_per_block));
}

/* The cluster that the request or the kernel says. */
static bool read_cluster(const struct program *program, struct launch *launch,
                         struct launch_refusal *refusal)
{
    const struct protocol_device *device = &program->setup.device;
    const uint64_t kind = request_argument(program, PROTOCOL_LAUNCH_KIND);
    bool any = false, all = true;
    for (unsigned i = 0; i < 3; i++) {
        launch->cluster[i] = kind >> (i + 1) * PROTOCOL_LAUNCH_CLUSTER_SHIFT & UINT16_MAX;
        any |= launch->cluster[i] > 0;
        all &= launch->cluster[i] > 0;
    }
    if (any && !all)
        return refuse(refusal, CUDA_INVALID_CLUSTER_SIZE,
                      g_strdup_printf("clusters of %u x %u x %u blocks, the least is 1 x 1 x 1",
                                      launch->cluster[0], launch->cluster[1], launch->cluster[2]));
    cluster_complete(launch);
    char *problem = cluster_problem(launch, device->cluster_blocks);
    if (problem)
        return refuse(refusal,
                      device->cluster_blocks == 1 && cluster_blocks(launch) > 1
                          ? CUDA_NOT_SUPPORTED
                          : CUDA_INVALID_CLUSTER_SIZE,
                      problem);
    if (cluster_blocks(launch) > CLUSTER_PORTABLE_BLOCKS && !(kind & PROTOCOL_LAUNCH_NON_PORTABLE))
        return refuse(refusal, CUDA_INVALID_CLUSTER_SIZE,
                      g_strdup_printf("clusters of %" PRIu64 " blocks, more than %d need "
                                      "cudaFuncAttributeNonPortableClusterSizeAllowed",
                                      cluster_blocks(launch), CLUSTER_PORTABLE_BLOCKS));
    return true;
}

bool launch_shape_read(const struct program *program, const struct kernel_code *code,
                       struct launch *launch, struct launch_refusal *refusal)
{
    const struct protocol_device *device = &program->setup.device;
    const uint64_t *grid = &program->exchange->request.argument[PROTOCOL_LAUNCH_GRID];
    const uint64_t *block = &program->exchange->request.argument[PROTOCOL_LAUNCH_BLOCK];
    if (!dimensions_are_possible(device, grid, block, refusal))
        return false;
    for (unsigned i = 0; i < 3; i++) {
        launch->grid[i] = (uint32_t)grid[i];
        launch->block[i] = (uint32_t)block[i];
    }
    launch->code = code;
    if (!read_cluster(program, launch, refusal))
        return false;
    uint64_t threads = block[0] * block[1] * block[2], blocks = grid[0] * grid[1] * grid[2];
    uint64_t shared = request_argument(program, PROTOCOL_LAUNCH_SHARED_BYTES);
    uint32_t fits = 0;
    if (!threads_are_possible(device, code, threads, refusal) ||
        !resources_suffice(program, code, threads, shared, &fits, refusal))
        return false;
    uint64_t most = (uint64_t)fits * device->sms;
    if (request_argument(program, PROTOCOL_LAUNCH_KIND) & PROTOCOL_LAUNCH_COOPERATIVE &&
        blocks > most)
        return refuse(refusal, CUDA_COOPERATIVE_LAUNCH_TOO_LARGE,
                      g_strdup_printf("a cooperative grid of %" PRIu64
                                      " blocks, the most that are resident together is %" PRIu64,
                                      blocks, most));
    if (!shared_is_allowed(program, code, shared, refusal))
        return false;
    launch->dynamic_shared_bytes = (uint32_t)shared;
    return true;
}
