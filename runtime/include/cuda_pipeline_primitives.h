/* SPDX-License-Identifier: BSD-3-Clause */
/* The functions of cuda_pipeline.h, under the name of header that CUDA gives them. */
#include "cuda_pipeline.h"
