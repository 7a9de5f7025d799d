/* SPDX-License-Identifier: BSD-3-Clause */
/* cuBLAS: batches of products with vectors, groups of products, complex products of bytes, against
 * the host; what a call refuses.
 */
#include <cmath>
#include <cublas_v2.h>

#include "check.h"

static cublasHandle_t handle;

static number flip(number x, bool is)
{
    return is ? std::conj(x) : x;
}

/* ---- y = alpha op(A) x + beta y for each of a batch ---- */

typedef cublasStatus_t (*no_call)(void);

template <class T, class Y, class A, class Strided, class Listed>
static void check_gemv(const char *what, Strided strided, Listed listed, int m, int n, int batches,
                       cublasOperation_t trans, int incx, int incy, number alpha, number beta)
{
    const bool flat = trans == CUBLAS_OP_N;
    const int rows = flat ? m : n, columns = flat ? n : m, lda = m + 3;
    const int step_x = std::abs(incx), step_y = std::abs(incy);
    const size_t of_a = (size_t)lda * n + 5, of_x = (size_t)columns * step_x + 2,
                 of_y = (size_t)rows * step_y + 1;
    array<T> a(of_a * batches), x(of_x * batches);
    array<Y> y(of_y * batches);
    const A by = element<A>::make(alpha), keep = element<A>::make(beta);
    if (beta == 0.0) /* what is not read may be anything */
        y.fill(std::nan(""));
    std::vector<number> expected;
    for (int b = 0; b < batches; b++)
        for (int i = 0; i < rows; i++) {
            number sum = 0;
            for (int j = 0; j < columns; j++) {
                const size_t at = b * of_a + (flat ? i + (size_t)j * lda : j + (size_t)i * lda);
                const int place = incx > 0 ? j : columns - 1 - j;
                sum += flip(a[at], trans == CUBLAS_OP_C) * x[b * of_x + (size_t)place * step_x];
            }
            const int place = incy > 0 ? i : rows - 1 - i;
            number result = element<A>::value(by) * sum;
            if (beta != 0.0)
                result += element<A>::value(keep) * y[b * of_y + (size_t)place * step_y];
            expected.push_back(alpha == 0.0 && beta == 0.0 ? 0 : result);
        }
    array<Y> again(y.host);
    OK(strided(handle, trans, m, n, &by, a.device, lda, (long long)of_a, x.device, incx,
               (long long)of_x, &keep, y.device, incy, (long long)of_y, batches));
    std::vector<const T *> list_a, list_x;
    std::vector<Y *> list_y;
    for (int b = 0; b < batches; b++) {
        list_a.push_back(a.device + b * of_a);
        list_x.push_back(x.device + b * of_x);
        list_y.push_back(again.device + b * of_y);
    }
    void *lists;
    const size_t bytes = batches * sizeof(void *);
    CUDA(cudaMalloc(&lists, 3 * bytes + 1));
    const T **at_a = (const T **)lists, **at_x = at_a + batches;
    Y **at_y = (Y **)(at_x + batches);
    CUDA(cudaMemcpy(at_a, list_a.data(), bytes, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(at_x, list_x.data(), bytes, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(at_y, list_y.data(), bytes, cudaMemcpyHostToDevice));
    OK(listed(handle, trans, m, n, &by, at_a, lda, at_x, incx, &keep, at_y, incy, batches));
    const std::vector<Y> found = y.get(), found_2 = again.get();
    const double bound = element<Y>::error * 4 * (columns + 4);
    for (int b = 0; b < batches; b++)
        for (int i = 0; i < rows; i++) {
            const int place = incy > 0 ? i : rows - 1 - i;
            const size_t at = b * of_y + (size_t)place * step_y, e = (size_t)b * rows + i;
            expect(element<Y>::value(found[at]), expected[e], bound, what, (long)e);
            expect(element<Y>::value(found_2[at]), expected[e], bound, what, (long)e);
        }
    CUDA(cudaFree(lists));
}

#define GEMV(F, T, Y, A, m, n, batches, trans, incx, incy, alpha, beta)                            \
    check_gemv<T, Y, A>(#F, cublas##F##gemvStridedBatched, cublas##F##gemvBatched, m, n, batches,  \
                        trans, incx, incy, alpha, beta)

static void batches_of_vectors()
{
    GEMV(S, float, float, float, 37, 21, 3, CUBLAS_OP_N, 1, 1, 1.5, 0.0);
    GEMV(S, float, float, float, 37, 21, 3, CUBLAS_OP_T, -2, 3, 1.5, 0.5);
    GEMV(D, double, double, double, 1, 70, 2, CUBLAS_OP_N, 2, -1, -1.0, 2.0);
    GEMV(D, double, double, double, 70, 1, 2, CUBLAS_OP_T, 1, 1, 0.0, 0.5);
    GEMV(C, cuComplex, cuComplex, cuComplex, 9, 35, 2, CUBLAS_OP_C, 1, 2, number(1, 2), 0.0);
    GEMV(Z, cuDoubleComplex, cuDoubleComplex, cuDoubleComplex, 33, 8, 1, CUBLAS_OP_N, 1, 1,
         number(0, 1), number(1, -1));
    GEMV(HSH, __half, __half, float, 33, 17, 2, CUBLAS_OP_N, 1, 1, 1.0, 0.0);
    GEMV(HSS, __half, float, float, 33, 17, 2, CUBLAS_OP_T, 2, 1, 0.5, 1.0);
    GEMV(TST, __nv_bfloat16, __nv_bfloat16, float, 8, 8, 2, CUBLAS_OP_T, 1, 1, 1.0, 0.0);
    GEMV(TSS, __nv_bfloat16, float, float, 40, 3, 3, CUBLAS_OP_N, 1, -2, 1.0, 1.0);
    float one = 1;
    float *none = nullptr;
    expect(cublasSgemvStridedBatched(handle, CUBLAS_OP_N, 4, 4, &one, none, 3, 0, none, 1, 0, &one,
                                     none, 1, 0, 1),
           CUBLAS_STATUS_INVALID_VALUE, 0, "gemv, lda", 0);
    OK(cublasSgemvStridedBatched(handle, CUBLAS_OP_N, 4, 4, &one, none, 4, 0, none, 1, 0, &one,
                                 none, 1, 0, 0));
    OK(cublasSgemvStridedBatched(handle, CUBLAS_OP_N, 0, 4, &one, none, 4, 0, none, 1, 0, &one,
                                 none, 1, 0, 2));
}

/* ---- groups ---- */

template <class T, class Call> static void check_groups(const char *what, Call call, double error)
{
    enum { GROUPS = 3 };
    const cublasOperation_t ta[GROUPS] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_N},
                            tb[GROUPS] = {CUBLAS_OP_N, CUBLAS_OP_N, CUBLAS_OP_T};
    const int m[GROUPS] = {5, 33, 1}, n[GROUPS] = {7, 2, 9}, k[GROUPS] = {3, 12, 4},
              lda[GROUPS] = {6, 12, 2}, ldb[GROUPS] = {3, 13, 9}, ldc[GROUPS] = {5, 40, 1},
              sizes[GROUPS] = {2, 1, 0};
    const float alpha[GROUPS] = {1, 0.5, 2}, beta[GROUPS] = {0, 1.5, 0};
    const T alphas[GROUPS] = {(T)1, (T)0.5, (T)2}, betas[GROUPS] = {(T)0, (T)1.5, (T)0};
    const int total = 3;
    array<T> a(600 * total), b(600 * total), c(600 * total);
    const std::vector<T> before = c.host;
    for (int i = 0; i < 1200; i++) /* group 0 has a beta of 0 */
        c.host[i] = (T)std::nan("");
    c.put();
    std::vector<T *> at[3];
    for (int i = 0; i < total; i++) {
        at[0].push_back(a.device + 600 * i);
        at[1].push_back(b.device + 600 * i);
        at[2].push_back(c.device + 600 * i);
    }
    T **lists;
    CUDA(cudaMalloc(&lists, 3 * total * sizeof(T *)));
    for (int i = 0; i < 3; i++)
        CUDA(cudaMemcpy(lists + i * total, at[i].data(), total * sizeof(T *),
                        cudaMemcpyHostToDevice));
    OK(call(handle, ta, tb, m, n, k, alphas, lists, lda, lists + total, ldb, betas,
            lists + 2 * total, ldc, GROUPS, sizes));
    const std::vector<T> found = c.get();
    for (int g = 0, p = 0; g < GROUPS; g++)
        for (int s = 0; s < sizes[g]; s++, p++)
            for (int i = 0; i < m[g]; i++)
                for (int j = 0; j < n[g]; j++) {
                    number sum = 0;
                    for (int l = 0; l < k[g]; l++)
                        sum +=
                            a[600 * p + (ta[g] == CUBLAS_OP_N ? i + l * lda[g] : l + i * lda[g])] *
                            b[600 * p + (tb[g] == CUBLAS_OP_N ? l + j * ldb[g] : j + l * ldb[g])];
                    const size_t e = 600 * p + i + (size_t)j * ldc[g];
                    const number kept =
                        beta[g] == 0 ? number(0) : (double)beta[g] * element<T>::value(before[e]);
                    expect(element<T>::value(found[e]), (double)alpha[g] * sum + kept, error, what,
                           (long)e);
                }
    CUDA(cudaFree(lists));
}

static cublasStatus_t wide_groups(cublasHandle_t h, const cublasOperation_t *ta,
                                  const cublasOperation_t *tb, const int *m, const int *n,
                                  const int *k, const float *alpha, float *const *a, const int *lda,
                                  float *const *b, const int *ldb, const float *beta,
                                  float *const *c, const int *ldc, int count, const int *sizes)
{
    std::vector<int64_t> wide[7];
    const int *const narrow[7] = {m, n, k, lda, ldb, ldc, sizes};
    for (int i = 0; i < 7; i++)
        wide[i].assign(narrow[i], narrow[i] + count);
    const cublasStatus_t status = cublasGemmGroupedBatchedEx_64(
        h, ta, tb, wide[0].data(), wide[1].data(), wide[2].data(), alpha, (const void *const *)a,
        CUDA_R_32F, wide[3].data(), (const void *const *)b, CUDA_R_32F, wide[4].data(), beta,
        (void *const *)c, CUDA_R_32F, wide[5].data(), count, wide[6].data(), CUBLAS_COMPUTE_32F);
    wide[0][0] = (int64_t)1 << 40; /* does not fit */
    expect(cublasGemmGroupedBatchedEx_64(h, ta, tb, wide[0].data(), wide[1].data(), wide[2].data(),
                                         alpha, (const void *const *)a, CUDA_R_32F, wide[3].data(),
                                         (const void *const *)b, CUDA_R_32F, wide[4].data(), beta,
                                         (void *const *)c, CUDA_R_32F, wide[5].data(), count,
                                         wide[6].data(), CUBLAS_COMPUTE_32F),
           CUBLAS_STATUS_NOT_SUPPORTED, 0, "groups of 64 bits", 0);
    return status;
}

/* ---- complex products of bytes; factors that are not there ---- */

static void complex_products()
{
    const int n = 6, k = 9;
    std::vector<signed char> bytes(2 * n * k);
    std::vector<cuComplex> same(n * k);
    for (int i = 0; i < n * k; i++) {
        bytes[2 * i] = (signed char)(i % 7 - 3), bytes[2 * i + 1] = (signed char)(i % 5 - 2);
        same[i] = {(float)bytes[2 * i], (float)bytes[2 * i + 1]};
    }
    array<signed char> narrow(bytes);
    array<cuComplex> wide(same), c(n * n), d(n * n);
    const float one = 1, zero = 0;
    const cuComplex by = {1, 0}, keep = {0, 0};
    OK(cublasCherkEx(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, n, k, &one, narrow.device,
                     CUDA_C_8I, n, &zero, c.device, CUDA_C_32F, n));
    OK(cublasCherk3mEx(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, n, k, &one, wide.device,
                       CUDA_C_32F, n, &zero, d.device, CUDA_C_32F, n));
    OK(cublasCgemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_C, n, n, k, &by, narrow.device, CUDA_C_8I, n,
                     wide.device, CUDA_C_32F, n, &keep, c.device, CUDA_C_32F, n));
    OK(cublasCsyrkEx(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_T, n, k, &by, narrow.device,
                     CUDA_C_8I, k, &keep, d.device, CUDA_C_32F, n));
    const std::vector<cuComplex> product = c.get(), square = d.get();
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            number outer = 0, inner = 0;
            for (int l = 0; l < k; l++) {
                outer += wide[i + l * n] * std::conj(wide[j + l * n]);
                inner += wide[l + i * k] * wide[l + j * k];
            }
            const size_t at = i + (size_t)j * n;
            expect(element<cuComplex>::value(product[at]), outer, 1e-4, "CgemmEx", (long)at);
            expect(element<cuComplex>::value(square[at]), i <= j ? inner : outer, 1e-4,
                   "CsyrkEx, CherkEx", (long)at);
        }
    expect(cublasCsyrkEx(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_T, n, k, &by, narrow.device,
                         CUDA_R_8I, k, &keep, d.device, CUDA_C_32F, n),
           CUBLAS_STATUS_NOT_SUPPORTED, 0, "CsyrkEx of reals", 0);
    const cuComplex *none = nullptr;
    expect(cublasCsyrk(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, n, k, none, wide.device, n,
                       &keep, d.device, n),
           CUBLAS_STATUS_INVALID_VALUE, 0, "syrk without alpha", 0);
    expect(cublasCherk(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, n, k, &one, wide.device, n,
                       (const float *)nullptr, d.device, n),
           CUBLAS_STATUS_INVALID_VALUE, 0, "herk without beta", 0);
    expect(cublasCher2k(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, n, k, none, wide.device, n,
                        wide.device, n, &zero, d.device, n),
           CUBLAS_STATUS_INVALID_VALUE, 0, "her2k without alpha", 0);
}

