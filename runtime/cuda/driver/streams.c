/* SPDX-License-Identifier: BSD-3-Clause */
/* Streams and events: the runtime's, whose handles are the same. */
#include "runtime/cuda/driver/driver.h"

CUresult cuStreamCreate(CUstream *stream, unsigned int flags)
{
    return driver_result(cudaStreamCreateWithFlags(stream, flags));
}

CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned int flags, int priority)
{
    return driver_result(cudaStreamCreateWithPriority(stream, flags, priority));
}

CUresult cuStreamDestroy(CUstream stream)
{
    return driver_result(cudaStreamDestroy(stream));
}
DRIVER_ALSO(cuStreamDestroy, cuStreamDestroy_v2)

CUresult cuStreamSynchronize(CUstream stream)
{
    return driver_result(cudaStreamSynchronize(stream));
}
DRIVER_ALSO(cuStreamSynchronize, cuStreamSynchronize_ptsz)

CUresult cuStreamQuery(CUstream stream)
{
    return driver_result(cudaStreamQuery(stream));
}

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags)
{
    return driver_result(cudaStreamWaitEvent(stream, event, flags));
}

CUresult cuStreamGetPriority(CUstream stream, int *priority)
{
    return driver_result(cudaStreamGetPriority(stream, priority));
}

CUresult cuStreamGetId(CUstream stream, unsigned long long *id)
{
    return driver_result(cudaStreamGetId(stream, id));
}

CUresult cuStreamGetFlags(CUstream stream, unsigned int *flags)
{
    return driver_result(cudaStreamGetFlags(stream, flags));
}

CUresult cuStreamGetCtx(CUstream stream, CUcontext *context)
{
    (void)stream;
    return cuCtxGetCurrent(context);
}

/* The numbers of the results that a callback can see are the same in both interfaces. */
CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void *data,
                             unsigned int flags)
{
    return driver_result(
        cudaStreamAddCallback(stream, (cudaStreamCallback_t)(void (*)(void))callback, data, flags));
}

/* Numbers and values are the same in both interfaces. */
CUresult cuStreamSetAttribute(CUstream stream, CUstreamAttrID attribute,
                              const CUstreamAttrValue *value)
{
    return driver_result(
        cudaStreamSetAttribute(stream, (cudaStreamAttrID)attribute, (const void *)value));
}

CUresult cuStreamGetAttribute(CUstream stream, CUstreamAttrID attribute, CUstreamAttrValue *value)
{
    return driver_result(
        cudaStreamGetAttribute(stream, (cudaStreamAttrID)attribute, (void *)value));
}

CUresult cuStreamCopyAttributes(CUstream to, CUstream from)
{
    return driver_result(cudaStreamCopyAttributes(to, from));
}

CUresult cuEventCreate(CUevent *event, unsigned int flags)
{
    return driver_result(cudaEventCreateWithFlags(event, flags));
}

CUresult cuEventDestroy(CUevent event)
{
    return driver_result(cudaEventDestroy(event));
}
DRIVER_ALSO(cuEventDestroy, cuEventDestroy_v2)

CUresult cuEventRecord(CUevent event, CUstream stream)
{
    return driver_result(cudaEventRecord(event, stream));
}
DRIVER_ALSO(cuEventRecord, cuEventRecord_ptsz)

CUresult cuEventQuery(CUevent event)
{
    return driver_result(cudaEventQuery(event));
}

CUresult cuEventSynchronize(CUevent event)
{
    return driver_result(cudaEventSynchronize(event));
}

CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end)
{
    return driver_result(cudaEventElapsedTime(milliseconds, start, end));
}
DRIVER_ALSO(cuEventElapsedTime, cuEventElapsedTime_v2)
