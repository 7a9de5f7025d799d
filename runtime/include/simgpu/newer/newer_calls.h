/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls of the runtime that are younger than CUDA 12.0: part of cuda_runtime_api.h. Programs of
 * today make them without asking for CUDART_VERSION.
 *
 * Libraries of device code are the driver interface's. Copies in a batch are copies one by one.
 * Logs, other processes' notes and questions about atomics are refused by name.
 *
 * Source: CUDA Runtime API reference manual 12.9 and 13.0.
 */
#ifndef SIMGPU_NEWER_NEWER_CALLS_H
#define SIMGPU_NEWER_NEWER_CALLS_H

typedef struct CUlib_st *cudaLibrary_t;
typedef struct CUkern_st *cudaKernel_t;

enum cudaJitOption {
    cudaJitMaxRegisters = 0,
    cudaJitThreadsPerBlock = 1,
    cudaJitWallTime = 2,
    cudaJitInfoLogBuffer = 3,
    cudaJitInfoLogBufferSizeBytes = 4,
    cudaJitErrorLogBuffer = 5,
    cudaJitErrorLogBufferSizeBytes = 6,
    cudaJitOptimizationLevel = 7,
    cudaJitFallbackStrategy = 10,
    cudaJitGenerateDebugInfo = 11,
    cudaJitLogVerbose = 12,
    cudaJitGenerateLineInfo = 13,
    cudaJitCacheMode = 14,
    cudaJitPositionIndependentCode = 30,
    cudaJitMinCtaPerSm = 31,
    cudaJitMaxThreadsPerBlock = 32,
    cudaJitOverrideDirectiveValues = 33
};
enum cudaJit_Fallback { cudaPreferPtx = 0, cudaPreferBinary = 1 };
enum cudaJit_CacheMode {
    cudaJitCacheOptionNone = 0,
    cudaJitCacheOptionCG = 1,
    cudaJitCacheOptionCA = 2
};
enum cudaLibraryOption {
    cudaLibraryHostUniversalFunctionAndDataTable = 0,
    cudaLibraryBinaryIsPreserved = 1
};

cudaError_t cudaLibraryLoadData(cudaLibrary_t *library, const void *code,
                                enum cudaJitOption *options, void **values, unsigned int n_options,
                                enum cudaLibraryOption *library_options, void **library_values,
                                unsigned int n_library_options);
cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t *library, const char *name,
                                    enum cudaJitOption *options, void **values,
                                    unsigned int n_options, enum cudaLibraryOption *library_options,
                                    void **library_values, unsigned int n_library_options);
cudaError_t cudaLibraryUnload(cudaLibrary_t library);
cudaError_t cudaLibraryGetKernel(cudaKernel_t *kernel, cudaLibrary_t library, const char *name);
cudaError_t cudaLibraryGetGlobal(void **address, size_t *bytes, cudaLibrary_t library,
                                 const char *name);
cudaError_t cudaLibraryGetManaged(void **address, size_t *bytes, cudaLibrary_t library,
                                  const char *name);
cudaError_t cudaLibraryGetUnifiedFunction(void **address, cudaLibrary_t library,
                                          const char *name); /* refused */
cudaError_t cudaLibraryGetKernelCount(unsigned int *count, cudaLibrary_t library);
cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t *kernels, unsigned int most,
                                        cudaLibrary_t library);
cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, enum cudaFuncAttribute attribute,
                                            int value, int device);
cudaError_t cudaGetKernel(cudaKernel_t *kernel, const void *function);

/* ---- copies in batches ---- */

enum cudaMemcpySrcAccessOrder {
    cudaMemcpySrcAccessOrderInvalid = 0,
    cudaMemcpySrcAccessOrderStream = 1,
    cudaMemcpySrcAccessOrderDuringApiCall = 2,
    cudaMemcpySrcAccessOrderAny = 3
};
enum cudaMemcpyFlags { cudaMemcpyFlagDefault = 0, cudaMemcpyFlagPreferOverlapWithCompute = 1 };
struct cudaMemcpyAttributes {
    enum cudaMemcpySrcAccessOrder srcAccessOrder;
    struct cudaMemLocation srcLocHint, dstLocHint;
    unsigned int flags;
};

/* ---- these are refused by name ---- */

enum cudaAtomicOperation {
    cudaAtomicOperationIntegerAdd = 0,
    cudaAtomicOperationIntegerMin = 1,
    cudaAtomicOperationIntegerMax = 2,
    cudaAtomicOperationIntegerIncrement = 3,
    cudaAtomicOperationIntegerDecrement = 4,
    cudaAtomicOperationAnd = 5,
    cudaAtomicOperationOr = 6,
    cudaAtomicOperationXOR = 7,
    cudaAtomicOperationExchange = 8,
    cudaAtomicOperationCAS = 9,
    cudaAtomicOperationFloatAdd = 10,
    cudaAtomicOperationFloatMin = 11,
    cudaAtomicOperationFloatMax = 12
};
cudaError_t cudaDeviceGetHostAtomicCapabilities(unsigned int *capabilities,
                                                const enum cudaAtomicOperation *operations,
                                                unsigned int count, int device);
cudaError_t cudaDeviceGetP2PAtomicCapabilities(unsigned int *capabilities,
                                               const enum cudaAtomicOperation *operations,
                                               unsigned int count, int device, int peer);

typedef enum { cudaLogLevelError = 0, cudaLogLevelWarning = 1 } cudaLogLevel;
typedef struct CUlogsCallbackEntry_st *cudaLogsCallbackHandle;
typedef unsigned int cudaLogIterator;
typedef void (*cudaLogsCallback_t)(void *data, cudaLogLevel level, char *text, size_t length);
cudaError_t cudaLogsRegisterCallback(cudaLogsCallback_t callback, void *data,
                                     cudaLogsCallbackHandle *handle);
cudaError_t cudaLogsUnregisterCallback(cudaLogsCallbackHandle handle);
cudaError_t cudaLogsCurrent(cudaLogIterator *iterator, unsigned int flags);
cudaError_t cudaLogsDumpToFile(cudaLogIterator *iterator, const char *path, unsigned int flags);
cudaError_t cudaLogsDumpToMemory(cudaLogIterator *iterator, char *text, size_t *bytes,
                                 unsigned int flags);

#endif
