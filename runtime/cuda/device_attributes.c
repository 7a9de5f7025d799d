/* SPDX-License-Identifier: BSD-3-Clause */
/* cudaDeviceGetAttribute: the fields of cudaDeviceProp one by one. */
#include <limits.h>
#include <string.h>

#include "runtime/cuda/device_properties.h"

struct attribute {
    int number;
    size_t offset; /* of the field */
    bool is_size;  /* a size_t, else an int */
};

#define INT(name, field)                                                                           \
    {                                                                                              \
        cudaDevAttr##name, offsetof(struct cudaDeviceProp, field), false                           \
    }
#define SIZE(name, field)                                                                          \
    {                                                                                              \
        cudaDevAttr##name, offsetof(struct cudaDeviceProp, field), true                            \
    }

static const struct attribute attributes[] = {
    INT(MaxThreadsPerBlock, maxThreadsPerBlock),
    INT(MaxBlockDimX, maxThreadsDim[0]),
    INT(MaxBlockDimY, maxThreadsDim[1]),
    INT(MaxBlockDimZ, maxThreadsDim[2]),
    INT(MaxGridDimX, maxGridSize[0]),
    INT(MaxGridDimY, maxGridSize[1]),
    INT(MaxGridDimZ, maxGridSize[2]),
    SIZE(MaxSharedMemoryPerBlock, sharedMemPerBlock),
    SIZE(TotalConstantMemory, totalConstMem),
    INT(WarpSize, warpSize),
    SIZE(MaxPitch, memPitch),
    INT(MaxRegistersPerBlock, regsPerBlock),
    INT(ClockRate, clockRate),
    SIZE(TextureAlignment, textureAlignment),
    INT(GpuOverlap, deviceOverlap),
    INT(MultiProcessorCount, multiProcessorCount),
    INT(KernelExecTimeout, kernelExecTimeoutEnabled),
    INT(Integrated, integrated),
    INT(CanMapHostMemory, canMapHostMemory),
    INT(ComputeMode, computeMode),
    INT(MaxTexture1DWidth, maxTexture1D),
    INT(MaxTexture2DWidth, maxTexture2D[0]),
    INT(MaxTexture2DHeight, maxTexture2D[1]),
    INT(MaxTexture3DWidth, maxTexture3D[0]),
    INT(MaxTexture3DHeight, maxTexture3D[1]),
    INT(MaxTexture3DDepth, maxTexture3D[2]),
    INT(MaxTexture2DLayeredWidth, maxTexture2DLayered[0]),
    INT(MaxTexture2DLayeredHeight, maxTexture2DLayered[1]),
    INT(MaxTexture2DLayeredLayers, maxTexture2DLayered[2]),
    SIZE(SurfaceAlignment, surfaceAlignment),
    INT(ConcurrentKernels, concurrentKernels),
    INT(EccEnabled, ECCEnabled),
    INT(PciBusId, pciBusID),
    INT(PciDeviceId, pciDeviceID),
    INT(TccDriver, tccDriver),
    INT(MemoryClockRate, memoryClockRate),
    INT(GlobalMemoryBusWidth, memoryBusWidth),
    INT(L2CacheSize, l2CacheSize),
    INT(MaxThreadsPerMultiProcessor, maxThreadsPerMultiProcessor),
    INT(AsyncEngineCount, asyncEngineCount),
    INT(UnifiedAddressing, unifiedAddressing),
    INT(MaxTexture1DLayeredWidth, maxTexture1DLayered[0]),
    INT(MaxTexture1DLayeredLayers, maxTexture1DLayered[1]),
    INT(MaxTexture2DGatherWidth, maxTexture2DGather[0]),
    INT(MaxTexture2DGatherHeight, maxTexture2DGather[1]),
    INT(MaxTexture3DWidthAlt, maxTexture3DAlt[0]),
    INT(MaxTexture3DHeightAlt, maxTexture3DAlt[1]),
    INT(MaxTexture3DDepthAlt, maxTexture3DAlt[2]),
    INT(PciDomainId, pciDomainID),
    SIZE(TexturePitchAlignment, texturePitchAlignment),
    INT(MaxTextureCubemapWidth, maxTextureCubemap),
    INT(MaxTextureCubemapLayeredWidth, maxTextureCubemapLayered[0]),
    INT(MaxTextureCubemapLayeredLayers, maxTextureCubemapLayered[1]),
    INT(MaxSurface1DWidth, maxSurface1D),
    INT(MaxSurface2DWidth, maxSurface2D[0]),
    INT(MaxSurface2DHeight, maxSurface2D[1]),
    INT(MaxSurface3DWidth, maxSurface3D[0]),
    INT(MaxSurface3DHeight, maxSurface3D[1]),
    INT(MaxSurface3DDepth, maxSurface3D[2]),
    INT(MaxSurface1DLayeredWidth, maxSurface1DLayered[0]),
    INT(MaxSurface1DLayeredLayers, maxSurface1DLayered[1]),
    INT(MaxSurface2DLayeredWidth, maxSurface2DLayered[0]),
    INT(MaxSurface2DLayeredHeight, maxSurface2DLayered[1]),
    INT(MaxSurface2DLayeredLayers, maxSurface2DLayered[2]),
    INT(MaxSurfaceCubemapWidth, maxSurfaceCubemap),
    INT(MaxSurfaceCubemapLayeredWidth, maxSurfaceCubemapLayered[0]),
    INT(MaxSurfaceCubemapLayeredLayers, maxSurfaceCubemapLayered[1]),
    INT(MaxTexture1DLinearWidth, maxTexture1DLinear),
    INT(MaxTexture2DLinearWidth, maxTexture2DLinear[0]),
    INT(MaxTexture2DLinearHeight, maxTexture2DLinear[1]),
    INT(MaxTexture2DLinearPitch, maxTexture2DLinear[2]),
    INT(MaxTexture2DMipmappedWidth, maxTexture2DMipmap[0]),
    INT(MaxTexture2DMipmappedHeight, maxTexture2DMipmap[1]),
    INT(ComputeCapabilityMajor, major),
    INT(ComputeCapabilityMinor, minor),
    INT(MaxTexture1DMipmappedWidth, maxTexture1DMipmap),
    INT(StreamPrioritiesSupported, streamPrioritiesSupported),
    INT(GlobalL1CacheSupported, globalL1CacheSupported),
    INT(LocalL1CacheSupported, localL1CacheSupported),
    SIZE(MaxSharedMemoryPerMultiprocessor, sharedMemPerMultiprocessor),
    INT(MaxRegistersPerMultiprocessor, regsPerMultiprocessor),
    INT(ManagedMemory, managedMemory),
    INT(IsMultiGpuBoard, isMultiGpuBoard),
    INT(MultiGpuBoardGroupID, multiGpuBoardGroupID),
    INT(HostNativeAtomicSupported, hostNativeAtomicSupported),
    INT(SingleToDoublePrecisionPerfRatio, singleToDoublePrecisionPerfRatio),
    INT(PageableMemoryAccess, pageableMemoryAccess),
    INT(ConcurrentManagedAccess, concurrentManagedAccess),
    INT(ComputePreemptionSupported, computePreemptionSupported),
    INT(CanUseHostPointerForRegisteredMem, canUseHostPointerForRegisteredMem),
    INT(CooperativeLaunch, cooperativeLaunch),
    SIZE(MaxSharedMemoryPerBlockOptin, sharedMemPerBlockOptin),
    INT(HostRegisterSupported, hostRegisterSupported),
    INT(PageableMemoryAccessUsesHostPageTables, pageableMemoryAccessUsesHostPageTables),
    INT(DirectManagedMemAccessFromHost, directManagedMemAccessFromHost),
    INT(MaxBlocksPerMultiprocessor, maxBlocksPerMultiProcessor),
    INT(MaxPersistingL2CacheSize, persistingL2CacheMaxSize),
    INT(MaxAccessPolicyWindowSize, accessPolicyMaxWindowSize),
    SIZE(ReservedSharedMemoryPerBlock, reservedSharedMemPerBlock),
    INT(SparseCudaArraySupported, sparseCudaArraySupported),
    INT(HostRegisterReadOnlySupported, hostRegisterReadOnlySupported),
    INT(TimelineSemaphoreInteropSupported, timelineSemaphoreInteropSupported),
    INT(MemoryPoolsSupported, memoryPoolsSupported),
    INT(GPUDirectRDMASupported, gpuDirectRDMASupported),
    INT(MemoryPoolSupportedHandleTypes, memoryPoolSupportedHandleTypes),
    INT(ClusterLaunch, clusterLaunch),
    INT(DeferredMappingCudaArraySupported, deferredMappingCudaArraySupported),
    INT(IpcEventSupport, ipcEventSupported),
};

static int read_field(const struct cudaDeviceProp *properties, const struct attribute *attribute)
{
    const unsigned char *field = (const unsigned char *)properties + attribute->offset;
    size_t size;
    int number;
    if (!attribute->is_size) {
        memcpy(&number, field, sizeof number);
        return number;
    }
    memcpy(&size, field, sizeof size);
    return size > INT_MAX ? INT_MAX : (int)size;
}

/* Attributes that have no field are features that CUDA has added since; none is simulated. */
enum { ATTRIBUTE_NUMBERS_END = 256 };

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device)
{
    struct cudaDeviceProp properties;
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess && !runtime_has_device(runtime, device))
        status = cudaErrorInvalidDevice;
    else if (status == cudaSuccess &&
             (!value || (int)attribute <= 0 || (int)attribute >= ATTRIBUTE_NUMBERS_END))
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess) {
        device_properties_fill(&runtime->device, device, &properties);
        *value = 0;
        for (size_t i = 0; i < sizeof attributes / sizeof attributes[0]; i++)
            if (attributes[i].number == (int)attribute)
                *value = read_field(&properties, &attributes[i]);
    }
    return runtime_leave(runtime, status);
}
