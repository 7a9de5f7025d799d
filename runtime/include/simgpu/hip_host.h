/* SPDX-License-Identifier: BSD-3-Clause */
/* What clang asks for where it compiles the host's part of a source as HIP, which it does for
 * managed variables only: the calls that it makes of a launch. They are CUDA's under HIP's names.
 *
 * Source: clang 14's CGCUDANV.cpp and SemaCUDA.cpp, for the names.
 */
#ifndef SIMGPU_HIP_HOST_H
#define SIMGPU_HIP_HOST_H

#ifdef __HIP__
extern "C" {
cudaError_t hipLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                            size_t shared_bytes, cudaStream_t stream);
unsigned int __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes = 0,
                                        cudaStream_t stream = 0);
}
#endif

#endif
