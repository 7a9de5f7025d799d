/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSPARSE's products of two sparse matrices, sorts of entries, counts of what is not zero, against
 * loops over dense matrices.
 */
#include <algorithm>
#include <cusparse.h>

#include "check.h"

static cusparseHandle_t handle;

/* A matrix with entries where `taken` says so; some rows have none. */
template <class T> struct sparse {
    int rows, columns;
    std::vector<number> dense; /* by rows */
    std::vector<int> offsets, indices;
    std::vector<T> values;

    sparse(int r, int c, int base, int seed) : rows(r), columns(c), dense((size_t)r * c)
    {
        for (int i = 0; i < r; i++) {
            offsets.push_back((int)values.size() + base);
            for (int j = 0; j < c; j++)
                if (i % 5 != 3 && (i * 7 + j * 5 + seed) % 4 == 0) {
                    values.push_back(element<T>::make(random_number<T>()));
                    dense[(size_t)i * c + j] = element<T>::value(values.back());
                    indices.push_back(j + base);
                }
        }
        offsets.push_back((int)values.size() + base);
    }
};

template <class T>
static cusparseSpMatDescr_t describe(const sparse<T> &s, array<int> &offsets, array<int> &indices,
                                     array<T> &values, int base, cudaDataType type)
{
    cusparseSpMatDescr_t made;
    OK(cusparseCreateCsr(&made, s.rows, s.columns, (int64_t)s.values.size(), offsets.device,
                         indices.device, values.device, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                         (cusparseIndexBase_t)base, type));
    return made;
}

/* The product of an m x k and a k x n matrix: its entries are sorted, and none is missing. */
template <class T> static void product(cudaDataType type, int m, int k, int n, int base)
{
    const cusparseOperation_t flat = CUSPARSE_OPERATION_NON_TRANSPOSE;
    sparse<T> of_a(m, k, base, 1), of_b(k, n, base, 2);
    array<int> a_offsets(of_a.offsets), a_indices(of_a.indices), b_offsets(of_b.offsets),
        b_indices(of_b.indices);
    array<T> a_values(of_a.values), b_values(of_b.values);
    cusparseSpMatDescr_t a = describe(of_a, a_offsets, a_indices, a_values, base, type);
    cusparseSpMatDescr_t b = describe(of_b, b_offsets, b_indices, b_values, base, type), c;
    cusparseSpGEMMDescr_t descr;
    const T alpha = element<T>::make(number(1.5, -0.5)), beta = element<T>::make(0);
    size_t bytes;
    int64_t rows, columns, entries;
    OK(cusparseCreateCsr(&c, m, n, 0, NULL, NULL, NULL, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                         (cusparseIndexBase_t)base, type));
    OK(cusparseSpGEMM_createDescr(&descr));
    OK(cusparseSpGEMM_workEstimation(handle, flat, flat, &alpha, a, b, &beta, c, type,
                                     CUSPARSE_SPGEMM_DEFAULT, descr, &bytes, NULL));
    array<char> buffer(bytes);
    OK(cusparseSpGEMM_compute(handle, flat, flat, &alpha, a, b, &beta, c, type,
                              CUSPARSE_SPGEMM_DEFAULT, descr, &bytes, NULL));
    OK(cusparseSpGEMM_compute(handle, flat, flat, &alpha, a, b, &beta, c, type,
                              CUSPARSE_SPGEMM_DEFAULT, descr, &bytes, buffer.device));
    OK(cusparseSpMatGetSize(c, &rows, &columns, &entries));
    array<int> c_offsets(m + 1), c_indices((size_t)entries);
    array<T> c_values((size_t)entries);
    OK(cusparseCsrSetPointers(c, c_offsets.device, c_indices.device, c_values.device));
    OK(cusparseSpGEMM_copy(handle, flat, flat, &alpha, a, b, &beta, c, type,
                           CUSPARSE_SPGEMM_DEFAULT, descr));
    const std::vector<int> offsets = c_offsets.get(), indices = c_indices.get();
    const std::vector<T> values = c_values.get();
    size_t e = 0;
    for (int i = 0; i < m; i++) {
        expect(offsets[i], (double)e + base, 0, "offset", i);
        for (int j = 0; j < n; j++) {
            number sum = 0;
            bool is_there = false;
            for (int l = 0; l < k; l++) {
                sum += of_a.dense[(size_t)i * k + l] * of_b.dense[(size_t)l * n + j];
                is_there |=
                    std::binary_search(&of_a.indices[of_a.offsets[i] - base],
                                       &of_a.indices[of_a.offsets[i + 1] - base], l + base) &&
                    std::binary_search(&of_b.indices[of_b.offsets[l] - base],
                                       &of_b.indices[of_b.offsets[l + 1] - base], j + base);
            }
            if (!is_there)
                continue;
            if (e >= values.size()) {
                expect(1, 0, 0, "entries are missing", i);
                return;
            }
            expect(indices[e], j + base, 0, "column", (long)e);
            expect(element<T>::value(values[e]), element<T>::value(alpha) * sum,
                   element<T>::error * 20, "value", (long)e);
            e++;
        }
    }
    expect((double)entries, (double)e, 0, "entries", m);
    const T one = element<T>::make(1);
    expect(cusparseSpGEMM_compute(handle, CUSPARSE_OPERATION_TRANSPOSE, flat, &alpha, a, b, &one, c,
                                  type, CUSPARSE_SPGEMM_DEFAULT, descr, &bytes, buffer.device),
           CUSPARSE_STATUS_NOT_SUPPORTED, 0, "a transpose", 1);
    OK(cusparseSpGEMM_destroyDescr(descr));
    OK(cusparseDestroySpMat(a));
    OK(cusparseDestroySpMat(b));
    OK(cusparseDestroySpMat(c));
}

