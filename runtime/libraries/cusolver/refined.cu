/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER's solutions with iterative refinement: systems by LU, and least squares by QR.
 *
 * Differs: the factors have the precision of the matrix, whatever a program asks for. So the first
 * solution is the last one: no refinement is needed, and the number of iterations is 0.
 */
#include "solver.h"

struct cusolverDnIRSParams {
    cusolverPrecType_t main, lowest;
    cusolverIRSRefinement_t refinement;
    double tolerance, inner_tolerance;
    int iterations, inner_iterations;
    bool falls_back;
};
struct cusolverDnIRSInfos {
    int iterations, most;
};

/* The calls of each type under one name. */
#define NAMES(X, T, OR)                                                                            \
    static cusolverStatus_t getrf(cusolverDnHandle_t handle, int n, T *a, int lda, T *room,        \
                                  int *pivots, int *info)                                          \
    {                                                                                              \
        return cusolverDn##X##getrf(handle, n, n, a, lda, room, pivots, info);                     \
    }                                                                                              \
    static cusolverStatus_t getrs(cusolverDnHandle_t handle, int n, int columns, const T *a,       \
                                  int lda, const int *pivots, T *b, int ldb, int *info)            \
    {                                                                                              \
        return cusolverDn##X##getrs(handle, CUBLAS_OP_N, n, columns, a, lda, pivots, b, ldb,       \
                                    info);                                                         \
    }                                                                                              \
    static cusolverStatus_t geqrf(cusolverDnHandle_t handle, int m, int n, T *a, int lda, T *tau,  \
                                  int *info)                                                       \
    {                                                                                              \
        return cusolverDn##X##geqrf(handle, m, n, a, lda, tau, tau, 1, info);                      \
    }                                                                                              \
    static cusolverStatus_t ormqr(cusolverDnHandle_t handle, int m, int n, int k, const T *a,      \
                                  int lda, const T *tau, T *c, int ldc, int *info)                 \
    {                                                                                              \
        return cusolverDn##X##OR##mqr(handle, CUBLAS_SIDE_LEFT, CUBLAS_OP_C, m, n, k, a, lda, tau, \
                                      c, ldc, c, 1, info);                                         \
    }
NAMES(S, float, or)
NAMES(D, double, or)
NAMES(C, cuComplex, un)
NAMES(Z, cuDoubleComplex, un)

enum { REFINED_THREADS = 128 };

/* X = inv(R) B, a thread a column; info is the first row of R whose diagonal is 0, from 1. */
template <class N>
static __global__ void __launch_bounds__(REFINED_THREADS)
    solve_upper(int n, int columns, const N *r, long long ld, const N *b, long long ldb, N *x,
                long long ldx, int *info)
{
    const int c = blockIdx.x * REFINED_THREADS + threadIdx.x;
    int zero = 0;
    for (int i = n - 1; i >= 0; i--)
        if (r[i + i * ld] == N(0))
            zero = i + 1;
    if (c == 0)
        *info = zero;
    if (c >= columns || zero)
        return;
    for (int i = n - 1; i >= 0; i--) {
        N sum = b[i + c * ldb];
        for (int j = i + 1; j < n; j++)
            sum = sum - r[i + j * ld] * x[j + c * ldx];
        x[i + c * ldx] = sum / r[i + i * ld];
    }
}

template <class T>
static bool copy_matrix(cudaStream_t stream, int rows, int columns, const T *from, int ld_from,
                        T *to, int ld_to)
{
    return rows == 0 || columns == 0 ||
           cudaMemcpy2DAsync(to, ld_to * sizeof(T), from, ld_from * sizeof(T), rows * sizeof(T),
                             columns, cudaMemcpyDeviceToDevice, stream) == cudaSuccess;
}

/* A copy of A, which stays. */
static cusolverStatus_t gesv_room(long long n, long long columns, size_t each, size_t *bytes)
{
    CHECK_SOLVER(n >= 0 && columns >= 0 && bytes, CUSOLVER_STATUS_INVALID_VALUE);
    *bytes = (size_t)(n * n + 1) * each + (size_t)n * sizeof(int);
    return CUSOLVER_STATUS_SUCCESS;
}
/* Copies of A and of B, and the factors of the reflectors. */
static cusolverStatus_t gels_room(long long m, long long n, long long columns, size_t each,
                                  size_t *bytes)
{
    CHECK_SOLVER(m >= n && n >= 0 && columns >= 0 && bytes, CUSOLVER_STATUS_INVALID_VALUE);
    *bytes = (size_t)(m * n + m * columns + n + 1) * each;
    return CUSOLVER_STATUS_SUCCESS;
}

