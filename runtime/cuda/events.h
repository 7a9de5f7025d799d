/* SPDX-License-Identifier: BSD-3-Clause */
/* Events as other files of this library need them. */
#ifndef SIMGPU_RUNTIME_CUDA_EVENTS_H
#define SIMGPU_RUNTIME_CUDA_EVENTS_H

#include "runtime/cuda/runtime.h"

/* The number by which simgpu knows the event. */
cudaError_t event_number(const struct runtime *runtime, cudaEvent_t event, uint64_t *number);

/* What an event stands for that was recorded in a stream that was being captured: nodes of the
 * capture's graph. */
struct event_capture {
    uint64_t id; /* the capture's; 0: it was recorded in none */
    struct graph_node **nodes;
    size_t count;
};

/* NULL if there is no such event. */
struct event_capture *event_captured(const struct runtime *runtime, cudaEvent_t event);

#endif
