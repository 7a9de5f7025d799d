/* SPDX-License-Identifier: BSD-3-Clause */
/* cuBLAS: letters that are none, batches of QR and least squares, products of eight bits. */
#include <cmath>
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda_fp8.h>

#include "check.h"

static cublasHandle_t handle;

/* Each wrong letter is refused; the same call with right ones is not. */
static void letters()
{
    const int n = 4;
    array<double> a((size_t)n * n), b((size_t)n * n), c((size_t)n * n);
    const double one = 1;
    const cublasOperation_t flat = CUBLAS_OP_N, no_op = (cublasOperation_t)99;
    const cublasFillMode_t lower = CUBLAS_FILL_MODE_LOWER, no_fill = (cublasFillMode_t)99;
    const cublasSideMode_t left = CUBLAS_SIDE_LEFT, no_side = (cublasSideMode_t)99;
    const cublasDiagType_t plain = CUBLAS_DIAG_NON_UNIT, no_diag = (cublasDiagType_t)99;
    long number = 0;
#define BOTH(right, bad)                                                                           \
    do {                                                                                           \
        expect(right, CUBLAS_STATUS_SUCCESS, 0, "right letter", number);                           \
        expect(bad, CUBLAS_STATUS_INVALID_VALUE, 0, "wrong letter", number++);                     \
    } while (0)
#define GEMM(x, y)                                                                                 \
    cublasDgemm(handle, x, y, n, n, n, &one, a.device, n, b.device, n, &one, c.device, n)
    BOTH(GEMM(flat, flat), GEMM(no_op, flat));
    BOTH(GEMM(flat, flat), GEMM(flat, no_op));
#define GEMV(x) cublasDgemv(handle, x, n, n, &one, a.device, n, b.device, 1, &one, c.device, 1)
    BOTH(GEMV(flat), GEMV(no_op));
#define TRSM(s, u, x, d) cublasDtrsm(handle, s, u, x, d, n, n, &one, a.device, n, c.device, n)
    BOTH(TRSM(left, lower, flat, plain), TRSM(no_side, lower, flat, plain));
    BOTH(TRSM(left, lower, flat, plain), TRSM(left, no_fill, flat, plain));
    BOTH(TRSM(left, lower, flat, plain), TRSM(left, lower, no_op, plain));
    BOTH(TRSM(left, lower, flat, plain), TRSM(left, lower, flat, no_diag));
#define TRSV(u, x, d) cublasDtrsv(handle, u, x, d, n, a.device, n, c.device, 1)
    BOTH(TRSV(lower, flat, plain), TRSV(no_fill, flat, plain));
    BOTH(TRSV(lower, flat, plain), TRSV(lower, no_op, plain));
    BOTH(TRSV(lower, flat, plain), TRSV(lower, flat, no_diag));
#define SYMM(s, u)                                                                                 \
    cublasDsymm(handle, s, u, n, n, &one, a.device, n, b.device, n, &one, c.device, n)
    BOTH(SYMM(left, lower), SYMM(no_side, lower));
    BOTH(SYMM(left, lower), SYMM(left, no_fill));
#define SYRK(u, x) cublasDsyrk(handle, u, x, n, n, &one, a.device, n, &one, c.device, n)
    BOTH(SYRK(lower, flat), SYRK(no_fill, flat));
    BOTH(SYRK(lower, flat), SYRK(lower, no_op));
#define SYR(u) cublasDsyr(handle, u, n, &one, b.device, 1, c.device, n)
    BOTH(SYR(lower), SYR(no_fill));
#define SYMV(u) cublasDsymv(handle, u, n, &one, a.device, n, b.device, 1, &one, c.device, 1)
    BOTH(SYMV(lower), SYMV(no_fill));
#define GEAM(x, y)                                                                                 \
    cublasDgeam(handle, x, y, n, n, &one, a.device, n, &one, b.device, n, c.device, n)
    BOTH(GEAM(flat, flat), GEAM(no_op, flat));
    BOTH(GEAM(flat, flat), GEAM(flat, no_op));
#define DGMM(s) cublasDdgmm(handle, s, n, n, a.device, n, b.device, 1, c.device, n)
    BOTH(DGMM(left), DGMM(no_side));
}

