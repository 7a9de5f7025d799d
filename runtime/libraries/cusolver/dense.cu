/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER for dense matrices: LU by one block, inverses of triangles, and the calls that only say how
 * others work. */
#include "solve_kernel.h"

template <class T, class P>
static __global__ void __launch_bounds__(LU_THREADS)
    getrf_kernel(int m, int n, T *a, long long lda, P *pivots, int *info)
{
    lu_factor(a, lda, m, n, pivots, info);
}

template <class T, class P>
static cusolverStatus_t getrf(cusolverDnHandle_t handle, int64_t m, int64_t n, T *a, int64_t lda,
                              P *pivots, int *info)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    CHECK_SOLVER(m >= 0 && n >= 0 && lda >= m && info, CUSOLVER_STATUS_INVALID_VALUE);
    getrf_kernel<<<1, LU_THREADS, 0, handle->stream>>>((int)m, (int)n, a, (long long)lda, pivots,
                                                       info);
    return launched();
}

template <class T, class P>
static cusolverStatus_t getrs(cusolverDnHandle_t handle, cublasOperation_t op, int64_t n,
                              int64_t columns, const T *a, int64_t lda, const P *pivots, T *b,
                              int64_t ldb, int *info)
{
    const matrix_of<const T> lower =
        matrix_triangle<const T>(a, (int)lda, CUBLAS_FILL_MODE_LOWER, op, CUBLAS_DIAG_UNIT);
    const matrix_of<const T> upper =
        matrix_triangle<const T>(a, (int)lda, CUBLAS_FILL_MODE_UPPER, op, CUBLAS_DIAG_NON_UNIT);
    const bool flat = op == CUBLAS_OP_N;
    const solve_columns<T, P> p = {flat ? lower : upper,
                                   flat ? upper : lower,
                                   (int)n,
                                   (int)columns,
                                   pivots,
                                   !flat,
                                   b,
                                   (long long)ldb};
    return solve_run(handle, p, info);
}

/* Exchanges rows as pivots say, those from `first` to `last`, counted from 1; a thread a column. */
template <class T>
static __global__ void __launch_bounds__(LU_THREADS)
    laswp_kernel(int columns, T *a, long long lda, int first, int last, const int *pivots, int step)
{
    const int c = blockIdx.x * LU_THREADS + threadIdx.x;
    if (c >= columns)
        return;
    T *column = a + c * lda;
    for (int i = 0; i <= last - first; i++) {
        const int row = (step > 0 ? first + i : last - i) - 1, other = pivots[row] - 1;
        const T held = column[row];
        column[row] = column[other];
        column[other] = held;
    }
}

template <class T>
static cusolverStatus_t laswp(cusolverDnHandle_t handle, int columns, T *a, int lda, int first,
                              int last, const int *pivots, int step)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    CHECK_SOLVER(columns >= 0 && first >= 1 && last >= first - 1 && lda >= last && pivots,
                 CUSOLVER_STATUS_INVALID_VALUE);
    if (step != 1 && step != -1) {
        refuse("cusolverDnlaswp", "only steps of 1 and -1 are supported");
        return CUSOLVER_STATUS_NOT_SUPPORTED;
    }
    laswp_kernel<<<columns / LU_THREADS + 1, LU_THREADS, 0, handle->stream>>>(
        columns, a, (long long)lda, first, last, pivots, step);
    return launched();
}

SOLVER_HANDLE(Dn)
#define CALLS(X, T, N)                                                                             \
    extern "C" cusolverStatus_t cusolverDn##X##getrf_bufferSize(cusolverDnHandle_t, int, int, T *, \
                                                                int, int *elements)                \
    {                                                                                              \
        *elements = 1;                                                                             \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##getrf(cusolverDnHandle_t handle, int m, int n,      \
                                                     T *a, int lda, T *, int *pivots, int *info)   \
    {                                                                                              \
        return getrf(handle, m, n, (N *)a, lda, pivots, info);                                     \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##getrs(                                              \
        cusolverDnHandle_t handle, cublasOperation_t op, int n, int columns, const T *a, int lda,  \
        const int *pivots, T *b, int ldb, int *info)                                               \
    {                                                                                              \
        return getrs(handle, op, n, columns, (const N *)a, lda, pivots, (N *)b, ldb, info);        \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##laswp(cusolverDnHandle_t handle, int columns, T *a, \
                                                     int lda, int first, int last,                 \
                                                     const int *pivots, int step)                  \
    {                                                                                              \
        return laswp(handle, columns, (N *)a, lda, first, last, pivots, step);                     \
    }
