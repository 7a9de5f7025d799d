/* SPDX-License-Identifier: BSD-3-Clause */
/* CUDA's driver interface. Its functions are the runtime library's, and both interfaces mix:
 * memory, streams and events are the same.
 *
 * Errors have the same numbers in both interfaces.
 *
 * Source: CUDA Driver API reference manual 12.x.
 * Differs: cuInit need not come first, nor a context. All contexts share the one device's memory.
 * A module needs PTX in it. Several devices are missing: a call of these is an error where it is
 * compiled. Mipmaps and views of resources are refused.
 */
#ifndef SIMGPU_CUDA_H
#define SIMGPU_CUDA_H

/* Programs ask whether NVIDIA's header, which this stands for, is there. */
#define __cuda_cuda_h__

#include "simgpu/driver/types.h"
#include "simgpu/driver/virtual_memory.h"
#include <stdint.h>
#include <stdlib.h>

#define CUDA_VERSION 12000

/* Calling conventions, which only Windows has. */
#define CUDAAPI
#define CUDA_CB

#ifdef __cplusplus
extern "C" {
#endif

#include "simgpu/driver/tensor_map.h"

/* ---- devices --------------------------------------------------------------------------------- */
CUresult cuInit(unsigned int flags);
CUresult cuDriverGetVersion(int *version);
CUresult cuDeviceGetCount(int *count);
CUresult cuDeviceGet(CUdevice *device, int number);
CUresult cuDeviceGetName(char *name, int length, CUdevice device);
CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device);
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device);
CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device);
typedef struct CUdevprop_st {
    int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
    int sharedMemPerBlock, totalConstantMemory, SIMDWidth, memPitch, regsPerBlock, clockRate;
    int textureAlign;
} CUdevprop;
CUresult cuDeviceGetProperties(CUdevprop *properties, CUdevice device);
CUresult cuGetExportTable(const void **table, const CUuuid *id);
CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device);
CUresult cuDeviceGetPCIBusId(char *text, int length, CUdevice device);
CUresult cuDeviceGetByPCIBusId(CUdevice *device, const char *text);
CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer);

/* ---- contexts -------------------------------------------------------------------------------- */
CUresult cuCtxPushCurrent(CUcontext context);
CUresult cuCtxPopCurrent(CUcontext *context);
CUresult cuCtxSetCurrent(CUcontext context);
CUresult cuCtxGetCurrent(CUcontext *context);
CUresult cuCtxAttach(CUcontext *context, unsigned int flags);
CUresult cuCtxDetach(CUcontext context);
CUresult cuCtxCreate(CUcontext *context, unsigned int flags, CUdevice device);
/* CUDA 13 calls this cuCtxCreate: below, for C++. The parameters, of several processes, may be
 * NULL. */
CUresult cuCtxCreate_v4(CUcontext *context, CUctxCreateParams *parameters, unsigned int flags,
                        CUdevice device);
CUresult cuCtxDestroy(CUcontext context);
CUresult cuCtxGetDevice(CUdevice *device);
CUresult cuCtxGetFlags(unsigned int *flags);
CUresult cuCtxGetApiVersion(CUcontext context, unsigned int *version);
CUresult cuCtxSynchronize(void);
CUresult cuCtxGetLimit(size_t *value, CUlimit limit);
CUresult cuCtxSetLimit(CUlimit limit, size_t value);
CUresult cuCtxGetCacheConfig(CUfunc_cache *config);
CUresult cuCtxSetCacheConfig(CUfunc_cache config);
CUresult cuCtxGetSharedMemConfig(CUsharedconfig *config);
CUresult cuCtxSetSharedMemConfig(CUsharedconfig config);
CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest);
CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned int flags);
CUresult cuCtxDisablePeerAccess(CUcontext peer);
CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device);
CUresult cuDevicePrimaryCtxRelease(CUdevice device);
CUresult cuDevicePrimaryCtxReset(CUdevice device);
CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags);
CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int *flags, int *active);

