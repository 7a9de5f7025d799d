/* SPDX-License-Identifier: BSD-3-Clause */
/* The layout of cudaDeviceProp in CUDA 13, which lacks some fields of CUDA 12 and has new ones at
 * its end (all 0 here).
 *
 * Source: CUDA 13.0's driver_types.h, for the fields' order.
 */
#include <string.h>

#include "runtime/cuda/device_properties.h"

/* FIELD(type, name, array bounds) */
#define FIELDS(FIELD)                                                                              \
    FIELD(char, name, [256])                                                                       \
    FIELD(cudaUUID_t, uuid, )                                                                      \
    FIELD(char, luid, [8])                                                                         \
    FIELD(unsigned int, luidDeviceNodeMask, )                                                      \
    FIELD(size_t, totalGlobalMem, )                                                                \
    FIELD(size_t, sharedMemPerBlock, )                                                             \
    FIELD(int, regsPerBlock, )                                                                     \
    FIELD(int, warpSize, )                                                                         \
    FIELD(size_t, memPitch, )                                                                      \
    FIELD(int, maxThreadsPerBlock, )                                                               \
    FIELD(int, maxThreadsDim, [3])                                                                 \
    FIELD(int, maxGridSize, [3])                                                                   \
    FIELD(size_t, totalConstMem, )                                                                 \
    FIELD(int, major, )                                                                            \
    FIELD(int, minor, )                                                                            \
    FIELD(size_t, textureAlignment, )                                                              \
    FIELD(size_t, texturePitchAlignment, )                                                         \
    FIELD(int, multiProcessorCount, )                                                              \
    FIELD(int, integrated, )                                                                       \
    FIELD(int, canMapHostMemory, )                                                                 \
    FIELD(int, maxTexture1D, )                                                                     \
    FIELD(int, maxTexture1DMipmap, )                                                               \
    FIELD(int, maxTexture2D, [2])                                                                  \
    FIELD(int, maxTexture2DMipmap, [2])                                                            \
    FIELD(int, maxTexture2DLinear, [3])                                                            \
    FIELD(int, maxTexture2DGather, [2])                                                            \
    FIELD(int, maxTexture3D, [3])                                                                  \
    FIELD(int, maxTexture3DAlt, [3])                                                               \
    FIELD(int, maxTextureCubemap, )                                                                \
    FIELD(int, maxTexture1DLayered, [2])                                                           \
    FIELD(int, maxTexture2DLayered, [3])                                                           \
    FIELD(int, maxTextureCubemapLayered, [2])                                                      \
    FIELD(int, maxSurface1D, )                                                                     \
    FIELD(int, maxSurface2D, [2])                                                                  \
    FIELD(int, maxSurface3D, [3])                                                                  \
    FIELD(int, maxSurface1DLayered, [2])                                                           \
    FIELD(int, maxSurface2DLayered, [3])                                                           \
    FIELD(int, maxSurfaceCubemap, )                                                                \
    FIELD(int, maxSurfaceCubemapLayered, [2])                                                      \
    FIELD(size_t, surfaceAlignment, )                                                              \
    FIELD(int, concurrentKernels, )                                                                \
    FIELD(int, ECCEnabled, )                                                                       \
    FIELD(int, pciBusID, )                                                                         \
    FIELD(int, pciDeviceID, )                                                                      \
    FIELD(int, pciDomainID, )                                                                      \
    FIELD(int, tccDriver, )                                                                        \
    FIELD(int, asyncEngineCount, )                                                                 \
    FIELD(int, unifiedAddressing, )                                                                \
    FIELD(int, memoryBusWidth, )                                                                   \
    FIELD(int, l2CacheSize, )                                                                      \
    FIELD(int, persistingL2CacheMaxSize, )                                                         \
    FIELD(int, maxThreadsPerMultiProcessor, )                                                      \
    FIELD(int, streamPrioritiesSupported, )                                                        \
    FIELD(int, globalL1CacheSupported, )                                                           \
    FIELD(int, localL1CacheSupported, )                                                            \
    FIELD(size_t, sharedMemPerMultiprocessor, )                                                    \
    FIELD(int, regsPerMultiprocessor, )                                                            \
    FIELD(int, managedMemory, )                                                                    \
    FIELD(int, isMultiGpuBoard, )                                                                  \
    FIELD(int, multiGpuBoardGroupID, )                                                             \
    FIELD(int, hostNativeAtomicSupported, )                                                        \
    FIELD(int, pageableMemoryAccess, )                                                             \
    FIELD(int, concurrentManagedAccess, )                                                          \
    FIELD(int, computePreemptionSupported, )                                                       \
    FIELD(int, canUseHostPointerForRegisteredMem, )                                                \
    FIELD(int, cooperativeLaunch, )                                                                \
    FIELD(size_t, sharedMemPerBlockOptin, )                                                        \
    FIELD(int, pageableMemoryAccessUsesHostPageTables, )                                           \
    FIELD(int, directManagedMemAccessFromHost, )                                                   \
    FIELD(int, maxBlocksPerMultiProcessor, )                                                       \
    FIELD(int, accessPolicyMaxWindowSize, )                                                        \
    FIELD(size_t, reservedSharedMemPerBlock, )                                                     \
    FIELD(int, hostRegisterSupported, )                                                            \
    FIELD(int, sparseCudaArraySupported, )                                                         \
    FIELD(int, hostRegisterReadOnlySupported, )                                                    \
    FIELD(int, timelineSemaphoreInteropSupported, )                                                \
    FIELD(int, memoryPoolsSupported, )                                                             \
    FIELD(int, gpuDirectRDMASupported, )                                                           \
    FIELD(unsigned int, gpuDirectRDMAFlushWritesOptions, )                                         \
    FIELD(int, gpuDirectRDMAWritesOrdering, )                                                      \
    FIELD(unsigned int, memoryPoolSupportedHandleTypes, )                                          \
    FIELD(int, deferredMappingCudaArraySupported, )                                                \
    FIELD(int, ipcEventSupported, )                                                                \
    FIELD(int, clusterLaunch, )                                                                    \
    FIELD(int, unifiedFunctionPointers, )                                                          \
    FIELD(int, deviceNumaConfig, )                                                                 \
    FIELD(int, deviceNumaId, )                                                                     \
    FIELD(int, mpsEnabled, )                                                                       \
    FIELD(int, hostNumaId, )                                                                       \
    FIELD(unsigned int, gpuPciDeviceID, )                                                          \
    FIELD(unsigned int, gpuPciSubsystemID, )                                                       \
    FIELD(int, hostNumaMultinodeIpcSupported, )

enum { RESERVED_FIELDS = 56 };

#define DECLARE(type, name, bounds) type name bounds;
struct properties_13 {
    FIELDS(DECLARE)
    int reserved[RESERVED_FIELDS];
};
#undef DECLARE

void device_properties_as_13(const struct cudaDeviceProp *properties, void *to)
{
    struct properties_13 written;
    memset(&written, 0, sizeof written);
#define TAKE(type, name, bounds) memcpy(&written.name, &properties->name, sizeof written.name);
    FIELDS(TAKE)
#undef TAKE
    memcpy(to, &written, sizeof written);
}
