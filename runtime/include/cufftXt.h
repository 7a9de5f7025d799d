/* SPDX-License-Identifier: BSD-3-Clause */
/* cuFFT's extensions: their calls are refused by name (cufft.h). */
#ifndef SIMGPU_CUFFTXT_H
#define SIMGPU_CUFFTXT_H

#include "cufft.h"

#endif