/* ---- modules and libraries ------------------------------------------------------------------- */
CUresult cuModuleLoadData(CUmodule *handle, const void *image);
CUresult cuModuleLoadDataEx(CUmodule *handle, const void *image, unsigned int count,
                            CUjit_option *options, void **values);
CUresult cuModuleLoadFatBinary(CUmodule *handle, const void *image);
CUresult cuModuleLoad(CUmodule *handle, const char *name);
CUresult cuModuleUnload(CUmodule handle);
CUresult cuModuleGetLoadingMode(int *mode);
CUresult cuModuleGetFunction(CUfunction *function, CUmodule handle, const char *name);
CUresult cuFuncGetModule(CUmodule *module, CUfunction function);
CUresult cuFuncGetName(const char **name, CUfunction function);
CUresult cuModuleGetGlobal(CUdeviceptr *address, size_t *bytes, CUmodule handle, const char *name);
CUresult cuLibraryLoadData(CUlibrary *library, const void *code, CUjit_option *options,
                           void **values, unsigned int n_options, CUlibraryOption *library_options,
                           void **library_values, unsigned int n_library_options);
CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *name, CUjit_option *options,
                               void **values, unsigned int n_options,
                               CUlibraryOption *library_options, void **library_values,
                               unsigned int n_library_options);
CUresult cuLibraryUnload(CUlibrary library);
CUresult cuLibraryGetModule(CUmodule *module, CUlibrary library);
CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name);
CUresult cuKernelGetFunction(CUfunction *function, CUkernel kernel);
CUresult cuLibraryGetGlobal(CUdeviceptr *address, size_t *bytes, CUlibrary library,
                            const char *name);
CUresult cuLibraryGetManaged(CUdeviceptr *address, size_t *bytes, CUlibrary library,
                             const char *name);
CUresult cuKernelGetAttribute(int *value, CUfunction_attribute attribute, CUkernel kernel,
                              CUdevice device);
CUresult cuKernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel kernel,
                              CUdevice device);
CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice device);

/* ---- kernels, launches, occupancy ------------------------------------------------------------ */
CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function);
CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value);
CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config);
CUresult cuFuncSetSharedMemConfig(CUfunction function, CUsharedconfig config);
CUresult cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                        unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                        unsigned int block_z, unsigned int shared_bytes, CUstream stream,
                        void **arguments, void **extra);
/* Launches as before CUDA 4. */
CUresult cuFuncSetBlockShape(CUfunction function, int x, int y, int z);
CUresult cuFuncSetSharedSize(CUfunction function, unsigned int bytes);
CUresult cuParamSetSize(CUfunction function, unsigned int bytes);
CUresult cuParamSeti(CUfunction function, int offset, unsigned int value);
CUresult cuParamSetf(CUfunction function, int offset, float value);
CUresult cuParamSetv(CUfunction function, int offset, void *value, unsigned int bytes);
CUresult cuLaunch(CUfunction function);
CUresult cuLaunchGrid(CUfunction function, int width, int height);
CUresult cuLaunchGridAsync(CUfunction function, int width, int height, CUstream stream);
CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                                   unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                                   unsigned int block_z, unsigned int shared_bytes, CUstream stream,
                                   void **arguments);
CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **arguments,
                          void **extra);
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void *data);
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function,
                                                     int block_size, size_t shared_bytes);
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction function,
                                                              int block_size, size_t shared_bytes,
                                                              unsigned int flags);
CUresult cuOccupancyMaxPotentialBlockSize(int *least_grid, int *block_size, CUfunction function,
                                          CUoccupancyB2DSize shared_of, size_t shared_bytes,
                                          int limit);
CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *least_grid, int *block_size,
                                                   CUfunction function,
                                                   CUoccupancyB2DSize shared_of,
                                                   size_t shared_bytes, int limit,
                                                   unsigned int flags);

