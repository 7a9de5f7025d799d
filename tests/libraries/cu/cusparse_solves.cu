/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSPARSE's triangular solves, incomplete LU, sampled products and sparse vectors, against loops.
 */
#include <cmath>
#include <cusparse.h>

#include "check.h"

static cusparseHandle_t handle;

static const cusparseOperation_t operations[] = {CUSPARSE_OPERATION_NON_TRANSPOSE,
                                                 CUSPARSE_OPERATION_TRANSPOSE,
                                                 CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE};

/* A square matrix with a large diagonal, and entries on both sides of it. */
template <class T> struct square_matrix {
    int n, base;
    std::vector<number> dense; /* by rows */
    std::vector<int> offsets, indices;
    std::vector<T> values;

    square_matrix(int order, int first) : n(order), base(first), dense((size_t)order * order)
    {
        for (int i = 0; i < n; i++) {
            offsets.push_back((int)values.size() + base);
            for (int j = 0; j < n; j++)
                if (i == j || (i * 7 + j * 5) % 6 == 0) {
                    number x = i == j ? number(4 + i % 3) : 0.25 * random_number<T>();
                    values.push_back(element<T>::make(x));
                    dense[(size_t)i * n + j] = element<T>::value(values.back());
                    indices.push_back(j + base);
                }
        }
        offsets.push_back((int)values.size() + base);
    }
};

static number turned(cusparseOperation_t op, const std::vector<number> &a, int n, int i, int j)
{
    if (op == CUSPARSE_OPERATION_NON_TRANSPOSE)
        return a[(size_t)i * n + j];
    number x = a[(size_t)j * n + i];
    return op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? std::conj(x) : x;
}

