/* SPDX-License-Identifier: BSD-3-Clause */
/* What the files of the driver interface share.
 *
 * A CUfunction is a struct kernel that is its own stub, a CUmodule a struct module. So the
 * runtime's functions do the work: both interfaces see the same memory, streams and events, and
 * mix.
 *
 * Source: CUDA Driver API reference manual 12.x. Differs: cuInit need not come first, nor a
 * context; all contexts share one memory, and what one has allocated stays when it is destroyed.
 */
#ifndef SIMGPU_RUNTIME_CUDA_DRIVER_DRIVER_H
#define SIMGPU_RUNTIME_CUDA_DRIVER_DRIVER_H

#include "runtime/cuda/modules.h"
#include "runtime/include/cuda.h"

/* A program that was compiled with NVIDIA's header calls the second name. */
#define DRIVER_ALSO(name, other) extern __typeof(name) other __attribute__((alias(#name)));

/* The driver's number of an error, which is not left for cudaGetLastError. */
CUresult driver_result(cudaError_t status);
/* Prints that the call is not supported. */
CUresult driver_refuse(const char *what);

/* Texels of n channels; false: there are none of this format. */
bool driver_texels(CUarray_format format, unsigned int n, struct cudaChannelFormatDesc *texels);
/* The opposite: how many channels, and their format. */
unsigned int driver_format(const struct cudaChannelFormatDesc *texels, CUarray_format *format);

/* The current device's architecture, 10 * major + minor; 0 with an error. */
CUresult driver_device_arch(unsigned *arch);

/* A variable of a module that the program has loaded. */
CUresult driver_variable(CUmodule module, const char *name, const struct variable **variable);

/* The runtime's description of a box. */
cudaError_t driver_box(const CUDA_MEMCPY3D *box, struct cudaMemcpy3DParms *out);

#endif