/* ---- memory ---------------------------------------------------------------------------------- */
CUresult cuMemGetInfo(size_t *free_bytes, size_t *total_bytes);
CUresult cuMemGetAddressRange(CUdeviceptr *begin, size_t *bytes, CUdeviceptr address);
CUresult cuMemAlloc(CUdeviceptr *address, size_t bytes);
CUresult cuMemAllocPitch(CUdeviceptr *address, size_t *pitch, size_t width, size_t height,
                         unsigned int element_bytes);
CUresult cuMemAllocManaged(CUdeviceptr *address, size_t bytes, unsigned int flags);
CUresult cuMemFree(CUdeviceptr address);
CUresult cuMemAllocAsync(CUdeviceptr *address, size_t bytes, CUstream stream);
CUresult cuMemFreeAsync(CUdeviceptr address, CUstream stream);
CUresult cuMemAllocHost(void **pointer, size_t bytes);
CUresult cuMemHostAlloc(void **pointer, size_t bytes, unsigned int flags);
CUresult cuMemFreeHost(void *pointer);
CUresult cuMemHostGetDevicePointer(CUdeviceptr *address, void *host, unsigned int flags);
CUresult cuMemHostGetFlags(unsigned int *flags, void *host);
CUresult cuMemHostRegister(void *host, size_t bytes, unsigned int flags);
CUresult cuMemHostUnregister(void *host);
CUresult cuPointerGetAttribute(void *value, CUpointer_attribute attribute, CUdeviceptr address);
CUresult cuPointerGetAttributes(unsigned int count, CUpointer_attribute *attributes, void **values,
                                CUdeviceptr address);
CUresult cuMemAdvise(CUdeviceptr address, size_t bytes, CUmem_advise advice, CUdevice device);
CUresult cuMemPrefetchAsync(CUdeviceptr address, size_t bytes, CUdevice device, CUstream stream);
CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr address, size_t bytes,
                                unsigned int flags);

/* ---- virtual memory --------------------------------------------------------------------------
 */
CUresult cuMemGetAllocationGranularity(size_t *granularity, const CUmemAllocationProp *properties,
                                       CUmemAllocationGranularity_flags option);
CUresult cuMemAddressReserve(CUdeviceptr *address, size_t bytes, size_t alignment,
                             CUdeviceptr wanted, unsigned long long flags);
CUresult cuMemAddressFree(CUdeviceptr address, size_t bytes);
CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t bytes,
                     const CUmemAllocationProp *properties, unsigned long long flags);
CUresult cuMemRelease(CUmemGenericAllocationHandle handle);
CUresult cuMemMap(CUdeviceptr address, size_t bytes, size_t offset,
                  CUmemGenericAllocationHandle handle, unsigned long long flags);
CUresult cuMemUnmap(CUdeviceptr address, size_t bytes);
CUresult cuMemSetAccess(CUdeviceptr address, size_t bytes, const CUmemAccessDesc *accesses,
                        size_t count);
CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *address);
CUresult cuMemExportToShareableHandle(void *shareable, CUmemGenericAllocationHandle handle,
                                      CUmemAllocationHandleType type, unsigned long long flags);
CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *handle, void *shareable,
                                        CUmemAllocationHandleType type);

/* ---- copies of contiguous memory ------------------------------------------------------------- */
CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes);
CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream);
CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes);
CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t bytes, CUstream stream);
CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes);
CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t bytes, CUstream stream);
CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes);
CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream);
CUresult cuMemcpyPeer(CUdeviceptr to, CUcontext to_context, CUdeviceptr from,
                      CUcontext from_context, size_t bytes);
CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_context, CUdeviceptr from,
                           CUcontext from_context, size_t bytes, CUstream stream);

/* ---- memsets --------------------------------------------------------------------------------- */
CUresult cuMemsetD8(CUdeviceptr to, unsigned char value, size_t count);
CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count, CUstream stream);
CUresult cuMemsetD2D8(CUdeviceptr to, size_t pitch, unsigned char value, size_t width,
                      size_t height);