/* What a solve returns, multiplied by the triangle, is alpha times what it was given. */
template <class T> static void solves(cudaDataType type, int n, int base)
{
    const int wide = 3, ldb = n + 2;
    square_matrix<T> s(n, base);
    array<int> offsets(s.offsets), indices(s.indices);
    array<T> values(s.values), b((size_t)ldb * wide), c((size_t)n * wide);
    cusparseSpMatDescr_t a;
    cusparseSpSVDescr_t sv;
    cusparseSpSMDescr_t sm;
    cusparseDnMatDescr_t from, to;
    cusparseDnVecDescr_t x, y;
    size_t bytes;
    const T alpha = element<T>::make(number(1.5, -0.5));
    OK(cusparseCreateCsr(&a, n, n, (int64_t)s.values.size(), offsets.device, indices.device,
                         values.device, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                         (cusparseIndexBase_t)base, type));
    OK(cusparseSpSV_createDescr(&sv));
    OK(cusparseSpSM_createDescr(&sm));
    OK(cusparseCreateDnMat(&from, n, wide, ldb, b.device, type, CUSPARSE_ORDER_COL));
    OK(cusparseCreateDnMat(&to, n, wide, wide, c.device, type, CUSPARSE_ORDER_ROW));
    OK(cusparseCreateDnVec(&x, n, b.device, type));
    OK(cusparseCreateDnVec(&y, n, c.device, type));
    for (cusparseOperation_t op : operations)
        for (cusparseFillMode_t fill : {CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER})
            for (cusparseDiagType_t diag : {CUSPARSE_DIAG_TYPE_NON_UNIT, CUSPARSE_DIAG_TYPE_UNIT}) {
                OK(cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
                OK(cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_DIAG_TYPE, &diag, sizeof diag));
                std::vector<number> triangle = s.dense;
                for (int i = 0; i < n; i++)
                    for (int j = 0; j < n; j++)
                        if (i == j && diag == CUSPARSE_DIAG_TYPE_UNIT)
                            triangle[(size_t)i * n + j] = 1;
                        else if (i != j && (i > j) != (fill == CUSPARSE_FILL_MODE_LOWER))
                            triangle[(size_t)i * n + j] = 0;
                auto check = [&](const char *what, int columns, int step, int next) {
                    std::vector<T> found = c.get();
                    for (int j = 0; j < columns; j++)
                        for (int i = 0; i < n; i++) {
                            number sum = 0;
                            for (int k = 0; k < n; k++)
                                sum += turned(op, triangle, n, i, k) *
                                       element<T>::value(found[(size_t)k * step + j * next]);
                            expect(sum, element<T>::value(alpha) * b[i + (size_t)j * ldb],
                                   element<T>::error * 100 * n, what, i);
                        }
                };
                OK(cusparseSpSV_bufferSize(handle, op, &alpha, a, x, y, type,
                                           CUSPARSE_SPSV_ALG_DEFAULT, sv, &bytes));
                OK(cusparseSpSV_analysis(handle, op, &alpha, a, x, y, type,
                                         CUSPARSE_SPSV_ALG_DEFAULT, sv, nullptr));
                OK(cusparseSpSV_solve(handle, op, &alpha, a, x, y, type, CUSPARSE_SPSV_ALG_DEFAULT,
                                      sv));
                check("SpSV", 1, 1, n);
                /* After an analysis of another operation it is no worse. */
                OK(cusparseSpSV_analysis(handle, operations[1], &alpha, a, x, y, type,
                                         CUSPARSE_SPSV_ALG_DEFAULT, sv, nullptr));
                c.put();
                OK(cusparseSpSV_solve(handle, op, &alpha, a, x, y, type, CUSPARSE_SPSV_ALG_DEFAULT,
                                      sv));
                check("SpSV again", 1, 1, n);
                OK(cusparseSpSM_bufferSize(handle, op, operations[0], &alpha, a, from, to, type,
                                           CUSPARSE_SPSM_ALG_DEFAULT, sm, &bytes));
                OK(cusparseSpSM_analysis(handle, op, operations[0], &alpha, a, from, to, type,
                                         CUSPARSE_SPSM_ALG_DEFAULT, sm, nullptr));
                OK(cusparseSpSM_solve(handle, op, operations[0], &alpha, a, from, to, type,
                                      CUSPARSE_SPSM_ALG_DEFAULT, sm));
                check("SpSM", wide, wide, 1);
            }
    OK(cusparseSpSV_destroyDescr(sv));
    OK(cusparseSpSM_destroyDescr(sm));
    OK(cusparseDestroySpMat(a));
}

/* Op(A) of 4 columns, op(B) of 4 rows; C as the square matrix. */
template <class T> static void samples(cudaDataType type, int n, int base)
{
    const int inner = 4;
    square_matrix<T> s(n, base);
    array<int> offsets(s.offsets), indices(s.indices);
    const T alpha = element<T>::make(number(1.5, -0.5)), beta = element<T>::make(0.5);
    for (cusparseOperation_t op_a : operations)
        for (cusparseOperation_t op_b : operations) {
            array<T> a((size_t)n * inner), b((size_t)n * inner), values(s.values);
            const bool flat_a = op_a == operations[0], flat_b = op_b == operations[0];
            cusparseDnMatDescr_t a_matrix, b_matrix;
            cusparseSpMatDescr_t c;
            const int a_rows = flat_a ? n : inner, b_rows = flat_b ? inner : n;
            OK(cusparseCreateDnMat(&a_matrix, a_rows, n + inner - a_rows, a_rows, a.device, type,
                                   CUSPARSE_ORDER_COL));
            OK(cusparseCreateDnMat(&b_matrix, b_rows, n + inner - b_rows, b_rows, b.device, type,
                                   CUSPARSE_ORDER_COL));
            OK(cusparseCreateCsr(&c, n, n, (int64_t)s.values.size(), offsets.device, indices.device,
                                 values.device, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                 (cusparseIndexBase_t)base, type));
            OK(cusparseSDDMM(handle, op_a, op_b, &alpha, a_matrix, b_matrix, &beta, c, type,
                             CUSPARSE_SDDMM_ALG_DEFAULT, nullptr));
            std::vector<T> found = values.get();
            auto at = [](const array<T> &m, cusparseOperation_t op, int rows, int i, int j) {
                number x = op == operations[0] ? m[i + (size_t)j * rows] : m[j + (size_t)i * rows];
                return op == operations[2] ? std::conj(x) : x;
            };
            for (int i = 0; i < n; i++)
                for (int e = s.offsets[i] - base; e < s.offsets[i + 1] - base; e++) {
                    number sum = 0;
                    for (int k = 0; k < inner; k++)
                        sum +=
                            at(a, op_a, a_rows, i, k) * at(b, op_b, b_rows, k, s.indices[e] - base);
                    expect(element<T>::value(found[e]),
                           element<T>::value(alpha) * sum + 0.5 * element<T>::value(s.values[e]),
                           element<T>::error * 50, "SDDMM", e);
                }
            OK(cusparseDestroySpMat(c));
        }
}

