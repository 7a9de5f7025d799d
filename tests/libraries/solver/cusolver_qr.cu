/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER's QR: Q is unitary, Q R is the matrix, and products with Q are those of a host's loop.
 */
#include <cusolverDn.h>

#include <cstring>

#include "../cu/check.h"

static cusolverDnHandle_t handle;

typedef std::vector<number> matrix; /* by columns */

static matrix product(int m, int n, int k, const matrix &a, bool adjoint, const matrix &b)
{
    matrix c((size_t)m * n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            for (int l = 0; l < k; l++)
                c[i + (size_t)j * m] +=
                    (adjoint ? std::conj(a[l + (size_t)i * k]) : a[i + (size_t)l * m]) *
                    b[l + (size_t)j * k];
    return c;
}

template <class T> static matrix values(const std::vector<T> &stored, int rows, int columns, int ld)
{
    matrix made;
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++)
            made.push_back(element<T>::value(stored[i + (size_t)j * ld]));
    return made;
}

template <class T>
static void compare(const matrix &found, const matrix &expected, const char *what)
{
    for (size_t i = 0; i < expected.size(); i++)
        expect(found[i], expected[i], element<T>::error * 300, what, (long)i);
}

#define QR(X, T, OR, TYPE)                                                                         \
    static void qr_##X(int m, int n)                                                               \
    {                                                                                              \
        const int ld = m + 3, k = m < n ? m : n;                                                   \
        array<T> a((size_t)ld *(n > m ? n : m)), tau(k), c((size_t)ld *m);                         \
        array<int> info(1);                                                                        \
        const matrix before = values(a.host, m, n, ld);                                            \
        int elements;                                                                              \
        OK(cusolverDn##X##geqrf_bufferSize(handle, m, n, a.device, ld, &elements));                \
        array<T> room((size_t)elements);                                                           \
        OK(cusolverDn##X##geqrf(handle, m, n, a.device, ld, tau.device, room.device, elements,     \
                                info.device));                                                     \
        expect(info.get()[0], 0, 0, #X "geqrf", 0);                                                \
        const auto factors = a.get(); /* the call for any type makes the same */                   \
        size_t bytes, host_bytes;                                                                  \
        a.put();                                                                                   \
        OK(cusolverDnXgeqrf_bufferSize(handle, NULL, m, n, TYPE, a.device, ld, TYPE, tau.device,   \
                                       TYPE, &bytes, &host_bytes));                                \
        OK(cusolverDnXgeqrf(handle, NULL, m, n, TYPE, a.device, ld, TYPE, tau.device, TYPE, NULL,  \
                            bytes, NULL, host_bytes, info.device));                                \
        expect(memcmp(factors.data(), a.get().data(), factors.size() * sizeof(T)), 0, 0,           \
               #X "Xgeqrf", 0);                                                                    \
        matrix r = values(a.get(), m, n, ld);                                                      \
        for (int j = 0; j < n; j++)                                                                \
            for (int i = j + 1; i < m; i++)                                                        \
                r[i + (size_t)j * m] = 0;                                                          \
        const matrix product_before = values(c.host, m, m, ld);                                    \
        array<T> q(a.get());                                                                       \
        OK(cusolverDn##X##OR##gqr_bufferSize(handle, m, m, k, q.device, ld, tau.device,            \
                                             &elements));                                          \
        array<T> more((size_t)elements);                                                           \
        OK(cusolverDn##X##OR##gqr(handle, m, m, k, q.device, ld, tau.device, more.device,          \
                                  elements, info.device));                                         \
        const matrix whole = values(q.get(), m, m, ld);                                            \
        matrix one((size_t)m *m);                                                                  \
        for (int i = 0; i < m; i++)                                                                \
            one[i + (size_t)i * m] = 1;                                                            \
        compare<T>(product(m, m, m, whole, true, whole), one, #X "gqr");                           \
        compare<T>(product(m, n, m, whole, false, r), before, #X " Q R");                          \
        for (bool left : {true, false})                                                            \
            for (bool adjoint : {true, false}) {                                                   \
                cublasSideMode_t side = left ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT;               \
                cublasOperation_t op = adjoint ? CUBLAS_OP_C : CUBLAS_OP_N;                        \
                c.put();                                                                           \
                OK(cusolverDn##X##OR##mqr_bufferSize(handle, side, op, m, m, k, a.device, ld,      \
                                                     tau.device, c.device, ld, &elements));        \
                OK(cusolverDn##X##OR##mqr(handle, side, op, m, m, k, a.device, ld, tau.device,     \
                                          c.device, ld, room.device, elements, info.device));      \
                matrix q_used = adjoint ? product(m, m, m, whole, true, one) : whole;              \
                matrix expected = left ? product(m, m, m, q_used, false, product_before)           \
                                       : product(m, m, m, product_before, false, q_used);          \
                compare<T>(values(c.get(), m, m, ld), expected, #X "mqr");                         \
            }                                                                                      \
    }
QR(S, float, or, CUDA_R_32F)
QR(D, double, or, CUDA_R_64F)
QR(C, cuComplex, un, CUDA_C_32F)
QR(Z, cuDoubleComplex, un, CUDA_C_64F)

int main()
{
    OK(cusolverDnCreate(&handle));
    const int sizes[][2] = {{1, 1}, {2, 1}, {1, 3}, {17, 9}, {9, 17}, {40, 40}};
    for (auto &size : sizes) {
        qr_S(size[0], size[1]);
        qr_D(size[0], size[1]);
        qr_C(size[0], size[1]);
        qr_Z(size[0], size[1]);
    }
    int version = 0, major = 0;
    OK(cusolverGetVersion(&version));
    OK(cusolverGetProperty(MAJOR_VERSION, &major));
    expect(version, CUSOLVER_VERSION, 0, "version", 0);
    expect(major, CUSOLVER_VER_MAJOR, 0, "major version", 0);
    OK(cusolverDnDestroy(handle));
    return verdict();
}
