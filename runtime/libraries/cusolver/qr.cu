/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER's QR: A = Q R, products with Q, and Q itself. Q = H(0) H(1) ... with H = I - tau v v',
 * where v(k) is 1 at row k and lies below the diagonal of column k, as in LAPACK.
 *
 * A block makes a reflector, and then a warp for each column applies it.
 * Source: LAPACK Users' Guide (1999), "QR Factorization"; its xLARFG for the reflector.
 */
#include "../common/sums.h"
#include "solver.h"

enum { QR_THREADS = 256, QR_WARPS = QR_THREADS / 32, QR_MOST_BLOCKS = 1024 };

template <class R> static __device__ R imaginary_part(R)
{
    return 0;
}
template <class R> static __device__ R imaginary_part(complex_of<R> x)
{
    return x.y;
}
template <class T, class R> static __device__ T number_from(R real, R imaginary)
{
    if constexpr (number_of<T>::is_complex)
        return T(real, imaginary);
    else
        return real;
}

/* The sum over a block of what each thread has. */
template <class R> static __device__ R sum_of_block(R x)
{
    __shared__ R sums[QR_WARPS];
    x = sum_of_warp(x);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = x;
    __syncthreads();
    R all = 0;
    for (int w = 0; w < QR_WARPS; w++)
        all += sums[w];
    return all;
}

/* From `x`, `n` numbers: v in its place but for the 1, the new x[0], and tau. */
template <class T>
static __global__ void __launch_bounds__(QR_THREADS) make_reflector(int n, T *x, T *tau)
{
    typedef real_of<T> R;
    R below = 0;
    for (int i = 1 + threadIdx.x; i < n; i += QR_THREADS)
        below += square(x[i], R(1));
    below = sum_of_block(below);
    const T first = x[0];
    const R real = real_part(first), imaginary = imaginary_part(first);
    __syncthreads(); /* all have read x[0] */
    if (below == 0 && imaginary == 0) {
        if (threadIdx.x == 0)
            *tau = T(0);
        return;
    }
    const R length = sqrt(real * real + imaginary * imaginary + below);
    const R beta = real >= 0 ? -length : length;
    if (threadIdx.x == 0) {
        *tau = number_from<T, R>((beta - real) / beta, -imaginary / beta);
        x[0] = T(beta);
    }
    const T scale = T(1) / (first - T(beta));
    for (int i = 1 + threadIdx.x; i < n; i += QR_THREADS)
        x[i] = x[i] * scale;
}

/* A warp reflects one vector: x - tau (v' x) v, or, of a row, x - tau (x v) v'. `x` lies `step`
 * apart. */
template <class T>
static __device__ void reflect(int n, const T *v, T tau, T *x, long long step, bool is_row)
{
    const int lane = threadIdx.x % 32;
    T sum = T(0);
    for (int i = lane; i < n; i += 32) {
        const T of_v = i == 0 ? T(1) : v[i];
        sum = multiply_add(is_row ? of_v : conjugate(of_v), x[i * step], sum);
    }
    sum = tau * sum_of_warp(sum);
    for (int i = lane; i < n; i += 32) {
        const T of_v = i == 0 ? T(1) : v[i];
        x[i * step] = x[i * step] - sum * (is_row ? conjugate(of_v) : of_v);
    }
    __syncwarp();
}

static __device__ int warp_of_grid()
{
    return blockIdx.x * QR_WARPS + threadIdx.x / 32;
}
static __device__ int warps_of_grid()
{
    return gridDim.x * QR_WARPS;
}

template <class T>
static __global__ void __launch_bounds__(QR_THREADS)
    reflect_columns(int n, int columns, const T *v, const T *tau, T *a, long long lda)
{
    for (int c = warp_of_grid(); c < columns; c += warps_of_grid())
        reflect(n, v, conjugate(*tau), a + c * lda, 1, false);
}

