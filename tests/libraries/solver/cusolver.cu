/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER: systems are solved by their factors, and the solution is what the right side was made
 * from. Inverses, factors of matrices that are no squares. */
#include <cusolverDn.h>

#include "../cu/check.h"

static cusolverDnHandle_t handle;

#define SOLVE(X, T)                                                                                \
    static void solve_##X(int n)                                                                   \
    {                                                                                              \
        const int columns = 3, ld = n + 2;                                                         \
        array<T> a((size_t)ld *n), x((size_t)n *columns), b((size_t)n *columns);                   \
        array<T> room(1);                                                                          \
        array<int> pivots(n), info(1);                                                             \
        auto at = [&](int i, int j) { return a[i + (size_t)j * ld]; };                             \
        auto sides = [&](const auto &element_of) {                                                 \
            for (int c = 0; c < columns; c++)                                                      \
                for (int i = 0; i < n; i++) {                                                      \
                    number sum = 0;                                                                \
                    for (int j = 0; j < n; j++)                                                    \
                        sum += element_of(i, j) * x[j + (size_t)c * n];                            \
                    b.host[i + (size_t)c * n] = element<T>::make(sum);                             \
                }                                                                                  \
            b.put();                                                                               \
        };                                                                                         \
        auto check = [&](const char *what) {                                                       \
            std::vector<T> found = b.get();                                                        \
            for (size_t i = 0; i < found.size(); i++)                                              \
                expect(element<T>::value(found[i]), x[i], element<T>::error * 2e4 * n, what,       \
                       (long)i);                                                                   \
            expect(info.get()[0], 0, 0, what, 0);                                                  \
        };                                                                                         \
        for (int i = 0; i < n;                                                                     \
             i++) /* a large diagonal, but not where pivots are looked for first */                \
            a.host[(i + 1) % n + (size_t)i * ld] = element<T>::make(number(n + 1));                \
        for (cublasOperation_t op : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) {                     \
            a.put();                                                                               \
            sides([&](int i, int j) {                                                              \
                number v = op == CUBLAS_OP_N ? at(i, j) : at(j, i);                                \
                return op == CUBLAS_OP_C ? std::conj(v) : v;                                       \
            });                                                                                    \
            OK(cusolverDn##X##getrf(handle, n, n, a.device, ld, room.device, pivots.device,        \
                                    info.device));                                                 \
            OK(cusolverDn##X##getrs(handle, op, n, columns, a.device, ld, pivots.device, b.device, \
                                    n, info.device));                                              \
            check(#X "getrs");                                                                     \
        }                                                                                          \
        for (int j = 0; j < n; j++) /* Hermitian, with a large diagonal */                         \
            for (int i = 0; i <= j; i++) {                                                         \
                number v = i == j ? number(2 * n + 2) : random_number<T>();                        \
                a.host[i + (size_t)j * ld] = element<T>::make(v);                                  \
                a.host[j + (size_t)i * ld] = element<T>::make(std::conj(v));                       \
            }                                                                                      \
        for (cublasFillMode_t uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {           \
            a.put();                                                                               \
            sides(at);                                                                             \
            int elements;                                                                          \
            OK(cusolverDn##X##potrf_bufferSize(handle, uplo, n, a.device, ld, &elements));         \
            OK(cusolverDn##X##potrf(handle, uplo, n, a.device, ld, room.device, elements,          \
                                    info.device));                                                 \
            OK(cusolverDn##X##potrs(handle, uplo, n, columns, a.device, ld, b.device, n,           \
                                    info.device));                                                 \
            check(#X "potrs");                                                                     \
        }                                                                                          \
    }
SOLVE(S, float)
SOLVE(D, double)
SOLVE(C, cuComplex)
SOLVE(Z, cuDoubleComplex)

/* Factors of matrices that are no squares, inverses from Cholesky's factors, batches, and the calls
 * for any type. */