template <class T>
static cusolverStatus_t gesv(cusolverDnHandle_t handle, int n, int columns, T *a, int lda,
                             int *pivots, T *b, int ldb, T *x, int ldx, void *room, size_t bytes,
                             int *iterations, int *info)
{
    size_t needed = 0;
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    CHECK_SOLVER(gesv_room(n, columns, sizeof(T), &needed) == CUSOLVER_STATUS_SUCCESS &&
                     lda >= n && ldb >= n && ldx >= n && bytes >= needed && iterations && info,
                 CUSOLVER_STATUS_INVALID_VALUE);
    T *factors = (T *)room;
    *iterations = 0;
    CHECK_SOLVER(copy_matrix(handle->stream, n, n, a, lda, factors, n) &&
                     copy_matrix(handle->stream, n, columns, b, ldb, x, ldx),
                 CUSOLVER_STATUS_EXECUTION_FAILED);
    if (!pivots)
        pivots = (int *)(factors + (size_t)n * n + 1);
    const int ld = n > 1 ? n : 1;
    cusolverStatus_t status = getrf(handle, n, factors, ld, factors, pivots, info);
    int singular = 0;
    if (status == CUSOLVER_STATUS_SUCCESS &&
        (cudaMemcpyAsync(&singular, info, sizeof singular, cudaMemcpyDeviceToHost,
                         handle->stream) != cudaSuccess ||
         cudaStreamSynchronize(handle->stream) != cudaSuccess))
        status = CUSOLVER_STATUS_EXECUTION_FAILED;
    if (status == CUSOLVER_STATUS_SUCCESS && singular == 0)
        status = getrs(handle, n, columns, factors, ld, pivots, x, ldx, info);
    return status;
}

template <class T, class N>
static cusolverStatus_t gels(cusolverDnHandle_t handle, int m, int n, int columns, T *a, int lda,
                             T *b, int ldb, T *x, int ldx, void *room, size_t bytes,
                             int *iterations, int *info)
{
    size_t needed = 0;
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    CHECK_SOLVER(gels_room(m, n, columns, sizeof(T), &needed) == CUSOLVER_STATUS_SUCCESS &&
                     lda >= m && ldb >= m && ldx >= n && bytes >= needed && iterations && info,
                 CUSOLVER_STATUS_INVALID_VALUE);
    T *factors = (T *)room, *right = factors + (size_t)m * n, *tau = right + (size_t)m * columns;
    const int ld = m > 1 ? m : 1;
    *iterations = 0;
    CHECK_SOLVER(copy_matrix(handle->stream, m, n, a, lda, factors, ld) &&
                     copy_matrix(handle->stream, m, columns, b, ldb, right, ld),
                 CUSOLVER_STATUS_EXECUTION_FAILED);
    cusolverStatus_t status = geqrf(handle, m, n, factors, ld, tau, info);
    if (status == CUSOLVER_STATUS_SUCCESS)
        status = ormqr(handle, m, columns, n, factors, ld, tau, right, ld, info);
    if (status != CUSOLVER_STATUS_SUCCESS)
        return status;
    solve_upper<N><<<columns / REFINED_THREADS + 1, REFINED_THREADS, 0, handle->stream>>>(
        n, columns, (const N *)factors, (long long)ld, (const N *)right, (long long)ld, (N *)x,
        (long long)ldx, info);
    return launched();
}

/* P: the two letters, of the matrix and of the factors. */
#define CALLS_OF(P, T, N)                                                                          \
    extern "C" cusolverStatus_t cusolverDn##P##gesv_bufferSize(                                    \
        cusolverDnHandle_t, int n, int columns, T *, int, int *, T *, int, T *, int, void *,       \
        size_t *bytes)                                                                             \
    {                                                                                              \
        return gesv_room(n, columns, sizeof(T), bytes);                                            \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##P##gesv(                                               \
        cusolverDnHandle_t handle, int n, int columns, T *a, int lda, int *pivots, T *b, int ldb,  \
        T *x, int ldx, void *room, size_t bytes, int *iterations, int *info)                       \
    {                                                                                              \
        CHECK_SOLVER(pivots, CUSOLVER_STATUS_INVALID_VALUE);                                       \
        return gesv(handle, n, columns, a, lda, pivots, b, ldb, x, ldx, room, bytes, iterations,   \
                    info);                                                                         \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##P##gels_bufferSize(                                    \
        cusolverDnHandle_t, int m, int n, int columns, T *, int, T *, int, T *, int, void *,       \
        size_t *bytes)                                                                             \
    {                                                                                              \
        return gels_room(m, n, columns, sizeof(T), bytes);                                         \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##P##gels(                                               \
        cusolverDnHandle_t handle, int m, int n, int columns, T *a, int lda, T *b, int ldb, T *x,  \
        int ldx, void *room, size_t bytes, int *iterations, int *info)                             \
    {                                                                                              \
        return gels<T, N>(handle, m, n, columns, a, lda, b, ldb, x, ldx, room, bytes, iterations,  \
                          info);                                                                   \
    }
