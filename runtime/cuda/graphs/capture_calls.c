/* SPDX-License-Identifier: BSD-3-Clause */
/* The calls that begin, end and look at captures. */
#include <stdlib.h>

#include "runtime/cuda/device_properties.h"
#include "runtime/cuda/graphs/capture.h"
#include "runtime/cuda/graphs/edges.h"
#include "runtime/cuda/message.h"
#include "runtime/cuda/streams.h"

/* place: where the first node goes; its graph is NULL for a new one. */
static cudaError_t begin(struct runtime *runtime, cudaStream_t handle,
                         enum cudaStreamCaptureMode mode, const struct graph_place *place)
{
    uint64_t stream = 0;
    const cudaError_t status = stream_number(runtime, handle, &stream);
    if (status != cudaSuccess)
        return status;
    if (handle == NULL || handle == cudaStreamLegacy)
        return cudaErrorStreamCaptureUnsupported;
    if (capture_find(runtime, stream))
        return cudaErrorIllegalState;
    if ((unsigned)mode > cudaStreamCaptureModeRelaxed)
        return cudaErrorInvalidValue;
    struct capture *capture = message_allocate(sizeof *capture);
    *capture = (struct capture){.id = ++runtime->n_captures,
                                .graph = place->graph ? place->graph : graph_new(runtime),
                                .to_existing = place->graph != NULL,
                                .mode = mode,
                                .thread = pthread_self()};
    struct stream_capture *origin = message_allocate(sizeof *origin);
    *origin = (struct stream_capture){.next = runtime->captures,
                                      .capture = capture,
                                      .stream = stream,
                                      .is_origin = true,
                                      .is_blocking = stream_is_blocking(runtime, stream)};
    capture_set_tail(origin, place->before, place->count);
    runtime->captures = origin;
    return cudaSuccess;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess)
        status = begin(runtime, stream, mode, &(struct graph_place){.graph = NULL});
    return runtime_leave(runtime, status);
}

/* Of programs compiled with a default stream a thread, which may be captured. */
cudaError_t cudaStreamBeginCapture_ptsz(cudaStream_t stream, enum cudaStreamCaptureMode mode);
cudaError_t cudaStreamBeginCapture_ptsz(cudaStream_t stream, enum cudaStreamCaptureMode mode)
{
    return cudaStreamBeginCapture(stream ? stream : cudaStreamPerThread, mode);
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t *dependencies,
                                          const cudaGraphEdgeData *edge_data, size_t count,
                                          enum cudaStreamCaptureMode mode)
{
    struct runtime *runtime = NULL;
    struct graph_place place;
    (void)edge_data;
    cudaError_t status = graph_place_enter(&runtime, &place, graph, dependencies, count);
    if (status == cudaSuccess)
        status = begin(runtime, stream, mode, &place);
    return runtime_leave(runtime, status);
}
ALSO_PER_THREAD_STREAM(cudaStreamBeginCaptureToGraph, cudaStreamBeginCaptureToGraph_ptsz)

/* Does the origin come after all that the capture's other streams have? */
static bool is_joined(struct runtime *runtime, const struct stream_capture *origin)
{
    for (const struct stream_capture *at = runtime->captures; at; at = at->next)
        for (size_t i = 0; at->capture == origin->capture && i < at->n_tail; i++) {
            bool found = false;
            for (size_t j = 0; j < origin->n_tail && !found; j++)
                found = at->tail[i] == origin->tail[j] ||
                        graph_node_is_before(at->tail[i], origin->tail[j]);
            if (!found)
                return false;
        }
    return true;
}

static cudaError_t end(struct runtime *runtime, uint64_t stream, cudaGraph_t *graph)
{
    const struct stream_capture *origin = capture_find(runtime, stream);
    cudaError_t status = cudaSuccess;
    if (!origin)
        return cudaErrorIllegalState;
    struct capture *capture = origin->capture;
    if (!origin->is_origin)
        status = cudaErrorStreamCaptureUnmatched;
    else if (capture->mode != cudaStreamCaptureModeRelaxed &&
             !pthread_equal(capture->thread, pthread_self()))
        return cudaErrorStreamCaptureWrongThread;
    else if (capture->invalid)
        status = cudaErrorStreamCaptureInvalidated;
    else if (!is_joined(runtime, origin))
        status = cudaErrorStreamCaptureUnjoined;
    capture_end_streams(runtime, capture);
    if (status != cudaSuccess && !capture->to_existing)
        graph_free(runtime, capture->graph);
    *graph = status == cudaSuccess ? (cudaGraph_t)capture->graph : NULL;
    free(capture);
    return status;
}

cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t *graph)
{
    uint64_t stream = 0;
    struct runtime *runtime = NULL;
    cudaError_t status = stream_enter(&runtime, handle, &stream);
    if (status == cudaSuccess)
        status = graph ? end(runtime, stream, graph) : cudaErrorInvalidValue;
    return runtime_leave(runtime, status);
}
ALSO_PER_THREAD_STREAM(cudaStreamEndCapture, cudaStreamEndCapture_ptsz)

