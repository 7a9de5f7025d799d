/* SPDX-License-Identifier: BSD-3-Clause */
/* How the functions of these headers are declared. */
#ifndef SIMGPU_DEVICE_FUNCTION_H
#define SIMGPU_DEVICE_FUNCTION_H

#include "host_defines.h"

/* A device function that leaves no call behind. Its instructions have the line of the caller, as
 * those of a built-in function. */
#define SIMGPU_DEVICE static __device__ __forceinline__ __attribute__((nodebug))

/* The same, also for the host. */
#define SIMGPU_HOST_DEVICE static __host__ __device__ __forceinline__

#endif