CUresult cuMemsetD2D8Async(CUdeviceptr to, size_t pitch, unsigned char value, size_t width,
                           size_t height, CUstream stream);
CUresult cuMemsetD16(CUdeviceptr to, unsigned short value, size_t count);
CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count, CUstream stream);
CUresult cuMemsetD2D16(CUdeviceptr to, size_t pitch, unsigned short value, size_t width,
                       size_t height);
CUresult cuMemsetD2D16Async(CUdeviceptr to, size_t pitch, unsigned short value, size_t width,
                            size_t height, CUstream stream);
CUresult cuMemsetD32(CUdeviceptr to, unsigned int value, size_t count);
CUresult cuMemsetD32Async(CUdeviceptr to, unsigned int value, size_t count, CUstream stream);
CUresult cuMemsetD2D32(CUdeviceptr to, size_t pitch, unsigned int value, size_t width,
                       size_t height);
CUresult cuMemsetD2D32Async(CUdeviceptr to, size_t pitch, unsigned int value, size_t width,
                            size_t height, CUstream stream);

/* ---- arrays, rectangles, boxes --------------------------------------------------------------- */
CUresult cuArray3DCreate(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *description);
CUresult cuArrayCreate(CUarray *array, const CUDA_ARRAY_DESCRIPTOR *description);
CUresult cuArrayDestroy(CUarray array);
CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR *description, CUarray array);
CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR *description, CUarray array);
CUresult cuMemcpy3D(const CUDA_MEMCPY3D *box);
CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D *box, CUstream stream);
CUresult cuMemcpy2D(const CUDA_MEMCPY2D *rectangle);
CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D *rectangle, CUstream stream);
CUresult cuMemcpyHtoA(CUarray to, size_t offset, const void *from, size_t bytes);
CUresult cuMemcpyDtoA(CUarray to, size_t offset, CUdeviceptr from, size_t bytes);
CUresult cuMemcpyAtoH(void *to, CUarray from, size_t offset, size_t bytes);
CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D *rectangle);

/* ---- textures and surfaces. Mipmaps and views are refused ------------------------------------ */
CUresult cuTexObjectCreate(CUtexObject *object, const CUDA_RESOURCE_DESC *resource,
                           const CUDA_TEXTURE_DESC *texture, const CUDA_RESOURCE_VIEW_DESC *view);
CUresult cuTexObjectDestroy(CUtexObject object);
CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC *resource, CUtexObject object);
CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC *texture, CUtexObject object);
CUresult cuSurfObjectCreate(CUsurfObject *object, const CUDA_RESOURCE_DESC *resource);
CUresult cuSurfObjectDestroy(CUsurfObject object);
CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC *resource, CUsurfObject object);
CUresult cuMipmappedArrayCreate(CUmipmappedArray *array, const CUDA_ARRAY3D_DESCRIPTOR *description,
                                unsigned int levels);
CUresult cuMipmappedArrayGetLevel(CUarray *level, CUmipmappedArray array, unsigned int number);
CUresult cuMipmappedArrayDestroy(CUmipmappedArray array);

/* ---- references to textures and surfaces, which CUDA calls deprecated ------------------------ */
CUresult cuModuleGetTexRef(CUtexref *reference, CUmodule module, const char *name);
CUresult cuTexRefSetArray(CUtexref reference, CUarray array, unsigned int flags);
CUresult cuTexRefSetAddress(size_t *offset, CUtexref reference, CUdeviceptr address, size_t bytes);
CUresult cuTexRefSetAddress2D(CUtexref reference, const CUDA_ARRAY_DESCRIPTOR *description,
                              CUdeviceptr address, size_t pitch);
