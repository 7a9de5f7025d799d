/* SPDX-License-Identifier: BSD-3-Clause */
/* NVIDIA's header has its definitions in a file of this name, which CUTLASS includes. */
#ifndef SIMGPU_CUDA_BF16_HPP
#define SIMGPU_CUDA_BF16_HPP

#include "cuda_bf16.h"

#endif