/* Entries in an order that looks random, sorted each way: the permutation finds each one. */
static void sorts(int rows, int columns, int base)
{
    sparse<double> s(rows, columns, base, 3);
    const int entries = (int)s.values.size();
    std::vector<int> of_rows(entries), of_columns(entries), shuffled(entries);
    for (int i = 0; i < entries; i++)
        shuffled[i] = (int)((i * 37ll + 11) %
                            entries); /* 37 and the number of entries have no common factor */
    std::vector<int> in_rows = s.indices;
    for (int i = 0, at = 0; i < rows; i++) {
        std::reverse(&in_rows[s.offsets[i] - base], &in_rows[s.offsets[i + 1] - base]);
        for (; at < s.offsets[i + 1] - base; at++) {
            of_rows[shuffled[at]] = i + base;
            of_columns[shuffled[at]] = s.indices[at];
        }
    }
    cusparseMatDescr_t descr;
    OK(cusparseCreateMatDescr(&descr));
    OK(cusparseSetMatIndexBase(descr, (cusparseIndexBase_t)base));
    size_t bytes;
    array<int> offsets(s.offsets), indices(in_rows), places(entries), x(of_rows), y(of_columns);
    OK(cusparseXcsrsort_bufferSizeExt(handle, rows, columns, entries, offsets.device,
                                      indices.device, &bytes));
    array<char> room(bytes);
    OK(cusparseCreateIdentityPermutation(handle, entries, places.device));
    OK(cusparseXcsrsort(handle, rows, columns, entries, descr, offsets.device, indices.device,
                        places.device, room.device));
    std::vector<int> found = indices.get(), from = places.get();
    for (int e = 0; e < entries; e++) {
        expect(found[e], s.indices[e], 0, "csrsort", e);
        expect(in_rows[from[e]], s.indices[e], 0, "csrsort place", e);
    }
    OK(cusparseXcoosort_bufferSizeExt(handle, rows, columns, entries, x.device, y.device, &bytes));
    array<char> more(bytes);
    for (bool by_row : {true, false}) {
        x.put();
        y.put();
        OK(cusparseCreateIdentityPermutation(handle, entries, places.device));
        OK((by_row ? cusparseXcoosortByRow : cusparseXcoosortByColumn)(
            handle, rows, columns, entries, x.device, y.device, places.device, more.device));
        const std::vector<int> first = by_row ? x.get() : y.get(),
                               second = by_row ? y.get() : x.get();
        from = places.get();
        for (int e = 0; e < entries; e++) {
            const bool ordered = e == 0 || first[e - 1] < first[e] ||
                                 (first[e - 1] == first[e] && second[e - 1] < second[e]);
            expect(ordered, 1, 0, "coosort", e);
            expect((by_row ? of_rows : of_columns)[from[e]], first[e], 0, "coosort place", e);
            expect((by_row ? of_columns : of_rows)[from[e]], second[e], 0, "coosort place", e);
        }
    }
    OK(cusparseDestroyMatDescr(descr));
}

#define COUNTS(X, T)                                                                               \
    static void counts_##X(int m, int n)                                                           \
    {                                                                                              \
        const int lda = m + 3;                                                                     \
        array<T> a((size_t)lda *n);                                                                \
        for (size_t i = 0; i < a.host.size(); i += 3)                                              \
            a.host[i] = element<T>::make(0);                                                       \
        a.put();                                                                                   \
        cusparseMatDescr_t descr;                                                                  \
        OK(cusparseCreateMatDescr(&descr));                                                        \
        for (bool by_row : {true, false}) {                                                        \
            array<int> counts(by_row ? m : n), on_device(1);                                       \
            int total, expected_total = 0;                                                         \
            const auto way = by_row ? CUSPARSE_DIRECTION_ROW : CUSPARSE_DIRECTION_COLUMN;          \
            OK(cusparse##X##nnz(handle, way, m, n, descr, a.device, lda, counts.device, &total));  \
            const std::vector<int> found = counts.get();                                           \
            std::vector<int> expected(found.size());                                               \
            for (int i = 0; i < m; i++)                                                            \
                for (int j = 0; j < n; j++)                                                        \
                    expected[by_row ? i : j] += a[i + (size_t)j * lda] != 0.0;                     \
            for (size_t i = 0; i < found.size(); i++) {                                            \
                expect(found[i], expected[i], 0, #X "nnz", (long)i);                               \
                expected_total += expected[i];                                                     \
            }                                                                                      \
            expect(total, expected_total, 0, #X "nnz total", by_row);                              \
            OK(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_DEVICE));                      \
            OK(cusparse##X##nnz(handle, way, m, n, descr, a.device, lda, counts.device,            \
                                on_device.device));                                                \
            expect(on_device.get()[0], expected_total, 0, #X "nnz on the device", by_row);         \
            OK(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_HOST));                        \
        }                                                                                          \
        OK(cusparseDestroyMatDescr(descr));                                                        \
    }
COUNTS(S, float)
COUNTS(D, double)
COUNTS(C, cuComplex)
COUNTS(Z, cuDoubleComplex)

int main()
{
    OK(cusparseCreate(&handle));
    for (int base : {0, 1}) {
        product<float>(CUDA_R_32F, 20, 30, 25, base);
        product<double>(CUDA_R_64F, 90, 12, 150, base);
        product<cuComplex>(CUDA_C_32F, 9, 9, 9, base);
        product<cuDoubleComplex>(CUDA_C_64F, 15, 40, 7, base);
        sorts(23, 31, base);
        sorts(7, 4, base);
    }
    counts_S(11, 17);
    counts_D(150, 3);
    counts_C(9, 9);
    counts_Z(5, 12);
    OK(cusparseDestroy(handle));
    return verdict();
}
