/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSPARSE's systems with five diagonals, which lie beside each other, element by element: a thread
 * a system, by QR with Givens' rotations. R has five diagonals, and they take the place of the
 * matrix.
 *
 * Source: Golub, Van Loan, Matrix Computations, 4th ed. (2013), section 5.1.8.
 */
#include "sparse.h"

/* second_below[i] and below[i] are left of diagonal[i]; above and second_above right of it. */
template <class T> struct penta_system {
    int n;
    T *second_below, *below, *diagonal, *above, *second_above, *x;
    long long step;
};

/* Row `i` of the matrix from column `from` on; columns behind the last one are 0. */
template <class T>
static __device__ void penta_load(const penta_system<T> &s, int i, int from, T row[5], T *x)
{
    for (int j = 0; j < 5; j++)
        row[j] = T(0);
    *x = T(0);
    if (i >= s.n)
        return;
    T *const parts[5] = {s.second_below, s.below, s.diagonal, s.above, s.second_above};
    for (int p = 0; p < 5; p++) {
        const int column = i + p - 2;
        if (column >= from && column < s.n && column - from < 5)
            row[column - from] = parts[p][i * s.step];
    }
    *x = s.x[i * s.step];
}

/* A rotation of two rows, and of the right side, that makes low[0] zero. */
template <class T> static __device__ void penta_rotate(T high[5], T low[5], T *high_x, T *low_x)
{
    typedef real_of<T> R;
    const R size = sqrt(square(high[0], R(1)) + square(low[0], R(1)));
    if (size == R(0))
        return;
    const T c = T(R(1) / size) * conjugate(high[0]), s = T(R(1) / size) * conjugate(low[0]);
    for (int j = 0; j < 5; j++) {
        const T a = high[j], b = low[j];
        high[j] = c * a + s * b;
        low[j] = conjugate(c) * b - conjugate(s) * a;
    }
    const T a = *high_x, b = *low_x;
    *high_x = c * a + s * b;
    *low_x = conjugate(c) * b - conjugate(s) * a;
}

template <class T>
static __global__ void __launch_bounds__(SPARSE_THREADS)
    penta_kernel(int systems, penta_system<T> s)
{
    const int which = blockIdx.x * SPARSE_THREADS + threadIdx.x;
    if (which >= systems)
        return;
    T *const parts[5] = {s.diagonal + which, s.above + which, s.second_above + which,
                         s.second_below + which, s.below + which};
    s.second_below += which, s.below += which, s.diagonal += which, s.above += which;
    s.second_above += which, s.x += which;
    T rows[3][5], x[3];
    for (int r = 0; r < 2; r++)
        penta_load(s, r, 0, rows[r], &x[r]);
    for (int k = 0; k < s.n; k++) {
        penta_load(s, k + 2, k, rows[2], &x[2]);
        penta_rotate(rows[0], rows[2], &x[0], &x[2]);
        penta_rotate(rows[0], rows[1], &x[0], &x[1]);
        for (int j = 0; j < 5; j++)
            parts[j][k * s.step] = rows[0][j]; /* R's row: what the matrix has there was read */
        s.x[k * s.step] = x[0];
        for (int r = 0; r < 2; r++) {
            for (int j = 0; j < 4; j++)
                rows[r][j] = rows[r + 1][j + 1];
            rows[r][4] = T(0);
            x[r] = x[r + 1];
        }
    }
    for (int k = s.n - 1; k >= 0; k--) {
        T sum = s.x[k * s.step];
        for (int j = 1; j < 5 && k + j < s.n; j++)
            sum = sum - parts[j][k * s.step] * s.x[(k + j) * s.step];
        s.x[k * s.step] = sum / parts[0][k * s.step];
    }
}

#define CALLS(X, T, N)                                                                             \
    extern "C" cusparseStatus_t cusparse##X##gpsvInterleavedBatch_bufferSizeExt(                   \
        cusparseHandle_t handle, int, int n, const T *, const T *, const T *, const T *,           \
        const T *, const T *, int systems, size_t *bytes)                                          \
    {                                                                                              \
        SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);                                     \
        SPARSE_CHECK(n >= 1 && systems >= 0 && bytes, CUSPARSE_STATUS_INVALID_VALUE);              \
        *bytes = 1;                                                                                \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##gpsvInterleavedBatch(                                 \
        cusparseHandle_t handle, int algorithm, int n, T *second_below, T *below, T *diagonal,     \
        T *above, T *second_above, T *x, int systems, void *)                                      \
    {                                                                                              \
        SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);                                     \
        SPARSE_CHECK(algorithm == 0 && n >= 1 && systems >= 0, CUSPARSE_STATUS_INVALID_VALUE);     \
        const penta_system<N> s = {n,          (N *)second_below, (N *)below, (N *)diagonal,       \
                                   (N *)above, (N *)second_above, (N *)x,     systems};            \
        if (systems > 0)                                                                           \
            penta_kernel<<<(systems + SPARSE_THREADS - 1) / SPARSE_THREADS, SPARSE_THREADS, 0,     \
                           handle->stream>>>(systems, s);                                          \
        return sparse_launched();                                                                  \
    }
CALLS(S, float, float)
CALLS(D, double, double)
CALLS(C, cuComplex, complex_float)
CALLS(Z, cuDoubleComplex, complex_double)
