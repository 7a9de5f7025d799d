/* SPDX-License-Identifier: BSD-3-Clause */
/* cuBLAS, products of matrices: every type, transpose, odd sizes, factors that are 0, NaN in C,
 * batches. */
#include <cmath>
#include <cublas_v2.h>

#include "check.h"

static cublasHandle_t handle;
static const cublasOperation_t operations[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};

template <class T>
static number op_at(const array<T> &a, size_t from, int ld, cublasOperation_t op, int i, int j)
{
    number x = op == CUBLAS_OP_N ? a[from + i + (size_t)j * ld] : a[from + j + (size_t)i * ld];
    return op == CUBLAS_OP_C ? std::conj(x) : x;
}

struct sizes {
    int m, n, k;
};

/* C after the call, by the definition. */
template <class T, class U>
static void compare(const char *what, const array<U> &c, const std::vector<U> &before,
                    const sizes &s, const array<T> &a, size_t a_from, int lda,
                    cublasOperation_t op_a, const array<T> &b, size_t b_from, int ldb,
                    cublasOperation_t op_b, size_t c_from, int ldc, number alpha, number beta)
{
    std::vector<U> found = c.get();
    for (int j = 0; j < s.n; j++)
        for (int i = 0; i < s.m; i++) {
            number sum = 0;
            for (int l = 0; l < s.k; l++)
                sum += op_at(a, a_from, lda, op_a, i, l) * op_at(b, b_from, ldb, op_b, l, j);
            size_t at = c_from + i + (size_t)j * ldc;
            number expected = alpha * sum;
            if (beta != 0.0)
                expected += beta * element<U>::value(before[at]);
            double bound = (s.k + 4) * 4e-7 * (element<U>::error < 1e-10 ? 1e-8 : 1) +
                           2 * element<U>::error * std::abs(expected);
            expect(element<U>::value(found[at]), expected, bound, what, (long)at);
        }
}

/* call(op_a, op_b, sizes, alpha, a, lda, b, ldb, beta, c, ldc) */
template <class T, class U, class F>
static void products(const char *what, const F &call, number alpha, number beta, const sizes &s)
{
    for (cublasOperation_t op_a : operations)
        for (cublasOperation_t op_b : operations) {
            int lda = (op_a == CUBLAS_OP_N ? s.m : s.k) + 3,
                ldb = (op_b == CUBLAS_OP_N ? s.k : s.n) + 1, ldc = s.m + 2;
            array<T> a((size_t)lda * (op_a == CUBLAS_OP_N ? s.k : s.m) + 1),
                b((size_t)ldb * (op_b == CUBLAS_OP_N ? s.n : s.k) + 1);
            array<U> c((size_t)ldc * s.n + 1);
            if (beta == 0.0)
                c.fill(number(NAN, element<U>::is_complex ? NAN : 0));
            if (alpha == 0.0)
                a.fill(NAN);
            std::vector<U> before = c.host;
            call(op_a, op_b, s, a.device, lda, b.device, ldb, c.device, ldc);
            sizes used = s;
            used.k = alpha == 0.0 ? 0 : s.k;
            compare(what, c, before, used, a, 0, lda, op_a, b, 0, ldb, op_b, 0, ldc, alpha, beta);
        }
}

static const sizes all_sizes[] = {{1, 1, 1}, {5, 7, 3}, {33, 65, 17}, {130, 70, 9}, {3, 2, 0}};

#define GEMM(X, T)                                                                                 \
    for (const sizes &size : all_sizes)                                                            \
        for (number beta : {number(0), number(0.5)})                                               \
            for (number alpha : {number(1.5), number(0)}) {                                        \
                T alpha_t = element<T>::make(alpha), beta_t = element<T>::make(beta);              \
                products<T, T>(                                                                    \
                    "cublas" #X "gemm",                                                            \
                    [&](cublasOperation_t op_a, cublasOperation_t op_b, const sizes &s,            \
                        const T *a, int lda, const T *b, int ldb, T *c, int ldc) {                 \
                        OK(cublas##X##gemm(handle, op_a, op_b, s.m, s.n, s.k, &alpha_t, a, lda, b, \
                                           ldb, &beta_t, c, ldc));                                 \
                    },                                                                             \
                    alpha, beta, size);                                                            \
            }

template <class T, class U>
static void gemm_ex(const char *what, cudaDataType type, cudaDataType type_c)
{
    float alpha = 1.5, beta = 0.5;
    for (const sizes &size : {sizes{33, 65, 40}, sizes{64, 128, 64}, sizes{7, 9, 130}})
        products<T, U>(
            what,
            [&](cublasOperation_t op_a, cublasOperation_t op_b, const sizes &s, const T *a, int lda,
                const T *b, int ldb, U *c, int ldc) {
                OK(cublasGemmEx(handle, op_a, op_b, s.m, s.n, s.k, &alpha, a, type, lda, b, type,
                                ldb, &beta, c, type_c, ldc, CUBLAS_COMPUTE_32F,
                                CUBLAS_GEMM_DEFAULT_TENSOR_OP));
            },
            alpha, beta, size);
}