#define OF_REALS(P, T) CALLS_OF(P, T, T)
SIMGPU_CUSOLVER_REFINED_OF(OF_REALS, S, float, S, H, B, X)
SIMGPU_CUSOLVER_REFINED_OF_5(OF_REALS, D, double, D, S, H, B, X)
#define OF_COMPLEX(P, T) CALLS_OF(P, T, complex_float)
SIMGPU_CUSOLVER_REFINED_OF(OF_COMPLEX, C, cuComplex, C, K, E, Y)
#define OF_WIDE_COMPLEX(P, T) CALLS_OF(P, T, complex_double)
SIMGPU_CUSOLVER_REFINED_OF_5(OF_WIDE_COMPLEX, Z, cuDoubleComplex, Z, C, K, E, Y)

/* ---- with parameters ---- */

/* The bytes of a number of the precision that a program has set; 0: none is. */
static size_t bytes_of(const cusolverDnIRSParams *p)
{
    switch (p->main) {
    case CUSOLVER_R_32F:
        return 4;
    case CUSOLVER_R_64F:
    case CUSOLVER_C_32F:
        return 8;
    case CUSOLVER_C_64F:
        return 16;
    default:
        return 0;
    }
}
#define BY_PRECISION(of_s, of_d, of_c, of_z)                                                       \
    switch (parameters->main) {                                                                    \
    case CUSOLVER_R_32F:                                                                           \
        status = of_s;                                                                             \
        break;                                                                                     \
    case CUSOLVER_R_64F:                                                                           \
        status = of_d;                                                                             \
        break;                                                                                     \
    case CUSOLVER_C_32F:                                                                           \
        status = of_c;                                                                             \
        break;                                                                                     \
    case CUSOLVER_C_64F:                                                                           \
        status = of_z;                                                                             \
        break;                                                                                     \
    default:                                                                                       \
        status = CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC;                                          \
    }

