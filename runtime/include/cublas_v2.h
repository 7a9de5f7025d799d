/* SPDX-License-Identifier: BSD-3-Clause */
/* cuBLAS under its usual name. */
#ifndef SIMGPU_CUBLAS_V2_H
#define SIMGPU_CUBLAS_V2_H
#define CUBLAS_V2_H_

#ifdef CUBLAS_H_
#error "a file includes cublas.h or cublas_v2.h, not both"
#endif

#include "cublas_api.h"

#endif
