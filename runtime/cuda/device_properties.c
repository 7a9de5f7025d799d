/* SPDX-License-Identifier: BSD-3-Clause */
/* cudaGetDeviceProperties.
 *
 * What the platform file doesn't say are limits of the programming model, which follow from the
 * compute capability. Source: CUDA C++ Programming Guide, "Technical Specifications per Compute
 * Capability". Features that are not simulated are reported as absent.
 */
#include "runtime/cuda/device_properties.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { WARP_THREADS = 32, KEPLER = 3, MAXWELL = 5, PASCAL = 6, AMPERE = 8 };

static void fill_launch_limits(const struct protocol_device *device, struct cudaDeviceProp *to)
{
    int grid_x = device->major >= KEPLER ? INT_MAX : 65535;
    int threads = (int)device->max_threads_per_block;
    to->warpSize = WARP_THREADS;
    to->maxThreadsPerBlock = threads;
    memcpy(to->maxThreadsDim, (const int[3]){threads, threads, 64}, sizeof to->maxThreadsDim);
    memcpy(to->maxGridSize, (const int[3]){grid_x, 65535, 65535}, sizeof to->maxGridSize);
}

#define FILL(field, ...) memcpy(to->field, (const int[]){__VA_ARGS__}, sizeof to->field)

/* Source: CUDA C++ Programming Guide 8.0 and 12.x, "Technical Specifications per Compute
 * Capability", of 2.x, 3.x, 5.x, and 6.x and later. */
static void fill_surface_limits(const struct protocol_device *device, struct cudaDeviceProp *to)
{
    const bool pascal = device->major >= PASCAL, maxwell = device->major >= MAXWELL;
    const int line = pascal ? 32768 : maxwell ? 16384 : 65536;
    const int face = pascal ? 32768 : maxwell ? 16384 : 32768;
    to->maxSurface1D = line;
    to->maxSurfaceCubemap = face;
    FILL(maxSurface2D, pascal ? 131072 : 65536, maxwell ? 65536 : 32768);
    if (maxwell) /* a cube */
        FILL(maxSurface3D, pascal ? 16384 : 4096, pascal ? 16384 : 4096, pascal ? 16384 : 4096);
    else
        FILL(maxSurface3D, 65536, 32768, 2048);
    FILL(maxSurface1DLayered, line, 2048);
    FILL(maxSurface2DLayered, line, maxwell ? line : 32768, 2048);
    FILL(maxSurfaceCubemapLayered, face, 2046);
    to->surfaceAlignment = 512;
}

static void fill_texture_limits(const struct protocol_device *device, struct cudaDeviceProp *to)
{
    const bool pascal = device->major >= PASCAL;
    const int layer = pascal ? 32768 : 16384;
    const int solid = pascal ? 16384 : device->major >= KEPLER ? 4096 : 2048;
    to->textureAlignment = 512;
    to->texturePitchAlignment = 32;
    to->maxTexture1D = pascal ? 131072 : 65536;
    to->maxTexture1DLinear = pascal ? 1 << 28 : 1 << 27;
    FILL(maxTexture2D, pascal ? 131072 : 65536, pascal ? 65536 : 65535);
    FILL(maxTexture2DLinear, pascal ? 131072 : 65000, 65000, pascal ? 2097120 : 1048544);
    FILL(maxTexture2DGather, layer, layer);
    FILL(maxTexture3D, solid, solid, solid);
    FILL(maxTexture1DLayered, layer, 2048);
    FILL(maxTexture2DLayered, layer, layer, 2048);
    to->maxTextureCubemap = layer;
    FILL(maxTextureCubemapLayered, layer, 2046);
    /* Those of mipmaps are 0. */
}

static void fill_memory(const struct protocol_device *device, struct cudaDeviceProp *to)
{
    to->totalGlobalMem = device->global_bytes;
    to->sharedMemPerBlock = device->shared_per_block;
    to->sharedMemPerBlockOptin = device->shared_per_block_optin;
    to->sharedMemPerMultiprocessor = device->shared_per_sm;
    /* Source: CUDA C++ Programming Guide, "Shared Memory" of 8.x: a block takes 1 KB more. The SMs
     * of this simulator don't take it. */
    to->reservedSharedMemPerBlock = device->major >= AMPERE ? 1024 : 0;
    to->totalConstMem = device->constant_bytes;
    to->memPitch = INT_MAX;
    to->l2CacheSize = (int)device->l2_bytes;
    to->memoryClockRate = (int)device->memory_khz;
    to->memoryBusWidth = (int)device->memory_bus_bits;
    to->globalL1CacheSupported = 1;
    to->localL1CacheSupported = 1;
    to->unifiedAddressing = 1;
    to->managedMemory = 1;
    to->directManagedMemAccessFromHost = 1;
    to->hostRegisterSupported = 1;
    to->canMapHostMemory = 1;
    to->memoryPoolsSupported = 1;
    to->concurrentManagedAccess = device->major >= 6; /* Source: CUDA C++ Programming Guide,
                                                       * "Unified Memory": Pascal and later */
}

void device_properties_fill(const struct protocol_device *device, int number,
                            struct cudaDeviceProp *to)
{
    memset(to, 0, sizeof *to);
    snprintf(to->name, sizeof to->name, "%.*s", (int)sizeof device->name - 1, device->name);
    to->major = (int)device->major;
    to->minor = (int)device->minor;
    to->clockRate = (int)device->core_khz;
    to->multiProcessorCount = (int)device->sms;
    to->maxThreadsPerMultiProcessor = (int)device->max_threads_per_sm;
    to->maxBlocksPerMultiProcessor = (int)device->max_blocks_per_sm;
    to->regsPerBlock = (int)device->registers_per_block;
    to->regsPerMultiprocessor = (int)device->registers_per_sm;
    to->asyncEngineCount = (int)device->copy_engines;
    to->deviceOverlap = device->copy_engines > 0;
    to->concurrentKernels = device->concurrent_kernels > 0;
    to->streamPrioritiesSupported = 1;
    to->cooperativeLaunch = 1;
    to->clusterLaunch = device->cluster_blocks > 1;
    to->pciBusID = number + 1; /* as cudaDeviceGetPCIBusId says */
    fill_launch_limits(device, to);
    fill_texture_limits(device, to);
    fill_surface_limits(device, to);
    fill_memory(device, to);
}

/* Writes them in the layout that a release's binaries have. That of CUDA 11 is the beginning of
 * that of CUDA 12 (CUDA 10's has still less, but programs made by it never find this library). */
static void write_as(const struct cudaDeviceProp *properties, int generation, void *to)
{
    if (generation == 13)
        device_properties_as_13(properties, to);
    else if (generation == 11)
        memcpy(to, properties, offsetof(struct cudaDeviceProp, hostRegisterSupported));
    else
        memcpy(to, properties, sizeof *properties);
}

static cudaError_t get_properties(void *to, int device, int generation)
{
    struct cudaDeviceProp properties;
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess && !runtime_has_device(runtime, device))
        status = cudaErrorInvalidDevice;
    if (status == cudaSuccess && !to)
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess) {
        device_properties_fill(&runtime->device, device, &properties);
        write_as(&properties, generation, to);
    }
    return runtime_leave(runtime, status);
}

/* In binaries of nvcc 12 this name is called by objects that nvcc 11 compiled. */
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device)
{
    return get_properties(properties, device, runtime_generation == 12 ? 11 : runtime_generation);
}

cudaError_t cudaGetDeviceProperties_v2(struct cudaDeviceProp *properties, int device)
{
    return get_properties(properties, device, 12);
}
