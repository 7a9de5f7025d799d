/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSPARSE against dense computation on the host: products in every format and transpose,
 * conversions. */
#include <cmath>
#include <cusparse.h>

#include "check.h"

static cusparseHandle_t handle;

/* A matrix in all formats, with a tenth of its entries; row 1 has none. */
template <class T> struct sparse {
    int rows, columns, base;
    std::vector<number> dense; /* by rows */
    std::vector<int> row_offsets, column_indices, row_indices, column_offsets, csc_rows;
    std::vector<T> values, csc_values;

    sparse(int m, int n, int first) : rows(m), columns(n), base(first), dense((size_t)m * n)
    {
        for (int i = 0; i < m; i++) {
            row_offsets.push_back((int)values.size() + base);
            for (int j = 0; j < n; j++)
                if (i != 1 && (i * 7 + j * 3) % 10 == 0) {
                    T x = element<T>::make(random_number<T>() + 1.5);
                    dense[(size_t)i * n + j] = element<T>::value(x);
                    values.push_back(x);
                    column_indices.push_back(j + base);
                    row_indices.push_back(i + base);
                }
        }
        row_offsets.push_back((int)values.size() + base);
        for (int j = 0; j < n; j++) {
            column_offsets.push_back((int)csc_values.size() + base);
            for (int i = 0; i < m; i++)
                if (dense[(size_t)i * n + j] != 0.0) {
                    csc_values.push_back(element<T>::make(dense[(size_t)i * n + j]));
                    csc_rows.push_back(i + base);
                }
        }
        column_offsets.push_back((int)csc_values.size() + base);
    }
    number at(cusparseOperation_t op, int i, int j) const
    {
        number x = op == CUSPARSE_OPERATION_NON_TRANSPOSE ? dense[(size_t)i * columns + j]
                                                          : dense[(size_t)j * columns + i];
        return op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? std::conj(x) : x;
    }
};

static const cusparseOperation_t operations[] = {CUSPARSE_OPERATION_NON_TRANSPOSE,
                                                 CUSPARSE_OPERATION_TRANSPOSE,
                                                 CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE};

