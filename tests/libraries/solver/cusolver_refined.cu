/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER: inverses of triangles, solutions with iterative refinement. Results are put into what
 * defines them.
 */
#include <cmath>

#include "dense.h"

template <class T> static void triangle(int n, cublasFillMode_t uplo, cublasDiagType_t diag)
{
    const int lda = n + 3;
    array<T> a((size_t)lda * n);
    for (int i = 0; i < n; i++) {
        T &x = a.host[i + (size_t)i * lda];
        x = element<T>::make(element<T>::value(x) + 3.0);
    }
    a.put();
    const std::vector<T> before = a.host;
    array<int> info(1);
    size_t bytes, host;
    OK(cusolverDnXtrtri_bufferSize(handle, uplo, diag, n, of_type<T>::value, a.device, lda, &bytes,
                                   &host));
    void *room = room_of<char>(bytes);
    OK(cusolverDnXtrtri(handle, uplo, diag, n, of_type<T>::value, a.device, lda, room, bytes,
                        nullptr, 0, info.device));
    expect(info_of(info), 0, 0, "trtri", 0);
    const std::vector<T> inverse = a.get();
    const auto at = [&](const std::vector<T> &m, int i, int j) {
        if (uplo == CUBLAS_FILL_MODE_LOWER ? i < j : i > j)
            return number(0);
        return i == j && diag == CUBLAS_DIAG_UNIT ? number(1)
                                                  : element<T>::value(m[i + (size_t)j * lda]);
    };
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            number sum = 0, size = 1;
            for (int k = 0; k < n; k++) {
                sum += at(before, i, k) * at(inverse, k, j);
                size += std::abs(at(before, i, k) * at(inverse, k, j));
            }
            expect(sum, i == j ? 1 : 0, element<T>::error * 10 * size.real(), "trtri", i + j * n);
            const bool is_outside = uplo == CUBLAS_FILL_MODE_LOWER ? i < j : i > j;
            if (is_outside || (i == j && diag == CUBLAS_DIAG_UNIT))
                expect(element<T>::value(inverse[i + (size_t)j * lda]),
                       element<T>::value(before[i + (size_t)j * lda]), 0, "trtri, the rest", i);
        }
    if (diag == CUBLAS_DIAG_NON_UNIT && n > 2) { /* a 0 on the diagonal is told */
        a.host[2 + (size_t)2 * lda] = element<T>::make(0);
        a.put();
        OK(cusolverDnXtrtri(handle, uplo, diag, n, of_type<T>::value, a.device, lda, room, bytes,
                            nullptr, 0, info.device));
        expect(info_of(info), 3, 0, "trtri of a singular one", 0);
    }
    CUDA(cudaFree(room));
}

/* A x = b by gesv, and the least squares of gels: the rest is orthogonal to A. */
template <class T, class Gesv, class Gels>
static void refined(const char *what, Gesv gesv, Gels gels, int m, int n, int columns)
{
    array<T> a((size_t)m * n), b((size_t)m * columns), x((size_t)n * columns);
    const std::vector<T> before = a.host;
    array<int> info(1), pivots(m);
    int iterations = -1;
    const size_t bytes = (size_t)(m * n + m * columns + m + 8) * 2 * sizeof(T);
    void *room = room_of<char>(bytes);
    if (m == n)
        OK(gesv(handle, n, columns, a.device, n, pivots.device, b.device, n, x.device, n, room,
                bytes, &iterations, info.device));
    else
        OK(gels(handle, m, n, columns, a.device, m, b.device, m, x.device, n, room, bytes,
                &iterations, info.device));
    expect(info_of(info), 0, 0, what, 0);
    expect(iterations, 0, 0, "iterations", 0);
    const std::vector<T> found = x.get(), after = a.get();
    for (size_t i = 0; i < before.size(); i++)
        expect(element<T>::value(after[i]), element<T>::value(before[i]), 0, "A stays", (long)i);
    double size = 1;
    for (const T &e : found)
        size = std::max(size, std::abs(element<T>::value(e)));
    for (int c = 0; c < columns; c++) {
        std::vector<number> rest(m);
        for (int i = 0; i < m; i++) {
            rest[i] = b[i + (size_t)c * m];
            for (int j = 0; j < n; j++)
                rest[i] -= a[i + (size_t)j * m] * element<T>::value(found[j + (size_t)c * n]);
            if (m == n)
                expect(rest[i], 0, element<T>::error * 100 * size, what, i);
        }
        for (int j = 0; j < n; j++) {
            number sum = 0;
            for (int i = 0; i < m; i++)
                sum += std::conj(a[i + (size_t)j * m]) * rest[i];
            expect(sum, 0, element<T>::error * 300 * size, what, j);
        }
    }
    CUDA(cudaFree(room));
}

