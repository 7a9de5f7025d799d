/* SPDX-License-Identifier: BSD-3-Clause */
/* A name that CUDA gives to a part of curand_kernel.h. */
#include "curand_kernel.h"
