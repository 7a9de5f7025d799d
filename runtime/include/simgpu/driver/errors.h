/* SPDX-License-Identifier: BSD-3-Clause */
/* The results of calls of CUDA's driver interface.
 *
 * Source: CUDA Driver API reference manual 13.x, "CUresult". The numbers were compared with a
 * binding made from the headers of CUDA 12.9, all but CUDA_ERROR_STREAM_DETACHED, which is newer.
 */
#ifndef SIMGPU_DRIVER_API_ERRORS_H
#define SIMGPU_DRIVER_API_ERRORS_H

/* SIMGPU_DRIVER_ERRORS(X) calls X(name, number, sentence) for each result; the sentences are ours.
 */
#define SIMGPU_DRIVER_ERRORS(X)                                                                    \
    X(CUDA_SUCCESS, 0, "no error")                                                                 \
    X(CUDA_ERROR_INVALID_VALUE, 1, "invalid argument")                                             \
    X(CUDA_ERROR_OUT_OF_MEMORY, 2, "out of memory")                                                \
    X(CUDA_ERROR_NOT_INITIALIZED, 3, "initialization error")                                       \
    X(CUDA_ERROR_DEINITIALIZED, 4, "the driver is shutting down")                                  \
    X(CUDA_ERROR_PROFILER_DISABLED, 5, "the profiler is disabled")                                 \
    X(CUDA_ERROR_PROFILER_NOT_INITIALIZED, 6, "the profiler is not initialized")                   \
    X(CUDA_ERROR_PROFILER_ALREADY_STARTED, 7, "the profiler runs already")                         \
    X(CUDA_ERROR_PROFILER_ALREADY_STOPPED, 8, "the profiler is stopped already")                   \
    X(CUDA_ERROR_STUB_LIBRARY, 34, "this library is a stub")                                       \
    X(CUDA_ERROR_DEVICE_UNAVAILABLE, 46, "the device is not available")                            \
    X(CUDA_ERROR_NO_DEVICE, 100, "no CUDA-capable device is there")                                \
    X(CUDA_ERROR_INVALID_DEVICE, 101, "there is no such device")                                   \
    X(CUDA_ERROR_DEVICE_NOT_LICENSED, 102, "the device has no licence")                            \
    X(CUDA_ERROR_INVALID_IMAGE, 200, "the image holds no device code")                             \
    X(CUDA_ERROR_INVALID_CONTEXT, 201, "there is no such context")                                 \
    X(CUDA_ERROR_CONTEXT_ALREADY_CURRENT, 202, "the context is current already")                   \
    X(CUDA_ERROR_MAP_FAILED, 205, "memory cannot be mapped")                                       \
    X(CUDA_ERROR_UNMAP_FAILED, 206, "memory cannot be unmapped")                                   \
    X(CUDA_ERROR_ARRAY_IS_MAPPED, 207, "the array is mapped")                                      \
    X(CUDA_ERROR_ALREADY_MAPPED, 208, "it is mapped already")                                      \
    X(CUDA_ERROR_NO_BINARY_FOR_GPU, 209, "no device code fits this device")                        \
    X(CUDA_ERROR_ALREADY_ACQUIRED, 210, "it has been acquired already")                            \
    X(CUDA_ERROR_NOT_MAPPED, 211, "it is not mapped")                                              \
    X(CUDA_ERROR_NOT_MAPPED_AS_ARRAY, 212, "it is not mapped as an array")                         \
    X(CUDA_ERROR_NOT_MAPPED_AS_POINTER, 213, "it is not mapped as a pointer")                      \
    X(CUDA_ERROR_ECC_UNCORRECTABLE, 214, "memory has an error that cannot be corrected")           \
    X(CUDA_ERROR_UNSUPPORTED_LIMIT, 215, "there is no such limit")                                 \
    X(CUDA_ERROR_CONTEXT_ALREADY_IN_USE, 216, "the context is in use")                             \
    X(CUDA_ERROR_PEER_ACCESS_UNSUPPORTED, 217, "the devices cannot reach each other's memory")     \
    X(CUDA_ERROR_INVALID_PTX, 218, "the PTX cannot be used")                                       \
    X(CUDA_ERROR_INVALID_GRAPHICS_CONTEXT, 219, "there is no such graphics context")               \
    X(CUDA_ERROR_NVLINK_UNCORRECTABLE, 220, "a link has an error that cannot be corrected")        \
    X(CUDA_ERROR_JIT_COMPILER_NOT_FOUND, 221, "there is no compiler of PTX")                       \
    X(CUDA_ERROR_UNSUPPORTED_PTX_VERSION, 222, "the PTX has a version that is not supported")      \
    X(CUDA_ERROR_JIT_COMPILATION_DISABLED, 223, "compilation of PTX is disabled")                  \
    X(CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY, 224, "the execution affinity is not supported")        \
    X(CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC, 225, "device code waits for its children")              \
    X(CUDA_ERROR_CONTAINED, 226, "an error was contained")                                         \
    X(CUDA_ERROR_INVALID_SOURCE, 300, "the kernel's source is invalid")                            \
    X(CUDA_ERROR_FILE_NOT_FOUND, 301, "there is no such file")                                     \
    X(CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND, 302, "a shared object lacks a symbol")            \
    X(CUDA_ERROR_SHARED_OBJECT_INIT_FAILED, 303, "a shared object cannot be initialized")          \
    X(CUDA_ERROR_OPERATING_SYSTEM, 304, "a call of the operating system failed")                   \
    X(CUDA_ERROR_INVALID_HANDLE, 400, "there is no such handle")                                   \
    X(CUDA_ERROR_ILLEGAL_STATE, 401, "not possible in this state")                                 \
    X(CUDA_ERROR_LOSSY_QUERY, 402, "the answer would lose information")                            \
    X(CUDA_ERROR_NOT_FOUND, 500, "there is nothing of this name")                                  \
    X(CUDA_ERROR_NOT_READY, 600, "not done yet")                                                   \
    X(CUDA_ERROR_ILLEGAL_ADDRESS, 700, "an illegal memory access was encountered")                 \
    X(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, 701, "too many resources requested for launch")          \
    X(CUDA_ERROR_LAUNCH_TIMEOUT, 702, "the launch timed out")                                      \
    X(CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING, 703, "the launch has another texturing mode")      \
    X(CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, 704, "peer access has been enabled already")         \
    X(CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, 705, "peer access has not been enabled")                 \
    X(CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE, 708, "the primary context is active")                     \
    X(CUDA_ERROR_CONTEXT_IS_DESTROYED, 709, "the context is destroyed")                            \
    X(CUDA_ERROR_ASSERT, 710, "device-side assert triggered")                                      \
    X(CUDA_ERROR_TOO_MANY_PEERS, 711, "too many peers")                                            \
    X(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, 712, "the memory is registered already")          \
    X(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, 713, "the memory is not registered")                  \
    X(CUDA_ERROR_HARDWARE_STACK_ERROR, 714, "hardware stack error")                                \
    X(CUDA_ERROR_ILLEGAL_INSTRUCTION, 715, "an illegal instruction was encountered")               \
    X(CUDA_ERROR_MISALIGNED_ADDRESS, 716, "misaligned address")                                    \
    X(CUDA_ERROR_INVALID_ADDRESS_SPACE, 717, "not possible in this address space")                 \
    X(CUDA_ERROR_INVALID_PC, 718, "invalid program counter")                                       \
    X(CUDA_ERROR_LAUNCH_FAILED, 719, "unspecified launch failure")                                 \
    X(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, 720, "too many blocks in cooperative launch")       \
    X(CUDA_ERROR_TENSOR_MEMORY_LEAK, 721, "a kernel ended with tensor memory allocated")           \
    X(CUDA_ERROR_NOT_PERMITTED, 800, "not permitted")                                              \
    X(CUDA_ERROR_NOT_SUPPORTED, 801, "not supported")                                              \
    X(CUDA_ERROR_SYSTEM_NOT_READY, 802, "the system is not ready")                                 \
    X(CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, 803, "versions of drivers do not match")                  \
    X(CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE, 804, "the device has no forward compatibility")   \
    X(CUDA_ERROR_MPS_CONNECTION_FAILED, 805, "no connection to the MPS server")                    \
    X(CUDA_ERROR_MPS_RPC_FAILURE, 806, "a call to the MPS server failed")                          \
    X(CUDA_ERROR_MPS_SERVER_NOT_READY, 807, "the MPS server is not ready")                         \
    X(CUDA_ERROR_MPS_MAX_CLIENTS_REACHED, 808, "too many MPS clients")                             \
    X(CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED, 809, "too many MPS connections")                     \
    X(CUDA_ERROR_MPS_CLIENT_TERMINATED, 810, "the MPS client was ended")                           \
    X(CUDA_ERROR_CDP_NOT_SUPPORTED, 811, "device code cannot launch")                              \
    X(CUDA_ERROR_CDP_VERSION_MISMATCH, 812, "versions of device launches do not match")            \
    X(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, 900, "not possible while a stream is captured")       \
    X(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, 901, "the capture has become invalid")                \
    X(CUDA_ERROR_STREAM_CAPTURE_MERGE, 902, "two captures would become one")                       \
    X(CUDA_ERROR_STREAM_CAPTURE_UNMATCHED, 903, "the capture began in another stream")             \
    X(CUDA_ERROR_STREAM_CAPTURE_UNJOINED, 904, "the capture has a fork that is not joined")        \
    X(CUDA_ERROR_STREAM_CAPTURE_ISOLATION, 905, "a dependency leads out of the capture")           \
    X(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, 906, "the default stream would wait for a capture")      \
    X(CUDA_ERROR_CAPTURED_EVENT, 907, "the event was recorded in a capture")                       \
    X(CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD, 908, "another thread began the capture")             \
    X(CUDA_ERROR_TIMEOUT, 909, "the wait timed out")                                               \
    X(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, 910, "the graph cannot be updated so")                 \
    X(CUDA_ERROR_EXTERNAL_DEVICE, 911, "an external device failed")                                \
    X(CUDA_ERROR_INVALID_CLUSTER_SIZE, 912, "the cluster has a size that cannot be")               \
    X(CUDA_ERROR_FUNCTION_NOT_LOADED, 913, "the function is not loaded")                           \
    X(CUDA_ERROR_INVALID_RESOURCE_TYPE, 914, "the resource has a type that cannot be")             \
    X(CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION, 915,                                              \
      "the resource is configured in a way that cannot be")                                        \
    X(CUDA_ERROR_KEY_ROTATION, 916, "a key is being replaced")                                     \
    X(CUDA_ERROR_STREAM_DETACHED, 917, "the stream is detached")                                   \
    X(CUDA_ERROR_UNKNOWN, 999, "unknown error")

#define SIMGPU_DRIVER_ERROR(name, number, sentence) name = number,
typedef enum cudaError_enum { SIMGPU_DRIVER_ERRORS(SIMGPU_DRIVER_ERROR) } CUresult;
#undef SIMGPU_DRIVER_ERROR

#endif
