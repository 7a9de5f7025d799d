/* SPDX-License-Identifier: BSD-3-Clause */
/* Virtual memory: simgpu keeps addresses and memory, so these ask it. */
#include "runtime/cuda/driver/driver.h"

static CUresult ask(enum protocol_virtual what, uint64_t address, uint64_t bytes, uint64_t handle,
                    uint64_t *result)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess) {
        struct exchange exchange = {.kind = PROTOCOL_VIRTUAL,
                                    .argument = {[PROTOCOL_VIRTUAL_WHAT] = what,
                                                 [PROTOCOL_VIRTUAL_ADDRESS] = address,
                                                 [PROTOCOL_VIRTUAL_BYTES] = bytes,
                                                 [PROTOCOL_VIRTUAL_HANDLE] = handle}};
        status = runtime_ask(runtime, &exchange);
        if (result)
            *result = exchange.value[PROTOCOL_RESULT];
    }
    return driver_result(runtime_leave(runtime, status));
}

/* What is noted of each unit of a mapping, so that the program may ask for it; NULL: unmapped. */
static void note_access(uint64_t address, uint64_t bytes, void *noted)
{
    struct runtime *runtime = runtime_hold();
    for (uint64_t unit = address; unit < address + bytes; unit += PROTOCOL_VIRTUAL_UNIT)
        if (noted)
            pointer_map_set(&runtime->accesses, (void *)(uintptr_t)unit, noted);
        else
            pointer_map_remove(&runtime->accesses, (void *)(uintptr_t)unit);
    runtime_release(runtime);
}
static void *noted_flags(unsigned long long flags)
{
    return (void *)(uintptr_t)(flags + 1);
}

static bool is_device(const CUmemLocation *location)
{
    return location->type == CU_MEM_LOCATION_TYPE_DEVICE && location->id == 0;
}

static CUresult check(const CUmemAllocationProp *properties)
{
    if (!properties || properties->type != CU_MEM_ALLOCATION_TYPE_PINNED)
        return CUDA_ERROR_INVALID_VALUE;
    if (properties->location.type != CU_MEM_LOCATION_TYPE_DEVICE)
        return driver_refuse("virtual memory of the host");
    if (properties->requestedHandleTypes != CU_MEM_HANDLE_TYPE_NONE)
        return driver_refuse("virtual memory that other processes share");
    return properties->location.id == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuMemGetAllocationGranularity(size_t *granularity, const CUmemAllocationProp *properties,
                                       CUmemAllocationGranularity_flags option)
{
    (void)option;
    if (!granularity || !properties)
        return CUDA_ERROR_INVALID_VALUE;
    *granularity = PROTOCOL_VIRTUAL_UNIT;
    return CUDA_SUCCESS;
}

CUresult cuMemAddressReserve(CUdeviceptr *address, size_t bytes, size_t alignment,
                             CUdeviceptr wanted, unsigned long long flags)
{
    uint64_t reserved = 0;
    if (!address || flags != 0 || (alignment & (alignment - 1)) != 0 ||
        alignment > PROTOCOL_VIRTUAL_UNIT)
        return CUDA_ERROR_INVALID_VALUE;
    const CUresult result = ask(PROTOCOL_VIRTUAL_RESERVE, wanted, bytes, 0, &reserved);
    *address = reserved;
    return result;
}

CUresult cuMemAddressFree(CUdeviceptr address, size_t bytes)
{
    return ask(PROTOCOL_VIRTUAL_UNRESERVE, address, bytes, 0, NULL);
}

CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t bytes,
                     const CUmemAllocationProp *properties, unsigned long long flags)
{
    uint64_t made = 0;
    CUresult result = check(properties);
    if (result == CUDA_SUCCESS && (!handle || flags != 0))
        result = CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS)
        result = ask(PROTOCOL_VIRTUAL_CREATE, 0, bytes, 0, &made);
    if (result == CUDA_SUCCESS)
        *handle = made;
    return result;
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle)
{
    return ask(PROTOCOL_VIRTUAL_RELEASE, 0, 0, handle, NULL);
}

CUresult cuMemMap(CUdeviceptr address, size_t bytes, size_t offset,
                  CUmemGenericAllocationHandle handle, unsigned long long flags)
{
    if (offset != 0 || flags != 0)
        return CUDA_ERROR_INVALID_VALUE;
    const CUresult result = ask(PROTOCOL_VIRTUAL_MAP, address, bytes, handle, NULL);
    if (result == CUDA_SUCCESS)
        note_access(address, bytes, noted_flags(CU_MEM_ACCESS_FLAGS_PROT_NONE));
    return result == CUDA_ERROR_NOT_SUPPORTED ? driver_refuse("a second mapping of the same memory")
                                              : result;
}

CUresult cuMemUnmap(CUdeviceptr address, size_t bytes)
{
    const CUresult result = ask(PROTOCOL_VIRTUAL_UNMAP, address, bytes, 0, NULL);
    if (result == CUDA_SUCCESS)
        note_access(address, bytes, NULL);
    return result;
}

CUresult cuMemSetAccess(CUdeviceptr address, size_t bytes, const CUmemAccessDesc *accesses,
                        size_t count)
{
    CUresult result = CUDA_SUCCESS;
    if (!accesses || count == 0)
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < count && result == CUDA_SUCCESS; i++) {
        const bool open = accesses[i].flags != CU_MEM_ACCESS_FLAGS_PROT_NONE;
        if (!is_device(&accesses[i].location))
            return CUDA_ERROR_INVALID_DEVICE;
        result =
            ask(open ? PROTOCOL_VIRTUAL_OPEN : PROTOCOL_VIRTUAL_CLOSE, address, bytes, 0, NULL);
        if (result == CUDA_SUCCESS)
            note_access(address, bytes, noted_flags(accesses[i].flags));
    }
    return result;
}

CUresult cuMemGetAccess(unsigned long long *flags, const CUmemLocation *location,
                        CUdeviceptr address)
{
    if (!flags || !location)
        return CUDA_ERROR_INVALID_VALUE;
    if (!is_device(location))
        return CUDA_ERROR_INVALID_DEVICE;
    struct runtime *runtime = runtime_hold();
    const uint64_t unit = address / PROTOCOL_VIRTUAL_UNIT * PROTOCOL_VIRTUAL_UNIT;
    const uintptr_t noted = (uintptr_t)pointer_map_get(&runtime->accesses, (void *)(uintptr_t)unit);
    runtime_release(runtime);
    if (noted == 0)
        return CUDA_ERROR_INVALID_VALUE;
    *flags = noted - 1;
    return CUDA_SUCCESS;
}

CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *address)
{
    (void)handle, (void)address;
    return driver_refuse("cuMemRetainAllocationHandle");
}

CUresult cuMemExportToShareableHandle(void *shareable, CUmemGenericAllocationHandle handle,
                                      CUmemAllocationHandleType type, unsigned long long flags)
{
    (void)shareable, (void)handle, (void)type, (void)flags;
    return driver_refuse("cuMemExportToShareableHandle");
}

CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *handle, void *shareable,
                                        CUmemAllocationHandleType type)
{
    (void)handle, (void)shareable, (void)type;
    return driver_refuse("cuMemImportFromShareableHandle");
}
