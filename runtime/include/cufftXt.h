/* SPDX-License-Identifier: BSD-3-Clause */
/* cuFFT's extensions, which cufft.h declares. */
#ifndef SIMGPU_CUFFTXT_H
#define SIMGPU_CUFFTXT_H

#include "cufft.h"

#endif
