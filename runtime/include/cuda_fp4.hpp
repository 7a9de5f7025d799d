/* SPDX-License-Identifier: BSD-3-Clause */
/* A name that CUDA gives to a part of cuda_fp4.h. */
#include "cuda_fp4.h"