CUresult cuTexRefSetFormat(CUtexref reference, CUarray_format format, int channels);
CUresult cuTexRefSetMipmappedArray(CUtexref reference, CUmipmappedArray array, unsigned int flags);
CUresult cuTexRefSetAddressMode(CUtexref reference, int dimension, CUaddress_mode mode);
CUresult cuTexRefSetFilterMode(CUtexref reference, CUfilter_mode mode);
CUresult cuTexRefSetFlags(CUtexref reference, unsigned int flags);
CUresult cuTexRefSetBorderColor(CUtexref reference, float *colour);
CUresult cuTexRefGetArray(CUarray *array, CUtexref reference);
CUresult cuTexRefGetAddressMode(CUaddress_mode *mode, CUtexref reference, int dimension);
CUresult cuTexRefGetFilterMode(CUfilter_mode *mode, CUtexref reference);
CUresult cuTexRefGetFlags(unsigned int *flags, CUtexref reference);
CUresult cuTexRefGetFormat(CUarray_format *format, int *channels, CUtexref reference);
CUresult cuModuleGetSurfRef(CUsurfref *reference, CUmodule module, const char *name);
CUresult cuSurfRefSetArray(CUsurfref reference, CUarray array, unsigned int flags);
CUresult cuSurfRefGetArray(CUarray *array, CUsurfref reference);

/* ---- streams and events ---------------------------------------------------------------------- */
CUresult cuStreamCreate(CUstream *stream, unsigned int flags);
CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned int flags, int priority);
CUresult cuStreamDestroy(CUstream stream);
CUresult cuStreamSynchronize(CUstream stream);
CUresult cuStreamQuery(CUstream stream);
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags);
CUresult cuStreamGetPriority(CUstream stream, int *priority);
CUresult cuStreamGetId(CUstream stream, unsigned long long *id);
CUresult cuStreamGetFlags(CUstream stream, unsigned int *flags);
CUresult cuStreamGetCtx(CUstream stream, CUcontext *context);
CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void *data,
                             unsigned int flags);
CUresult cuEventCreate(CUevent *event, unsigned int flags);
CUresult cuEventDestroy(CUevent event);
CUresult cuEventRecord(CUevent event, CUstream stream);
CUresult cuEventQuery(CUevent event);
CUresult cuEventSynchronize(CUevent event);
CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end);

/* ---- graphs, pools, places of memory --------------------------------------------------------- */
#include "simgpu/driver/graph_functions.h"

/* ---- values in memory, attributes of streams, peers, and what is refused --------------------- */
#include "simgpu/driver/stream_functions.h"

/* ---- what few programs call ------------------------------------------------------------------ */
#include "simgpu/driver/newer_functions.h"
#include "simgpu/driver/rare_enums.h"
#include "simgpu/driver/rare_functions.h"

/* ---- linking, entry points, profiler --------------------------------------------------------- */
CUresult cuLinkCreate(unsigned int count, CUjit_option *options, void **values, CUlinkState *state);
CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t bytes,
                       const char *name, unsigned int count, CUjit_option *options, void **values);
CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *path, unsigned int count,
                       CUjit_option *options, void **values);
CUresult cuLinkComplete(CUlinkState state, void **image, size_t *bytes);
CUresult cuLinkDestroy(CUlinkState state);
/* CUDA 11 had a function of this name that took four arguments. */
#define cuGetProcAddress cuGetProcAddress_v2
CUresult cuGetProcAddress(const char *name, void **function, int version, unsigned long long flags,
                          CUdriverProcAddressQueryResult *found);
CUresult cuProfilerStart(void);
CUresult cuProfilerStop(void);

/* ---- errors ---------------------------------------------------------------------------------- */
CUresult cuGetErrorName(CUresult error, const char **name);
CUresult cuGetErrorString(CUresult error, const char **text);

/* ---- the names that the functions and types of several releases have ------------------------- */
#include "simgpu/driver/versions.h"

#ifdef __cplusplus
}
static inline CUresult cuCtxCreate(CUcontext *context, CUctxCreateParams *parameters,
                                   unsigned int flags, CUdevice device)
{
    return cuCtxCreate_v4(context, parameters, flags, device);
}
#endif

#endif
