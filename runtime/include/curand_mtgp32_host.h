/* SPDX-License-Identifier: BSD-3-Clause */
/* How a program fills states of MTGP32: refused by name. */
#ifndef SIMGPU_CURAND_MTGP32_HOST_H
#define SIMGPU_CURAND_MTGP32_HOST_H

#include "curand.h"
#include "curand_kernel.h"
#include "curand_mtgp32dc_p_11213.h"

#endif
