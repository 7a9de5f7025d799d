/* SPDX-License-Identifier: BSD-3-Clause */
/* Everything a CUDA C++ source has without asking: simgpucc includes this file before the source,
 * as nvcc does. It also serves host files that a plain C or C++ compiler compiles.
 *
 * Order matters: clang makes the standard library's constexpr functions callable from device code
 * unless a device function of the same name is known before, so ours are declared first. malloc and
 * free for devices must be there when <new> is.
 */
#ifndef SIMGPU_CUDA_RUNTIME_H
#define SIMGPU_CUDA_RUNTIME_H

/* Programs ask by the name of CUDA's own guard whether this header has been included. */
#define __CUDA_RUNTIME_H__

#ifdef __CUDA__
#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#endif

#include "host_defines.h"

#ifdef __CUDA__
#include "simgpu/math_declarations.h"
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
/* As with nvcc, device code calls the host's memcpy and memset, no others of their names: a program may pass them on,
 * as in std::thread(memcpy, to, from, size). */
#define memcpy __attribute__((host)) __attribute__((device)) memcpy
#define memset __attribute__((host)) __attribute__((device)) memset
#include <string.h>
#undef memcpy
#undef memset
#include <time.h>

#include "simgpu/device_library.h"

#include "simgpu/host/logarithm.h" /* <cmath> */
#include <cstdlib>
#include <math.h>
#include <new>
#include <utility> /* as CUDA's own: programs loop over {1, 2} and ask for nothing */
#endif

#include "cuda_runtime_api.h"
#include "driver_functions.h"
#include "library_types.h"
#include "vector_functions.h"
#include "vector_types.h"

#ifdef __cplusplus
#include "channel_descriptor.h"
#include "simgpu/runtime_templates.h"
#include "simgpu/hip_host.h"
#include "simgpu/host_names.h"
#include "simgpu/textures/surface_reference.h"
#include "simgpu/textures/texture_reference.h"
#endif

#ifdef __CUDA__
#include "simgpu/atomics.h"
#include "simgpu/builtin_variables.h"
#include "simgpu/cached_access.h"
#include "simgpu/conversions.h"
#include "cuda_device_runtime_api.h"
#include "simgpu/integers/integer_functions.h"
#include "simgpu/integers/dpx_functions.h"
#include "simgpu/integers/simd_functions.h"
#include "simgpu/integers/wide_division.h"
#include "simgpu/math_functions.h"
#include "simgpu/rounded_arithmetic.h"
#include "simgpu/special/special_functions.h"
#include "simgpu/synchronization.h"
#include "simgpu/textures/surface_access.h"
#include "simgpu/textures/texture_fetch.h"
#include "simgpu/warp_functions.h"
#endif

#endif
