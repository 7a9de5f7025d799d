/* SPDX-License-Identifier: BSD-3-Clause */
/* Graphs and captures: the runtime's, whose handles and numbers are the same. */
#include "runtime/cuda/driver/driver.h"

/* ---- captures ---------------------------------------------------------------------------------
 */

CUresult cuStreamBeginCapture(CUstream stream, CUstreamCaptureMode mode)
{
    return driver_result(cudaStreamBeginCapture(stream, (enum cudaStreamCaptureMode)mode));
}
DRIVER_ALSO(cuStreamBeginCapture, cuStreamBeginCapture_v2)

CUresult cuStreamEndCapture(CUstream stream, CUgraph *graph)
{
    return driver_result(cudaStreamEndCapture(stream, graph));
}

CUresult cuStreamGetCaptureInfo_v2(CUstream stream, CUstreamCaptureStatus *status,
                                   unsigned long long *id, CUgraph *graph,
                                   const CUgraphNode **dependencies, size_t *count)
{
    enum cudaStreamCaptureStatus same = cudaStreamCaptureStatusNone;
    const CUresult result =
        driver_result(cudaStreamGetCaptureInfo_v2(stream, &same, id, graph, dependencies, count));
    if (!status)
        return CUDA_ERROR_INVALID_VALUE;
    *status = (CUstreamCaptureStatus)same;
    return result;
}

CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus *status)
{
    return cuStreamGetCaptureInfo_v2(stream, status, NULL, NULL, NULL, NULL);
}

CUresult cuStreamUpdateCaptureDependencies(CUstream stream, CUgraphNode *dependencies, size_t count,
                                           unsigned int flags)
{
    return driver_result(cudaStreamUpdateCaptureDependencies(stream, dependencies, count, flags));
}

CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode)
{
    if (!mode)
        return CUDA_ERROR_INVALID_VALUE;
    enum cudaStreamCaptureMode same = (enum cudaStreamCaptureMode) * mode;
    const CUresult result = driver_result(cudaThreadExchangeStreamCaptureMode(&same));
    *mode = (CUstreamCaptureMode)same;
    return result;
}

/* ---- graphs -----------------------------------------------------------------------------------
 */

CUresult cuGraphCreate(CUgraph *graph, unsigned int flags)
{
    return driver_result(cudaGraphCreate(graph, flags));
}

CUresult cuGraphClone(CUgraph *clone, CUgraph original)
{
    return driver_result(cudaGraphClone(clone, original));
}

CUresult cuGraphDestroy(CUgraph graph)
{
    return driver_result(cudaGraphDestroy(graph));
}

CUresult cuGraphDestroyNode(CUgraphNode node)
{
    return driver_result(cudaGraphDestroyNode(node));
}

CUresult cuGraphGetNodes(CUgraph graph, CUgraphNode *nodes, size_t *count)
{
    return driver_result(cudaGraphGetNodes(graph, nodes, count));
}

CUresult cuGraphGetRootNodes(CUgraph graph, CUgraphNode *nodes, size_t *count)
{
    return driver_result(cudaGraphGetRootNodes(graph, nodes, count));
}

CUresult cuGraphGetEdges(CUgraph graph, CUgraphNode *from, CUgraphNode *to, size_t *count)
{
    return driver_result(cudaGraphGetEdges(graph, from, to, count));
}

CUresult cuGraphAddDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                size_t count)
{
    return driver_result(cudaGraphAddDependencies(graph, from, to, count));
}

CUresult cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                   size_t count)
{
    return driver_result(cudaGraphRemoveDependencies(graph, from, to, count));
}

CUresult cuGraphNodeGetType(CUgraphNode node, CUgraphNodeType *type)
{
    enum cudaGraphNodeType same = cudaGraphNodeTypeEmpty;
    if (!type)
        return CUDA_ERROR_INVALID_VALUE;
    const CUresult result = driver_result(cudaGraphNodeGetType(node, &same));
    *type = (CUgraphNodeType)same;
    return result;
}

CUresult cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode *dependencies, size_t *count)
{
    return driver_result(cudaGraphNodeGetDependencies(node, dependencies, count));
}

CUresult cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode *dependents, size_t *count)
{
    return driver_result(cudaGraphNodeGetDependentNodes(node, dependents, count));
}

CUresult cuGraphNodeFindInClone(CUgraphNode *found, CUgraphNode original, CUgraph clone)
{
    return driver_result(cudaGraphNodeFindInClone(found, original, clone));
}

CUresult cuGraphDebugDotPrint(CUgraph graph, const char *path, unsigned int flags)
{
    return driver_result(cudaGraphDebugDotPrint(graph, path, flags));
}

/* ---- what is launched -------------------------------------------------------------------------
 */

CUresult cuGraphInstantiateWithFlags(CUgraphExec *exec, CUgraph graph, unsigned long long flags)
{
    return driver_result(cudaGraphInstantiateWithFlags(exec, graph, flags));
}

/* What a program calls that was compiled with the header of CUDA 11. */
#undef cuGraphInstantiate
CUresult cuGraphInstantiate(CUgraphExec *exec, CUgraph graph, CUgraphNode *node, char *text,
                            size_t bytes);

CUresult cuGraphInstantiate(CUgraphExec *exec, CUgraph graph, CUgraphNode *node, char *text,
                            size_t bytes)
{
    if (node)
        *node = NULL;
    if (text && bytes > 0)
        *text = 0;
    return cuGraphInstantiateWithFlags(exec, graph, 0);
}
DRIVER_ALSO(cuGraphInstantiate, cuGraphInstantiate_v2)

CUresult cuGraphExecUpdate_v2(CUgraphExec exec, CUgraph graph, CUgraphExecUpdateResultInfo *result)
{
    cudaGraphExecUpdateResultInfo same = {.result = cudaGraphExecUpdateError};
    const CUresult status = driver_result(cudaGraphExecUpdate(exec, graph, &same));
    if (result)
        *result = (CUgraphExecUpdateResultInfo){(CUgraphExecUpdateResult)same.result,
                                                same.errorNode, same.errorFromNode};
    return status;
}

CUresult cuGraphExecGetFlags(CUgraphExec exec, uint64_t *flags)
{
    return driver_result(cudaGraphExecGetFlags(exec, (unsigned long long *)flags));
}

CUresult cuGraphUpload(CUgraphExec exec, CUstream stream)
{
    return driver_result(cudaGraphUpload(exec, stream));
}

CUresult cuGraphLaunch(CUgraphExec exec, CUstream stream)
{
    return driver_result(cudaGraphLaunch(exec, stream));
}

CUresult cuGraphExecDestroy(CUgraphExec exec)
{
    return driver_result(cudaGraphExecDestroy(exec));
}

CUresult cuGraphNodeSetEnabled(CUgraphExec exec, CUgraphNode node, unsigned int enabled)
{
    return driver_result(cudaGraphNodeSetEnabled(exec, node, enabled));
}

CUresult cuGraphNodeGetEnabled(CUgraphExec exec, CUgraphNode node, unsigned int *enabled)
{
    return driver_result(cudaGraphNodeGetEnabled(exec, node, enabled));
}