#define MORE(X, T, TYPE)                                                                           \
    static void more_##X(int n)                                                                    \
    {                                                                                              \
        const int ld = n + 1, batch = 2;                                                           \
        array<T> a((size_t)ld *n), again((size_t)ld *n), b(n), x(n);                               \
        array<int> info(batch);                                                                    \
        size_t bytes, host_bytes;                                                                  \
        int elements;                                                                              \
        auto value = [&](const std::vector<T> &m, int i, int j) {                                  \
            return element<T>::value(m[i + (size_t)j * ld]);                                       \
        };                                                                                         \
        for (int j = 0; j < n; j++)                                                                \
            for (int i = 0; i <= j; i++) {                                                         \
                number v = i == j ? number(2 * n + 2) : random_number<T>();                        \
                a.host[i + (size_t)j * ld] = element<T>::make(v);                                  \
                a.host[j + (size_t)i * ld] = element<T>::make(std::conj(v));                       \
            }                                                                                      \
        for (int i = 0; i < n; i++) {                                                              \
            number sum = 0;                                                                        \
            for (int j = 0; j < n; j++)                                                            \
                sum += value(a.host, i, j) * x[j];                                                 \
            b.host[i] = element<T>::make(sum);                                                     \
        }                                                                                          \
        const double bound = element<T>::error * 1e3 * n;                                          \
        auto check = [&](const char *what) {                                                       \
            const auto found = b.get();                                                            \
            for (int i = 0; i < n; i++)                                                            \
                expect(element<T>::value(found[i]), x[i], bound, what, i);                         \
            expect(info.get()[0], 0, 0, what, 0);                                                  \
        };                                                                                         \
        for (cublasFillMode_t uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {           \
            const bool lower = uplo == CUBLAS_FILL_MODE_LOWER;                                     \
            a.put();                                                                               \
            b.put();                                                                               \
            OK(cusolverDnXpotrf_bufferSize(handle, NULL, uplo, n, TYPE, a.device, ld, TYPE,        \
                                           &bytes, &host_bytes));                                  \
            OK(cusolverDnXpotrf(handle, NULL, uplo, n, TYPE, a.device, ld, TYPE, NULL, bytes,      \
                                NULL, host_bytes, info.device));                                   \
            OK(cusolverDnXpotrs(handle, NULL, uplo, n, 1, TYPE, a.device, ld, TYPE, b.device, n,   \
                                info.device));                                                     \
            check(#X "Xpotrs");                                                                    \
            OK(cusolverDn##X##potri_bufferSize(handle, uplo, n, a.device, ld, &elements));         \
            array<T> room((size_t)elements);                                                       \
            OK(cusolverDn##X##potri(handle, uplo, n, a.device, ld, room.device, elements,          \
                                    info.device));                                                 \
            expect(info.get()[0], 0, 0, #X "potri", n);                                            \
            const auto inverse = a.get();                                                          \
            for (int j = 0; j < n; j++)                                                            \
                for (int i = 0; i < n; i++) {                                                      \
                    number sum = 0;                                                                \
                    for (int l = 0; l < n; l++) {                                                  \
                        const bool stored = lower ? l >= j : l <= j;                               \
                        sum += value(a.host, i, l) *                                               \
                               (stored ? value(inverse, l, j) : std::conj(value(inverse, j, l)));  \
                    }                                                                              \
                    expect(sum, i == j ? 1 : 0, bound, #X "potri", i + j * n);                     \
                }                                                                                  \
            a.put();                                                                               \
            b.put();                                                                               \
            again.host = a.host;                                                                   \
            again.host[0] = element<T>::make(number(-1));                                          \
            again.put();                                                                           \
            array<T *> matrices(std::vector<T *>{a.device, again.device}),                         \
                sides(std::vector<T *>{b.device});                                                 \
            OK(cusolverDn##X##potrfBatched(handle, uplo, n, matrices.device, ld, info.device,      \
                                           batch));                                                \
            expect(info.get()[1], 1, 0, #X "potrfBatched, not positive", 0);                       \
            OK(cusolverDn##X##potrsBatched(handle, uplo, n, 1, matrices.device, ld, sides.device,  \
                                           n, info.device, 1));                                    \
            check(#X "potrsBatched");                                                              \
        }                                                                                          \
        array<long long> pivots(n);                                                                \
        a.put();                                                                                   \
        b.put();                                                                                   \
        OK(cusolverDnXgetrf_bufferSize(handle, NULL, n, n, TYPE, a.device, ld, TYPE, &bytes,       \
                                       &host_bytes));                                              \
        OK(cusolverDnXgetrf(handle, NULL, n, n, TYPE, a.device, ld, (int64_t *)pivots.device,      \
                            TYPE, NULL, bytes, NULL, host_bytes, info.device));                    \
        OK(cusolverDnXgetrs(handle, NULL, CUBLAS_OP_N, n, 1, TYPE, a.device, ld,                   \
                            (int64_t *)pivots.device, TYPE, b.device, n, info.device));            \
        check(#X "Xgetrs");                                                                        \
        for (int high = 0; high < 2; high++) { /* P A = L U of m x k */                            \
            const int m = high ? n : n / 2 + 1, k = high ? n / 2 + 1 : n;                          \
            const int least = m < k ? m : k;                                                       \
            array<int> rows(n);                                                                    \
            array<T> general((size_t)ld *n);                                                       \
            OK(cusolverDn##X##getrf(handle, m, k, general.device, ld, NULL, rows.device,           \
                                    info.device));                                                 \
            expect(info.get()[0], 0, 0, #X "getrf of no square", m);                               \
            const auto factors = general.get();                                                    \
            general.put();                                                                         \
            OK(cusolverDn##X##laswp(handle, k, general.device, ld, 1, least, rows.device, 1));     \
            const auto exchanged = general.get();                                                  \
            for (int j = 0; j < k; j++)                                                            \
                for (int i = 0; i < m; i++) {                                                      \
                    number sum = 0;                                                                \
                    for (int l = 0; l <= i && l <= j && l < least; l++)                            \
                        sum += (l == i ? 1 : value(factors, i, l)) * value(factors, l, j);         \
                    expect(sum, value(exchanged, i, j), bound, #X "getrf of no square",            \
                           i + j * m);                                                             \
                }                                                                                  \
            OK(cusolverDn##X##laswp(handle, k, general.device, ld, 1, least, rows.device, -1));    \
            expect(element<T>::value(general.get()[m - 1]), general[m - 1], 0, #X "laswp", m);     \
        }                                                                                          \
    }
template <class P> struct element<P *> { /* arrays of pointers */
    static constexpr bool is_complex = false;
    static P *make(number)
    {
        return nullptr;
    }
};
MORE(S, float, CUDA_R_32F)
MORE(D, double, CUDA_R_64F)
MORE(C, cuComplex, CUDA_C_32F)
MORE(Z, cuDoubleComplex, CUDA_C_64F)

int main()
{
    OK(cusolverDnCreate(&handle));
    for (int n : {1, 2, 17, 60}) {
        solve_S(n);
        solve_D(n);
        solve_C(n);
        solve_Z(n);
    }
    array<float> negative(std::vector<float>{4, 0, 0, -1}), room(1);
    array<int> info(1);
    OK(cusolverDnSpotrf(handle, CUBLAS_FILL_MODE_LOWER, 2, negative.device, 2, room.device, 1,
                        info.device));
    expect(info.get()[0], 2, 0, "not positive", 0);
    for (int n : {1, 5, 140}) {
        more_S(n);
        if (n < 100) {
            more_D(n);
            more_C(n);
            more_Z(n);
        }
    }
    wrong += cusolverDnSsytrf(handle) != CUSOLVER_STATUS_NOT_SUPPORTED;
    OK(cusolverDnDestroy(handle));
    return verdict();
}
