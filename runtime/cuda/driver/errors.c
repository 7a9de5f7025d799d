/* SPDX-License-Identifier: BSD-3-Clause */
/* The driver's errors: their names, and which of the runtime's they stand for. */
#include <stdio.h>

#include "runtime/cuda/driver/driver.h"
#include "runtime/cuda/message.h"

struct error {
    CUresult number;
    const char *name, *text;
};

static const struct error errors[] = {
#define ERROR(name, number, sentence) {name, #name, sentence},
    SIMGPU_DRIVER_ERRORS(ERROR)
#undef ERROR
};

static const struct error *find(CUresult number)
{
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++)
        if (errors[i].number == number)
            return &errors[i];
    return NULL;
}

CUresult cuGetErrorName(CUresult error, const char **name)
{
    const struct error *found = find(error);
    *name = found ? found->name : NULL;
    return found ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char **text)
{
    const struct error *found = find(error);
    *text = found ? found->text : NULL;
    return found ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* Most have the same number in both interfaces. */
CUresult driver_result(cudaError_t status)
{
    if (status == cudaSuccess)
        return CUDA_SUCCESS;
    (void)cudaGetLastError();
    switch (status) {
    case cudaErrorInvalidDeviceFunction:
    case cudaErrorInvalidSymbol:
        return CUDA_ERROR_NOT_FOUND;
    case cudaErrorInvalidDevicePointer:
    case cudaErrorInvalidHostPointer:
    case cudaErrorInvalidConfiguration:
    case cudaErrorInvalidPitchValue:
    case cudaErrorInvalidMemcpyDirection:
    case cudaErrorInvalidChannelDescriptor:
    case cudaErrorInvalidFilterSetting:
    case cudaErrorInvalidNormSetting:
        return CUDA_ERROR_INVALID_VALUE;
    default:
        return find((CUresult)status) ? (CUresult)status : CUDA_ERROR_UNKNOWN;
    }
}

CUresult driver_refuse(const char *what)
{
    return driver_result(error_not_supported(what));
}
