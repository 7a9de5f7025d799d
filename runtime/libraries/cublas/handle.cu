/* SPDX-License-Identifier: BSD-3-Clause */
/* Handles, modes, names of statuses, copies of vectors and matrices, and the calls that are
 * refused. */
#include "handle.h"

extern "C" {

cublasStatus_t cublasCreate_v2(cublasHandle_t *handle)
{
    CHECK_VALUE(handle);
    int device, major, minor, sms;
    if (cudaGetDevice(&device) != cudaSuccess ||
        cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) != cudaSuccess ||
        cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device) != cudaSuccess ||
        cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device) != cudaSuccess)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    *handle = new cublasContext();
    (*handle)->capability = major * 10 + minor;
    (*handle)->sms = sms;
    (*handle)->emulation.special_values = CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasDestroy_v2(cublasHandle_t handle)
{
    CHECK_HANDLE(handle);
    cudaFree(handle->scratch);
    delete handle;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetVersion_v2(cublasHandle_t, int *version)
{
    CHECK_VALUE(version);
    *version = CUBLAS_VERSION;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value)
{
    CHECK_VALUE(value && type >= MAJOR_VERSION && type <= PATCH_LEVEL);
    const int parts[] = {CUBLAS_VER_MAJOR, CUBLAS_VER_MINOR, CUBLAS_VER_PATCH};
    *value = parts[type];
    return CUBLAS_STATUS_SUCCESS;
}

size_t cublasGetCudartVersion(void)
{
    int version = 0;
    cudaRuntimeGetVersion(&version);
    return (size_t)version;
}

/* A mode or the stream: how it is set, and how it is read. */
#define ACCESSORS(set, get, type, field)                                                           \
    cublasStatus_t set(cublasHandle_t handle, type value)                                          \
    {                                                                                              \
        CHECK_HANDLE(handle);                                                                      \
        handle->field = value;                                                                     \
        return CUBLAS_STATUS_SUCCESS;                                                              \
    }                                                                                              \
    cublasStatus_t get(cublasHandle_t handle, type *value)                                         \
    {                                                                                              \
        CHECK_HANDLE(handle);                                                                      \
        CHECK_VALUE(value);                                                                        \
        *value = handle->field;                                                                    \
        return CUBLAS_STATUS_SUCCESS;                                                              \
    }

ACCESSORS(cublasSetStream_v2, cublasGetStream_v2, cudaStream_t, stream)
ACCESSORS(cublasSetPointerMode_v2, cublasGetPointerMode_v2, cublasPointerMode_t, pointer_mode)
ACCESSORS(cublasSetAtomicsMode, cublasGetAtomicsMode, cublasAtomicsMode_t, atomics_mode)
ACCESSORS(cublasSetMathMode, cublasGetMathMode, cublasMath_t, math_mode)
ACCESSORS(cublasSetSmCountTarget, cublasGetSmCountTarget, int, sms)

/* The kernels need none of the caller's memory. */
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void *, size_t)
{
    CHECK_HANDLE(handle);
    return CUBLAS_STATUS_SUCCESS;
}

const char *cublasGetStatusName(cublasStatus_t status)
{
    switch (status) {
#define NAME(x)                                                                                    \
    case x:                                                                                        \
        return #x;
        NAME(CUBLAS_STATUS_SUCCESS)
        NAME(CUBLAS_STATUS_NOT_INITIALIZED)
        NAME(CUBLAS_STATUS_ALLOC_FAILED)
        NAME(CUBLAS_STATUS_INVALID_VALUE)
        NAME(CUBLAS_STATUS_ARCH_MISMATCH)
        NAME(CUBLAS_STATUS_MAPPING_ERROR)
        NAME(CUBLAS_STATUS_EXECUTION_FAILED)
        NAME(CUBLAS_STATUS_INTERNAL_ERROR)
        NAME(CUBLAS_STATUS_NOT_SUPPORTED)
        NAME(CUBLAS_STATUS_LICENSE_ERROR)
#undef NAME
    }
    return "unknown status";
}

const char *cublasGetStatusString(cublasStatus_t status)
{
    return cublasGetStatusName(status);
}