static void emulation()
{
    cublasEmulationStrategy_t strategy;
    cudaEmulationMantissaControl control;
    int bits = 0;
    OK(cublasSetEmulationStrategy(handle, CUBLAS_EMULATION_STRATEGY_EAGER));
    OK(cublasGetEmulationStrategy(handle, &strategy));
    expect(strategy, CUBLAS_EMULATION_STRATEGY_EAGER, 0, "emulation", 0);
    cudaEmulationStrategy other; /* by CUDA's name */
    OK(cublasSetEmulationStrategy(handle, CUDA_EMULATION_STRATEGY_PERFORMANT));
    OK(cublasGetEmulationStrategy(handle, &other));
    expect(other, CUDA_EMULATION_STRATEGY_PERFORMANT, 0, "emulation", 3);
    OK(cublasSetFixedPointEmulationMantissaControl(handle, CUDA_EMULATION_MANTISSA_CONTROL_FIXED));
    OK(cublasGetFixedPointEmulationMantissaControl(handle, &control));
    expect(control, CUDA_EMULATION_MANTISSA_CONTROL_FIXED, 0, "emulation", 1);
    OK(cublasSetFixedPointEmulationMaxMantissaBitCount(handle, 55));
    OK(cublasGetFixedPointEmulationMaxMantissaBitCount(handle, &bits));
    expect(bits, 55, 0, "emulation", 2);
    const double one = 1, zero = 0;
    array<double> a(9), b(9), c(9);
    OK(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 3, 3, 3, &one, a.device, CUDA_R_64F, 3,
                    b.device, CUDA_R_64F, 3, &zero, c.device, CUDA_R_64F, 3,
                    CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT, CUBLAS_GEMM_AUTOTUNE));
    const std::vector<double> found = c.get();
    for (int i = 0; i < 9; i++)
        expect(found[i],
               a[i % 3] * b[i / 3 * 3] + a[i % 3 + 3] * b[i / 3 * 3 + 1] +
                   a[i % 3 + 6] * b[i / 3 * 3 + 2],
               1e-14, "emulated product", i);
}

int main()
{
    OK(cublasCreate(&handle));
    batches_of_vectors();
    check_groups<float>("SgemmGroupedBatched", cublasSgemmGroupedBatched, 1e-5);
    check_groups<double>("DgemmGroupedBatched", cublasDgemmGroupedBatched, 1e-13);
    check_groups<float>("GemmGroupedBatchedEx_64", wide_groups, 1e-5);
    complex_products();
    emulation();
    OK(cublasDestroy(handle));
    return verdict();
}
