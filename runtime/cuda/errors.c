/* SPDX-License-Identifier: BSD-3-Clause */
/* Each thread's last error, and the codes' names and sentences.
 *
 * A call that succeeds leaves the last error as it is; asking for it clears it, unless it is
 * sticky: then the next call brings it back, as on hardware. "Not ready" is an answer and no error.
 *
 * Source: CUDA C++ Programming Guide, "Error Checking": cudaErrorNotReady "is not considered an
 * error and is therefore not reported by cudaPeekAtLastError() or cudaGetLastError()".
 */
#include <stddef.h>

#include "runtime/cuda/message.h"
#include "runtime/cuda/runtime.h"

static cudaError_t *last_error(void)
{
    static _Thread_local cudaError_t error;
    return &error;
}

cudaError_t error_note(cudaError_t status)
{
    if (status != cudaSuccess && status != cudaErrorNotReady)
        *last_error() = status;
    return status;
}

cudaError_t error_not_supported(const char *what)
{
    message_print("%s is not supported", what);
    return cudaErrorNotSupported;
}

cudaError_t cudaGetLastError(void)
{
    const cudaError_t error = *last_error();
    *last_error() = cudaSuccess;
    return error;
}

cudaError_t cudaPeekAtLastError(void)
{
    return *last_error();
}

const char *cudaGetErrorName(cudaError_t error)
{
#define NAME(name, number, sentence)                                                               \
    case number:                                                                                   \
        return #name;
    switch ((int)error) {
        SIMGPU_ERROR_CODES(NAME)
    default:
        return "unrecognized error code";
    }
#undef NAME
}

const char *cudaGetErrorString(cudaError_t error)
{
#define SENTENCE(name, number, sentence)                                                           \
    case number:                                                                                   \
        return sentence;
    switch ((int)error) {
        SIMGPU_ERROR_CODES(SENTENCE)
    default:
        return "unrecognized error code";
    }
#undef SENTENCE
}
