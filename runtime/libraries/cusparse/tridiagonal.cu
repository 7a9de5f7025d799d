/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSPARSE's tridiagonal systems. With exchanges of rows: a thread a system, after LAPACK's xGTSV.
 * Without: a block a system, which halves the distance between what equations need in each step
 * (parallel cyclic reduction).
 *
 * Source: LAPACK Users' Guide (1999), xGTSV; Hockney, Jesshope, Parallel Computers 2 (1988),
 *   section 5.4.3.
 */
#include "sparse.h"

enum { TRIDIAGONAL_THREADS = 256 };

/* Elements of a system lie `step` apart. All arrays are overwritten; x: the right side, then the
 * solution. */
template <class T> struct tridiagonal_system {
    int n;
    T *below, *diagonal, *above, *x;
    long long step, step_x;
};

template <class T> static __device__ void solve_with_exchanges(const tridiagonal_system<T> &s)
{
    const long long by = s.step;
    for (int k = 0; k + 1 < s.n; k++) {
        /* Equation k has d, u and, in `below` from here on, what lies two above the diagonal. */
        T d = s.diagonal[k * by], u = s.above[k * by], l = s.below[(k + 1) * by];
        T next_d = s.diagonal[(k + 1) * by];
        T x = s.x[k * s.step_x], next_x = s.x[(k + 1) * s.step_x], second(0);
        if (magnitude(l) > magnitude(d)) {
            T next_u = k + 2 < s.n ? s.above[(k + 1) * by] : T(0), held = d;
            d = l;
            l = held;
            held = u;
            u = next_d;
            next_d = held;
            held = x;
            x = next_x;
            next_x = held;
            second = next_u;
            if (k + 2 < s.n)
                s.above[(k + 1) * by] = -(l / d * next_u);
        }
        const T factor = l / d;
        s.diagonal[k * by] = d;
        s.above[k * by] = u;
        s.below[(k + 1) * by] = second;
        s.diagonal[(k + 1) * by] = next_d - factor * u;
        s.x[k * s.step_x] = x;
        s.x[(k + 1) * s.step_x] = next_x - factor * x;
    }
    for (int k = s.n - 1; k >= 0; k--) {
        T x = s.x[k * s.step_x];
        if (k + 1 < s.n)
            x = x - s.above[k * by] * s.x[(k + 1) * s.step_x];
        if (k + 2 < s.n)
            x = x - s.below[(k + 1) * by] * s.x[(k + 2) * s.step_x];
        s.x[k * s.step_x] = x / s.diagonal[k * by];
    }
}

/* Systems that lie beside each other, element by element. */
template <class T>
static __global__ void __launch_bounds__(SPARSE_THREADS)
    solve_interleaved(int systems, tridiagonal_system<T> s)
{
    const int which = blockIdx.x * SPARSE_THREADS + threadIdx.x;
    if (which >= systems)
        return;
    s.below += which;
    s.diagonal += which;
    s.above += which;
    s.x += which;
    solve_with_exchanges(s);
}

/* One matrix for `columns` right sides: each thread works on a copy. */
template <class T>
static __global__ void __launch_bounds__(SPARSE_THREADS)
    solve_general(int n, int columns, const T *below, const T *diagonal, const T *above, T *b,
                  long long ldb, T *room)
{
    const int column = blockIdx.x * SPARSE_THREADS + threadIdx.x;
    if (column >= columns)
        return;
    const long long size = (long long)n * columns;
    const tridiagonal_system<T> s = {
        n, room + column, room + size + column, room + 2 * size + column, b + column * ldb, columns,
        1};
    for (int k = 0; k < n; k++) {
        s.below[k * s.step] = below[k];
        s.diagonal[k * s.step] = diagonal[k];
        s.above[k * s.step] = above[k];
    }
    solve_with_exchanges(s);
}

/* A block a system. room: two times four arrays of n elements for each. */
template <class T>
static __global__ void __launch_bounds__(TRIDIAGONAL_THREADS)
    reduce_cyclically(int n, const T *below, const T *diagonal, const T *above, long long next, T *x,
                      long long next_x, T *room)
{
    below += blockIdx.x * next;
    diagonal += blockIdx.x * next;
    above += blockIdx.x * next;
    x += blockIdx.x * next_x;
    T *from = room + blockIdx.x * 8ll * n, *to = from + 4ll * n;
    for (int i = threadIdx.x; i < n; i += TRIDIAGONAL_THREADS) {
        from[i] = i > 0 ? below[i] : T(0);
        from[i + n] = diagonal[i];
        from[i + 2ll * n] = i + 1 < n ? above[i] : T(0);
        from[i + 3ll * n] = x[i];
    }
    for (int distance = 1; distance < n; distance *= 2) {
        __syncthreads();
        for (int i = threadIdx.x; i < n; i += TRIDIAGONAL_THREADS) {
            const int low = i - distance, high = i + distance;
            T a(0), b = from[i + n], c(0), d = from[i + 3ll * n];
            if (low >= 0) {
                const T factor = from[i] / from[low + n];
                a = -(factor * from[low]);
                b = b - factor * from[low + 2ll * n];
                d = d - factor * from[low + 3ll * n];
            }
            if (high < n) {
                const T factor = from[i + 2ll * n] / from[high + n];
                c = -(factor * from[high + 2ll * n]);
                b = b - factor * from[high];
                d = d - factor * from[high + 3ll * n];
            }
            to[i] = a;
            to[i + n] = b;
            to[i + 2ll * n] = c;
            to[i + 3ll * n] = d;
        }
        T *held = from;
        from = to;
        to = held;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += TRIDIAGONAL_THREADS)
        x[i] = from[i + 3ll * n] / from[i + n];
}