/* ---- questions --------------------------------------------------------------------------------
 */

struct capture_info {
    enum cudaStreamCaptureStatus *status;
    unsigned long long *id;
    cudaGraph_t *graph;
    const cudaGraphNode_t **dependencies;
    const cudaGraphEdgeData **edge_data;
    size_t *count;
};

static cudaError_t look(struct runtime *runtime, cudaStream_t handle, uint64_t stream,
                        const struct capture_info *info)
{
    const struct stream_capture *capture = capture_find(runtime, stream);
    if (!info->status)
        return cudaErrorInvalidValue;
    if (!capture && (handle == NULL || handle == cudaStreamLegacy)) {
        struct stream_capture *unused;
        const cudaError_t status = capture_look(runtime, stream, &unused);
        if (status != cudaSuccess)
            return status;
    }
    *info->status = !capture                    ? cudaStreamCaptureStatusNone
                    : capture->capture->invalid ? cudaStreamCaptureStatusInvalidated
                                                : cudaStreamCaptureStatusActive;
    if (*info->status != cudaStreamCaptureStatusActive)
        return cudaSuccess;
    if (info->id)
        *info->id = capture->capture->id;
    if (info->graph)
        *info->graph = (cudaGraph_t)capture->capture->graph;
    if (info->dependencies)
        *info->dependencies = (const cudaGraphNode_t *)capture->tail;
    if (info->edge_data)
        *info->edge_data = NULL;
    if (info->count)
        *info->count = capture->n_tail;
    return cudaSuccess;
}

static cudaError_t get_info(cudaStream_t handle, const struct capture_info *info)
{
    uint64_t stream = 0;
    struct runtime *runtime = NULL;
    cudaError_t status = stream_enter(&runtime, handle, &stream);
    if (status == cudaSuccess)
        status = look(runtime, handle, stream, info);
    return runtime_leave(runtime, status);
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status)
{
    return get_info(stream, &(struct capture_info){.status = status});
}
ALSO_PER_THREAD_STREAM(cudaStreamIsCapturing, cudaStreamIsCapturing_ptsz)

cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                        unsigned long long *id, cudaGraph_t *graph,
                                        const cudaGraphNode_t **dependencies, size_t *count)
{
    return get_info(stream, &(struct capture_info){status, id, graph, dependencies, NULL, count});
}
ALSO_PER_THREAD_STREAM(cudaStreamGetCaptureInfo_v2, cudaStreamGetCaptureInfo_v2_ptsz)

cudaError_t cudaStreamGetCaptureInfo_v3(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                        unsigned long long *id, cudaGraph_t *graph,
                                        const cudaGraphNode_t **dependencies,
                                        const cudaGraphEdgeData **edge_data, size_t *count)
{
    return get_info(stream,
                    &(struct capture_info){status, id, graph, dependencies, edge_data, count});
}
ALSO_PER_THREAD_STREAM(cudaStreamGetCaptureInfo_v3, cudaStreamGetCaptureInfo_v3_ptsz)

static cudaError_t update(struct runtime *runtime, uint64_t stream,
                          const cudaGraphNode_t *dependencies, size_t count, unsigned int flags)
{
    struct stream_capture *capture = NULL;
    const cudaError_t status = capture_look(runtime, stream, &capture);
    if (status != cudaSuccess)
        return status;
    if (!capture)
        return cudaErrorIllegalState;
    if (flags > cudaStreamSetCaptureDependencies || (count > 0 && !dependencies))
        return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; i++) {
        const struct graph_node *node = graph_node_find(runtime, dependencies[i]);
        if (!node || node->graph != capture->capture->graph)
            return cudaErrorInvalidValue;
    }
    struct graph_node *const *nodes = (struct graph_node *const *)dependencies;
    if (flags == cudaStreamSetCaptureDependencies)
        capture_set_tail(capture, nodes, count);
    else
        capture_add_tail(capture, nodes, count);
    return cudaSuccess;
}

cudaError_t graph_update_capture(cudaStream_t handle, cudaGraphNode_t *dependencies, size_t count,
                                 unsigned int flags)
{
    uint64_t stream = 0;
    struct runtime *runtime = NULL;
    cudaError_t status = stream_enter(&runtime, handle, &stream);
    if (status == cudaSuccess)
        status = update(runtime, stream, dependencies, count, flags);
    return runtime_leave(runtime, status);
}

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode)
{
    if (!mode || (unsigned)*mode > cudaStreamCaptureModeRelaxed)
        return error_note(cudaErrorInvalidValue);
    const enum cudaStreamCaptureMode before = *capture_thread_mode();
    *capture_thread_mode() = *mode;
    *mode = before;
    return cudaSuccess;
}
