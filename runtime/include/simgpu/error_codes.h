/* SPDX-License-Identifier: BSD-3-Clause */
/* cudaError_t: every error code of the CUDA runtime with CUDA's number.
 *
 * One list, so that the enumeration here and the names and sentences of cudaGetErrorName and
 * cudaGetErrorString in the runtime library are made from the same place:
 * SIMGPU_ERROR_CODES(X) calls X(name, number, sentence) once for each code.
 *
 * Source: CUDA Runtime API reference manual 12.x, "Data types used by CUDA Runtime", enum
 * cudaError, for names and numbers; codes that CUDA has dropped since keep their old number.
 * Differs: the sentences are ours.
 */
#ifndef SIMGPU_ERROR_CODES_H
#define SIMGPU_ERROR_CODES_H

#define SIMGPU_ERROR_CODES(X)                                                                      \
    X(cudaSuccess, 0, "no error")                                                                  \
    X(cudaErrorInvalidValue, 1, "invalid argument")                                                \
    X(cudaErrorMemoryAllocation, 2, "out of memory")                                               \
    X(cudaErrorInitializationError, 3, "initialization error")                                     \
    X(cudaErrorCudartUnloading, 4, "the runtime is shutting down")                                 \
    X(cudaErrorProfilerDisabled, 5, "the profiler is disabled")                                    \
    X(cudaErrorProfilerNotInitialized, 6, "the profiler is not initialized")                       \
    X(cudaErrorProfilerAlreadyStarted, 7, "the profiler has already been started")                 \
    X(cudaErrorProfilerAlreadyStopped, 8, "the profiler has already been stopped")                 \
    X(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")                          \
    X(cudaErrorInvalidPitchValue, 12, "invalid pitch argument")                                    \
    X(cudaErrorInvalidSymbol, 13, "invalid device symbol")                                         \
    X(cudaErrorInvalidHostPointer, 16, "invalid host pointer")                                     \
    X(cudaErrorInvalidDevicePointer, 17, "invalid device pointer")                                 \
    X(cudaErrorInvalidTexture, 18, "invalid texture reference")                                    \
    X(cudaErrorInvalidTextureBinding, 19, "texture is not bound to a pointer")                     \
    X(cudaErrorInvalidChannelDescriptor, 20, "invalid channel descriptor")                         \
    X(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")                    \
    X(cudaErrorAddressOfConstant, 22, "address of a constant variable taken")                      \
    X(cudaErrorTextureFetchFailed, 23, "a texture fetch failed")                                   \
    X(cudaErrorTextureNotBound, 24, "texture is not bound")                                        \
    X(cudaErrorSynchronizationError, 25, "a synchronization operation failed")                     \
    X(cudaErrorInvalidFilterSetting, 26, "linear filtering of a type that has none")               \
    X(cudaErrorInvalidNormSetting, 27, "normalized reading of a type that has none")               \
    X(cudaErrorMixedDeviceExecution, 28, "device emulation and device execution mixed")            \
    X(cudaErrorNotYetImplemented, 31, "not yet implemented")                                       \
    X(cudaErrorMemoryValueTooLarge, 32, "memory size or pointer too large")                        \
    X(cudaErrorStubLibrary, 34, "the driver library is a stub")                                    \
    X(cudaErrorInsufficientDriver, 35, "the driver is older than the runtime")                     \
    X(cudaErrorCallRequiresNewerDriver, 36, "the call needs a newer driver")                       \
    X(cudaErrorInvalidSurface, 37, "invalid surface reference")                                    \
    X(cudaErrorDuplicateVariableName, 43, "several variables share one name")                      \
    X(cudaErrorDuplicateTextureName, 44, "several textures share one name")                        \
    X(cudaErrorDuplicateSurfaceName, 45, "several surfaces share one name")                        \
    X(cudaErrorDevicesUnavailable, 46, "all devices are busy or unavailable")                      \
    X(cudaErrorIncompatibleDriverContext, 49, "the current context is not the runtime's")          \
    X(cudaErrorMissingConfiguration, 52, "a launch without a configuration")                       \
    X(cudaErrorPriorLaunchFailure, 53, "an earlier launch failed")                                 \
    X(cudaErrorLaunchMaxDepthExceeded, 65, "launches from the device are nested too deep")         \
    X(cudaErrorLaunchFileScopedTex, 66, "a device launch uses a texture reference")                \
    X(cudaErrorLaunchFileScopedSurf, 67, "a device launch uses a surface reference")               \
    X(cudaErrorSyncDepthExceeded, 68, "a device synchronization is nested too deep")               \
    X(cudaErrorLaunchPendingCountExceeded, 69, "too many pending device launches")                 \
    X(cudaErrorInvalidDeviceFunction, 98, "invalid device function")                               \
    X(cudaErrorNoDevice, 100, "no CUDA-capable device is there")                                   \
    X(cudaErrorInvalidDevice, 101, "invalid device ordinal")                                       \
    X(cudaErrorDeviceNotLicensed, 102, "the device has no licence")                                \
    X(cudaErrorSoftwareValidityNotEstablished, 103, "software validity is not established")        \
    X(cudaErrorStartupFailure, 127, "the runtime failed to start")                                 \
    X(cudaErrorInvalidKernelImage, 200, "invalid device kernel image")                             \
    X(cudaErrorDeviceUninitialized, 201, "no device context")                                      \
    X(cudaErrorMapBufferObjectFailed, 205, "a buffer object could not be mapped")                  \
    X(cudaErrorUnmapBufferObjectFailed, 206, "a buffer object could not be unmapped")              \
    X(cudaErrorArrayIsMapped, 207, "the array is mapped")                                          \
    X(cudaErrorAlreadyMapped, 208, "the resource is already mapped")                               \
    X(cudaErrorNoKernelImageForDevice, 209, "no kernel image for this device")                     \
    X(cudaErrorAlreadyAcquired, 210, "the resource is already acquired")                           \
    X(cudaErrorNotMapped, 211, "the resource is not mapped")                                       \
    X(cudaErrorNotMappedAsArray, 212, "the resource is not mapped as an array")                    \
    X(cudaErrorNotMappedAsPointer, 213, "the resource is not mapped as a pointer")                 \
    X(cudaErrorECCUncorrectable, 214, "uncorrectable memory error")                                \
    X(cudaErrorUnsupportedLimit, 215, "the limit is not supported")                                \
    X(cudaErrorDeviceAlreadyInUse, 216, "another thread uses the device exclusively")              \
    X(cudaErrorPeerAccessUnsupported, 217, "the devices cannot access each other")                 \
    X(cudaErrorInvalidPtx, 218, "the PTX does not compile")                                        \
    X(cudaErrorInvalidGraphicsContext, 219, "invalid graphics context")                            \
    X(cudaErrorNvlinkUncorrectable, 220, "uncorrectable link error")                               \
    X(cudaErrorJitCompilerNotFound, 221, "no PTX compiler")                                        \
    X(cudaErrorUnsupportedPtxVersion, 222, "the PTX version is not supported")                     \
    X(cudaErrorJitCompilationDisabled, 223, "PTX compilation is disabled")                         \
    X(cudaErrorUnsupportedExecAffinity, 224, "the execution affinity is not supported")            \
    X(cudaErrorUnsupportedDevSideSync, 225, "device-side synchronization is not supported")        \
    X(cudaErrorInvalidSource, 300, "invalid device kernel source")                                 \
    X(cudaErrorFileNotFound, 301, "file not found")                                                \
    X(cudaErrorSharedObjectSymbolNotFound, 302, "symbol not found in a shared object")             \
    X(cudaErrorSharedObjectInitFailed, 303, "a shared object failed to start")                     \
    X(cudaErrorOperatingSystem, 304, "the operating system reported an error")                     \
    X(cudaErrorInvalidResourceHandle, 400, "invalid resource handle")                              \
    X(cudaErrorIllegalState, 401, "the resource is not in a state for this")                       \
    X(cudaErrorLossyQuery, 402, "the query would lose information")                                \
    X(cudaErrorSymbolNotFound, 500, "named symbol not found")                                      \
    X(cudaErrorNotReady, 600, "device not ready")                                                  \
    X(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")                    \
    X(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch")               \
    X(cudaErrorLaunchTimeout, 702, "the launch timed out and was ended")                           \
    X(cudaErrorLaunchIncompatibleTexturing, 703, "launch with an incompatible texturing mode")     \
    X(cudaErrorPeerAccessAlreadyEnabled, 704, "peer access is already enabled")                    \
    X(cudaErrorPeerAccessNotEnabled, 705, "peer access is not enabled")                            \
    X(cudaErrorSetOnActiveProcess, 708, "the device is already in use by this process")            \
    X(cudaErrorContextIsDestroyed, 709, "the context is destroyed")                                \
    X(cudaErrorAssert, 710, "device-side assert triggered")                                        \
    X(cudaErrorTooManyPeers, 711, "too many peers")                                                \
    X(cudaErrorHostMemoryAlreadyRegistered, 712, "the host memory is already registered")          \
    X(cudaErrorHostMemoryNotRegistered, 713, "the host memory is not registered")                  \
    X(cudaErrorHardwareStackError, 714, "hardware stack error")                                    \
    X(cudaErrorIllegalInstruction, 715, "an illegal instruction was encountered")                  \
    X(cudaErrorMisalignedAddress, 716, "misaligned address")                                       \
    X(cudaErrorInvalidAddressSpace, 717, "operation not allowed in this address space")            \
    X(cudaErrorInvalidPc, 718, "invalid program counter")                                          \
    X(cudaErrorLaunchFailure, 719, "unspecified launch failure")                                   \
    X(cudaErrorCooperativeLaunchTooLarge, 720, "too many blocks in a cooperative launch")          \
    X(cudaErrorTensorMemoryLeak, 721, "a kernel ended with tensor memory allocated")               \
    X(cudaErrorNotPermitted, 800, "operation not permitted")                                       \
    X(cudaErrorNotSupported, 801, "operation not supported")                                       \
    X(cudaErrorSystemNotReady, 802, "the system is not ready")                                     \
    X(cudaErrorSystemDriverMismatch, 803, "driver versions do not match")                          \
    X(cudaErrorCompatNotSupportedOnDevice, 804, "forward compatibility is not supported")          \
    X(cudaErrorMpsConnectionFailed, 805, "no connection to the MPS server")                        \
    X(cudaErrorMpsRpcFailure, 806, "a call to the MPS server failed")                              \
    X(cudaErrorMpsServerNotReady, 807, "the MPS server is not ready")                              \
    X(cudaErrorMpsMaxClientsReached, 808, "too many MPS clients")                                  \
    X(cudaErrorMpsMaxConnectionsReached, 809, "too many MPS connections")                          \
    X(cudaErrorMpsClientTerminated, 810, "the MPS client was terminated")                          \
    X(cudaErrorCdpNotSupported, 811, "launches from the device are not supported")                 \
    X(cudaErrorCdpVersionMismatch, 812, "versions of dynamic parallelism do not match")            \
    X(cudaErrorStreamCaptureUnsupported, 900, "not permitted while a stream is captured")          \
    X(cudaErrorStreamCaptureInvalidated, 901, "the capture was invalidated by an earlier error")   \
    X(cudaErrorStreamCaptureMerge, 902, "the operation would merge two captures")                  \
    X(cudaErrorStreamCaptureUnmatched, 903, "the capture did not start in this stream")            \
    X(cudaErrorStreamCaptureUnjoined, 904, "the capture has a fork that is not joined")            \
    X(cudaErrorStreamCaptureIsolation, 905, "a dependency would cross the capture's border")       \
    X(cudaErrorStreamCaptureImplicit, 906, "an implicit dependency on the default stream")         \
    X(cudaErrorCapturedEvent, 907, "not permitted on an event recorded in a capture")              \
    X(cudaErrorStreamCaptureWrongThread, 908, "the capture belongs to another thread")             \
    X(cudaErrorTimeout, 909, "the wait timed out")                                                 \
    X(cudaErrorGraphExecUpdateFailure, 910, "the graph update breaks its constraints")             \
    X(cudaErrorExternalDevice, 911, "an external device failed")                                   \
    X(cudaErrorInvalidClusterSize, 912, "invalid cluster size")                                    \
    X(cudaErrorFunctionNotLoaded, 913, "the function is not loaded")                               \
    X(cudaErrorInvalidResourceType, 914, "invalid resource type")                                  \
    X(cudaErrorInvalidResourceConfiguration, 915, "invalid resource configuration")                \
    X(cudaErrorUnknown, 999, "unknown error")                                                      \
    X(cudaErrorApiFailureBase, 10000, "not an error: the base of driver errors")

enum cudaError {
#define SIMGPU_ERROR_ENUMERATOR(name, number, sentence) name = number,
    SIMGPU_ERROR_CODES(SIMGPU_ERROR_ENUMERATOR)
#undef SIMGPU_ERROR_ENUMERATOR
};
typedef enum cudaError cudaError_t;

#endif
