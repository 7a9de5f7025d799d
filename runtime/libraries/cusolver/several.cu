/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER for several GPUs, which is refused. */
#include <cusolverMg.h>

#include "../common/refuse.h"

#define REFUSE(name) REFUSED_CALL(cusolverStatus_t, CUSOLVER_STATUS_NOT_SUPPORTED, name)
SIMGPU_CUSOLVERMG_REFUSED(REFUSE)
