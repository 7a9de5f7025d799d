/* SPDX-License-Identifier: BSD-3-Clause */
/* NVIDIA's header has its definitions in a file of this name, which CUTLASS includes. */
#ifndef SIMGPU_CUDA_FP8_HPP
#define SIMGPU_CUDA_FP8_HPP

#include "cuda_fp8.h"

#endif
