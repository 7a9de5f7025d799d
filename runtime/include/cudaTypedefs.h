/* SPDX-License-Identifier: BSD-3-Clause */
/* Types of the driver interface's functions, for what cudaGetDriverEntryPoint and dlsym return:
 * those that public programs name. The number is CUDA's release that the form is of.
 *
 * Source: CUDA's headers have a type of this name for each function; CUDA Driver API reference
 * manual, "Driver Entry Point Access".
 */
#ifndef SIMGPU_CUDA_TYPEDEFS_H
#define SIMGPU_CUDA_TYPEDEFS_H

#include "cuda.h"

#define SIMGPU_FUNCTION_TYPE(name, release)                                                        \
    typedef __typeof__(&name) PFN_##name##_v##release;                                             \
    typedef __typeof__(&name) PFN_##name
SIMGPU_FUNCTION_TYPE(cuInit, 2000);
SIMGPU_FUNCTION_TYPE(cuDriverGetVersion, 2020);
SIMGPU_FUNCTION_TYPE(cuDeviceGet, 2000);
SIMGPU_FUNCTION_TYPE(cuDeviceGetCount, 2000);
SIMGPU_FUNCTION_TYPE(cuDeviceGetAttribute, 2000);
SIMGPU_FUNCTION_TYPE(cuDeviceGetName, 2000);
SIMGPU_FUNCTION_TYPE(cuCtxGetCurrent, 4000);
SIMGPU_FUNCTION_TYPE(cuCtxSetCurrent, 4000);
SIMGPU_FUNCTION_TYPE(cuCtxSynchronize, 2000);
SIMGPU_FUNCTION_TYPE(cuModuleLoadData, 2000);
SIMGPU_FUNCTION_TYPE(cuModuleUnload, 2000);
SIMGPU_FUNCTION_TYPE(cuModuleGetFunction, 2000);
SIMGPU_FUNCTION_TYPE(cuFuncSetAttribute, 9000);
SIMGPU_FUNCTION_TYPE(cuLaunchKernel, 4000);
SIMGPU_FUNCTION_TYPE(cuGetErrorName, 6000);
SIMGPU_FUNCTION_TYPE(cuGetErrorString, 6000);
SIMGPU_FUNCTION_TYPE(cuMemAddressReserve, 10020);
SIMGPU_FUNCTION_TYPE(cuMemCreate, 10020);
SIMGPU_FUNCTION_TYPE(cuMemMap, 10020);
SIMGPU_FUNCTION_TYPE(cuMemSetAccess, 10020);
SIMGPU_FUNCTION_TYPE(cuMemUnmap, 10020);
SIMGPU_FUNCTION_TYPE(cuTensorMapEncodeTiled, 12000);
SIMGPU_FUNCTION_TYPE(cuTensorMapEncodeIm2col, 12000);
#undef SIMGPU_FUNCTION_TYPE

#endif
