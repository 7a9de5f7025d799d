/* SPDX-License-Identifier: BSD-3-Clause */
/* cuBLAS, symmetric, Hermitian and triangular matrices, sums, factorisations; cuBLASLt's epilogues.
 */
#include <cmath>
#include <cublasLt.h>
#include <cublas_v2.h>

#include "check.h"

static cublasHandle_t handle;
static const cublasFillMode_t halves[] = {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER};

/* An order x order matrix that systems can be solved with. */
template <class T> static void dominate(array<T> &a, int order, int ld)
{
    for (size_t i = 0; i < a.host.size(); i++)
        a.host[i] = element<T>::make(a[i] * 0.25);
    for (int i = 0; i < order; i++)
        a.host[i + (size_t)i * ld] =
            element<T>::make(number(2 + i % 3, element<T>::is_complex ? 0.5 : 0));
    a.put();
}

static number turn(number x, cublasOperation_t op)
{
    return op == CUBLAS_OP_C ? std::conj(x) : x;
}

template <class T>
static number triangle_at(const array<T> &a, int ld, bool lower, bool unit, cublasOperation_t op,
                          int i, int j)
{
    int r = op == CUBLAS_OP_N ? i : j, c = op == CUBLAS_OP_N ? j : i;
    if (r == c)
        return unit ? number(1) : turn(a[r + (size_t)c * ld], op);
    return (r > c) == lower ? turn(a[r + (size_t)c * ld], op) : number(0);
}

template <class T>
static number half_at(const array<T> &a, int ld, bool lower, bool hermitian, int i, int j)
{
    number x = i == j || (i > j) == lower ? a[i + (size_t)j * ld] : a[j + (size_t)i * ld];
    if (!hermitian)
        return x;
    return i == j ? number(x.real()) : (i > j) == lower ? x : std::conj(x);
}

template <class T, class F>
static void compare(const char *what, const std::vector<T> &found, int m, int n, int ld,
                    double size, const F &expected)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            expect(element<T>::value(found[i + (size_t)j * ld]), expected(i, j),
                   element<T>::error * 8 * size, what, i + (long)j * ld);
}

/* sy: sy or he; S: factors of rank-k updates; R: beta of rank-2k updates. */
#define SHAPES(X, T, S, R, sy, symm, rk, r2k, HERMITIAN)                                           \
    static void shapes_##X##sy(int m, int n)                                                       \
    {                                                                                              \
        T alpha = element<T>::make(number(1.5, -0.5)), beta = element<T>::make(0.5);               \
        S alpha_k = element<S>::make(1.25), beta_k = element<S>::make(0.5);                        \
        R beta_2k = element<R>::make(0.5);                                                         \
        number alpha_n = element<T>::value(alpha);                                                 \
        for (cublasFillMode_t uplo : halves) {                                                     \
            bool lower = uplo == CUBLAS_FILL_MODE_LOWER;                                           \
            for (cublasSideMode_t side : {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT}) {                  \
                int order = side == CUBLAS_SIDE_LEFT ? m : n, ld = order + 1;                      \
                array<T> a((size_t)ld *order), b((size_t)m *n), c((size_t)(m + 1) * n);            \
                OK(cublas##X##symm(handle, side, uplo, m, n, &alpha, a.device, ld, b.device, m,    \
                                   &beta, c.device, m + 1));                                       \
                compare(#X #symm, c.get(), m, n, m + 1, order + 4, [&](int i, int j) {             \
                    number sum = 0;                                                                \
                    for (int l = 0; l < order; l++)                                                \
                        sum +=                                                                     \
                            side == CUBLAS_SIDE_LEFT                                               \
                                ? half_at(a, ld, lower, HERMITIAN, i, l) * b[l + (size_t)j * m]    \
                                : b[i + (size_t)l * m] * half_at(a, ld, lower, HERMITIAN, l, j);   \
                    return alpha_n * sum + 0.5 * c[i + (size_t)j * (m + 1)];                       \
                });                                                                                \
            }                                                                                      \
            for (cublasOperation_t op : {CUBLAS_OP_N, HERMITIAN ? CUBLAS_OP_C : CUBLAS_OP_T}) {    \
                bool flat = op == CUBLAS_OP_N;                                                     \
                int k = n, ld = flat ? m : k;                                                      \
                array<T> a((size_t)m *k), b((size_t)m *k), c((size_t)m *m);                        \
                auto row = [&](const array<T> &x, int i, int l) {                                  \
                    return flat ? x[i + (size_t)l * ld] : turn(x[l + (size_t)i * ld], op);         \
                };                                                                                 \
                auto other = [&](number x) { return HERMITIAN ? std::conj(x) : x; };               \
                OK(cublas##X##rk(handle, uplo, op, m, k, &alpha_k, a.device, ld, &beta_k,          \
                                 c.device, m));                                                    \
                auto check = [&](const char *what, bool twice) {                                   \
                    compare(what, c.get(), m, m, m, 4 * k + 8, [&](int i, int j) {                 \
                        number sum = 0;                                                            \
                        if (i != j && (i > j) != lower)                                            \
                            return c[i + (size_t)j * m];                                           \
                        for (int l = 0; l < k; l++)                                                \
                            sum += twice ? alpha_n * row(a, i, l) * other(row(b, j, l)) +          \
                                               other(alpha_n) * row(b, i, l) * other(row(a, j, l)) \
                                         : 1.25 * row(a, i, l) * other(row(a, j, l));              \
                        number result = sum + 0.5 * c[i + (size_t)j * m];                          \
                        return HERMITIAN && i == j ? number(result.real()) : result;               \
                    });                                                                            \
                };                                                                                 \
                check(#X #rk, false);                                                              \
                c.put();                                                                           \
                OK(cublas##X##r2k(handle, uplo, op, m, k, &alpha, a.device, ld, b.device, ld,      \
                                  &beta_2k, c.device, m));                                         \
                check(#X #r2k, true);                                                              \
            }                                                                                      \
        }                                                                                          \
    }

