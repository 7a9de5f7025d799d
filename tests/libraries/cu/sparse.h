/* SPDX-License-Identifier: BSD-3-Clause */
/* Sparse matrices of test programs. */
#ifndef SIMGPU_TESTS_LIBRARIES_SPARSE_H
#define SIMGPU_TESTS_LIBRARIES_SPARSE_H

#include <cusparse.h>

#include "check.h"

/* A sparse matrix on both sides, and as a dense one by rows. */
template <class T> struct sparse {
    int rows, columns, base;
    std::vector<int> offsets, indices, of_rows;
    std::vector<T> values;
    std::vector<number> dense;
    array<int> *at_offsets, *at_indices, *at_rows;
    array<T> *at_values;

    sparse(int m, int n, int seed, int step, int from, bool has_diagonal = false)
        : rows(m), columns(n), base(from), dense((size_t)m * n)
    {
        for (int i = 0; i < m; i++) {
            offsets.push_back((int)indices.size() + base);
            for (int j = 0; j < n; j++)
                if ((i * 7 + j * 5 + seed) % step == 0 || (has_diagonal && i == j)) {
                    number x = random_number<T>();
                    if (has_diagonal && i == j)
                        x += 4.0;
                    indices.push_back(j + base);
                    of_rows.push_back(i + base);
                    values.push_back(element<T>::make(x));
                    dense[(size_t)i * n + j] = element<T>::value(values.back());
                }
        }
        offsets.push_back((int)indices.size() + base);
        at_offsets = new array<int>(offsets);
        at_indices = new array<int>(indices);
        at_rows = new array<int>(of_rows);
        at_values = new array<T>(values);
    }
    ~sparse()
    {
        delete at_offsets;
        delete at_indices;
        delete at_rows;
        delete at_values;
    }
    int entries() const
    {
        return (int)indices.size();
    }
    cusparseSpMatDescr_t csr(cudaDataType type) const
    {
        cusparseSpMatDescr_t m;
        OK(cusparseCreateCsr(&m, rows, columns, entries(), at_offsets->device, at_indices->device,
                             at_values->device, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                             (cusparseIndexBase_t)base, type));
        return m;
    }
};

template <class T> struct of_type;
template <> struct of_type<float> {
    static constexpr cudaDataType value = CUDA_R_32F;
};
template <> struct of_type<double> {
    static constexpr cudaDataType value = CUDA_R_64F;
};
template <> struct of_type<cuDoubleComplex> {
    static constexpr cudaDataType value = CUDA_C_64F;
};

/* What a CSR result on the device is, as a dense matrix. */
template <class T>
static void check_result(const char *what, const array<int> &offsets, const array<int> &indices,
                         const array<T> &values, int rows, int columns, int base,
                         const std::vector<number> &expected, double bound)
{
    const std::vector<int> o = offsets.get(), c = indices.get();
    const std::vector<T> v = values.get();
    std::vector<number> found((size_t)rows * columns);
    for (int i = 0; i < rows; i++)
        for (int e = o[i] - base; e < o[i + 1] - base; e++) {
            expect(e == o[i] - base || c[e] > c[e - 1], true, 0, "order of columns", e);
            found[(size_t)i * columns + c[e] - base] += element<T>::value(v[e]);
        }
    for (size_t i = 0; i < found.size(); i++)
        expect(found[i], expected[i], bound, what, (long)i);
}

#endif