/* A product with Q or Q': vectors of C, its columns or rows, are reflected one after the other. */
template <class T> struct qr_product {
    int length, vectors, reflectors;
    const T *a, *tau;
    long long lda;
    T *c;
    long long step, next; /* from an element to the next one, and from a vector */
    bool is_row, is_adjoint, ends_with_first, is_identity; /* the last: C is made one first */
};

template <class T>
static __global__ void __launch_bounds__(QR_THREADS) reflect_all(qr_product<T> p, int *info)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *info = 0;
    for (int vector = warp_of_grid(); vector < p.vectors; vector += warps_of_grid()) {
        T *x = p.c + vector * p.next;
        for (int i = threadIdx.x % 32; p.is_identity && i < p.length; i += 32)
            x[i * p.step] = T(i == vector ? 1 : 0);
        __syncwarp();
        for (int done = 0; done < p.reflectors; done++) {
            const int k = p.ends_with_first ? p.reflectors - 1 - done : done;
            const T tau = p.is_adjoint ? conjugate(p.tau[k]) : p.tau[k];
            reflect(p.length - k, p.a + k + k * p.lda, tau, x + k * p.step, p.step, p.is_row);
        }
    }
}

static __global__ void set_zero(int *info)
{
    *info = 0;
}

template <class T>
static cusolverStatus_t geqrf(cusolverDnHandle_t handle, int m, int n, T *a, int lda, T *tau,
                              int *info)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    CHECK_SOLVER(m >= 0 && n >= 0 && lda >= m && info, CUSOLVER_STATUS_INVALID_VALUE);
    for (int k = 0; k < m && k < n; k++) {
        T *v = a + k + (long long)k * lda;
        make_reflector<<<1, QR_THREADS, 0, handle->stream>>>(m - k, v, tau + k);
        const int columns = n - k - 1;
        if (columns > 0)
            reflect_columns<<<blocks_for(columns, QR_WARPS, QR_MOST_BLOCKS), QR_THREADS, 0,
                              handle->stream>>>(m - k, columns, v, tau + k, v + lda,
                                                (long long)lda);
    }
    set_zero<<<1, 1, 0, handle->stream>>>(info);
    return launched();
}

template <class T>
static cusolverStatus_t multiply(cusolverDnHandle_t handle, const qr_product<T> &p, int *info)
{
    const int blocks = blocks_for(p.vectors > 0 ? p.vectors : 1, QR_WARPS, QR_MOST_BLOCKS);
    reflect_all<<<blocks, QR_THREADS, 0, handle->stream>>>(p, info);
    return launched();
}

template <class T>
static cusolverStatus_t ormqr(cusolverDnHandle_t handle, cublasSideMode_t side,
                              cublasOperation_t op, int m, int n, int k, const T *a, int lda,
                              const T *tau, T *c, int ldc, int *info)
{
    const bool left = side == CUBLAS_SIDE_LEFT, plain = op == CUBLAS_OP_N;
    const int order = left ? m : n;
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    CHECK_SOLVER(m >= 0 && n >= 0 && k >= 0 && k <= order && lda >= order && ldc >= m && info,
                 CUSOLVER_STATUS_INVALID_VALUE);
    CHECK_SOLVER(op != CUBLAS_OP_T || !number_of<T>::is_complex, CUSOLVER_STATUS_INVALID_VALUE);
    qr_product<T> p = {};
    p.length = order;
    p.vectors = left ? n : m;
    p.reflectors = k;
    p.a = a;
    p.lda = lda;
    p.tau = tau;
    p.c = c;
    p.step = left ? 1 : ldc;
    p.next = left ? ldc : 1;
    p.is_row = !left;
    p.is_adjoint = !plain;
    p.ends_with_first = left == plain;
    return multiply(handle, p, info);
}