static void with_parameters()
{
    cusolverDnIRSParams_t parameters;
    cusolverDnIRSInfos_t infos;
    array<double> a(25), b(5), x(5);
    array<int> info(1);
    int iterations = -1;
    size_t bytes = 0;
    OK(cusolverDnIRSParamsCreate(&parameters));
    OK(cusolverDnIRSInfosCreate(&infos));
    expect(cusolverDnIRSXgesv_bufferSize(handle, parameters, 5, 1, &bytes),
           CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC, 0, "no precision", 0);
    OK(cusolverDnIRSParamsSetSolverPrecisions(parameters, CUSOLVER_R_64F, CUSOLVER_R_16F));
    OK(cusolverDnIRSParamsSetRefinementSolver(parameters, CUSOLVER_IRS_REFINE_GMRES));
    OK(cusolverDnIRSXgesv_bufferSize(handle, parameters, 5, 1, &bytes));
    void *room = room_of<char>(bytes);
    OK(cusolverDnIRSXgesv(handle, parameters, infos, 5, 1, a.device, 5, b.device, 5, x.device, 5,
                          room, bytes, &iterations, info.device));
    expect(info_of(info), 0, 0, "IRSXgesv", 0);
    const std::vector<double> found = x.get();
    for (int i = 0; i < 5; i++) {
        number sum = 0;
        for (int j = 0; j < 5; j++)
            sum += a[i + j * 5] * found[j];
        expect(sum, b[i], 1e-12, "IRSXgesv", i);
    }
    for (int i = 0; i < 25; i++) /* a singular one is told */
        a.host[i] = i / 5 == 3 ? 0 : a.host[i];
    a.put();
    OK(cusolverDnIRSXgesv(handle, parameters, infos, 5, 1, a.device, 5, b.device, 5, x.device, 5,
                          room, bytes, &iterations, info.device));
    expect(info_of(info), 4, 0, "IRSXgesv of a singular one", 0);
    OK(cusolverDnIRSInfosDestroy(infos));
    OK(cusolverDnIRSParamsDestroy(parameters));
    CUDA(cudaFree(room));
}

int main()
{
    OK(cusolverDnCreate(&handle));
    triangle<double>(40, CUBLAS_FILL_MODE_LOWER, CUBLAS_DIAG_NON_UNIT);
    triangle<cuComplex>(9, CUBLAS_FILL_MODE_UPPER, CUBLAS_DIAG_UNIT);
    triangle<float>(1, CUBLAS_FILL_MODE_UPPER, CUBLAS_DIAG_NON_UNIT);
    refined<double>("DDgesv", cusolverDnDDgesv, cusolverDnDDgels, 11, 11, 3);
    refined<float>("SHgels", cusolverDnSHgesv, cusolverDnSHgels, 13, 6, 2);
    refined<cuDoubleComplex>("ZCgels", cusolverDnZCgesv, cusolverDnZCgels, 9, 4, 1);
    refined<cuComplex>("CKgesv", cusolverDnCKgesv, cusolverDnCKgels, 5, 5, 1);
    with_parameters();
    OK(cusolverDnDestroy(handle));
    return verdict();
}
