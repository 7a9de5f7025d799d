/* SPDX-License-Identifier: BSD-3-Clause */
/* cuProfilerStart and cuProfilerStop, under the name of header that CUDA gives them. */
#include "cuda.h"