template <class T> static T **pointers_to(T *first, size_t step, int count)
{
    std::vector<T *> list;
    for (int i = 0; i < count; i++)
        list.push_back(first + i * step);
    T **made;
    CUDA(cudaMalloc(&made, count * sizeof *made));
    CUDA(cudaMemcpy(made, list.data(), count * sizeof *made, cudaMemcpyHostToDevice));
    return made;
}

static cublasStatus_t gels(int m, int n, int columns, float **a, float **b, int *info, int *gaps)
{
    return cublasSgelsBatched(handle, CUBLAS_OP_N, m, n, columns, a, m, b, m, info, gaps, 2);
}
static cublasStatus_t gels(int m, int n, int columns, double **a, double **b, int *info, int *gaps)
{
    return cublasDgelsBatched(handle, CUBLAS_OP_N, m, n, columns, a, m, b, m, info, gaps, 2);
}
static cublasStatus_t gels(int m, int n, int columns, cuComplex **a, cuComplex **b, int *info,
                           int *gaps)
{
    return cublasCgelsBatched(handle, CUBLAS_OP_N, m, n, columns, a, m, b, m, info, gaps, 2);
}
static cublasStatus_t gels(int m, int n, int columns, cuDoubleComplex **a, cuDoubleComplex **b,
                           int *info, int *gaps)
{
    return cublasZgelsBatched(handle, CUBLAS_OP_N, m, n, columns, a, m, b, m, info, gaps, 2);
}

/* What is left over of B is orthogonal to A's columns. */
template <class T> static void least_squares(int m, int n)
{
    const int columns = 3, batch = 2;
    array<T> a((size_t)m * n * batch), b((size_t)m * columns * batch);
    array<int> gaps((size_t)batch);
    for (int k = 0; k < batch; k++)
        for (int i = 0; i < n; i++)
            a.host[(size_t)k * m * n + i + (size_t)i * m] = element<T>::make(number(3 + i % 2));
    a.put();
    int info = 7;
    OK(gels(m, n, columns, pointers_to(a.device, (size_t)m * n, batch),
            pointers_to(b.device, (size_t)m * columns, batch), &info, gaps.device));
    expect(info, 0, 0, "gels info", 0);
    const std::vector<T> x = b.get();
    for (int k = 0; k < batch; k++) {
        expect(gaps.get()[k], 0, 0, "gels gaps", k);
        for (int c = 0; c < columns; c++)
            for (int j = 0; j < n; j++) {
                number product = 0;
                for (int i = 0; i < m; i++) {
                    number left = b[((size_t)k * columns + c) * m + i];
                    for (int l = 0; l < n; l++)
                        left -= a[(size_t)k * m * n + i + (size_t)l * m] *
                                element<T>::value(x[((size_t)k * columns + c) * m + l]);
                    product += std::conj(a[(size_t)k * m * n + i + (size_t)j * m]) * left;
                }
                expect(product, 0, element<T>::error * 100 * m, "gels", j);
            }
    }
}

/* R' R is A' A, by LAPACK's layout. */
static void triangles()
{
    const int m = 7, n = 5;
    array<double> a((size_t)m * n), tau((size_t)n);
    int info = 7;
    OK(cublasDgeqrfBatched(handle, m, n, pointers_to(a.device, 0, 1), m,
                           pointers_to(tau.device, 0, 1), &info, 1));
    expect(info, 0, 0, "geqrf info", 0);
    const std::vector<double> r = a.get();
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            number found = 0, wanted = 0;
            for (int k = 0; k <= i && k <= j; k++)
                found += r[k + (size_t)i * m] * r[k + (size_t)j * m];
            for (int k = 0; k < m; k++)
                wanted += a[k + (size_t)i * m] * a[k + (size_t)j * m];
            expect(found, wanted, 1e-13, "geqrf", i * n + j);
        }
    expect(cublasDgeqrfBatched(handle, m, n, nullptr, m - 1, nullptr, &info, 1),
           CUBLAS_STATUS_INVALID_VALUE, 0, "geqrf status", 0);
    expect(info, -5, 0, "geqrf info", 1);
}

