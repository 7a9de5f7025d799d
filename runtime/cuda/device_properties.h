/* SPDX-License-Identifier: BSD-3-Clause */
/* The device's properties, from what simgpu answers to HELLO, in each layout that programs expect.
 */
#ifndef SIMGPU_RUNTIME_CUDA_DEVICE_PROPERTIES_H
#define SIMGPU_RUNTIME_CUDA_DEVICE_PROPERTIES_H

#include "runtime/cuda/runtime.h"

/* The CUDA release whose binaries this library serves, 11 to 13, or 0: simgpucc's. Each of the
 * libraries named libcudart.so.N is built with its own generation.c. */
extern const int runtime_generation;

void device_properties_fill(const struct protocol_device *device, int number,
                            struct cudaDeviceProp *properties);
/* As cudaDeviceProp of CUDA 13. to: a program's struct, written as a whole. */
void device_properties_as_13(const struct cudaDeviceProp *properties, void *to);

#endif