template <class T> static void products(cudaDataType type, int m, int n, int base)
{
    sparse<T> s(m, n, base);
    array<int> row_offsets(s.row_offsets), column_indices(s.column_indices),
        row_indices(s.row_indices);
    array<int> column_offsets(s.column_offsets), csc_rows(s.csc_rows);
    array<T> values(s.values), csc_values(s.csc_values);
    const int64_t entries = (int64_t)s.values.size();
    cusparseSpMatDescr_t formats[3];
    cusparseIndexBase_t b = (cusparseIndexBase_t)base;
    OK(cusparseCreateCsr(&formats[0], m, n, entries, row_offsets.device, column_indices.device,
                         values.device, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, b, type));
    OK(cusparseCreateCsc(&formats[1], m, n, entries, column_offsets.device, csc_rows.device,
                         csc_values.device, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, b, type));
    OK(cusparseCreateCoo(&formats[2], m, n, entries, row_indices.device, column_indices.device,
                         values.device, CUSPARSE_INDEX_32I, b, type));
    T alpha = element<T>::make(number(1.5, -0.5)), beta = element<T>::make(0.5),
      zero = element<T>::make(0);
    for (cusparseSpMatDescr_t a : formats)
        for (cusparseOperation_t op : operations) {
            bool flat = op == CUSPARSE_OPERATION_NON_TRANSPOSE;
            int rows = flat ? m : n, inner = flat ? n : m;
            array<T> x(inner), y(rows);
            y.fill(number(NAN));
            cusparseDnVecDescr_t x_vector, y_vector;
            size_t bytes;
            OK(cusparseCreateDnVec(&x_vector, inner, x.device, type));
            OK(cusparseCreateDnVec(&y_vector, rows, y.device, type));
            OK(cusparseSpMV_bufferSize(handle, op, &alpha, a, x_vector, &zero, y_vector, type,
                                       CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
            OK(cusparseSpMV(handle, op, &alpha, a, x_vector, &zero, y_vector, type,
                            CUSPARSE_SPMV_ALG_DEFAULT, nullptr));
            std::vector<T> found = y.get();
            double bound = element<T>::error * 16 * inner;
            for (int i = 0; i < rows; i++) {
                number sum = 0;
                for (int j = 0; j < inner; j++)
                    sum += s.at(op, i, j) * x[j];
                expect(element<T>::value(found[i]), element<T>::value(alpha) * sum, bound, "SpMV",
                       i);
            }
            OK(cusparseDestroyDnVec(x_vector));
            OK(cusparseDestroyDnVec(y_vector));
            for (cusparseOrder_t order : {CUSPARSE_ORDER_COL, CUSPARSE_ORDER_ROW})
                for (cusparseOperation_t op_b : operations) {
                    const int wide = 5;
                    bool b_flat = op_b == CUSPARSE_OPERATION_NON_TRANSPOSE,
                         by_columns = order == CUSPARSE_ORDER_COL;
                    int b_rows = b_flat ? inner : wide, b_columns = b_flat ? wide : inner;
                    int ldb = (by_columns ? b_rows : b_columns) + 1,
                        ldc = (by_columns ? rows : wide) + 2;
                    array<T> dense((size_t)(b_rows + 1) * (b_columns + 1)),
                        c((size_t)(rows + 2) * (wide + 2));
                    cusparseDnMatDescr_t b_matrix, c_matrix;
                    OK(cusparseCreateDnMat(&b_matrix, b_rows, b_columns, ldb, dense.device, type,
                                           order));
                    OK(cusparseCreateDnMat(&c_matrix, rows, wide, ldc, c.device, type, order));
                    OK(cusparseSpMM(handle, op, op_b, &alpha, a, b_matrix, &beta, c_matrix, type,
                                    CUSPARSE_SPMM_ALG_DEFAULT, nullptr));
                    std::vector<T> result = c.get();
                    for (int i = 0; i < rows; i++)
                        for (int j = 0; j < wide; j++) {
                            number sum = 0;
                            for (int l = 0; l < inner; l++) {
                                int r = b_flat ? l : j, k = b_flat ? j : l;
                                number v =
                                    dense[by_columns ? r + (size_t)k * ldb : k + (size_t)r * ldb];
                                sum +=
                                    s.at(op, i, l) * (op_b == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE
                                                          ? std::conj(v)
                                                          : v);
                            }
                            size_t at = by_columns ? i + (size_t)j * ldc : j + (size_t)i * ldc;
                            expect(element<T>::value(result[at]),
                                   element<T>::value(alpha) * sum + 0.5 * c[at], bound, "SpMM",
                                   (long)at);
                        }
                    OK(cusparseDestroyDnMat(b_matrix));
                    OK(cusparseDestroyDnMat(c_matrix));
                }
        }
    for (cusparseSpMatDescr_t a : formats)
        OK(cusparseDestroySpMat(a));
}

template <class X>
static void same(const std::vector<X> &found, const std::vector<X> &expected, const char *what)
{
    for (size_t i = 0; i < expected.size(); i++)
        expect(element<X>::value(found[i]), element<X>::value(expected[i]), 0, what, (long)i);
}

static void conversions(int m, int n, int base)
{
    sparse<double> s(m, n, base);
    const int entries = (int)s.values.size();
    cusparseIndexBase_t b = (cusparseIndexBase_t)base;
    array<int> offsets(s.row_offsets), indices(s.column_indices), rows(s.values.size()),
        back(m + 1), to_offsets(n + 1), to_rows(s.values.size());
    array<double> values(s.values), to_values(s.values.size());
    OK(cusparseXcsr2coo(handle, offsets.device, entries, m, rows.device, b));
    same(rows.get(), s.row_indices, "csr2coo");
    OK(cusparseXcoo2csr(handle, rows.device, entries, m, back.device, b));
    same(back.get(), s.row_offsets, "coo2csr");
    OK(cusparseCsr2cscEx2(handle, m, n, entries, values.device, offsets.device, indices.device,
                          to_values.device, to_offsets.device, to_rows.device, CUDA_R_64F,
                          CUSPARSE_ACTION_NUMERIC, b, CUSPARSE_CSR2CSC_ALG1, nullptr));
    same(to_offsets.get(), s.column_offsets, "csr2csc");
    same(to_rows.get(), s.csc_rows, "csr2csc");
    same(to_values.get(), s.csc_values, "csr2csc");

    cusparseSpMatDescr_t a, again;
    cusparseDnMatDescr_t dense;
    array<double> room((size_t)m * n);
    OK(cusparseCreateCsr(&a, m, n, entries, offsets.device, indices.device, values.device,
                         CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, b, CUDA_R_64F));
    OK(cusparseCreateDnMat(&dense, m, n, n, room.device, CUDA_R_64F, CUSPARSE_ORDER_ROW));
    OK(cusparseSparseToDense(handle, a, dense, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, nullptr));
    std::vector<double> found = room.get();
    for (size_t i = 0; i < found.size(); i++)
        expect(found[i], s.dense[i], 0, "dense", (long)i);
    array<int> new_offsets(m + 1), new_indices(s.values.size());
    array<double> new_values(s.values.size());
    int64_t r, c, count;
    OK(cusparseCreateCsr(&again, m, n, 0, new_offsets.device, nullptr, nullptr, CUSPARSE_INDEX_32I,
                         CUSPARSE_INDEX_32I, b, CUDA_R_64F));
    OK(cusparseDenseToSparse_analysis(handle, dense, again, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                                      nullptr));
    OK(cusparseSpMatGetSize(again, &r, &c, &count));
    expect((double)count, entries, 0, "entries", 0);
    OK(cusparseCsrSetPointers(again, new_offsets.device, new_indices.device, new_values.device));
    OK(cusparseDenseToSparse_convert(handle, dense, again, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                                     nullptr));
    same(new_offsets.get(), s.row_offsets, "sparse again");
    same(new_indices.get(), s.column_indices, "sparse again");
    same(new_values.get(), s.values, "sparse again");
    OK(cusparseDestroySpMat(a));
    OK(cusparseDestroySpMat(again));
    OK(cusparseDestroyDnMat(dense));
}

static void old_calls()
{
    sparse<float> s(20, 30, 1);
    array<int> offsets(s.row_offsets), indices(s.column_indices);
    array<float> values(s.values), x(30), y(20);
    cusparseMatDescr_t matrix;
    float alpha = 2, beta = 1;
    OK(cusparseCreateMatDescr(&matrix));
    OK(cusparseSetMatIndexBase(matrix, CUSPARSE_INDEX_BASE_ONE));
    OK(cusparseScsrmv(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, 20, 30, (int)s.values.size(),
                      &alpha, matrix, values.device, offsets.device, indices.device, x.device,
                      &beta, y.device));
    std::vector<float> found = y.get();
    for (int i = 0; i < 20; i++) {
        number sum = 0;
        for (int j = 0; j < 30; j++)
            sum += s.dense[i * 30 + j] * x[j];
        expect(found[i], 2.0 * sum + y[i], 1e-5, "csrmv", i);
    }
    OK(cusparseDestroyMatDescr(matrix));
}

int main()
{
    OK(cusparseCreate(&handle));
    products<float>(CUDA_R_32F, 33, 70, 0);
    products<double>(CUDA_R_64F, 12, 7, 1);
    products<cuComplex>(CUDA_C_32F, 40, 20, 1);
    products<cuDoubleComplex>(CUDA_C_64F, 9, 50, 0);
    products<float>(CUDA_R_32F, 1, 1, 0);
    products<double>(CUDA_R_64F, 5, 700, 0); /* rows longer than a warp */
    conversions(30, 41, 0);
    conversions(7, 3, 1);
    old_calls();
    wrong += cusparseSbsrxmv(handle) != CUSPARSE_STATUS_NOT_SUPPORTED;
    OK(cusparseDestroy(handle));
    return verdict();
}