/* The first n columns of Q in A's place. `room` takes the reflectors. */
template <class T>
static cusolverStatus_t orgqr(cusolverDnHandle_t handle, int m, int n, int k, T *a, int lda,
                              const T *tau, T *room, int elements, int *info)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    CHECK_SOLVER(m >= n && n >= k && k >= 0 && lda >= m && info &&
                     (long long)elements >= (long long)m * k,
                 CUSOLVER_STATUS_INVALID_VALUE);
    if (k > 0 && cudaMemcpy2DAsync(room, m * sizeof(T), a, lda * sizeof(T), m * sizeof(T), k,
                                   cudaMemcpyDeviceToDevice, handle->stream) != cudaSuccess)
        return CUSOLVER_STATUS_EXECUTION_FAILED;
    qr_product<T> p = {};
    p.length = p.lda = m;
    p.vectors = n;
    p.reflectors = k;
    p.a = room;
    p.tau = tau;
    p.c = a;
    p.step = 1;
    p.next = lda;
    p.ends_with_first = p.is_identity = true;
    return multiply(handle, p, info);
}

/* OR: "or" for real numbers, "un" for complex ones. */
#define CALLS_OF(X, T, N, OR)                                                                      \
    extern "C" cusolverStatus_t cusolverDn##X##geqrf_bufferSize(cusolverDnHandle_t, int, int, T *, \
                                                                int, int *elements)                \
    {                                                                                              \
        *elements = 1;                                                                             \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##geqrf(cusolverDnHandle_t handle, int m, int n,      \
                                                     T *a, int lda, T *tau, T *, int, int *info)   \
    {                                                                                              \
        return geqrf(handle, m, n, (N *)a, lda, (N *)tau, info);                                   \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##OR##mqr_bufferSize(                                 \
        cusolverDnHandle_t, cublasSideMode_t, cublasOperation_t, int, int, int, const T *, int,    \
        const T *, const T *, int, int *elements)                                                  \
    {                                                                                              \
        *elements = 1;                                                                             \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##OR##mqr(                                            \
        cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t op, int m, int n,      \
        int k, const T *a, int lda, const T *tau, T *c, int ldc, T *, int, int *info)              \
    {                                                                                              \
        return ormqr(handle, side, op, m, n, k, (const N *)a, lda, (const N *)tau, (N *)c, ldc,    \
                     info);                                                                        \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##OR##gqr_bufferSize(                                 \
        cusolverDnHandle_t, int m, int, int k, const T *, int, const T *, int *elements)           \
    {                                                                                              \
        *elements = m * k > 0 ? m * k : 1;                                                         \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##OR##gqr(cusolverDnHandle_t handle, int m, int n,    \
                                                       int k, T *a, int lda, const T *tau,         \
                                                       T *room, int elements, int *info)           \
    {                                                                                              \
        return orgqr(handle, m, n, k, (N *)a, lda, (const N *)tau, (N *)room, elements, info);     \
    }
CALLS_OF(S, float, float, or)
CALLS_OF(D, double, double, or)
CALLS_OF(C, cuComplex, complex_float, un)
CALLS_OF(Z, cuDoubleComplex, complex_double, un)

/* ---- any type, with numbers of 64 bits ---- */

template <class T>
static cusolverStatus_t geqrf_any(cusolverDnHandle_t handle, int64_t m, int64_t n, void *a,
                                  int64_t lda, void *tau, int *info)
{
    return geqrf(handle, (int)m, (int)n, (T *)a, (int)lda, (T *)tau, info);
}
extern "C" cusolverStatus_t cusolverDnXgeqrf_bufferSize(cusolverDnHandle_t, cusolverDnParams_t,
                                                        int64_t, int64_t, cudaDataType type,
                                                        const void *, int64_t, cudaDataType,
                                                        const void *, cudaDataType, size_t *device,
                                                        size_t *host)
{
    return solver_no_room(type, device, host);
}
extern "C" cusolverStatus_t cusolverDnXgeqrf(cusolverDnHandle_t handle, cusolverDnParams_t,
                                             int64_t m, int64_t n, cudaDataType type, void *a,
                                             int64_t lda, cudaDataType of_tau, void *tau,
                                             cudaDataType, void *, size_t, void *, size_t,
                                             int *info)
{
    CHECK_SOLVER(type == of_tau, CUSOLVER_STATUS_INVALID_VALUE);
    SOLVER_BY_TYPE(type, geqrf_any, handle, m, n, a, lda, tau, info)
}
