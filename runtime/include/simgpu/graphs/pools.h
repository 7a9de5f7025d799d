/* SPDX-License-Identifier: BSD-3-Clause */
/* The functions of the CUDA runtime about memory pools and the places of memory.
 * cuda_runtime_api.h includes this file among its declarations.
 *
 * Source: CUDA Runtime API reference manual 12.x, "Stream Ordered Memory Allocator" and "Memory
 * Management"; 13.0 for those that take a location in place of a device.
 */
#ifndef SIMGPU_POOL_FUNCTIONS_H
#define SIMGPU_POOL_FUNCTIONS_H

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t *pool, struct cudaMemLocation *location,
                                     enum cudaMemAllocationType type);
cudaError_t cudaMemGetMemPool(cudaMemPool_t *pool, struct cudaMemLocation *location,
                              enum cudaMemAllocationType type);
cudaError_t cudaMemSetMemPool(struct cudaMemLocation *location, enum cudaMemAllocationType type,
                              cudaMemPool_t pool);
cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *properties);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t kept);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute,
                                    void *value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute,
                                    void *value);
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *access,
                                 size_t count);
cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool,
                                 struct cudaMemLocation *location);
cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t size, cudaMemPool_t pool,
                                    cudaStream_t stream);

/* Refused by name when they are called. */
cudaError_t cudaMemPoolExportToShareableHandle(void *handle, cudaMemPool_t pool,
                                               enum cudaMemAllocationHandleType type,
                                               unsigned int flags);
cudaError_t cudaMemPoolImportFromShareableHandle(cudaMemPool_t *pool, void *handle,
                                                 enum cudaMemAllocationHandleType type,
                                                 unsigned int flags);
cudaError_t cudaMemPoolExportPointer(struct cudaMemPoolPtrExportData *data, void *pointer);
cudaError_t cudaMemPoolImportPointer(void **pointer, cudaMemPool_t pool,
                                     struct cudaMemPoolPtrExportData *data);

cudaError_t cudaMemPrefetchAsync_v2(const void *pointer, size_t count,
                                    struct cudaMemLocation location, unsigned int flags,
                                    cudaStream_t stream SIMGPU_DEFAULT(0));
cudaError_t cudaMemAdvise_v2(const void *pointer, size_t count, enum cudaMemoryAdvise advice,
                             struct cudaMemLocation location);
cudaError_t cudaMemRangeGetAttribute(void *data, size_t data_size,
                                     enum cudaMemRangeAttribute attribute, const void *pointer,
                                     size_t count);
cudaError_t cudaMemRangeGetAttributes(void **data, size_t *data_sizes,
                                      enum cudaMemRangeAttribute *attributes, size_t n_attributes,
                                      const void *pointer, size_t count);

#endif