/* Leading dimensions and pointers as tensor cores like them, and every factor on the device. */
template <class T, class U>
static void gemm_aligned(const char *what, cudaDataType type, cudaDataType c_type)
{
    array<float> factors(std::vector<float>{2, -0.5, 0});
    OK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
    /* The last four have whole tiles, of 80 x 128 and of 128 x 128, which overlap at the edges. Two
     * of them have five steps along k, of which neighbouring blocks begin with different ones. */
    for (const sizes &s :
         {sizes{136, 72, 40}, sizes{128, 128, 64}, sizes{8, 200, 136}, sizes{136, 88, 320},
          sizes{136, 136, 160}, sizes{132, 84, 64}, sizes{130, 82, 64}})
        for (cublasOperation_t op_a : {CUBLAS_OP_N, CUBLAS_OP_T})
            for (cublasOperation_t op_b : {CUBLAS_OP_N, CUBLAS_OP_T}) {
                int lda = op_a == CUBLAS_OP_N ? s.m : s.k, ldb = op_b == CUBLAS_OP_N ? s.k : s.n;
                array<T> a((size_t)s.m * s.k), b((size_t)s.k * s.n);
                for (int beta = 1; beta <= 2; beta++) { /* results leave in two ways */
                    array<U> c((size_t)s.m * s.n);
                    if (factors.host[beta] == 0)
                        c.fill(NAN);
                    std::vector<U> before = c.host;
                    OK(cublasGemmEx(handle, op_a, op_b, s.m, s.n, s.k, factors.device, a.device,
                                    type, lda, b.device, type, ldb, factors.device + beta, c.device,
                                    c_type, s.m, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
                    compare(what, c, before, s, a, 0, lda, op_a, b, 0, ldb, op_b, 0, s.m, 2,
                            factors.host[beta]);
                }
            }
    OK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
}

static void batches()
{
    const sizes s = {19, 6, 11};
    const int count = 5;
    const float alpha = 2, beta = 1;
    const size_t step_a = 250, step_b = 70, step_c = 120;
    array<float> a(step_a * count), b(step_b * count), c(step_c * count), c2(c.host);
    std::vector<float> before = c.host;
    OK(cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_T, s.m, s.n, s.k, &alpha, a.device,
                                 s.m, step_a, b.device, s.n, step_b, &beta, c.device, s.m, step_c,
                                 count));
    std::vector<float *> list_a, list_b, list_c;
    for (int i = 0; i < count; i++) {
        list_a.push_back(a.device + i * step_a);
        list_b.push_back(b.device + i * step_b);
        list_c.push_back(c2.device + i * step_c);
    }
    float **lists;
    CUDA(cudaMalloc(&lists, 3 * count * sizeof(float *)));
    CUDA(cudaMemcpy(lists, list_a.data(), count * sizeof(float *), cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(lists + count, list_b.data(), count * sizeof(float *), cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(lists + 2 * count, list_c.data(), count * sizeof(float *),
                    cudaMemcpyHostToDevice));
    OK(cublasSgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_T, s.m, s.n, s.k, &alpha, lists, s.m,
                          lists + count, s.n, &beta, lists + 2 * count, s.m, count));
    for (int i = 0; i < count; i++) {
        compare("strided", c, before, s, a, i * step_a, s.m, CUBLAS_OP_N, b, i * step_b, s.n,
                CUBLAS_OP_T, i * step_c, s.m, alpha, beta);
        compare("listed", c2, before, s, a, i * step_a, s.m, CUBLAS_OP_N, b, i * step_b, s.n,
                CUBLAS_OP_T, i * step_c, s.m, alpha, beta);
    }
    CUDA(cudaFree(lists));
}

static void bytes()
{
    const int n = 20;
    std::vector<signed char> values(n * n);
    for (signed char &x : values)
        x = (signed char)(next_value() * 100);
    signed char *a;
    CUDA(cudaMalloc(&a, n * n));
    CUDA(cudaMemcpy(a, values.data(), n * n, cudaMemcpyHostToDevice));
    array<int> c(n * n);
    int alpha = 1, beta = 0;
    OK(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &alpha, a, CUDA_R_8I, n, a,
                    CUDA_R_8I, n, &beta, c.device, CUDA_R_32I, n, CUBLAS_COMPUTE_32I,
                    CUBLAS_GEMM_DEFAULT));
    std::vector<int> found = c.get();
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            int sum = 0;
            for (int l = 0; l < n; l++)
                sum += values[i + l * n] * values[l + j * n];
            expect(found[i + j * n], sum, 0, "bytes", i + j * n);
        }
}

int main()
{
    int sms;
    OK(cublasCreate(&handle));
    GEMM(S, float)
    /* On a GPU of one SM these have tiles of 128 x 128 and 128 x 64, which else only large ones
     * have. */
    OK(cublasGetSmCountTarget(handle, &sms));
    OK(cublasSetSmCountTarget(handle, 1));
    for (const sizes &size : {sizes{130, 70, 33}, sizes{128, 64, 20}}) {
        const sizes all_sizes[] = {size};
        GEMM(S, float)
    }
    OK(cublasSetSmCountTarget(handle, sms));
    GEMM(D, double)
    GEMM(C, cuComplex)
    GEMM(Z, cuDoubleComplex)
    GEMM(H, __half)
    gemm_ex<__half, float>("half to float", CUDA_R_16F, CUDA_R_32F);
    gemm_ex<__nv_bfloat16, __nv_bfloat16>("bfloat16", CUDA_R_16BF, CUDA_R_16BF);
    gemm_aligned<__half, __half>("aligned halves", CUDA_R_16F, CUDA_R_16F);
    gemm_aligned<__half, float>("aligned halves to floats", CUDA_R_16F, CUDA_R_32F);
    gemm_aligned<__nv_bfloat16, __nv_bfloat16>("aligned bfloat16s", CUDA_R_16BF, CUDA_R_16BF);
    batches();
    bytes();
    float one = 1;
    wrong += cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, nullptr, 3, nullptr, 4,
                         &one, nullptr, 4) != CUBLAS_STATUS_INVALID_VALUE;
    wrong += cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 0, 4, 4, &one, nullptr, 1, nullptr, 4,
                         &one, nullptr, 1) != CUBLAS_STATUS_SUCCESS;
    OK(cublasDestroy(handle));
    return verdict();
}
