/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER's generalized eigenvalues: A x = l B x, A B x = l x and B A x = l x, with B = L L'.
 * C = inv(L) A inv(L') for the first, C = L' A L for the others has the same values; x is
 * inv(L') y, or L y for the last.
 *
 * Source: LAPACK Users' Guide (1999), "Generalized Symmetric Definite Eigenproblems".
 */
#include "cholesky_kernel.h"
#include "eigen_run.h"

template <class T> struct general_problem {
    int n, kind;
    bool lower, wants_vectors;
    T *a;
    long long lda;
    T *b; /* its factor, once that is made */
    long long ldb;
    T *c, *other; /* n x n each, by columns */
    int *info, *of_factor;
};

/* Element (i, j) of L, which may be stored as its adjoint. */
template <class T> static __device__ T factor_at(const general_problem<T> &p, int i, int j)
{
    if (i < j)
        return T(0);
    return p.lower ? p.b[i + j * p.ldb] : conjugate(p.b[j + i * p.ldb]);
}
template <class T> static __device__ T whole_at(const general_problem<T> &p, int i, int j)
{
    const T x = (p.lower ? i >= j : i <= j) ? p.a[i + j * p.lda] : conjugate(p.a[j + i * p.lda]);
    return i == j ? T(real_part(x)) : x;
}

static __device__ int thread_of_grid()
{
    return blockIdx.x * LU_THREADS + threadIdx.x;
}

/* inv(L) times a vector whose elements lie `step` apart; its elements are conjugated if `flips`. */
template <class T>
static __device__ void solve_forward(const general_problem<T> &p, T *x, long long step, bool flips)
{
    for (int i = 0; i < p.n; i++) {
        T sum = flips ? conjugate(x[i * step]) : x[i * step];
        for (int j = 0; j < i; j++)
            sum = sum - factor_at(p, i, j) * (flips ? conjugate(x[j * step]) : x[j * step]);
        sum = sum / factor_at(p, i, i);
        x[i * step] = flips ? conjugate(sum) : sum;
    }
}

/* C = inv(L) A, a thread a column. */
template <class T>
static __global__ void __launch_bounds__(LU_THREADS) divide_left(general_problem<T> p)
{
    const int c = thread_of_grid();
    if (c >= p.n)
        return;
    for (int i = 0; i < p.n; i++)
        p.c[i + (long long)c * p.n] = whole_at(p, i, c);
    solve_forward(p, p.c + (long long)c * p.n, 1, false);
}
/* C = C inv(L'), a thread a row. */
template <class T>
static __global__ void __launch_bounds__(LU_THREADS) divide_right(general_problem<T> p)
{
    const int r = thread_of_grid();
    if (r < p.n)
        solve_forward(p, p.c + r, p.n, true);
}

/* other = A L, then C = L' other; a thread an element. */
template <class T>
static __global__ void __launch_bounds__(LU_THREADS) multiply_right(general_problem<T> p)
{
    for (long long e = thread_of_grid(); e < (long long)p.n * p.n; e += gridDim.x * LU_THREADS) {
        const int i = (int)(e % p.n), j = (int)(e / p.n);
        T sum = T(0);
        for (int k = j; k < p.n; k++)
            sum = multiply_add(whole_at(p, i, k), factor_at(p, k, j), sum);
        p.other[e] = sum;
    }
}
template <class T>
static __global__ void __launch_bounds__(LU_THREADS) multiply_left(general_problem<T> p)
{
    for (long long e = thread_of_grid(); e < (long long)p.n * p.n; e += gridDim.x * LU_THREADS) {
        const int i = (int)(e % p.n), j = (int)(e / p.n);
        T sum = T(0);
        for (int k = i; k < p.n; k++)
            sum = multiply_add(conjugate(factor_at(p, k, i)), p.other[k + (long long)j * p.n], sum);
        p.c[e] = sum;
    }
}

/* x of y, a thread a vector; nothing if B has no factor: then info is n and its first bad row. */
template <class T>
static __global__ void __launch_bounds__(LU_THREADS) finish(general_problem<T> p)
{
    const int c = thread_of_grid();
    if (*p.of_factor > 0) {
        if (c == 0)
            *p.info = p.n + *p.of_factor;
        return;
    }
    if (c >= p.n || !p.wants_vectors)
        return;
    const T *y = p.c + (long long)c * p.n;
    T *x = p.a + c * p.lda;
    for (int i = p.n - 1; i >= 0; i--) {
        T sum = p.kind == CUSOLVER_EIG_TYPE_3 ? T(0) : y[i];
        if (p.kind == CUSOLVER_EIG_TYPE_3) {
            for (int j = 0; j <= i; j++)
                sum = multiply_add(factor_at(p, i, j), y[j], sum);
        } else {
            for (int j = i + 1; j < p.n; j++)
                sum = sum - conjugate(factor_at(p, j, i)) * x[j];
            sum = sum / conjugate(factor_at(p, i, i));
        }
        x[i] = sum;
    }
}

/* C; what the eigenvalues of C need, which is room for `other` before; whether B has a factor. */
static long long room_of_general(long long n)
{
    return n * n + room_of((int)n) + 1;
}
static cusolverStatus_t room_for(int n, int *elements)
{
    CHECK_SOLVER(n >= 0 && elements, CUSOLVER_STATUS_INVALID_VALUE);
    CHECK_SOLVER(room_of_general(n) <= 0x7fffffff, CUSOLVER_STATUS_INVALID_VALUE);
    *elements = (int)room_of_general(n);
    return CUSOLVER_STATUS_SUCCESS;
}

/* parameters: NULL for sygvd. */
template <class T>
static cusolverStatus_t general(cusolverDnHandle_t handle, syevjInfo_t parameters,
                                cusolverEigType_t kind, cusolverEigMode_t mode,
                                cublasFillMode_t uplo, int n, T *a, int lda, T *b, int ldb,
                                real_of<T> *values, T *room, int elements, int *info)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    CHECK_SOLVER(n >= 0 && lda >= n && ldb >= n && info && elements >= room_of_general(n),
                 CUSOLVER_STATUS_INVALID_VALUE);
    CHECK_SOLVER(kind >= CUSOLVER_EIG_TYPE_1 && kind <= CUSOLVER_EIG_TYPE_3,
                 CUSOLVER_STATUS_INVALID_VALUE);
    const bool lower = uplo == CUBLAS_FILL_MODE_LOWER;
    T *of_eigen = room + (long long)n * n;
    const general_problem<T> p = {n,   (int)kind, lower,    mode == CUSOLVER_EIG_MODE_VECTOR,
                                  a,   lda,       b,        ldb,
                                  room, of_eigen, info,     (int *)(of_eigen + room_of(n))};
    const int lines = n / LU_THREADS + 1, all = blocks_for((long long)n * n + 1, LU_THREADS, 1024);
    const cudaStream_t stream = handle->stream;
    cholesky_kernel<<<1, LU_THREADS, 0, stream>>>(lower, n, b, p.ldb, p.of_factor);
    if (kind == CUSOLVER_EIG_TYPE_1) {
        divide_left<<<lines, LU_THREADS, 0, stream>>>(p);
        divide_right<<<lines, LU_THREADS, 0, stream>>>(p);
    } else {
        multiply_right<<<all, LU_THREADS, 0, stream>>>(p);
        multiply_left<<<all, LU_THREADS, 0, stream>>>(p);
    }
    const cusolverStatus_t status =
        eigen_of(handle, parameters, mode, CUBLAS_FILL_MODE_LOWER, n, 1, p.c, (long long)n, values,
                 of_eigen, room_of(n), info);
    if (status == CUSOLVER_STATUS_SUCCESS)
        finish<<<lines, LU_THREADS, 0, stream>>>(p);
    return status == CUSOLVER_STATUS_SUCCESS ? launched() : status;
}

/* N: the number as kernels have it; EV: "sy" or "he". */
#define GENERAL_CALLS(X, T, R, N, EV)                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##EV##gvd_bufferSize(                                 \
        cusolverDnHandle_t, cusolverEigType_t, cusolverEigMode_t, cublasFillMode_t, int n,         \
        const T *, int, const T *, int, const R *, int *elements)                                  \
    {                                                                                              \
        return room_for(n, elements);                                                              \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##EV##gvd(                                            \
        cusolverDnHandle_t handle, cusolverEigType_t kind, cusolverEigMode_t mode,                 \
        cublasFillMode_t uplo, int n, T *a, int lda, T *b, int ldb, R *values, T *room,            \
        int elements, int *info)                                                                   \
    {                                                                                              \
        return general<N>(handle, NULL, kind, mode, uplo, n, (N *)a, lda, (N *)b, ldb, values,     \
                          (N *)room, elements, info);                                              \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##EV##gvj_bufferSize(                                 \
        cusolverDnHandle_t, cusolverEigType_t, cusolverEigMode_t, cublasFillMode_t, int n,         \
        const T *, int, const T *, int, const R *, int *elements, syevjInfo_t)                     \
    {                                                                                              \
        return room_for(n, elements);                                                              \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##EV##gvj(                                            \
        cusolverDnHandle_t handle, cusolverEigType_t kind, cusolverEigMode_t mode,                 \
        cublasFillMode_t uplo, int n, T *a, int lda, T *b, int ldb, R *values, T *room,            \
        int elements, int *info, syevjInfo_t parameters)                                           \
    {                                                                                              \
        CHECK_SOLVER(parameters, CUSOLVER_STATUS_INVALID_VALUE);                                   \
        return general<N>(handle, parameters, kind, mode, uplo, n, (N *)a, lda, (N *)b, ldb,       \
                          values, (N *)room, elements, info);                                      \
    }
GENERAL_CALLS(S, float, float, float, sy)
GENERAL_CALLS(D, double, double, double, sy)
GENERAL_CALLS(C, cuComplex, float, complex_float, he)
GENERAL_CALLS(Z, cuDoubleComplex, double, complex_double, he)