FOR_EACH_TYPE(CALLS)

/* ---- any type, with numbers of 64 bits ---- */

template <class T>
static cusolverStatus_t getrf_any(cusolverDnHandle_t handle, int64_t m, int64_t n, void *a,
                                  int64_t lda, int64_t *pivots, int *info)
{
    return getrf(handle, m, n, (T *)a, lda, (long long *)pivots, info);
}
template <class T>
static cusolverStatus_t getrs_any(cusolverDnHandle_t handle, cublasOperation_t op, int64_t n,
                                  int64_t columns, const void *a, int64_t lda,
                                  const int64_t *pivots, void *b, int64_t ldb, int *info)
{
    return getrs(handle, op, n, columns, (const T *)a, lda, (const long long *)pivots, (T *)b, ldb,
                 info);
}

extern "C" {
cusolverStatus_t cusolverDnXgetrf_bufferSize(cusolverDnHandle_t, cusolverDnParams_t, int64_t,
                                             int64_t, cudaDataType type, const void *, int64_t,
                                             cudaDataType, size_t *device, size_t *host)
{
    return solver_no_room(type, device, host);
}
cusolverStatus_t cusolverDnXgetrf(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t m,
                                  int64_t n, cudaDataType type, void *a, int64_t lda,
                                  int64_t *pivots, cudaDataType, void *, size_t, void *, size_t,
                                  int *info)
{
    SOLVER_BY_TYPE(type, getrf_any, handle, m, n, a, lda, pivots, info)
}
cusolverStatus_t cusolverDnXgetrs(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cublasOperation_t op, int64_t n, int64_t columns,
                                  cudaDataType type, const void *a, int64_t lda,
                                  const int64_t *pivots, cudaDataType of_b, void *b, int64_t ldb,
                                  int *info)
{
    CHECK_SOLVER(type == of_b, CUSOLVER_STATUS_INVALID_VALUE);
    SOLVER_BY_TYPE(type, getrs_any, handle, op, n, columns, a, lda, pivots, b, ldb, info)
}

/* There is one algorithm, and it always sums in the same order. */
cusolverStatus_t cusolverDnSetAdvOptions(cusolverDnParams_t parameters, cusolverDnFunction_t,
                                         cusolverAlgMode_t)
{
    CHECK_SOLVER(parameters, CUSOLVER_STATUS_INVALID_VALUE);
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnSetDeterministicMode(cusolverDnHandle_t handle,
                                                cusolverDeterministicMode_t mode)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    handle->deterministic = mode;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnGetDeterministicMode(cusolverDnHandle_t handle,
                                                cusolverDeterministicMode_t *mode)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    *mode = handle->deterministic ? handle->deterministic : CUSOLVER_DETERMINISTIC_RESULTS;
    return CUSOLVER_STATUS_SUCCESS;
}
}

/* ---- inverses of triangles: a thread a column, from a copy of the matrix ---- */

/* The first row whose diagonal is 0, from 1; 0: there is none. */
template <class T>
static __global__ void __launch_bounds__(1) look_at_diagonal(matrix_of<const T> a, int n, int *info)
{
    *info = 0;
    for (int i = 0; i < n && *info == 0 && !a.unit; i++)
        if (a.first[i + i * a.ld] == T(0))
            *info = i + 1;
}

template <class T>
static __global__ void __launch_bounds__(LU_THREADS)
    invert_columns(matrix_of<const T> from, int n, T *to, long long ld, const int *info)
{
    const int c = blockIdx.x * LU_THREADS + threadIdx.x;
    if (c >= n || *info != 0)
        return;
    T *x = to + c * ld;
    const int step = from.lower ? 1 : -1, end = from.lower ? n : -1;
    for (int i = c; i != end; i += step) {
        T sum = i == c ? T(1) : T(0);
        for (int j = c; j != i; j += step)
            sum = sum - from.first[i + j * from.ld] * x[j];
        x[i] = from.unit ? sum : sum / from.first[i + i * from.ld];
    }
}

/* The diagonal of a matrix that is one is not looked at, and stays. */
template <class T>
static __global__ void __launch_bounds__(LU_THREADS)
    keep_diagonal(int n, const T *from, T *to, long long ld)
{
    const int i = blockIdx.x * LU_THREADS + threadIdx.x;
    if (i < n)
        to[i + i * ld] = from[i + (long long)i * n];
}

