/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER: systems are solved by their factors, and the solution is what the right side was made
 * from. */
#include <cusolverDn.h>

#include "check.h"

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
    wrong += cusolverDnSgesvd(handle) != CUSOLVER_STATUS_NOT_SUPPORTED;
    OK(cusolverDnDestroy(handle));
    return verdict();
}