/* A of E4M3, B of E5M2; C of bfloat16s; D of E4M3 or float. */
template <class D> static void eight_bits(cudaDataType type_d, bool flat_a)
{
    const int m = 37, n = 35, k = 45;
    std::vector<__nv_fp8_e4m3> a((size_t)m * k);
    std::vector<__nv_fp8_e5m2> b((size_t)k * n);
    for (auto &x : a)
        x = __nv_fp8_e4m3((float)next_value());
    for (auto &x : b)
        x = __nv_fp8_e5m2((float)next_value());
    array<__nv_bfloat16> c((size_t)m * n);
    array<float> scales(std::vector<float>{0.5f, 2.0f, 0.25f, 4.0f, -1.0f});
    void *a_device, *b_device;
    D *d_device;
    CUDA(cudaMalloc(&a_device, a.size()));
    CUDA(cudaMalloc(&b_device, b.size()));
    CUDA(cudaMalloc(&d_device, (size_t)m * n * sizeof *d_device));
    CUDA(cudaMemcpy(a_device, a.data(), a.size(), cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(b_device, b.data(), b.size(), cudaMemcpyHostToDevice));
    cublasLtMatmulDesc_t desc;
    cublasLtMatrixLayout_t la, lb, lc, ld;
    cublasLtHandle_t lt;
    OK(cublasLtCreate(&lt));
    OK(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    const cublasOperation_t op = flat_a ? CUBLAS_OP_N : CUBLAS_OP_T;
    OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &op, sizeof op));
    const cublasLtMatmulDescAttributes_t names[] = {
        CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER,
        CUBLASLT_MATMUL_DESC_C_SCALE_POINTER, CUBLASLT_MATMUL_DESC_D_SCALE_POINTER,
        CUBLASLT_MATMUL_DESC_AMAX_D_POINTER};
    for (int i = 0; i < 5; i++) {
        const float *place = scales.device + i;
        OK(cublasLtMatmulDescSetAttribute(desc, names[i], &place, sizeof place));
    }
    OK(cublasLtMatrixLayoutCreate(&la, CUDA_R_8F_E4M3, flat_a ? m : k, flat_a ? k : m,
                                  flat_a ? m : k));
    OK(cublasLtMatrixLayoutCreate(&lb, CUDA_R_8F_E5M2, k, n, k));
    OK(cublasLtMatrixLayoutCreate(&lc, CUDA_R_16BF, m, n, m));
    OK(cublasLtMatrixLayoutCreate(&ld, type_d, m, n, m));
    const float alpha = 1.5f, beta = 2;
    OK(cublasLtMatmul(lt, desc, &alpha, a_device, la, b_device, lb, &beta, c.device, lc, d_device,
                      ld, nullptr, nullptr, 0, 0));
    std::vector<D> found((size_t)m * n);
    CUDA(cudaMemcpy(found.data(), d_device, found.size() * sizeof(D), cudaMemcpyDeviceToHost));
    double largest = 0;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int l = 0; l < k; l++)
                sum += (double)(float)a[flat_a ? i + (size_t)l * m : l + (size_t)i * k] *
                       (float)b[l + (size_t)j * k];
            const double before = 1.5 * 0.5 * 2 * sum + 2 * 0.25 * c[i + (size_t)j * m].real();
            const double wanted = sizeof(D) == 1 ? 4 * before : before;
            largest = std::max(largest, std::fabs(before));
            /* three bits behind the point: half of the last one, and the smallest number */
            const double bound = sizeof(D) == 1 ? std::fabs(wanted) / 16 + 0.001 : 1e-4;
            expect((float)found[i + (size_t)j * m], wanted, bound, "fp8", i);
        }
    expect(scales.get()[4], largest, 1e-4, "amax", 0);
    OK(cublasLtDestroy(lt));
}

int main()
{
    OK(cublasCreate(&handle));
    letters();
    least_squares<float>(6, 4);
    least_squares<double>(150, 20);
    least_squares<cuComplex>(5, 5);
    least_squares<cuDoubleComplex>(9, 1);
    triangles();
    eight_bits<__nv_fp8_e4m3>(CUDA_R_8F_E4M3, false);
    eight_bits<float>(CUDA_R_32F, true);
    OK(cublasDestroy(handle));
    return verdict();
}