#define TRIANGLES(X, T)                                                                            \
    static void triangles_##X(int m, int n)                                                        \
    {                                                                                              \
        T alpha = element<T>::make(number(1.5, -0.5));                                             \
        number alpha_n = element<T>::value(alpha);                                                 \
        for (cublasFillMode_t uplo : halves)                                                       \
            for (cublasSideMode_t side : {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT})                    \
                for (cublasOperation_t op : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C})               \
                    for (cublasDiagType_t diag : {CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT}) {       \
                        bool left = side == CUBLAS_SIDE_LEFT;                                      \
                        int order = left ? m : n;                                                  \
                        array<T> a((size_t)order *order), b((size_t)m *n);                         \
                        dominate(a, order, order);                                                 \
                        OK(cublas##X##trmm(handle, side, uplo, op, diag, m, n, &alpha, a.device,   \
                                           order, b.device, m, b.device, m));                      \
                        compare(#X "trmm", b.get(), m, n, m, 4 * order + 8, [&](int i, int j) {    \
                            number sum = 0;                                                        \
                            for (int l = 0; l < order; l++) {                                      \
                                number t = triangle_at(a, order, uplo == CUBLAS_FILL_MODE_LOWER,   \
                                                       diag == CUBLAS_DIAG_UNIT, op, left ? i : l, \
                                                       left ? l : j);                              \
                                sum += t * (left ? b[l + (size_t)j * m] : b[i + (size_t)l * m]);   \
                            }                                                                      \
                            return alpha_n * sum;                                                  \
                        });                                                                        \
                        T back = element<T>::make(1.0 / alpha_n);                                  \
                        OK(cublas##X##trsm(handle, side, uplo, op, diag, m, n, &back, a.device,    \
                                           order, b.device, m));                                   \
                        compare(#X "trsm", b.get(), m, n, m, 200 * order + 8,                      \
                                [&](int i, int j) { return b[i + (size_t)j * m]; });               \
                    }                                                                              \
        for (cublasOperation_t op : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) {                     \
            bool flat = op == CUBLAS_OP_N;                                                         \
            T beta = element<T>::make(0.5);                                                        \
            array<T> a((size_t)m *n), b((size_t)m *n), c((size_t)m *n);                            \
            OK(cublas##X##geam(handle, op, CUBLAS_OP_N, m, n, &alpha, a.device, flat ? m : n,      \
                               &beta, b.device, m, c.device, m));                                  \
            compare(#X "geam", c.get(), m, n, m, 4, [&](int i, int j) {                            \
                number x = flat ? a[i + (size_t)j * m] : turn(a[j + (size_t)i * n], op);           \
                return alpha_n * x + 0.5 * b[i + (size_t)j * m];                                   \
            });                                                                                    \
            OK(cublas##X##dgmm(handle, flat ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT, m, n,          \
                               a.device, m, b.device, 1, c.device, m));                            \
            compare(#X "dgmm", c.get(), m, n, m, 4,                                                \
                    [&](int i, int j) { return a[i + (size_t)j * m] * b[flat ? i : j]; });         \
        }                                                                                          \
    }

/* A x = b by factors, and the inverse, for two matrices; the second one needs its rows exchanged.
 */
