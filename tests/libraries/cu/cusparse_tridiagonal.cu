/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSPARSE's tridiagonal systems: what comes back, multiplied by the matrix, is what was given. */
#include <cusparse.h>

#include "check.h"

static cusparseHandle_t handle;

#define TRIDIAGONAL(X, T_)                                                                         \
    /* weak: the diagonal is small, so that rows must be exchanged. */                             \
    static void tridiagonal_##X(int n, int systems, bool weak)                                     \
    {                                                                                              \
        typedef T_ T;                                                                              \
        const int next = n + 2;                                                                    \
        const size_t size = (size_t)next * systems;                                                \
        array<T> below(size), diagonal(size), above(size), x(size);                                \
        for (size_t i = 0; i < size; i++) {                                                        \
            diagonal.host[i] = element<T>::make(weak ? 0.01 * diagonal[i] : diagonal[i] + 4.0);    \
            if (weak) {                                                                            \
                below.host[i] = element<T>::make(1.0 + 0.25 * below[i]);                           \
                above.host[i] = element<T>::make(1.0 + 0.25 * above[i]);                           \
            }                                                                                      \
        }                                                                                          \
        diagonal.put();                                                                            \
        below.put();                                                                               \
        above.put();                                                                               \
        /* Arrays of system s begin at s * next, or all at 0; a step from an element to the next.  \
         */                                                                                        \
        auto check = [&](const char *what, const std::vector<T> &found, int of_matrix, int step,   \
                         int of_x) {                                                               \
            for (int s = 0; s < systems; s++)                                                      \
                for (int i = 0; i < n; i++) {                                                      \
                    auto m = [&](const array<T> &a) { return a[s * of_matrix + i * step]; };       \
                    auto v = [&](int k) { return element<T>::value(found[s * of_x + k * step]); }; \
                    number sum = m(diagonal) * v(i);                                               \
                    double most = 1 + std::abs(sum);                                               \
                    if (i > 0)                                                                     \
                        sum += m(below) * v(i - 1), most += std::abs(v(i - 1));                    \
                    if (i + 1 < n)                                                                 \
                        sum += m(above) * v(i + 1), most += std::abs(v(i + 1));                    \
                    expect(sum, x[s * of_x + i * step], element<T>::error * 400 * most, what, i);  \
                }                                                                                  \
        };                                                                                         \
        size_t bytes;                                                                              \
        OK(cusparse##X##gtsv2_nopivot_bufferSizeExt(handle, n, systems, below.device,              \
                                                    diagonal.device, above.device, x.device, next, \
                                                    &bytes));                                      \
        array<T> room(bytes / sizeof(T));                                                          \
        if (!weak) {                                                                               \
            OK(cusparse##X##gtsv2_nopivot(handle, n, systems, below.device, diagonal.device,       \
                                          above.device, x.device, next, room.device));             \
            check(#X "gtsv2_nopivot", x.get(), 0, 1, next);                                        \
            x.put();                                                                               \
            OK(cusparse##X##gtsv2StridedBatch_bufferSizeExt(handle, n, below.device,               \
                                                            diagonal.device, above.device,         \
                                                            x.device, systems, next, &bytes));     \
            OK(cusparse##X##gtsv2StridedBatch(handle, n, below.device, diagonal.device,            \
                                              above.device, x.device, systems, next,               \
                                              room.device));                                       \
            check(#X "gtsv2StridedBatch", x.get(), next, 1, next);                                 \
            x.put();                                                                               \
        }                                                                                          \
        OK(cusparse##X##gtsv2_bufferSizeExt(handle, n, systems, below.device, diagonal.device,     \
                                            above.device, x.device, next, &bytes));                \
        OK(cusparse##X##gtsv2(handle, n, systems, below.device, diagonal.device, above.device,     \
                              x.device, next, room.device));                                       \
        check(#X "gtsv2", x.get(), 0, 1, next);                                                    \
        x.put();                                                                                   \
        OK(cusparse##X##gtsvInterleavedBatch_bufferSizeExt(handle, 1, n, below.device,             \
                                                           diagonal.device, above.device,          \
                                                           x.device, systems, &bytes));            \
        OK(cusparse##X##gtsvInterleavedBatch(handle, 1, n, below.device, diagonal.device,          \
                                             above.device, x.device, systems, room.device));       \
        check(#X "gtsvInterleavedBatch", x.get(), 1, systems, 1);                                  \
    }
TRIDIAGONAL(S, float)
TRIDIAGONAL(D, double)
TRIDIAGONAL(C, cuComplex)
TRIDIAGONAL(Z, cuDoubleComplex)

int main()
{
    OK(cusparseCreate(&handle));
    for (int n : {1, 2, 3, 8, 33, 300})
        for (bool weak : {false, true}) {
            tridiagonal_S(n, 3, weak && n > 1);
            tridiagonal_D(n, 2, weak && n > 1);
            tridiagonal_C(n, 1, weak && n > 1);
            tridiagonal_Z(n, 3, weak && n > 1);
        }
    OK(cusparseDestroy(handle));
    return verdict();
}