template <class T>
static cusolverStatus_t trtri(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                              cublasDiagType_t diag, int64_t n, void *a, int64_t lda, void *room,
                              size_t bytes, int *info)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    CHECK_SOLVER(n >= 0 && lda >= n && info && bytes >= (size_t)(n * n) * sizeof(T),
                 CUSOLVER_STATUS_INVALID_VALUE);
    const matrix_of<const T> from =
        matrix_triangle<const T>(room, (int)n, uplo, CUBLAS_OP_N, diag);
    CHECK_SOLVER(!from.is_bad, CUSOLVER_STATUS_INVALID_VALUE);
    if (n > 0 && cudaMemcpy2DAsync(room, n * sizeof(T), a, lda * sizeof(T), n * sizeof(T), n,
                                   cudaMemcpyDeviceToDevice, handle->stream) != cudaSuccess)
        return CUSOLVER_STATUS_EXECUTION_FAILED;
    const int blocks = (int)n / LU_THREADS + 1;
    look_at_diagonal<<<1, 1, 0, handle->stream>>>(from, (int)n, info);
    invert_columns<<<blocks, LU_THREADS, 0, handle->stream>>>(from, (int)n, (T *)a,
                                                              (long long)lda, info);
    if (from.unit)
        keep_diagonal<<<blocks, LU_THREADS, 0, handle->stream>>>((int)n, (const T *)room, (T *)a,
                                                                 (long long)lda);
    return launched();
}

extern "C" {
cusolverStatus_t cusolverDnXtrtri_bufferSize(cusolverDnHandle_t, cublasFillMode_t,
                                             cublasDiagType_t, int64_t n, cudaDataType type,
                                             void *, int64_t, size_t *device, size_t *host)
{
    CHECK_SOLVER(device && host && n >= 0 && solver_bytes(type) > 0, CUSOLVER_STATUS_INVALID_VALUE);
    *device = (size_t)(n * n) * solver_bytes(type);
    *host = 0;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnXtrtri(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                  cublasDiagType_t diag, int64_t n, cudaDataType type, void *a,
                                  int64_t lda, void *room, size_t bytes, void *, size_t, int *info)
{
    SOLVER_BY_TYPE(type, trtri, handle, uplo, diag, n, a, lda, room, bytes, info)
}
}

extern "C" {
cusolverStatus_t cusolverDnSetMathMode(cusolverDnHandle_t handle, cusolverMathMode_t mode)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    handle->math = mode;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnGetMathMode(cusolverDnHandle_t handle, cusolverMathMode_t *mode)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    *mode = handle->math ? handle->math : CUSOLVER_DEFAULT_MATH;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnSetEmulationStrategy(cusolverDnHandle_t handle,
                                                cudaEmulationStrategy strategy)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    handle->strategy = strategy;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnGetEmulationStrategy(cusolverDnHandle_t handle,
                                                cudaEmulationStrategy *strategy)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    *strategy = handle->strategy;
    return CUSOLVER_STATUS_SUCCESS;
}
}

/* Nothing is logged. */
#define LOGGER(name, ...)                                                                          \
    extern "C" cusolverStatus_t cusolverDnLogger##name(__VA_ARGS__)                                \
    {                                                                                              \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }
LOGGER(SetCallback, cusolverDnLoggerCallback_t)
LOGGER(SetFile, FILE *)
LOGGER(OpenFile, const char *)
LOGGER(SetLevel, int)
LOGGER(SetMask, int)
LOGGER(ForceDisable, void)

#define REFUSE(name) REFUSED_CALL(cusolverStatus_t, CUSOLVER_STATUS_NOT_SUPPORTED, name)
SIMGPU_CUSOLVER_REFUSED(REFUSE)
SIMGPU_CUSOLVER_OTHER(REFUSE)

extern "C" {

cusolverStatus_t cusolverGetVersion(int *version)
{
    if (!version)
        return CUSOLVER_STATUS_INVALID_VALUE;
    *version = CUSOLVER_VERSION;
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverGetProperty(libraryPropertyType type, int *value)
{
    static const int parts[] = {CUSOLVER_VER_MAJOR, CUSOLVER_VER_MINOR, CUSOLVER_VER_PATCH};
    if (!value || type < MAJOR_VERSION || type > PATCH_LEVEL)
        return CUSOLVER_STATUS_INVALID_VALUE;
    *value = parts[type];
    return CUSOLVER_STATUS_SUCCESS;
}
}
