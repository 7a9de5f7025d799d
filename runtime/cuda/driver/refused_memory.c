/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory of other processes and interfaces, which are not there, and questions about mappings
 * that nothing here can answer: each says its name. */
#include "runtime/cuda/driver/driver.h"

CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *properties,
                                                CUmemGenericAllocationHandle handle)
{
    (void)properties, (void)handle;
    return driver_refuse("cuMemGetAllocationPropertiesFromHandle");
}

CUresult cuMemPoolExportToShareableHandle(void *handle, CUmemoryPool pool,
                                          CUmemAllocationHandleType type, unsigned long long flags)
{
    (void)handle, (void)pool, (void)type, (void)flags;
    return driver_refuse("cuMemPoolExportToShareableHandle");
}

CUresult cuMemPoolImportFromShareableHandle(CUmemoryPool *pool, void *handle,
                                            CUmemAllocationHandleType type,
                                            unsigned long long flags)
{
    (void)pool, (void)handle, (void)type, (void)flags;
    return driver_refuse("cuMemPoolImportFromShareableHandle");
}

CUresult cuMemPoolExportPointer(CUmemPoolPtrExportData *data, CUdeviceptr address)
{
    (void)data, (void)address;
    return driver_refuse("cuMemPoolExportPointer");
}

CUresult cuMemPoolImportPointer(CUdeviceptr *address, CUmemoryPool pool,
                                CUmemPoolPtrExportData *data)
{
    (void)address, (void)pool, (void)data;
    return driver_refuse("cuMemPoolImportPointer");
}

CUresult cuImportExternalMemory(CUexternalMemory *memory,
                                const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *description)
{
    (void)memory, (void)description;
    return driver_refuse("cuImportExternalMemory");
}

CUresult cuExternalMemoryGetMappedBuffer(CUdeviceptr *address, CUexternalMemory memory,
                                         const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *description)
{
    (void)address, (void)memory, (void)description;
    return driver_refuse("cuExternalMemoryGetMappedBuffer");
}

CUresult cuDestroyExternalMemory(CUexternalMemory memory)
{
    (void)memory;
    return driver_refuse("cuDestroyExternalMemory");
}

CUresult cuLibraryGetUnifiedFunction(void **function, CUlibrary library, const char *name)
{
    (void)function, (void)library, (void)name;
    return driver_refuse("cuLibraryGetUnifiedFunction");
}

CUresult cuGraphMemcpyNodeGetParams(CUgraphNode node, CUDA_MEMCPY3D *params)
{
    (void)node, (void)params;
    return driver_refuse("cuGraphMemcpyNodeGetParams");
}

CUresult cuGraphAddBatchMemOpNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                                  size_t count, const CUDA_BATCH_MEM_OP_NODE_PARAMS *params)
{
    (void)node, (void)graph, (void)dependencies, (void)count, (void)params;
    return driver_refuse("cuGraphAddBatchMemOpNode");
}

CUresult cuGraphBatchMemOpNodeGetParams(CUgraphNode node, CUDA_BATCH_MEM_OP_NODE_PARAMS *params)
{
    (void)node, (void)params;
    return driver_refuse("cuGraphBatchMemOpNodeGetParams");
}

CUresult cuGraphBatchMemOpNodeSetParams(CUgraphNode node,
                                        const CUDA_BATCH_MEM_OP_NODE_PARAMS *params)
{
    (void)node, (void)params;
    return driver_refuse("cuGraphBatchMemOpNodeSetParams");
}
