/* SPDX-License-Identifier: BSD-3-Clause */
/* What arrays are made of, and rare calls: part of cuda_runtime_api.h. Refused by name, but for
 * those whose comment says otherwise.
 *
 * Source: CUDA Runtime API reference manual 12.0 (cudaProfilerInitialize: 11.x).
 */
#ifndef SIMGPU_INTEROP_ARRAY_SHAPES_H
#define SIMGPU_INTEROP_ARRAY_SHAPES_H

struct cudaArraySparseProperties {
    struct {
        unsigned int width, height, depth;
    } tileExtent;
    unsigned int miptailFirstLevel;
    unsigned long long miptailSize;
    unsigned int flags;
    unsigned int reserved[4];
};
#define cudaArraySparsePropertiesSingleMipTail 0x1

struct cudaArrayMemoryRequirements {
    size_t size, alignment;
    unsigned int reserved[4];
};

#define cudaCooperativeLaunchMultiDeviceNoPreSync  0x01
#define cudaCooperativeLaunchMultiDeviceNoPostSync 0x02
#define cudaInitDeviceFlagsAreValid                0x01

/* A launch on one of several devices. */
struct cudaLaunchParams {
    void *func;
    dim3 gridDim, blockDim;
    void **args;
    size_t sharedMem;
    cudaStream_t stream;
};

struct cudaMemcpy3DPeerParms {
    cudaArray_t srcArray;
    struct cudaPos srcPos;
    struct cudaPitchedPtr srcPtr;
    int srcDevice;
    cudaArray_t dstArray;
    struct cudaPos dstPos;
    struct cudaPitchedPtr dstPtr;
    int dstDevice;
    struct cudaExtent extent;
};

enum cudaCGScope { cudaCGScopeInvalid = 0, cudaCGScopeGrid = 1, cudaCGScopeMultiGrid = 2 };
enum cudaRoundMode { cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf };
enum cudaFlushGPUDirectRDMAWritesScope {
    cudaFlushGPUDirectRDMAWritesToOwner = 100,
    cudaFlushGPUDirectRDMAWritesToAllDevices = 200
};
enum cudaFlushGPUDirectRDMAWritesTarget { cudaFlushGPUDirectRDMAWritesTargetCurrentDevice = 0 };
enum cudaOutputMode { cudaKeyValuePair = 0, cudaCSV = 1 };
typedef enum cudaOutputMode cudaOutputMode_t;

#ifdef __cplusplus
extern "C" {
#endif

cudaError_t cudaArrayGetPlane(cudaArray_t *plane, cudaArray_t array, unsigned int which);
cudaError_t cudaArrayGetMemoryRequirements(struct cudaArrayMemoryRequirements *needs,
                                           cudaArray_t array, int device);
cudaError_t cudaMipmappedArrayGetMemoryRequirements(struct cudaArrayMemoryRequirements *needs,
                                                    cudaMipmappedArray_t array, int device);
cudaError_t cudaArrayGetSparseProperties(struct cudaArraySparseProperties *properties,
                                         cudaArray_t array);
cudaError_t cudaMipmappedArrayGetSparseProperties(struct cudaArraySparseProperties *properties,
                                                  cudaMipmappedArray_t array);
cudaError_t cudaLaunchCooperativeKernelMultiDevice(struct cudaLaunchParams *launches,
                                                   unsigned int n,
                                                   unsigned int flags SIMGPU_DEFAULT(0));
cudaError_t cudaSetDoubleForDevice(double *number);
cudaError_t cudaSetDoubleForHost(double *number);
cudaError_t cudaGetExportTable(const void **table, const void *id);
cudaError_t cudaDeviceFlushGPUDirectRDMAWrites(enum cudaFlushGPUDirectRDMAWritesTarget target,
                                               enum cudaFlushGPUDirectRDMAWritesScope scope);
cudaError_t cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc *view,
                                                 cudaTextureObject_t texture);
/* Work: copies of boxes between devices. */
cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *parameters);
cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *parameters,
                                  cudaStream_t stream SIMGPU_DEFAULT(0));
/* Works: makes the device's context. */
cudaError_t cudaInitDevice(int device, unsigned int device_flags, unsigned int flags);
/* Works: cudaGetDeviceProperties under the name that it has in the library. */
cudaError_t cudaGetDeviceProperties_v2(struct cudaDeviceProp *properties, int device);

#ifdef __cplusplus
}
#endif

#endif