/* I: int or int64_t. */
template <class T, class I> static void vectors(cudaDataType type, int base)
{
    const int n = 50, entries = 17;
    std::vector<I> at;
    for (int i = 0; i < entries; i++)
        at.push_back((i * 3 + 1) % n + base);
    I *indices;
    CUDA(cudaMalloc(&indices, entries * sizeof *indices));
    CUDA(cudaMemcpy(indices, at.data(), entries * sizeof *indices, cudaMemcpyHostToDevice));
    array<T> sparse(entries), dense(n), room(1);
    cusparseSpVecDescr_t x;
    cusparseDnVecDescr_t y;
    size_t bytes;
    OK(cusparseCreateSpVec(&x, n, entries, indices, sparse.device,
                           sizeof(I) == 8 ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I,
                           (cusparseIndexBase_t)base, type));
    OK(cusparseCreateDnVec(&y, n, dense.device, type));
    for (cusparseOperation_t op : operations) {
        number sum = 0;
        for (int i = 0; i < entries; i++)
            sum += (op == operations[2] ? std::conj(sparse[i]) : sparse[i]) * dense[at[i] - base];
        T result;
        OK(cusparseSpVV_bufferSize(handle, op, x, y, &result, type, &bytes));
        OK(cusparseSpVV(handle, op, x, y, &result, type, nullptr));
        expect(element<T>::value(result), sum, element<T>::error * 50, "SpVV", 0);
    }
    const T alpha = element<T>::make(number(1.5, -0.5)), beta = element<T>::make(0.5);
    OK(cusparseAxpby(handle, &alpha, x, &beta, y));
    std::vector<number> expected(n);
    for (int i = 0; i < n; i++)
        expected[i] = 0.5 * dense[i];
    for (int i = 0; i < entries; i++)
        expected[at[i] - base] += element<T>::value(alpha) * sparse[i];
    std::vector<T> found = dense.get();
    for (int i = 0; i < n; i++)
        expect(element<T>::value(found[i]), expected[i], element<T>::error * 50, "Axpby", i);
    OK(cusparseScatter(handle, x, y));
    found = dense.get();
    for (int i = 0; i < entries; i++)
        expect(element<T>::value(found[at[i] - base]), sparse[i], 0, "Scatter", i);
    dense.put();
    OK(cusparseGather(handle, y, x));
    found = sparse.get();
    for (int i = 0; i < entries; i++)
        expect(element<T>::value(found[i]), dense[at[i] - base], 0, "Gather", i);
    OK(cusparseDestroySpVec(x));
}

/* On the matrix's own entries, L U is the matrix; without its diagonal's third number, row 2 has no
 * pivot. */
