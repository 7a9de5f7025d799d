/* SPDX-License-Identifier: BSD-3-Clause */
/* Events as other files of this library need them. */
#ifndef SIMGPU_RUNTIME_CUDA_EVENTS_H
#define SIMGPU_RUNTIME_CUDA_EVENTS_H

#include "runtime/cuda/runtime.h"

/* The number by which simgpu knows the event. */
cudaError_t event_number(const struct runtime *runtime, cudaEvent_t event, uint64_t *number);

#endif
