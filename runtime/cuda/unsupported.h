/* SPDX-License-Identifier: BSD-3-Clause */
/* Entry points of CUDA's runtime that this library has by name only: UNSUPPORTED_CALLS(X) calls
 * X(name) for each.
 *
 * Source: the symbol table of CUDA 13.0's libcudart, and the CUDA Runtime API reference manuals of
 * 11.8 and 12.6 for names that are gone since.
 */
#ifndef SIMGPU_RUNTIME_CUDA_UNSUPPORTED_H
#define SIMGPU_RUNTIME_CUDA_UNSUPPORTED_H

#define UNSUPPORTED_CALLS(X)                                                                       \
    X(__cudaGetProcAddress)                                                                        \
    X(__cudaRegisterUnifiedTable)                                                                  \
    X(cudaArrayGetMemoryRequirements)                                                              \
    X(cudaArrayGetPlane)                                                                           \
    X(cudaArrayGetSparseProperties)                                                                \
    X(cudaBindTextureToMipmappedArray)                                                             \
    X(cudaDestroyExternalMemory)                                                                   \
    X(cudaDestroyExternalSemaphore)                                                                \
    X(cudaDeviceFlushGPUDirectRDMAWrites)                                                          \
    X(cudaDeviceGetHostAtomicCapabilities)                                                         \
    X(cudaDeviceGetNvSciSyncAttributes)                                                            \
    X(cudaDeviceGetP2PAtomicCapabilities)                                                          \
    X(cudaDeviceRegisterAsyncNotification)                                                         \
    X(cudaDeviceUnregisterAsyncNotification)                                                       \
    X(cudaEGLStreamConsumerAcquireFrame)                                                           \
    X(cudaEGLStreamConsumerConnect)                                                                \
    X(cudaEGLStreamConsumerConnectWithFlags)                                                       \
    X(cudaEGLStreamConsumerDisconnect)                                                             \
    X(cudaEGLStreamConsumerReleaseFrame)                                                           \
    X(cudaEGLStreamProducerConnect)                                                                \
    X(cudaEGLStreamProducerDisconnect)                                                             \
    X(cudaEGLStreamProducerPresentFrame)                                                           \
    X(cudaEGLStreamProducerReturnFrame)                                                            \
    X(cudaEventCreateFromEGLSync)                                                                  \
    X(cudaExternalMemoryGetMappedBuffer)                                                           \
    X(cudaExternalMemoryGetMappedMipmappedArray)                                                   \
    X(cudaFreeMipmappedArray)                                                                      \
    X(cudaGLGetDevices)                                                                            \
    X(cudaGLMapBufferObject)                                                                       \
    X(cudaGLMapBufferObjectAsync)                                                                  \
    X(cudaGLRegisterBufferObject)                                                                  \
    X(cudaGLSetBufferObjectMapFlags)                                                               \
    X(cudaGLSetGLDevice)                                                                           \
    X(cudaGLUnmapBufferObject)                                                                     \
    X(cudaGLUnmapBufferObjectAsync)                                                                \
    X(cudaGLUnregisterBufferObject)                                                                \
    X(cudaGetDriverEntryPointByVersion_ptsz)                                                       \
    X(cudaGetDriverEntryPoint_ptsz)                                                                \
    X(cudaGetExportTable)                                                                          \
    X(cudaGetMipmappedArrayLevel)                                                                  \
    X(cudaGetTextureObjectResourceViewDesc)                                                        \
    X(cudaGraphAddExternalSemaphoresSignalNode)                                                    \
    X(cudaGraphAddExternalSemaphoresWaitNode)                                                      \
    X(cudaGraphExecExternalSemaphoresSignalNodeSetParams)                                          \
    X(cudaGraphExecExternalSemaphoresWaitNodeSetParams)                                            \
    X(cudaGraphExternalSemaphoresSignalNodeGetParams)                                              \
    X(cudaGraphExternalSemaphoresSignalNodeSetParams)                                              \
    X(cudaGraphExternalSemaphoresWaitNodeGetParams)                                                \
    X(cudaGraphExternalSemaphoresWaitNodeSetParams)                                                \
    X(cudaGraphicsEGLRegisterImage)                                                                \
    X(cudaGraphicsGLRegisterBuffer)                                                                \
    X(cudaGraphicsGLRegisterImage)                                                                 \
    X(cudaGraphicsMapResources)                                                                    \
    X(cudaGraphicsResourceGetMappedEglFrame)                                                       \
    X(cudaGraphicsResourceGetMappedMipmappedArray)                                                 \
    X(cudaGraphicsResourceGetMappedPointer)                                                        \
    X(cudaGraphicsResourceSetMapFlags)                                                             \
    X(cudaGraphicsSubResourceGetMappedArray)                                                       \
    X(cudaGraphicsUnmapResources)                                                                  \
    X(cudaGraphicsUnregisterResource)                                                              \
    X(cudaGraphicsVDPAURegisterOutputSurface)                                                      \
    X(cudaGraphicsVDPAURegisterVideoSurface)                                                       \
    X(cudaImportExternalMemory)                                                                    \
    X(cudaImportExternalSemaphore)                                                                 \
    X(cudaIpcCloseMemHandle)                                                                       \
    X(cudaIpcGetEventHandle)                                                                       \
    X(cudaIpcGetMemHandle)                                                                         \
    X(cudaIpcOpenEventHandle)                                                                      \
    X(cudaIpcOpenMemHandle)                                                                        \
    X(cudaLaunchCooperativeKernelMultiDevice)                                                      \
    X(cudaLibraryGetUnifiedFunction)                                                               \
    X(cudaLogsCurrent)                                                                             \
    X(cudaLogsDumpToFile)                                                                          \
    X(cudaLogsDumpToMemory)                                                                        \
    X(cudaLogsRegisterCallback)                                                                    \
    X(cudaLogsUnregisterCallback)                                                                  \
    X(cudaMallocMipmappedArray)                                                                    \
    X(cudaMemDiscardAndPrefetchBatchAsync)                                                         \
    X(cudaMemDiscardAndPrefetchBatchAsync_ptsz)                                                    \
    X(cudaMemDiscardBatchAsync)                                                                    \
    X(cudaMemDiscardBatchAsync_ptsz)                                                               \
    X(cudaMemPoolExportPointer)                                                                    \
    X(cudaMemPoolExportToShareableHandle)                                                          \
    X(cudaMemPoolImportFromShareableHandle)                                                        \
    X(cudaMemPoolImportPointer)                                                                    \
    X(cudaMemPrefetchBatchAsync)                                                                   \
    X(cudaMemPrefetchBatchAsync_ptsz)                                                              \
    X(cudaMemcpy3DBatchAsync)                                                                      \
    X(cudaMemcpy3DBatchAsync_ptsz)                                                                 \
    X(cudaMemcpyBatchAsync)                                                                        \
    X(cudaMemcpyBatchAsync_ptsz)                                                                   \
    X(cudaMipmappedArrayGetMemoryRequirements)                                                     \
    X(cudaMipmappedArrayGetSparseProperties)                                                       \
    X(cudaSetDoubleForDevice)                                                                      \
    X(cudaSetDoubleForHost)                                                                        \
    X(cudaSignalExternalSemaphoresAsync)                                                           \
    X(cudaSignalExternalSemaphoresAsync_ptsz)                                                      \
    X(cudaSignalExternalSemaphoresAsync_v2)                                                        \
    X(cudaSignalExternalSemaphoresAsync_v2_ptsz)                                                   \
    X(cudaVDPAUGetDevice)                                                                          \
    X(cudaVDPAUSetVDPAUDevice)                                                                     \
    X(cudaWaitExternalSemaphoresAsync)                                                             \
    X(cudaWaitExternalSemaphoresAsync_ptsz)                                                        \
    X(cudaWaitExternalSemaphoresAsync_v2)                                                          \
    X(cudaWaitExternalSemaphoresAsync_v2_ptsz)

#endif