#define ILU(X, T)                                                                                  \
    static void ilu_##X(int n, int base)                                                           \
    {                                                                                              \
        square_matrix<T> s(n, base);                                                               \
        array<int> offsets(s.offsets), indices(s.indices);                                         \
        array<T> values(s.values);                                                                 \
        cusparseMatDescr_t matrix;                                                                 \
        csrilu02Info_t info;                                                                       \
        int bytes, position = -2, entries = (int)s.values.size();                                  \
        OK(cusparseCreateMatDescr(&matrix));                                                       \
        OK(cusparseSetMatIndexBase(matrix, (cusparseIndexBase_t)base));                            \
        OK(cusparseCreateCsrilu02Info(&info));                                                     \
        OK(cusparse##X##csrilu02_bufferSize(handle, n, entries, matrix, values.device,             \
                                            offsets.device, indices.device, info, &bytes));        \
        OK(cusparse##X##csrilu02_analysis(handle, n, entries, matrix, values.device,               \
                                          offsets.device, indices.device, info,                    \
                                          CUSPARSE_SOLVE_POLICY_NO_LEVEL, nullptr));               \
        OK(cusparse##X##csrilu02(handle, n, entries, matrix, values.device, offsets.device,        \
                                 indices.device, info, CUSPARSE_SOLVE_POLICY_NO_LEVEL, nullptr));  \
        OK(cusparseXcsrilu02_zeroPivot(handle, info, &position));                                  \
        expect(position, -1, 0, #X "zeroPivot", 0);                                                \
        std::vector<T> found = values.get();                                                       \
        std::vector<number> both((size_t)n *n);                                                    \
        for (int i = 0; i < n; i++)                                                                \
            for (int e = s.offsets[i] - base; e < s.offsets[i + 1] - base; e++)                    \
                both[(size_t)i * n + s.indices[e] - base] = element<T>::value(found[e]);           \
        for (int i = 0; i < n; i++)                                                                \
            for (int e = s.offsets[i] - base; e < s.offsets[i + 1] - base; e++) {                  \
                const int j = s.indices[e] - base;                                                 \
                number sum = i <= j ? both[(size_t)i * n + j] : number(0);                         \
                for (int k = 0; k < i && k <= j; k++)                                              \
                    sum += both[(size_t)i * n + k] * both[(size_t)k * n + j];                      \
                expect(sum, element<T>::value(s.values[e]), element<T>::error * 200, #X "ilu", e); \
            }                                                                                      \
        for (int e = s.offsets[2] - base; e < s.offsets[3] - base; e++)                            \
            values.host[e] = element<T>::make(0);                                                  \
        values.put();                                                                              \
        OK(cusparse##X##csrilu02(handle, n, entries, matrix, values.device, offsets.device,        \
                                 indices.device, info, CUSPARSE_SOLVE_POLICY_NO_LEVEL, nullptr));  \
        wrong +=                                                                                   \
            cusparseXcsrilu02_zeroPivot(handle, info, &position) != CUSPARSE_STATUS_ZERO_PIVOT;    \
        expect(position, 2 + base, 0, #X "zeroPivot", 1);                                          \
        OK(cusparseDestroyCsrilu02Info(info));                                                     \
        OK(cusparseDestroyMatDescr(matrix));                                                       \
    }
ILU(S, float)
ILU(D, double)
ILU(C, cuComplex)
ILU(Z, cuDoubleComplex)

int main()
{
    OK(cusparseCreate(&handle));
    for (int base : {0, 1}) {
        solves<float>(CUDA_R_32F, 37, base);
        solves<double>(CUDA_R_64F, 70, base);
        solves<cuComplex>(CUDA_C_32F, 20, base);
        solves<cuDoubleComplex>(CUDA_C_64F, 37, base);
        samples<float>(CUDA_R_32F, 20, base);
        samples<cuDoubleComplex>(CUDA_C_64F, 20, base);
        vectors<double, int>(CUDA_R_64F, base);
        vectors<cuComplex, int64_t>(CUDA_C_32F, base);
        ilu_S(20, base);
        ilu_D(60, base);
        ilu_C(20, base);
        ilu_Z(20, base);
    }
    OK(cusparseDestroy(handle));
    return verdict();
}
