/* SPDX-License-Identifier: BSD-3-Clause */
/* Host functions in streams.
 *
 * Differs: the call waits for what is in the stream and then runs the function itself, in the
 * calling thread. So the function sees what it would see, and later work of the stream comes after
 * it, but the caller doesn't run on meanwhile.
 */
#include "runtime/cuda/capturing.h"
#include "runtime/cuda/streams.h"

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *user_data)
{
    uint64_t number = 0;
    struct runtime *runtime = NULL;
    struct stream_capture *capture = NULL;
    if (!function)
        return error_note(cudaErrorInvalidValue);
    cudaError_t status = stream_enter(&runtime, stream, &number);
    if (status == cudaSuccess)
        status = capturing_look(runtime, number, &capture);
    if (status == cudaSuccess && capture)
        status = runtime->graph_ops->host(runtime, capture, function, user_data);
    runtime_leave(runtime, status);
    if (status != cudaSuccess || capture)
        return status;
    status = cudaStreamSynchronize(stream);
    if (status == cudaSuccess)
        function(user_data);
    return status;
}
ALSO_PER_THREAD_STREAM(cudaLaunchHostFunc, cudaLaunchHostFunc_ptsz)

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void *user_data, unsigned int flags)
{
    if (!callback || flags != 0)
        return error_note(cudaErrorInvalidValue);
    const cudaError_t status = cudaStreamSynchronize(stream);
    callback(stream, status, user_data); /* it is told of errors */
    return status;
}
ALSO_PER_THREAD_STREAM(cudaStreamAddCallback, cudaStreamAddCallback_ptsz)
