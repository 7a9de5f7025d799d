/* SPDX-License-Identifier: BSD-3-Clause */
/* cudaProfilerStart and cudaProfilerStop, under the name of header that CUDA gives them. */
#include "cuda_runtime_api.h"