#define FACTORS(X, T)                                                                              \
    static void factors_##X(int n)                                                                 \
    {                                                                                              \
        const size_t square = (size_t)n * n;                                                       \
        array<T> a(square * 2), x((size_t)n * 2), b((size_t)n * 2), inverse(square * 2);           \
        dominate(a, n, n);                                                                         \
        T *lists[6];                                                                               \
        for (int i = 0; i < 2; i++) {                                                              \
            lists[i] = a.device + i * square;                                                      \
            lists[2 + i] = b.device + i * n;                                                       \
            lists[4 + i] = inverse.device + i * square;                                            \
        }                                                                                          \
        T **list;                                                                                  \
        int *pivots, *info, host_info;                                                             \
        CUDA(cudaMalloc(&list, sizeof lists));                                                     \
        CUDA(cudaMalloc(&pivots, 2 * n * sizeof(int)));                                            \
        CUDA(cudaMalloc(&info, 2 * sizeof(int)));                                                  \
        CUDA(cudaMemcpy(list, lists, sizeof lists, cudaMemcpyHostToDevice));                       \
        for (cublasOperation_t op : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) {                     \
            for (int c = 0; c < 2; c++)                                                            \
                for (int i = 0; i < n; i++) {                                                      \
                    number sum = 0;                                                                \
                    for (int l = 0; l < n; l++)                                                    \
                        sum += (op == CUBLAS_OP_N ? a[c * square + i + (size_t)l * n]              \
                                                  : turn(a[c * square + l + (size_t)i * n], op)) * \
                               x[c * n + l];                                                       \
                    b.host[c * n + i] = element<T>::make(sum);                                     \
                }                                                                                  \
            b.put();                                                                               \
            a.put();                                                                               \
            OK(cublas##X##getrfBatched(handle, n, list, n, pivots, info, 2));                      \
            OK(cublas##X##getrsBatched(handle, op, n, 1, list, n, pivots, list + 2, n, &host_info, \
                                       2));                                                        \
            compare(#X "getrs", b.get(), n, 2, n, 4e4 * n,                                         \
                    [&](int i, int j) { return x[i + (size_t)j * n]; });                           \
        }                                                                                          \
        auto check = [&](const char *what) {                                                       \
            std::vector<T> found = inverse.get();                                                  \
            for (int c = 0; c < 2; c++)                                                            \
                for (int i = 0; i < n; i++) {                                                      \
                    number sum = 0;                                                                \
                    for (int l = 0; l < n; l++)                                                    \
                        sum += a[c * square + i + (size_t)l * n] *                                 \
                               element<T>::value(found[c * square + l]);                           \
                    expect(sum, i == 0, element<T>::error * 4e5 * n, what, i);                     \
                }                                                                                  \
        };                                                                                         \
        OK(cublas##X##getriBatched(handle, n, list, n, pivots, list + 4, n, info, 2));             \
        check(#X "getri");                                                                         \
        a.put();                                                                                   \
        inverse.put();                                                                             \
        OK(cublas##X##matinvBatched(handle, n, list, n, list + 4, n, info, 2));                    \
        check(#X "matinv");                                                                        \
        cudaFree(list), cudaFree(pivots), cudaFree(info);                                          \
    }

#define ALL(X, T)                                                                                  \
    TRIANGLES(X, T)                                                                                \
    FACTORS(X, T)                                                                                  \
    SHAPES(X, T, T, T, sy, symm, syrk, syr2k, false)
ALL(S, float)
ALL(D, double)
ALL(C, cuComplex)
ALL(Z, cuDoubleComplex)
SHAPES(C, cuComplex, float, float, he, hemm, herk, her2k, true)
SHAPES(Z, cuDoubleComplex, double, double, he, hemm, herk, her2k, true)

/* ---- cuBLASLt ---- */

static double gelu(double x)
{
    return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
}

static double gelu_slope(double x)
{
    return (gelu(x + 1e-5) - gelu(x - 1e-5)) / 2e-5;
}

/* D = op(A) B with an epilogue: all that llm.c asks for. */
template <class T>
static void lt(cudaDataType type, cublasLtEpilogue_t epilogue, bool transposed, int m, int n, int k)
{
    cublasLtHandle_t lt;
    cublasLtMatmulDesc_t desc;
    cublasLtMatrixLayout_t a_layout, b_layout, d_layout;
    cublasLtMatmulPreference_t preference;
    cublasLtMatmulHeuristicResult_t best;
    cublasOperation_t op = transposed ? CUBLAS_OP_T : CUBLAS_OP_N;
    array<T> a((size_t)m * k), b((size_t)k * n), d((size_t)m * n), aux((size_t)m * n),
        bias(m > n ? m : n);
    size_t workspace = 1 << 20;
    int64_t aux_ld = m;
    int found = 0;
    OK(cublasLtCreate(&lt));
    OK(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &op, sizeof op));
    OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue,
                                      sizeof epilogue));
    OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias.device,
                                      sizeof bias.device));
    OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, &aux.device,
                                      sizeof aux.device));
    OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, &aux_ld,
                                      sizeof aux_ld));
    OK(cublasLtMatrixLayoutCreate(&a_layout, type, transposed ? k : m, transposed ? m : k,
                                  transposed ? k : m));
    OK(cublasLtMatrixLayoutCreate(&b_layout, type, k, n, k));
    OK(cublasLtMatrixLayoutCreate(&d_layout, type, m, n, m));
    OK(cublasLtMatmulPreferenceCreate(&preference));
    OK(cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                                            &workspace, sizeof workspace));
    OK(cublasLtMatmulAlgoGetHeuristic(lt, desc, a_layout, b_layout, d_layout, d_layout, preference,
                                      1, &best, &found));
    expect(found, 1, 0, "algorithms", 0);
    float alpha = 1, beta = 0;
    OK(cublasLtMatmul(lt, desc, &alpha, a.device, a_layout, b.device, b_layout, &beta, d.device,
                      d_layout, d.device, d_layout, &best.algo, nullptr, 0, 0));
    std::vector<T> result = d.get(), kept = aux.get(), sums = bias.get();
    double error = element<T>::error * 4 * k;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            number sum = 0;
            for (int l = 0; l < k; l++)
                sum += (transposed ? a[l + (size_t)i * k] : a[i + (size_t)l * m]) *
                       b[l + (size_t)j * k];
            size_t at = i + (size_t)j * m;
            double x = sum.real() + (epilogue & CUBLASLT_EPILOGUE_BIAS ? bias[i].real() : 0);
            if (epilogue == CUBLASLT_EPILOGUE_GELU_AUX_BIAS)
                expect(element<T>::value(kept[at]), x, error, "kept for gelu", (long)at);
            if (epilogue & CUBLASLT_EPILOGUE_GELU)
                x = gelu(x);
            if (epilogue & CUBLASLT_EPILOGUE_RELU)
                x = x > 0 ? x : 0;
            if (epilogue == CUBLASLT_EPILOGUE_DGELU)
                x *= gelu_slope(aux[at].real());
            expect(element<T>::value(result[at]), x, error, "matmul", (long)at);
        }
    for (int j = 0; epilogue == CUBLASLT_EPILOGUE_BGRADB && j < n; j++) {
        number sum = 0;
        for (int l = 0; l < k; l++)
            sum += b[l + (size_t)j * k];
        expect(element<T>::value(sums[j]), sum, error, "gradients", j);
    }
    OK(cublasLtMatmulPreferenceDestroy(preference));
    OK(cublasLtMatrixLayoutDestroy(a_layout));
    OK(cublasLtMatrixLayoutDestroy(b_layout));
    OK(cublasLtMatrixLayoutDestroy(d_layout));
    OK(cublasLtMatmulDescDestroy(desc));
    OK(cublasLtDestroy(lt));
}

