/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER's eigenvalues: A V = V D with V unitary and D ascending, for both halves of the matrix;
 * without vectors the same values; batches, and the call for any type.
 */
#include <cusolverDn.h>

#include "../cu/check.h"

static cusolverDnHandle_t handle;

typedef std::vector<number> matrix; /* n x n by columns */

template <class T> static matrix hermitian(int n)
{
    matrix a((size_t)n * n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i <= j; i++) {
            const number x = random_number<T>();
            a[i + (size_t)j * n] = i == j ? number(x.real()) : x;
            a[j + (size_t)i * n] = std::conj(a[i + (size_t)j * n]);
        }
    return a;
}

/* One half of it, with what nobody may read in the other. */
template <class T>
static void store(std::vector<T> &to, size_t at, const matrix &a, int n, int ld, bool lower)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            to[at + i + (size_t)j * ld] =
                element<T>::make((lower ? i >= j : i <= j) ? a[i + (size_t)j * n] : 1e3);
}

template <class T, class R>
static void check(const matrix &a, int n, const std::vector<T> &vectors, size_t at, int ld,
                  const R *values, const char *what)
{
    const double bound = element<T>::error * 40;
    auto v = [&](int i, int j) { return element<T>::value(vectors[at + i + (size_t)j * ld]); };
    for (int j = 0; j < n; j++) {
        if (j > 0)
            expect(values[j - 1] <= values[j], 1, 0, what, j);
        for (int i = 0; i < n; i++) {
            number product = 0, inner = 0;
            for (int l = 0; l < n; l++) {
                product += a[i + (size_t)l * n] * v(l, j);
                inner += std::conj(v(l, i)) * v(l, j);
            }
            expect(std::abs(product - v(i, j) * (double)values[j]) < bound * n, 1, 0, what,
                   i + j * n);
            expect(std::abs(inner - (i == j ? 1.0 : 0.0)) < bound * n, 1, 0, what, i + j * n);
        }
    }
}

#define EIGEN(X, T, R, EV, TYPE, OF_VALUES)                                                        \
    static void eigen_##X(int n, bool lower)                                                       \
    {                                                                                              \
        const int ld = n + 2;                                                                      \
        const auto uplo = lower ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER;                 \
        const matrix before = hermitian<T>(n);                                                     \
        array<T> a((size_t)ld *n);                                                                 \
        array<R> values(n), again(n);                                                              \
        array<int> info(1);                                                                        \
        int elements;                                                                              \
        store(a.host, 0, before, n, ld, lower);                                                    \
        a.put();                                                                                   \
        OK(cusolverDn##X##EV##evd_bufferSize(handle, CUSOLVER_EIG_MODE_VECTOR, uplo, n, a.device,  \
                                             ld, values.device, &elements));                       \
        array<T> room((size_t)elements);                                                           \
        OK(cusolverDn##X##EV##evd(handle, CUSOLVER_EIG_MODE_VECTOR, uplo, n, a.device, ld,         \
                                  values.device, room.device, elements, info.device));             \
        expect(info.get()[0], 0, 0, #X "evd", n);                                                  \
        const std::vector<R> found = values.get();                                                 \
        check<T, R>(before, n, a.get(), 0, ld, found.data(), #X "evd");                            \
        a.put();                                                                                   \
        size_t bytes, host_bytes;                                                                  \
        OK(cusolverDnXsyevd_bufferSize(handle, NULL, CUSOLVER_EIG_MODE_NOVECTOR, uplo, n, TYPE,    \
                                       a.device, ld, OF_VALUES, again.device, TYPE, &bytes,        \
                                       &host_bytes));                                              \
        expect(bytes <= elements * sizeof(T), 1, 0, #X "Xsyevd room", n);                          \
        OK(cusolverDnXsyevd(handle, NULL, CUSOLVER_EIG_MODE_NOVECTOR, uplo, n, TYPE, a.device, ld, \
                            OF_VALUES, again.device, TYPE, room.device, bytes, NULL, host_bytes,   \
                            info.device));                                                         \
        const std::vector<R> without = again.get();                                                \
        for (int i = 0; i < n; i++)                                                                \
            expect(without[i], found[i], element<T>::error * 10, #X "Xsyevd", i);                  \
    }                                                                                              \
    static void batch_##X(int n, int batch)                                                        \
    {                                                                                              \
        std::vector<matrix> before;                                                                \
        array<T> a((size_t)n *n *batch);                                                           \
        array<R> values(n *batch);                                                                 \
        array<int> info(batch);                                                                    \
        for (int b = 0; b < batch; b++) {                                                          \
            before.push_back(hermitian<T>(n));                                                     \
            store(a.host, (size_t)b *n *n, before[b], n, n, true);                                 \
        }                                                                                          \
        a.put();                                                                                   \
        syevjInfo_t parameters;                                                                    \
        OK(cusolverDnCreateSyevjInfo(&parameters));                                                \
        int elements, sweeps;                                                                      \
        double residual;                                                                           \
        OK(cusolverDn##X##EV##evjBatched_bufferSize(handle, CUSOLVER_EIG_MODE_VECTOR,              \
                                                    CUBLAS_FILL_MODE_LOWER, n, a.device, n,        \
                                                    values.device, &elements, parameters, batch)); \
        array<T> room((size_t)elements);                                                           \
        OK(cusolverDn##X##EV##evjBatched(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, \
                                         n, a.device, n, values.device, room.device, elements,     \
                                         info.device, parameters, batch));                         \
        const std::vector<R> found = values.get();                                                 \
        const std::vector<T> vectors = a.get();                                                    \
        for (int b = 0; b < batch; b++)                                                            \
            check<T, R>(before[b], n, vectors, (size_t)b * n * n, n, &found[b * n], #X "evj");     \
        OK(cusolverDnXsyevjGetResidual(handle, parameters, &residual));                            \
        OK(cusolverDnXsyevjGetSweeps(handle, parameters, &sweeps));                                \
        expect(residual<element<T>::error * 2 * n && sweeps> 1 && sweeps < 12, 1, 0, #X "told",    \
               sweeps);                                                                            \
        a.put();                                                                                   \
        OK(cusolverDnXsyevjSetMaxSweeps(parameters, 1));                                           \
        OK(cusolverDn##X##EV##evj(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n,     \
                                  a.device, n, values.device, room.device, elements, info.device,  \
                                  parameters));                                                    \
        expect(info.get()[0], n + 1, 0, #X "evj has not ended", n);                                \
        OK(cusolverDnDestroySyevjInfo(parameters));                                                \
    }
EIGEN(S, float, float, sy, CUDA_R_32F, CUDA_R_32F)
EIGEN(D, double, double, sy, CUDA_R_64F, CUDA_R_64F)
EIGEN(C, cuComplex, float, he, CUDA_C_32F, CUDA_R_32F)
EIGEN(Z, cuDoubleComplex, double, he, CUDA_C_64F, CUDA_R_64F)

int main()
{
    OK(cusolverDnCreate(&handle));
    const int sizes[] = {1, 2, 3, 8, 21};
    for (int n : sizes)
        for (bool lower : {true, false}) {
            eigen_S(n, lower);
            eigen_D(n, lower);
            eigen_C(n, lower);
            eigen_Z(n, lower);
        }
    batch_S(12, 3);
    batch_D(9, 2);
    batch_C(6, 2);
    batch_Z(7, 2);
    OK(cusolverDnDestroy(handle));
    return verdict();
}
