/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory of the device and of the host: allocation, what an address is, hints. */
#include "runtime/cuda/driver/driver.h"

static void *pointer_of(CUdeviceptr address)
{
    return (void *)(uintptr_t)address;
}

CUresult cuMemGetInfo(size_t *free_bytes, size_t *total_bytes)
{
    return driver_result(cudaMemGetInfo(free_bytes, total_bytes));
}
DRIVER_ALSO(cuMemGetInfo, cuMemGetInfo_v2)

/* Either result may be NULL. */
CUresult cuMemGetAddressRange(CUdeviceptr *begin, size_t *bytes, CUdeviceptr address)
{
    struct runtime *runtime = NULL;
    struct exchange exchange = {.kind = PROTOCOL_ADDRESS_RANGE,
                                .argument = {[PROTOCOL_SUBJECT] = address}};
    cudaError_t status = runtime_enter(&runtime);
    const struct pinned_block *block =
        status == cudaSuccess ? pinned_find(&runtime->pinned, pointer_of(address), 1) : NULL;
    if (status == cudaSuccess && !block)
        status = runtime_ask(runtime, &exchange);
    if (status == cudaSuccess && begin)
        *begin =
            block ? runtime->pinned.base + block->offset : exchange.value[PROTOCOL_RANGE_BEGIN];
    if (status == cudaSuccess && bytes)
        *bytes = block ? block->bytes : exchange.value[PROTOCOL_RANGE_BYTES];
    return driver_result(runtime_leave(runtime, status));
}
DRIVER_ALSO(cuMemGetAddressRange, cuMemGetAddressRange_v2)

CUresult cuMemAlloc(CUdeviceptr *address, size_t bytes)
{
    void *pointer = NULL;
    if (!address || bytes == 0)
        return CUDA_ERROR_INVALID_VALUE;
    const cudaError_t status = cudaMalloc(&pointer, bytes);
    *address = (uintptr_t)pointer;
    return driver_result(status);
}
DRIVER_ALSO(cuMemAlloc, cuMemAlloc_v2)

CUresult cuMemAllocPitch(CUdeviceptr *address, size_t *pitch, size_t width, size_t height,
                         unsigned int element_bytes)
{
    void *pointer = NULL;
    (void)element_bytes;
    const cudaError_t status = cudaMallocPitch(&pointer, pitch, width, height);
    *address = (uintptr_t)pointer;
    return driver_result(status);
}
DRIVER_ALSO(cuMemAllocPitch, cuMemAllocPitch_v2)

CUresult cuMemAllocManaged(CUdeviceptr *address, size_t bytes, unsigned int flags)
{
    void *pointer = NULL;
    const cudaError_t status = cudaMallocManaged(&pointer, bytes, flags);
    *address = (uintptr_t)pointer;
    return driver_result(status);
}

CUresult cuMemFree(CUdeviceptr address)
{
    return driver_result(cudaFree(pointer_of(address)));
}
DRIVER_ALSO(cuMemFree, cuMemFree_v2)

/* ---- the host's ----------------------------------------------------------------------------- */

CUresult cuMemAllocHost(void **pointer, size_t bytes)
{
    return driver_result(cudaMallocHost(pointer, bytes));
}
DRIVER_ALSO(cuMemAllocHost, cuMemAllocHost_v2)

CUresult cuMemHostAlloc(void **pointer, size_t bytes, unsigned int flags)
{
    return driver_result(cudaHostAlloc(pointer, bytes, flags));
}

CUresult cuMemFreeHost(void *pointer)
{
    return driver_result(cudaFreeHost(pointer));
}

CUresult cuMemHostGetDevicePointer(CUdeviceptr *address, void *host, unsigned int flags)
{
    void *pointer = NULL;
    const cudaError_t status = cudaHostGetDevicePointer(&pointer, host, flags);
    *address = (uintptr_t)pointer;
    return driver_result(status);
}
DRIVER_ALSO(cuMemHostGetDevicePointer, cuMemHostGetDevicePointer_v2)

CUresult cuMemHostGetFlags(unsigned int *flags, void *host)
{
    return driver_result(cudaHostGetFlags(flags, host));
}

CUresult cuMemHostRegister(void *host, size_t bytes, unsigned int flags)
{
    return driver_result(cudaHostRegister(host, bytes, flags));
}
DRIVER_ALSO(cuMemHostRegister, cuMemHostRegister_v2)

CUresult cuMemHostUnregister(void *host)
{
    return driver_result(cudaHostUnregister(host));
}

/* ---- what an address is, and hints ------------------------------------------------------------
 */

static CUmemorytype type_of(enum cudaMemoryType type)
{
    return type == cudaMemoryTypeDevice    ? CU_MEMORYTYPE_DEVICE
           : type == cudaMemoryTypeManaged ? CU_MEMORYTYPE_UNIFIED
                                           : CU_MEMORYTYPE_HOST;
}

CUresult cuPointerGetAttribute(void *value, CUpointer_attribute attribute, CUdeviceptr address)
{
    struct cudaPointerAttributes has;
    const cudaError_t status = cudaPointerGetAttributes(&has, pointer_of(address));
    if (status != cudaSuccess)
        return driver_result(status);
    if (has.type == cudaMemoryTypeUnregistered)
        return CUDA_ERROR_INVALID_VALUE;
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
        return cuCtxGetCurrent(value);
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        *(CUmemorytype *)value =
            has.type == cudaMemoryTypeManaged ? CU_MEMORYTYPE_DEVICE : type_of(has.type);
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
        *(CUdeviceptr *)value = (uintptr_t)has.devicePointer;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        *(void **)value = has.hostPointer;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        *(unsigned int *)value = has.type == cudaMemoryTypeManaged;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        *(int *)value = has.device;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE: /* no other process or device can */
        *(unsigned int *)value = 0;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_MAPPED:
        *(unsigned int *)value = has.devicePointer != NULL;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
        return cuMemGetAddressRange(value, NULL, address);
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
        return cuMemGetAddressRange(NULL, value, address);
    default:
        break;
    }
    return driver_refuse("cuPointerGetAttribute with this attribute");
}

/* What cuPointerGetAttributes says of memory that CUDA doesn't know: it is no error there. */
static void set_unknown(void *value, CUpointer_attribute attribute)
{
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
        *(void **)value = NULL;
        break;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        *(int *)value = CU_DEVICE_INVALID;
        break;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
        *(size_t *)value = 0;
        break;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
    default:
        *(unsigned int *)value = 0;
        break;
    }
}

CUresult cuPointerGetAttributes(unsigned int count, CUpointer_attribute *attributes, void **values,
                                CUdeviceptr address)
{
    struct cudaPointerAttributes has = {0};
    CUresult result = driver_result(cudaPointerGetAttributes(&has, pointer_of(address)));
    const bool known = has.type != cudaMemoryTypeUnregistered;
    for (unsigned int i = 0; i < count && result == CUDA_SUCCESS; i++)
        if (!known)
            set_unknown(values[i], attributes[i]);
        else
            result = cuPointerGetAttribute(values[i], attributes[i], address);
    return result;
}
