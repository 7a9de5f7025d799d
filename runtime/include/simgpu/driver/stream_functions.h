/* SPDX-License-Identifier: BSD-3-Clause */
/* Values in memory that streams write and wait for, attributes of streams, copies between peers,
 * and what is refused. cuda.h includes this file.
 *
 * Source: CUDA Driver API reference manual 12.x. */
#ifndef SIMGPU_DRIVER_STREAM_FUNCTIONS_H
#define SIMGPU_DRIVER_STREAM_FUNCTIONS_H

/* Differs: a wait looks when all work given before has ended, and is refused if the value isn't
 * there then. A write and a wait hold the caller up. */
CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr address, uint32_t value,
                              unsigned int flags);
CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr address, uint64_t value,
                              unsigned int flags);
CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr address, uint32_t value,
                             unsigned int flags);
CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr address, uint64_t value,
                             unsigned int flags);
CUresult cuStreamBatchMemOp(CUstream stream, unsigned int count,
                            CUstreamBatchMemOpParams *operations, unsigned int flags);

CUresult cuStreamSetAttribute(CUstream stream, CUstreamAttrID attribute,
                              const CUstreamAttrValue *value);
CUresult cuStreamGetAttribute(CUstream stream, CUstreamAttrID attribute, CUstreamAttrValue *value);
CUresult cuStreamCopyAttributes(CUstream to, CUstream from);

CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER *box);
CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *box, CUstream stream);

CUresult cuKernelGetName(const char **name, CUkernel kernel);
CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, CUfunction function, int blocks,
                                                 int block_size);

CUresult cuGraphAddMemAllocNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                                size_t count, CUDA_MEM_ALLOC_NODE_PARAMS *params);
CUresult cuGraphAddMemFreeNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                               size_t count, CUdeviceptr address);
CUresult cuDeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attribute, void *value);
CUresult cuDeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attribute, void *value);
CUresult cuDeviceGraphMemTrim(CUdevice device);

CUresult cuGraphMemAllocNodeGetParams(CUgraphNode node, CUDA_MEM_ALLOC_NODE_PARAMS *params);
CUresult cuGraphMemFreeNodeGetParams(CUgraphNode node, CUdeviceptr *address);
CUresult cuCtxResetPersistingL2Cache(void);

/* Refused by name. */
CUresult cuGraphMemcpyNodeGetParams(CUgraphNode node, CUDA_MEMCPY3D *params);
CUresult cuGraphAddBatchMemOpNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                                  size_t count, const CUDA_BATCH_MEM_OP_NODE_PARAMS *params);
CUresult cuGraphBatchMemOpNodeGetParams(CUgraphNode node, CUDA_BATCH_MEM_OP_NODE_PARAMS *params);
CUresult cuGraphBatchMemOpNodeSetParams(CUgraphNode node,
                                        const CUDA_BATCH_MEM_OP_NODE_PARAMS *params);
CUresult cuMemGetAccess(unsigned long long *flags, const CUmemLocation *location,
                        CUdeviceptr address);
CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *properties,
                                                CUmemGenericAllocationHandle handle);
CUresult cuMemPoolExportToShareableHandle(void *handle, CUmemoryPool pool,
                                          CUmemAllocationHandleType type, unsigned long long flags);
CUresult cuMemPoolImportFromShareableHandle(CUmemoryPool *pool, void *handle,
                                            CUmemAllocationHandleType type,
                                            unsigned long long flags);
CUresult cuMemPoolExportPointer(CUmemPoolPtrExportData *data, CUdeviceptr address);
CUresult cuMemPoolImportPointer(CUdeviceptr *address, CUmemoryPool pool,
                                CUmemPoolPtrExportData *data);
CUresult cuImportExternalMemory(CUexternalMemory *memory,
                                const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *description);
CUresult cuExternalMemoryGetMappedBuffer(CUdeviceptr *address, CUexternalMemory memory,
                                         const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *description);
CUresult cuDestroyExternalMemory(CUexternalMemory memory);
CUresult cuModuleGetFunctionCount(unsigned int *count, CUmodule module);
CUresult cuModuleEnumerateFunctions(CUfunction *functions, unsigned int count, CUmodule module);
CUresult cuLibraryGetKernelCount(unsigned int *count, CUlibrary library);
CUresult cuLibraryEnumerateKernels(CUkernel *kernels, unsigned int count, CUlibrary library);
CUresult cuLibraryGetUnifiedFunction(void **function, CUlibrary library, const char *name);

#endif
