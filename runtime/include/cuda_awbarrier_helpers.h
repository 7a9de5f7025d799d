/* SPDX-License-Identifier: BSD-3-Clause */
/* A name that CUDA gives to a part of cuda_awbarrier.h. */
#include "cuda_awbarrier.h"
