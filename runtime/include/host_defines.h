/* SPDX-License-Identifier: BSD-3-Clause */
/* The words CUDA adds to C++: __device__, __global__, __shared__ and their like.
 *
 * clang compiles CUDA but leaves these macros to the toolkit's headers. In a file that is compiled
 * as plain C or C++ they mean nothing, so that a header shared with .cu files compiles there too.
 *
 * Source: CUDA C++ Programming Guide, "C++ Language Extensions"; clang's attribute reference.
 * clang knows managed variables of HIP only. So simgpucc compiles the host's part of a source that
 * has some as HIP, and the device's as CUDA, for which they are plain variables.
 */
#ifndef SIMGPU_HOST_DEFINES_H
#define SIMGPU_HOST_DEFINES_H
#define __HOST_DEFINES_H__ /* by which Thrust knows that the words are there */

#ifdef __CUDA__
#define __host__   __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#ifdef SIMGPU_KEEPS_CONSTANTS
#define __constant__ __attribute__((constant, used)) /* a static one, too: see compile.sh */
#else
#define __constant__ __attribute__((constant))
#endif
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#if __has_attribute(cluster_dims)
#define __cluster_dims__(...) __attribute__((cluster_dims(__VA_ARGS__)))
#elif defined(__CUDA_ARCH__) /* simgpucc makes directives of PTX of these: see compile.sh */
#define __cluster_dims__(...) __attribute__((annotate("simgpu.cluster", __VA_ARGS__)))
#else
#define __cluster_dims__(...)
#endif
#ifdef __CUDA_ARCH__
#define __maxnreg__(...) __attribute__((annotate("simgpu.registers", __VA_ARGS__)))
#else
#define __maxnreg__(...)
#endif
#if defined(__HIP__)
#define __managed__ __attribute__((managed))
#elif defined(__CUDA_ARCH__)
#define __managed__ __attribute__((device))
#else /* simgpucc looks for this text */
#define __managed__ _Pragma("GCC error \"__managed__ needs the host's part compiled as HIP\"")
#endif
/* clang takes these lambdas for functors like others, of which std knows what they give. */
#define __nv_is_extended_device_lambda_closure_type(...)               false
#define __nv_is_extended_device_lambda_with_preserved_return_type(...) false
#define __nv_is_extended_host_device_lambda_closure_type(...)          false
#else
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#define __maxnreg__(...)
#endif

#define __grid_constant__ /* a parameter that no thread writes */
/* libstdc++ uses this name inside an attribute, where the macro breaks it: CUDA's sources have
 * bits/shared_ptr_base.h beside this file for it, plain C and C++ have no such macro. */
#ifdef __CUDA__
#define __noinline__ __attribute__((noinline))
#endif
#define __forceinline__      __inline__ __attribute__((always_inline))
#define __align__(n)         __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __thread__           __thread
#define __device_builtin__
#define __cudart_builtin__
#define __nv_pure__ __attribute__((pure))
#define __inline_hint__
#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDART_CB

#endif
