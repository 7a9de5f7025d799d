/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory pools, advice about managed memory, and what has become of it: the runtime's. */
#include "runtime/cuda/driver/driver.h"

static void *pointer_of(CUdeviceptr address)
{
    return (void *)(uintptr_t)address;
}

/* ---- pools: handles and numbers are the same --------------------------------------------------
 */

CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool, CUdevice device)
{
    return driver_result(cudaDeviceGetDefaultMemPool(pool, device));
}

CUresult cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice device)
{
    return driver_result(cudaDeviceGetMemPool(pool, device));
}

CUresult cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool)
{
    return driver_result(cudaDeviceSetMemPool(device, pool));
}

static struct cudaMemLocation place_of(CUmemLocation location)
{
    return (struct cudaMemLocation){(enum cudaMemLocationType)location.type, location.id};
}

CUresult cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *properties)
{
    if (!properties)
        return CUDA_ERROR_INVALID_VALUE;
    const struct cudaMemPoolProps same = {
        .allocType = (enum cudaMemAllocationType)properties->allocType,
        .handleTypes = (enum cudaMemAllocationHandleType)properties->handleTypes,
        .location = place_of(properties->location),
        .maxSize = properties->maxSize};
    return driver_result(cudaMemPoolCreate(pool, &same));
}

CUresult cuMemPoolDestroy(CUmemoryPool pool)
{
    return driver_result(cudaMemPoolDestroy(pool));
}

CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t kept)
{
    return driver_result(cudaMemPoolTrimTo(pool, kept));
}

CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value)
{
    return driver_result(cudaMemPoolSetAttribute(pool, (enum cudaMemPoolAttr)attribute, value));
}

CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value)
{
    return driver_result(cudaMemPoolGetAttribute(pool, (enum cudaMemPoolAttr)attribute, value));
}

CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *access, size_t count)
{
    CUresult result = count > 0 && !access ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
    for (size_t i = 0; i < count && result == CUDA_SUCCESS; i++) {
        const struct cudaMemAccessDesc same = {place_of(access[i].location),
                                               (enum cudaMemAccessFlags)access[i].flags};
        result = driver_result(cudaMemPoolSetAccess(pool, &same, 1));
    }
    return result;
}

CUresult cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool pool, CUmemLocation *location)
{
    enum cudaMemAccessFlags same = cudaMemAccessFlagsProtNone;
    if (!flags || !location)
        return CUDA_ERROR_INVALID_VALUE;
    struct cudaMemLocation place = place_of(*location);
    const CUresult result = driver_result(cudaMemPoolGetAccess(&same, pool, &place));
    *flags = (CUmemAccess_flags)same;
    return result;
}

CUresult cuMemAllocAsync(CUdeviceptr *address, size_t bytes, CUstream stream)
{
    void *pointer = NULL;
    if (!address)
        return CUDA_ERROR_INVALID_VALUE;
    const cudaError_t status = cudaMallocAsync(&pointer, bytes, stream);
    *address = (uintptr_t)pointer;
    return driver_result(status);
}

CUresult cuMemAllocFromPoolAsync(CUdeviceptr *address, size_t bytes, CUmemoryPool pool,
                                 CUstream stream)
{
    void *pointer = NULL;
    if (!address)
        return CUDA_ERROR_INVALID_VALUE;
    const cudaError_t status = cudaMallocFromPoolAsync(&pointer, bytes, pool, stream);
    *address = (uintptr_t)pointer;
    return driver_result(status);
}

CUresult cuMemFreeAsync(CUdeviceptr address, CUstream stream)
{
    return driver_result(cudaFreeAsync(pointer_of(address), stream));
}

/* ---- managed memory ---------------------------------------------------------------------------
 */

/* What a device's number means. */
static struct cudaMemLocation place_of_device(CUdevice device)
{
    if (device == CU_DEVICE_CPU)
        return (struct cudaMemLocation){cudaMemLocationTypeHost, 0};
    return (struct cudaMemLocation){
        device == 0 ? cudaMemLocationTypeDevice : cudaMemLocationTypeInvalid, device};
}

CUresult cuMemAdvise(CUdeviceptr address, size_t bytes, CUmem_advise advice, CUdevice device)
{
    return driver_result(cudaMemAdvise_v2(pointer_of(address), bytes, (enum cudaMemoryAdvise)advice,
                                          place_of_device(device)));
}

CUresult cuMemAdvise_v2(CUdeviceptr address, size_t bytes, CUmem_advise advice,
                        CUmemLocation location)
{
    return driver_result(cudaMemAdvise_v2(pointer_of(address), bytes, (enum cudaMemoryAdvise)advice,
                                          place_of(location)));
}

CUresult cuMemPrefetchAsync(CUdeviceptr address, size_t bytes, CUdevice device, CUstream stream)
{
    return driver_result(
        cudaMemPrefetchAsync_v2(pointer_of(address), bytes, place_of_device(device), 0, stream));
}

CUresult cuMemPrefetchAsync_v2(CUdeviceptr address, size_t bytes, CUmemLocation location,
                               unsigned int flags, CUstream stream)
{
    return driver_result(
        cudaMemPrefetchAsync_v2(pointer_of(address), bytes, place_of(location), flags, stream));
}

CUresult cuMemRangeGetAttribute(void *data, size_t data_size, CUmem_range_attribute attribute,
                                CUdeviceptr address, size_t bytes)
{
    return driver_result(cudaMemRangeGetAttribute(
        data, data_size, (enum cudaMemRangeAttribute)attribute, pointer_of(address), bytes));
}

CUresult cuMemRangeGetAttributes(void **data, size_t *data_sizes, CUmem_range_attribute *attributes,
                                 size_t n_attributes, CUdeviceptr address, size_t bytes)
{
    CUresult result = data && data_sizes && attributes ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < n_attributes && result == CUDA_SUCCESS; i++)
        result = cuMemRangeGetAttribute(data[i], data_sizes[i], attributes[i], address, bytes);
    return result;
}

CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr address, size_t bytes,
                                unsigned int flags)
{
    return driver_result(cudaStreamAttachMemAsync(stream, pointer_of(address), bytes, flags));
}
