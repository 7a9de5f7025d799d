/* SPDX-License-Identifier: BSD-3-Clause */
/* Values in memory that streams write and wait for.
 *
 * Differs: a wait holds the caller up until all work given before has ended, and looks then. If
 * the value isn't there, only later work could write it: that is refused. So it is in captures. */
#include "runtime/cuda/driver/driver.h"

/* An operation on one value: what all of them check. */
static CUresult check(CUstream stream, CUdeviceptr address, size_t bytes, const char *what)
{
    enum cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    const CUresult result = driver_result(cudaStreamIsCapturing(stream, &capture));
    if (result != CUDA_SUCCESS)
        return result;
    if (!address || address % bytes != 0)
        return CUDA_ERROR_INVALID_VALUE;
    return capture == cudaStreamCaptureStatusNone ? CUDA_SUCCESS : driver_refuse(what);
}

static CUresult write_value(CUstream stream, CUdeviceptr address, const void *value, size_t bytes,
                            unsigned int flags, const char *what)
{
    const CUresult result = check(stream, address, bytes, what);
    if (result != CUDA_SUCCESS || flags > CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER)
        return result != CUDA_SUCCESS ? result : CUDA_ERROR_INVALID_VALUE;
    cudaError_t status =
        cudaMemcpyAsync((void *)(uintptr_t)address, value, bytes, cudaMemcpyDefault, stream);
    if (status == cudaSuccess) /* the value is the caller's */
        status = cudaStreamSynchronize(stream);
    return driver_result(status);
}

/* Is it there, as the flags want it? The difference is a signed one of its width. */
static bool is_there(uint64_t has, uint64_t wanted, size_t bytes, unsigned int flags)
{
    const uint64_t all = bytes == 8 ? UINT64_MAX : UINT32_MAX;
    const uint64_t sign = bytes == 8 ? UINT64_C(1) << 63 : UINT64_C(1) << 31;
    switch (flags) {
    case CU_STREAM_WAIT_VALUE_GEQ:
        return ((has - wanted) & sign) == 0;
    case CU_STREAM_WAIT_VALUE_EQ:
        return has == wanted;
    case CU_STREAM_WAIT_VALUE_AND:
        return (has & wanted) != 0;
    default:
        return (~(has | wanted) & all) != 0;
    }
}

static CUresult wait_value(CUstream stream, CUdeviceptr address, uint64_t wanted, size_t bytes,
                           unsigned int flags, const char *what)
{
    const CUresult result = check(stream, address, bytes, what);
    uint64_t has = 0;
    flags &= ~(unsigned)CU_STREAM_WAIT_VALUE_FLUSH;
    if (result != CUDA_SUCCESS || flags > CU_STREAM_WAIT_VALUE_NOR)
        return result != CUDA_SUCCESS ? result : CUDA_ERROR_INVALID_VALUE;
    cudaError_t status = cudaDeviceSynchronize();
    if (status == cudaSuccess)
        status = cudaMemcpyAsync(&has, (const void *)(uintptr_t)address, bytes, cudaMemcpyDefault,
                                 stream);
    if (status == cudaSuccess)
        status = cudaStreamSynchronize(stream);
    if (status != cudaSuccess || is_there(has, wanted, bytes, flags))
        return driver_result(status);
    return driver_refuse("a stream's wait for a value that only later work writes");
}

CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr address, uint32_t value,
                              unsigned int flags)
{
    return write_value(stream, address, &value, sizeof value, flags,
                       "cuStreamWriteValue32 in a graph");
}
DRIVER_ALSO(cuStreamWriteValue32, cuStreamWriteValue32_v2)

CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr address, uint64_t value,
                              unsigned int flags)
{
    return write_value(stream, address, &value, sizeof value, flags,
                       "cuStreamWriteValue64 in a graph");
}
DRIVER_ALSO(cuStreamWriteValue64, cuStreamWriteValue64_v2)

CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr address, uint32_t value,
                             unsigned int flags)
{
    return wait_value(stream, address, value, sizeof value, flags,
                      "cuStreamWaitValue32 in a graph");
}
DRIVER_ALSO(cuStreamWaitValue32, cuStreamWaitValue32_v2)

CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr address, uint64_t value,
                             unsigned int flags)
{
    return wait_value(stream, address, value, sizeof value, flags,
                      "cuStreamWaitValue64 in a graph");
}
DRIVER_ALSO(cuStreamWaitValue64, cuStreamWaitValue64_v2)

/* Writes end before the next operation begins, so a barrier or a flush has nothing to do. */
static CUresult one_of_batch(CUstream stream, const CUstreamBatchMemOpParams *one)
{
    switch (one->operation) {
    case CU_STREAM_MEM_OP_WAIT_VALUE_32:
        return cuStreamWaitValue32(stream, one->waitValue.address, one->waitValue.value,
                                   one->waitValue.flags);
    case CU_STREAM_MEM_OP_WAIT_VALUE_64:
        return cuStreamWaitValue64(stream, one->waitValue.address, one->waitValue.value64,
                                   one->waitValue.flags);
    case CU_STREAM_MEM_OP_WRITE_VALUE_32:
        return cuStreamWriteValue32(stream, one->writeValue.address, one->writeValue.value,
                                    one->writeValue.flags);
    case CU_STREAM_MEM_OP_WRITE_VALUE_64:
        return cuStreamWriteValue64(stream, one->writeValue.address, one->writeValue.value64,
                                    one->writeValue.flags);
    case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES:
    case CU_STREAM_MEM_OP_BARRIER:
        return driver_result(cudaStreamSynchronize(stream));
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult cuStreamBatchMemOp(CUstream stream, unsigned int count,
                            CUstreamBatchMemOpParams *operations, unsigned int flags)
{
    CUresult result = flags != 0 || count > 256 || (count > 0 && !operations)
                          ? CUDA_ERROR_INVALID_VALUE
                          : CUDA_SUCCESS;
    for (unsigned i = 0; i < count && result == CUDA_SUCCESS; i++)
        result = one_of_batch(stream, &operations[i]);
    return result;
}
DRIVER_ALSO(cuStreamBatchMemOp, cuStreamBatchMemOp_v2)