static cusparseStatus_t check_system(cusparseHandle_t handle, int n, int columns, long long ld)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_CHECK(n >= 1 && columns >= 0 && ld >= n, CUSPARSE_STATUS_INVALID_VALUE);
    return CUSPARSE_STATUS_SUCCESS;
}

/* next: from a system's arrays to the next one's; 0: all systems have the same matrix. */
template <class T>
static cusparseStatus_t solve_plain(cusparseHandle_t handle, int n, int systems, const T *below,
                                    const T *diagonal, const T *above, long long next, T *x,
                                    long long next_x, void *room)
{
    const cusparseStatus_t status = check_system(handle, n, systems, next_x);
    if (status != CUSPARSE_STATUS_SUCCESS || systems == 0)
        return status;
    SPARSE_CHECK(room, CUSPARSE_STATUS_INVALID_VALUE);
    reduce_cyclically<<<systems, TRIDIAGONAL_THREADS, 0, handle->stream>>>(
        n, below, diagonal, above, next, x, next_x, (T *)room);
    return sparse_launched();
}

template <class T>
static cusparseStatus_t solve_pivoting(cusparseHandle_t handle, int n, int columns, const T *below,
                                       const T *diagonal, const T *above, T *b, int ldb, void *room)
{
    const cusparseStatus_t status = check_system(handle, n, columns, ldb);
    if (status != CUSPARSE_STATUS_SUCCESS || columns == 0)
        return status;
    SPARSE_CHECK(room, CUSPARSE_STATUS_INVALID_VALUE);
    solve_general<<<sparse_blocks(columns), SPARSE_THREADS, 0, handle->stream>>>(
        n, columns, below, diagonal, above, b, (long long)ldb, (T *)room);
    return sparse_launched();
}

template <class T>
static cusparseStatus_t solve_beside(cusparseHandle_t handle, int n, int systems, T *below,
                                     T *diagonal, T *above, T *x)
{
    const cusparseStatus_t status = check_system(handle, n, systems, n);
    if (status != CUSPARSE_STATUS_SUCCESS || systems == 0)
        return status;
    const tridiagonal_system<T> s = {n, below, diagonal, above, x, systems, systems};
    solve_interleaved<<<sparse_blocks(systems), SPARSE_THREADS, 0, handle->stream>>>(systems, s);
    return sparse_launched();
}

static cusparseStatus_t room_for(long long elements, size_t each, size_t *bytes)
{
    SPARSE_CHECK(bytes && elements >= 0, CUSPARSE_STATUS_INVALID_VALUE);
    *bytes = (size_t)elements * each;
    return CUSPARSE_STATUS_SUCCESS;
}

#define TRIDIAGONAL(X, T, N)                                                                       \
    extern "C" cusparseStatus_t cusparse##X##gtsv2_bufferSizeExt(                                  \
        cusparseHandle_t, int n, int columns, const T *, const T *, const T *, const T *, int,     \
        size_t *bytes)                                                                             \
    {                                                                                              \
        return room_for(3ll * n * columns, sizeof(T), bytes);                                      \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##gtsv2(                                                \
        cusparseHandle_t handle, int n, int columns, const T *below, const T *diagonal,            \
        const T *above, T *b, int ldb, void *room)                                                 \
    {                                                                                              \
        return solve_pivoting(handle, n, columns, (const N *)below, (const N *)diagonal,           \
                              (const N *)above, (N *)b, ldb, room);                                \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##gtsv2_nopivot_bufferSizeExt(                          \
        cusparseHandle_t, int n, int columns, const T *, const T *, const T *, const T *, int,     \
        size_t *bytes)                                                                             \
    {                                                                                              \
        return room_for(8ll * n * columns, sizeof(T), bytes);                                      \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##gtsv2_nopivot(                                        \
        cusparseHandle_t handle, int n, int columns, const T *below, const T *diagonal,            \
        const T *above, T *b, int ldb, void *room)                                                 \
    {                                                                                              \
        return solve_plain(handle, n, columns, (const N *)below, (const N *)diagonal,              \
                           (const N *)above, 0, (N *)b, ldb, room);                                \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##gtsv2StridedBatch_bufferSizeExt(                      \
        cusparseHandle_t, int n, const T *, const T *, const T *, const T *, int systems, int,     \
        size_t *bytes)                                                                             \
    {                                                                                              \
        return room_for(8ll * n * systems, sizeof(T), bytes);                                      \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##gtsv2StridedBatch(                                    \
        cusparseHandle_t handle, int n, const T *below, const T *diagonal, const T *above, T *x,   \
        int systems, int next, void *room)                                                         \
    {                                                                                              \
        return solve_plain(handle, n, systems, (const N *)below, (const N *)diagonal,              \
                           (const N *)above, next, (N *)x, next, room);                            \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##gtsvInterleavedBatch_bufferSizeExt(                   \
        cusparseHandle_t, int, int n, const T *, const T *, const T *, const T *, int systems,     \
        size_t *bytes)                                                                             \
    {                                                                                              \
        return room_for(n < 0 || systems < 0 ? -1 : 0, sizeof(T), bytes);                          \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##gtsvInterleavedBatch(                                 \
        cusparseHandle_t handle, int, int n, T *below, T *diagonal, T *above, T *x, int systems,   \
        void *)                                                                                    \
    {                                                                                              \
        return solve_beside(handle, n, systems, (N *)below, (N *)diagonal, (N *)above, (N *)x);    \
    }
TRIDIAGONAL(S, float, float)
TRIDIAGONAL(D, double, double)
TRIDIAGONAL(C, cuComplex, complex_float)
TRIDIAGONAL(Z, cuDoubleComplex, complex_double)
