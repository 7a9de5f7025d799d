/* SPDX-License-Identifier: BSD-3-Clause */
/* A name that CUDA gives to a part of cuda_runtime.h. */
#include "cuda_runtime.h"
