/* SPDX-License-Identifier: BSD-3-Clause */
/* The PTX front end as the workload loader sees it. */
#ifndef SIMGPU_WORKLOADS_PTX_KERNELS_PROVIDER_H
#define SIMGPU_WORKLOADS_PTX_KERNELS_PROVIDER_H

#include "workloads/loader/kernel_provider.h"

extern const struct kernel_provider ptx_provider;

#endif
