/* SPDX-License-Identifier: BSD-3-Clause */
/* Carries out a plan: requests for simgpu, which cost a node's time and not a call's. */
#include <stdlib.h>

#include "runtime/cuda/events.h"
#include "runtime/cuda/graphs/plan.h"
#include "runtime/cuda/memcpy_3d.h"
#include "runtime/cuda/streams.h"

/* ---- streams and events -----------------------------------------------------------------------
 */

static cudaError_t make_event(struct runtime *runtime, uint64_t *event)
{
    struct exchange exchange = {.kind = PROTOCOL_EVENT_CREATE};
    const cudaError_t status = runtime_ask(runtime, &exchange);
    *event = exchange.value[PROTOCOL_RESULT];
    return status;
}

static cudaError_t record(struct runtime *runtime, uint64_t event, uint64_t stream)
{
    struct exchange exchange = {
        .kind = PROTOCOL_EVENT_RECORD,
        .argument = {[PROTOCOL_RECORD_EVENT] = event, [PROTOCOL_RECORD_STREAM] = stream}};
    return runtime_ask(runtime, &exchange);
}

static cudaError_t wait(struct runtime *runtime, uint64_t stream, uint64_t event)
{
    struct exchange exchange = {
        .kind = PROTOCOL_STREAM_WAIT,
        .argument = {[PROTOCOL_WAIT_STREAM] = stream, [PROTOCOL_WAIT_EVENT] = event}};
    return runtime_ask(runtime, &exchange);
}

static cudaError_t make_ready(struct runtime *runtime, struct plan *plan)
{
    cudaError_t status = make_event(runtime, &plan->begin);
    if (status == cudaSuccess)
        status = make_event(runtime, &plan->end);
    for (unsigned i = 1; status == cudaSuccess && i < plan->n_lanes; i++)
        status = stream_begin(runtime, cudaStreamNonBlocking, 0, &plan->lanes[i]);
    for (unsigned i = 0; status == cudaSuccess && i < plan->count; i++)
        if (plan->steps[i].is_awaited)
            status = make_event(runtime, &plan->steps[i].event);
    plan->is_ready = status == cudaSuccess;
    return status;
}

static void end_event(struct runtime *runtime, uint64_t event)
{
    struct exchange exchange = {.kind = PROTOCOL_EVENT_DESTROY,
                                .argument = {[PROTOCOL_SUBJECT] = event}};
    if (event != 0)
        (void)runtime_ask(runtime, &exchange);
}

void plan_finish(struct runtime *runtime, struct plan *plan)
{
    const unsigned int flags = runtime_flag(PROTOCOL_WITHIN_CALL);
    for (unsigned i = 0; i < plan->count; i++) {
        end_event(runtime, plan->steps[i].event);
        free(plan->steps[i].before);
    }
    end_event(runtime, plan->begin);
    end_event(runtime, plan->end);
    for (unsigned i = 1; i < plan->n_lanes; i++)
        if (plan->lanes[i])
            (void)stream_end(runtime, plan->lanes[i]);
    free(plan->steps);
    *plan = (struct plan){.count = 0};
    runtime_flag(flags);
}

/* ---- what nodes do ----------------------------------------------------------------------------
 */

static cudaError_t run_kernel(struct runtime *runtime, const struct graph_kernel *node,
                              cudaStream_t stream)
{
    struct kernel *kernel = NULL;
    struct launch launch = node->launch;
    const cudaError_t status = kernel_find(runtime, launch.stub, &kernel);
    launch.stream = stream;
    return status == cudaSuccess ? launch_send(runtime, &launch, kernel, node->parameters) : status;
}

static cudaError_t run_copy(struct runtime *runtime, const struct graph_copy *node,
                            cudaStream_t stream, uint64_t number)
{
    struct copy rows = node->rows;
    struct symbol_copy symbol = node->symbol;
    rows.stream = number;
    rows.asynchronous = symbol.asynchronous = true;
    symbol.stream = stream;
    switch (node->form) {
    case GRAPH_COPY_ROWS:
        return copy_run(runtime, &rows);
    case GRAPH_COPY_BOX:
        return copy_box(runtime, &node->box, (struct copy){.stream = number, .asynchronous = true});
    case GRAPH_COPY_TO_SYMBOL:
        return symbol_copy_to(runtime, &symbol, node->other);
    case GRAPH_COPY_FROM_SYMBOL:
        return symbol_copy_from(runtime, &symbol, node->other);
    }
    return cudaErrorUnknown;
}

