/* SPDX-License-Identifier: BSD-3-Clause */
/* A name that CUDA gives to a part of cuda_pipeline.h. */
#include "cuda_pipeline.h"