extern "C" {
cusolverStatus_t cusolverDnIRSParamsCreate(cusolverDnIRSParams_t *made)
{
    CHECK_SOLVER(made, CUSOLVER_STATUS_INVALID_VALUE);
    *made = new cusolverDnIRSParams{(cusolverPrecType_t)0, (cusolverPrecType_t)0,
                                    CUSOLVER_IRS_REFINE_NOT_SET, 0, 0, 50, 50, true};
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnIRSParamsDestroy(cusolverDnIRSParams_t parameters)
{
    delete parameters;
    return CUSOLVER_STATUS_SUCCESS;
}
#define SETTER(name, type, field)                                                                  \
    cusolverStatus_t cusolverDnIRSParamsSet##name(cusolverDnIRSParams_t parameters, type value)    \
    {                                                                                              \
        CHECK_SOLVER(parameters, CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED);                      \
        parameters->field = value;                                                                 \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }
SETTER(RefinementSolver, cusolverIRSRefinement_t, refinement)
SETTER(SolverMainPrecision, cusolverPrecType_t, main)
SETTER(SolverLowestPrecision, cusolverPrecType_t, lowest)
SETTER(Tol, double, tolerance)
SETTER(TolInner, double, inner_tolerance)
SETTER(MaxIters, cusolver_int_t, iterations)
SETTER(MaxItersInner, cusolver_int_t, inner_iterations)
cusolverStatus_t cusolverDnIRSParamsSetSolverPrecisions(cusolverDnIRSParams_t parameters,
                                                        cusolverPrecType_t main,
                                                        cusolverPrecType_t lowest)
{
    CHECK_SOLVER(parameters, CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED);
    parameters->main = main, parameters->lowest = lowest;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnIRSParamsGetMaxIters(cusolverDnIRSParams_t parameters, int *iterations)
{
    CHECK_SOLVER(parameters, CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED);
    *iterations = parameters->iterations;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnIRSParamsEnableFallback(cusolverDnIRSParams_t parameters)
{
    CHECK_SOLVER(parameters, CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED);
    parameters->falls_back = true;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnIRSParamsDisableFallback(cusolverDnIRSParams_t parameters)
{
    CHECK_SOLVER(parameters, CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED);
    parameters->falls_back = false;
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnIRSInfosCreate(cusolverDnIRSInfos_t *made)
{
    CHECK_SOLVER(made, CUSOLVER_STATUS_INVALID_VALUE);
    *made = new cusolverDnIRSInfos{0, 0};
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnIRSInfosDestroy(cusolverDnIRSInfos_t infos)
{
    delete infos;
    return CUSOLVER_STATUS_SUCCESS;
}
#define QUESTION(name, field)                                                                      \
    cusolverStatus_t cusolverDnIRSInfosGet##name(cusolverDnIRSInfos_t infos, int *value)           \
    {                                                                                              \
        CHECK_SOLVER(infos, CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED);                            \
        CHECK_SOLVER(value, CUSOLVER_STATUS_INVALID_VALUE);                                        \
        *value = infos->field;                                                                     \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }
QUESTION(Niters, iterations)
QUESTION(OuterNiters, iterations)
QUESTION(MaxIters, most)
cusolverStatus_t cusolverDnIRSInfosRequestResidual(cusolverDnIRSInfos_t infos)
{
    CHECK_SOLVER(infos, CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED);
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnIRSXgesv_bufferSize(cusolverDnHandle_t,
                                               cusolverDnIRSParams_t parameters, int n,
                                               int columns, size_t *bytes)
{
    CHECK_SOLVER(parameters, CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED);
    CHECK_SOLVER(bytes_of(parameters) > 0, CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC);
    return gesv_room(n, columns, bytes_of(parameters), bytes);
}
cusolverStatus_t cusolverDnIRSXgesv(cusolverDnHandle_t handle, cusolverDnIRSParams_t parameters,
                                    cusolverDnIRSInfos_t infos, int n, int columns, void *a,
                                    int lda, void *b, int ldb, void *x, int ldx, void *room,
                                    size_t bytes, int *iterations, int *info)
{
    CHECK_SOLVER(parameters, CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED);
    CHECK_SOLVER(infos, CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED);
    cusolverStatus_t status;
    infos->iterations = 0, infos->most = parameters->iterations;
#define SOLVE(T)                                                                                   \
    gesv(handle, n, columns, (T *)a, lda, NULL, (T *)b, ldb, (T *)x, ldx, room, bytes, iterations, \
         info)
    BY_PRECISION(SOLVE(float), SOLVE(double), SOLVE(cuComplex), SOLVE(cuDoubleComplex))
#undef SOLVE
    return status;
}
cusolverStatus_t cusolverDnIRSXgels_bufferSize(cusolverDnHandle_t,
                                               cusolverDnIRSParams_t parameters, int m, int n,
                                               int columns, size_t *bytes)
{
    CHECK_SOLVER(parameters, CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED);
    CHECK_SOLVER(bytes_of(parameters) > 0, CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC);
    return gels_room(m, n, columns, bytes_of(parameters), bytes);
}
cusolverStatus_t cusolverDnIRSXgels(cusolverDnHandle_t handle, cusolverDnIRSParams_t parameters,
                                    cusolverDnIRSInfos_t infos, int m, int n, int columns, void *a,
                                    int lda, void *b, int ldb, void *x, int ldx, void *room,
                                    size_t bytes, int *iterations, int *info)
{
    CHECK_SOLVER(parameters, CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED);
    CHECK_SOLVER(infos, CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED);
    cusolverStatus_t status;
    infos->iterations = 0, infos->most = parameters->iterations;
#define SOLVE(T, N)                                                                                \
    (gels<T, N>(handle, m, n, columns, (T *)a, lda, (T *)b, ldb, (T *)x, ldx, room, bytes,         \
                iterations, info))
    BY_PRECISION(SOLVE(float, float), SOLVE(double, double), SOLVE(cuComplex, complex_float),
                 SOLVE(cuDoubleComplex, complex_double))
#undef SOLVE
    return status;
}
}