/* Nothing is logged. */
cublasStatus_t cublasLoggerConfigure(int, int, int, const char *)
{
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetLoggerCallback(cublasLogCallback)
{
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetLoggerCallback(cublasLogCallback *callback)
{
    CHECK_VALUE(callback);
    *callback = NULL;
    return CUBLAS_STATUS_SUCCESS;
}
}

void *handle_scratch(cublasHandle_t handle, size_t bytes)
{
    if (bytes > handle->scratch_bytes) {
        cudaFree(handle->scratch); /* waits for those that use it */
        handle->scratch_bytes = 0;
        handle->scratch = NULL;
        if (cudaMalloc(&handle->scratch, bytes) != cudaSuccess)
            return NULL;
        handle->scratch_bytes = bytes;
    }
    return handle->scratch;
}

cublasStatus_t handle_launched(void)
{
    return cudaPeekAtLastError() == cudaSuccess ? CUBLAS_STATUS_SUCCESS
                                                : CUBLAS_STATUS_EXECUTION_FAILED;
}

/* ---- copies ---- */

static cublasStatus_t copy_vector(int n, int size, const void *x, int incx, void *y, int incy,
                                  cudaMemcpyKind kind, cudaStream_t stream, bool waits)
{
    CHECK_VALUE(n >= 0 && size > 0 && incx > 0 && incy > 0);
    if (n == 0)
        return CUBLAS_STATUS_SUCCESS;
    cudaError_t error =
        cudaMemcpy2DAsync(y, (size_t)incy * size, x, (size_t)incx * size, size, n, kind, stream);
    if (error == cudaSuccess && waits)
        error = cudaStreamSynchronize(stream);
    return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

static cublasStatus_t copy_matrix(int rows, int columns, int size, const void *a, int lda, void *b,
                                  int ldb, cudaMemcpyKind kind, cudaStream_t stream, bool waits)
{
    CHECK_VALUE(rows >= 0 && columns >= 0 && size > 0 && lda >= rows && ldb >= rows && lda > 0 &&
                ldb > 0);
    if (rows == 0 || columns == 0)
        return CUBLAS_STATUS_SUCCESS;
    cudaError_t error = cudaMemcpy2DAsync(b, (size_t)ldb * size, a, (size_t)lda * size,
                                          (size_t)rows * size, columns, kind, stream);
    if (error == cudaSuccess && waits)
        error = cudaStreamSynchronize(stream);
    return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

#define COPIES(direction, kind)                                                                    \
    extern "C" cublasStatus_t cublas##direction##Vector(int n, int size, const void *x, int incx,  \
                                                        void *y, int incy)                         \
    {                                                                                              \
        return copy_vector(n, size, x, incx, y, incy, kind, 0, true);                              \
    }                                                                                              \
    extern "C" cublasStatus_t cublas##direction##VectorAsync(                                      \
        int n, int size, const void *x, int incx, void *y, int incy, cudaStream_t stream)          \
    {                                                                                              \
        return copy_vector(n, size, x, incx, y, incy, kind, stream, false);                        \
    }                                                                                              \
    extern "C" cublasStatus_t cublas##direction##Matrix(int rows, int columns, int size,           \
                                                        const void *a, int lda, void *b, int ldb)  \
    {                                                                                              \
        return copy_matrix(rows, columns, size, a, lda, b, ldb, kind, 0, true);                    \
    }                                                                                              \
    extern "C" cublasStatus_t cublas##direction##MatrixAsync(int rows, int columns, int size,      \
                                                             const void *a, int lda, void *b,      \
                                                             int ldb, cudaStream_t stream)         \
    {                                                                                              \
        return copy_matrix(rows, columns, size, a, lda, b, ldb, kind, stream, false);              \
    }

COPIES(Set, cudaMemcpyHostToDevice)
COPIES(Get, cudaMemcpyDeviceToHost)

/* ---- what is refused ---- */

#define REFUSE(name) REFUSED_CALL(cublasStatus_t, CUBLAS_STATUS_NOT_SUPPORTED, name)
SIMGPU_CUBLAS_REFUSED(REFUSE)
