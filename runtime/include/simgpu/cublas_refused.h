/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of cublas_api.h: the calls that the library refuses. */
#include "refused.h"

#define SIMGPU_CUBLAS_REFUSED(REFUSED) REFUSED(cublasUint8gemmBias)

#define SIMGPU_CUBLAS_REFUSE(name) cublasStatus_t name(SIMGPU_REFUSED_ARGUMENTS);
SIMGPU_CUBLAS_REFUSED(SIMGPU_CUBLAS_REFUSE)
#undef SIMGPU_CUBLAS_REFUSE