int main()
{
    OK(cublasCreate(&handle));
    for (int m : {1, 6, 70}) {
        int n = m == 1 ? 3 : m / 2 + 2;
        shapes_Ssy(m, n);
        shapes_Dsy(m, n);
        shapes_Csy(m, n);
        shapes_Zsy(m, n);
        shapes_Che(m, n);
        shapes_Zhe(m, n);
    }
    for (int m : {1, 7, 33}) {
        triangles_S(m, 5);
        triangles_D(m, 5);
        triangles_C(m, 5);
        triangles_Z(m, 5);
    }
    for (int n : {1, 12}) {
        factors_S(n);
        factors_D(n);
        factors_C(n);
        factors_Z(n);
    }
    for (cublasLtEpilogue_t epilogue :
         {CUBLASLT_EPILOGUE_DEFAULT, CUBLASLT_EPILOGUE_BIAS, CUBLASLT_EPILOGUE_RELU_BIAS,
          CUBLASLT_EPILOGUE_GELU_BIAS, CUBLASLT_EPILOGUE_GELU_AUX_BIAS, CUBLASLT_EPILOGUE_DGELU,
          CUBLASLT_EPILOGUE_BGRADB}) {
        lt<float>(CUDA_R_32F, epilogue, true, 40, 9, 12);
        lt<float>(CUDA_R_32F, epilogue, false, 3, 70, 8);
        lt<__nv_bfloat16>(CUDA_R_16BF, epilogue, true, 72, 40, 64);
    }
    cublasLtMatmulDesc_t desc;
    int value = 0;
    OK(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    wrong += cublasLtMatmulDescSetAttribute(desc, (cublasLtMatmulDescAttributes_t)99, &value,
                                            sizeof value) != CUBLAS_STATUS_NOT_SUPPORTED;
    OK(cublasLtMatmulDescDestroy(desc));
    wrong += cublasUint8gemmBias(handle, 1) != CUBLAS_STATUS_NOT_SUPPORTED;
    OK(cublasDestroy(handle));
    return verdict();
}
