/* SPDX-License-Identifier: BSD-3-Clause */
/* What the files of cuSOLVER's dense interface share. */
#ifndef SIMGPU_CUSOLVER_SOLVER_H
#define SIMGPU_CUSOLVER_SOLVER_H

#include <cusolverDn.h>

#include "../cublas/handle.h"
#include "checks.h"

struct cusolverDnContext {
    cudaStream_t stream;
};

#endif