/* As cudaLaunchHostFunc: see callbacks.c. */
static cudaError_t run_host(struct runtime *runtime, const struct cudaHostNodeParams *node,
                            uint64_t number)
{
    struct exchange exchange = {.kind = PROTOCOL_STREAM_SYNC,
                                .argument = {[PROTOCOL_SUBJECT] = number}};
    const struct cudaHostNodeParams host = *node;
    const cudaError_t status = runtime_ask(runtime, &exchange);
    if (status != cudaSuccess)
        return status;
    const unsigned int flags = runtime_flag(0);
    pthread_mutex_unlock(&runtime->lock);
    host.fn(host.userData);
    pthread_mutex_lock(&runtime->lock);
    runtime_flag(flags);
    return cudaSuccess;
}

static cudaError_t run_event(struct runtime *runtime, const struct graph_node *node,
                             uint64_t number)
{
    uint64_t event = 0;
    const cudaError_t status = event_number(runtime, node->event, &event);
    if (status != cudaSuccess)
        return status;
    return node->type == cudaGraphNodeTypeEventRecord ? record(runtime, event, number)
                                                      : wait(runtime, number, event);
}

static cudaError_t run_node(struct runtime *runtime, const struct graph_node *node,
                            cudaStream_t stream, uint64_t number)
{
    if (!node || node->disabled)
        return cudaSuccess;
    switch (node->type) {
    case cudaGraphNodeTypeKernel:
        return run_kernel(runtime, &node->kernel, stream);
    case cudaGraphNodeTypeMemcpy:
        return run_copy(runtime, &node->copy, stream, number);
    case cudaGraphNodeTypeMemset:
        return memset_run(runtime, &node->set, number, true);
    case cudaGraphNodeTypeHost:
        return run_host(runtime, &node->host, number);
    case cudaGraphNodeTypeEventRecord:
    case cudaGraphNodeTypeWaitEvent:
        return run_event(runtime, node, number);
    case cudaGraphNodeTypeMemAlloc:
        node->memory->freed = false;
        return cudaSuccess;
    case cudaGraphNodeTypeMemFree:
        if (node->memory)
            node->memory->freed = true;
        return cudaSuccess;
    default:
        return cudaSuccess;
    }
}

/* ---- the whole --------------------------------------------------------------------------------
 */

static cudaError_t run_step(struct runtime *runtime, const struct plan *plan, unsigned index,
                            cudaStream_t stream, bool is_first)
{
    const struct plan_step *step = &plan->steps[index];
    uint64_t number = 0;
    cudaError_t status = stream_number(runtime, stream, &number);
    runtime_flag(PROTOCOL_WITHIN_CALL);
    if (status == cudaSuccess && is_first && step->lane > 0)
        status = wait(runtime, number, plan->begin);
    for (size_t i = 0; status == cudaSuccess && i < step->n_before; i++) {
        const struct plan_step *before = &plan->steps[step->before[i]];
        if (before->lane != step->lane)
            status = wait(runtime, number, before->event);
    }
    runtime_flag(PROTOCOL_OF_GRAPH);
    if (status == cudaSuccess)
        status = run_node(runtime, step->node, stream, number);
    runtime_flag(PROTOCOL_WITHIN_CALL);
    if (status == cudaSuccess && step->is_awaited)
        status = record(runtime, step->event, number);
    return status;
}

static cudaError_t run_steps(struct runtime *runtime, struct plan *plan, cudaStream_t stream,
                             uint64_t number)
{
    bool lane_is_used[LANES_MAX] = {false};
    cudaError_t status = plan->is_ready ? cudaSuccess : make_ready(runtime, plan);
    if (status == cudaSuccess && plan->has_run) /* the launch before, in whatever stream */
        status = wait(runtime, number, plan->end);
    if (status == cudaSuccess && plan->n_lanes > 1)
        status = record(runtime, plan->begin, number);
    for (unsigned i = 0; status == cudaSuccess && i < plan->count; i++) {
        const unsigned lane = plan->steps[i].lane;
        status =
            run_step(runtime, plan, i, lane == 0 ? stream : plan->lanes[lane], !lane_is_used[lane]);
        lane_is_used[lane] = true;
    }
    for (unsigned lane = 1; status == cudaSuccess && lane < plan->n_lanes; lane++)
        status = wait(runtime, number, plan->steps[plan->tail[lane] - 1].event);
    if (status == cudaSuccess)
        status = record(runtime, plan->end, number);
    plan->has_run = true;
    return status;
}

cudaError_t plan_run(struct runtime *runtime, struct plan *plan, cudaStream_t stream)
{
    uint64_t number = 0;
    cudaError_t status = stream_number(runtime, stream, &number);
    if (status != cudaSuccess)
        return status;
    struct exchange launch = {.kind = PROTOCOL_GRAPH_LAUNCH,
                              .argument = {[PROTOCOL_SUBJECT] = number}};
    status = runtime_ask(runtime, &launch);
    const unsigned int flags = runtime_flag(PROTOCOL_WITHIN_CALL);
    if (status == cudaSuccess)
        status = run_steps(runtime, plan, stream, number);
    runtime_flag(flags);
    return status;
}
