/* SPDX-License-Identifier: BSD-3-Clause */
/* cuBLAS under its usual name. */
#ifndef SIMGPU_CUBLAS_V2_H
#define SIMGPU_CUBLAS_V2_H

#include "cublas_api.h"

#endif
