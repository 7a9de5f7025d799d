/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSPARSE's other forms of matrices: indices of 64 bits, BlockedEll, SlicedEll, batches, halves;
 * against loops over the dense matrix.
 */
#include <cusparse.h>

#include "check.h"

static cusparseHandle_t handle;
static const cusparseOperation_t flat = CUSPARSE_OPERATION_NON_TRANSPOSE,
                                 turned = CUSPARSE_OPERATION_TRANSPOSE;

/* Entries where a dense matrix (by rows) has no zero. I: int or int64_t. */
template <class I> struct indices_of {
    std::vector<I> offsets, rows, columns; /* rows: of each entry */
    I *device_offsets, *device_rows, *device_columns;

    indices_of(const std::vector<number> &dense, int m, int n, int base)
    {
        for (int i = 0; i < m; i++) {
            offsets.push_back((I)columns.size() + base);
            for (int j = 0; j < n; j++)
                if (dense[(size_t)i * n + j] != 0.0) {
                    rows.push_back(i + base);
                    columns.push_back(j + base);
                }
        }
        offsets.push_back((I)columns.size() + base);
        device_offsets = put(offsets), device_rows = put(rows), device_columns = put(columns);
    }
    static I *put(const std::vector<I> &list)
    {
        I *made;
        CUDA(cudaMalloc(&made, (list.size() + 1) * sizeof(I)));
        CUDA(cudaMemcpy(made, list.data(), list.size() * sizeof(I), cudaMemcpyHostToDevice));
        return made;
    }
};

static std::vector<number> random_dense(int m, int n)
{
    std::vector<number> dense((size_t)m * n);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            if ((i * 3 + j * 5) % 4 == 0)
                dense[(size_t)i * n + j] = 0.25 + next_value() * next_value();
    return dense;
}
template <class T> static std::vector<T> values_of(const std::vector<number> &dense)
{
    std::vector<T> values;
    for (number x : dense)
        if (x != 0.0)
            values.push_back(element<T>::make(x));
    return values;
}

/* y = 2 op(A) x + 0.5 y of A in CSR, CSC (of the transposed one), COO; dense and back. */
static void wide(int base)
{
    const int m = 13, n = 17;
    const std::vector<number> dense = random_dense(m, n);
    const indices_of<int64_t> at(dense, m, n, base);
    const std::vector<double> values = values_of<double>(dense);
    array<double> device(values), x((size_t)n + m), y((size_t)n + m), back((size_t)m * n);
    const int64_t entries = (int64_t)values.size();
    const cusparseIndexBase_t first = (cusparseIndexBase_t)base;
    cusparseSpMatDescr_t matrices[3], made;
    OK(cusparseCreateCsr(&matrices[0], m, n, entries, at.device_offsets, at.device_columns,
                         device.device, CUSPARSE_INDEX_64I, CUSPARSE_INDEX_64I, first, CUDA_R_64F));
    OK(cusparseCreateCoo(&matrices[1], m, n, entries, at.device_rows, at.device_columns,
                         device.device, CUSPARSE_INDEX_64I, first, CUDA_R_64F));
    OK(cusparseCreateCsc(&matrices[2], n, m, entries, at.device_offsets, at.device_columns,
                         device.device, CUSPARSE_INDEX_64I, CUSPARSE_INDEX_64I, first, CUDA_R_64F));
    const double alpha = 2, beta = 0.5;
    for (int form = 0; form < 3; form++)
        for (int way = 0; way < 2; way++) {
            const bool is_flat = (form < 2) == (way == 0); /* what A is, not what is stored */
            const int rows = is_flat ? m : n, columns = is_flat ? n : m;
            cusparseDnVecDescr_t in, out;
            OK(cusparseCreateDnVec(&in, columns, x.device, CUDA_R_64F));
            OK(cusparseCreateDnVec(&out, rows, y.device, CUDA_R_64F));
            y.put();
            OK(cusparseSpMV(handle, way ? turned : flat, &alpha, matrices[form], in, &beta, out,
                            CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr));
            const std::vector<double> found = y.get();
            for (int i = 0; i < rows; i++) {
                number sum = beta * y[i];
                for (int j = 0; j < columns; j++)
                    sum += alpha * x[j] * dense[is_flat ? i * n + j : j * n + i];
                expect(found[i], sum, 1e-13, "wide SpMV", i);
            }
        }
    cusparseDnMatDescr_t target;
    OK(cusparseCreateDnMat(&target, m, n, n, back.device, CUDA_R_64F, CUSPARSE_ORDER_ROW));
    OK(cusparseSparseToDense(handle, matrices[0], target, CUSPARSE_SPARSETODENSE_ALG_DEFAULT,
                             nullptr));
    const std::vector<double> found = back.get();
    for (int i = 0; i < m * n; i++)
        expect(found[i], dense[i], 0, "wide dense", i);
    int64_t *offsets, *columns, rows, width, count;
    array<double> again(values.size());
    CUDA(cudaMalloc(&offsets, (m + 1) * sizeof *offsets));
    CUDA(cudaMalloc(&columns, entries * sizeof *columns));
    OK(cusparseCreateCsr(&made, m, n, 0, offsets, nullptr, nullptr, CUSPARSE_INDEX_64I,
                         CUSPARSE_INDEX_64I, first, CUDA_R_64F));
    OK(cusparseDenseToSparse_analysis(handle, target, made, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                                      nullptr));
    OK(cusparseSpMatGetSize(made, &rows, &width, &count));
    expect((double)count, (double)entries, 0, "wide entries", 0);
    OK(cusparseCsrSetPointers(made, offsets, columns, again.device));
    OK(cusparseDenseToSparse_convert(handle, target, made, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                                     nullptr));
    std::vector<int64_t> own((size_t)entries);
    CUDA(cudaMemcpy(own.data(), columns, entries * sizeof *columns, cudaMemcpyDeviceToHost));
    const std::vector<double> numbers = again.get();
    for (int64_t e = 0; e < entries; e++) {
        expect((double)own[e], (double)at.columns[e], 0, "wide column", (long)e);
        expect(numbers[e], values[e], 0, "wide value", (long)e);
    }
    cusparseSpMatDescr_t mixed;
    expect(cusparseCreateCsr(&mixed, m, n, 0, offsets, nullptr, nullptr, CUSPARSE_INDEX_64I,
                             CUSPARSE_INDEX_32I, first, CUDA_R_64F),
           CUSPARSE_STATUS_NOT_SUPPORTED, 0, "mixed indices", 0);
}

/* Blocks of 3 rows, two of four in each row of blocks, the last one missing; T: stored. */
template <class T> static void blocked(cudaDataType type, int base)
{
    const int block = 3, rows = 9, columns = 12, wide = 6, n = 5;
    const std::vector<int> own = {2 + base, base, 1 + base, 3 + base, base, -1};
    array<int> indices(own);
    array<T> values((size_t)rows * wide), dense((size_t)rows * columns), b((size_t)columns * n),
        c((size_t)rows * n);
    cusparseSpMatDescr_t a;
    cusparseDnMatDescr_t matrix, in, out;
    OK(cusparseCreateBlockedEll(&a, rows, columns, block, wide, indices.device, values.device,
                                CUSPARSE_INDEX_32I, (cusparseIndexBase_t)base, type));
    OK(cusparseCreateDnMat(&matrix, rows, columns, rows, dense.device, type, CUSPARSE_ORDER_COL));
    OK(cusparseCreateDnMat(&in, columns, n, n, b.device, type, CUSPARSE_ORDER_ROW));
    OK(cusparseCreateDnMat(&out, rows, n, rows, c.device, type, CUSPARSE_ORDER_COL));
    const float alpha = 1, beta = 0;
    OK(cusparseSpMM(handle, flat, flat, &alpha, a, in, &beta, out, CUDA_R_32F,
                    CUSPARSE_SPMM_ALG_DEFAULT, nullptr));
    std::vector<number> meant((size_t)rows * columns);
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < wide; k++)
            if (own[i / block * 2 + k / block] >= 0)
                meant[(size_t)i * columns + (own[i / block * 2 + k / block] - base) * block +
                      k % block] = values[(size_t)i * wide + k];
    std::vector<T> found = c.get();
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < n; j++) {
            number sum = 0;
            for (int k = 0; k < columns; k++)
                sum += meant[(size_t)i * columns + k] * b[(size_t)k * n + j];
            expect(element<T>::value(found[i + (size_t)j * rows]), sum, element<T>::error * 4,
                   "BlockedEll", i);
        }
    if (sizeof(T) == 2)
        return; /* conversions have no halves */
    OK(cusparseSparseToDense(handle, a, matrix, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, nullptr));
    found = dense.get();
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            expect(element<T>::value(found[i + (size_t)j * rows]), meant[(size_t)i * columns + j],
                   0, "BlockedEll dense", i);
    dense.put();
    OK(cusparseDenseToSparse_convert(handle, matrix, a, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                                     nullptr));
    found = values.get();
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < wide; k++) {
            const int at = own[i / block * 2 + k / block];
            expect(element<T>::value(found[(size_t)i * wide + k]),
                   at < 0 ? 0.0 : dense[i + (size_t)((at - base) * block + k % block) * rows], 0,
                   "BlockedEll values", i);
        }
}

/* A lower triangle with a diagonal, in slices of 4 rows, the last one short. */
static void sliced(int base)
{
    const int n = 10, slice = 4;
    std::vector<number> dense = random_dense(n, n);
    std::vector<int> offsets(1, base), columns;
    std::vector<double> values;
    int entries = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            dense[(size_t)i * n + j] = i == j ? 3.0 : j > i ? 0.0 : dense[(size_t)i * n + j];
    for (int s = 0; s < n; s += slice) {
        std::vector<std::vector<int>> rows((size_t)slice);
        size_t longest = 0;
        for (int i = s; i < s + slice && i < n; i++) {
            for (int j = 0; j < n; j++)
                if (dense[(size_t)i * n + j] != 0.0)
                    rows[i - s].push_back(j);
            entries += (int)rows[i - s].size();
            longest = std::max(longest, rows[i - s].size());
        }
        for (size_t k = 0; k < longest; k++)
            for (int r = 0; r < slice; r++) {
                const bool there = k < rows[r].size();
                columns.push_back(there ? rows[r][k] + base : -1);
                values.push_back(there ? dense[(size_t)(s + r) * n + rows[r][k]].real() : 0);
            }
        offsets.push_back((int)columns.size() + base);
    }
    array<int> device_offsets(offsets), device_columns(columns);
    array<double> device(values), x((size_t)n), y((size_t)n);
    cusparseSpMatDescr_t a;
    cusparseDnVecDescr_t in, out;
    OK(cusparseCreateSlicedEll(&a, n, n, entries, (int64_t)values.size(), slice,
                               device_offsets.device, device_columns.device, device.device,
                               CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, (cusparseIndexBase_t)base,
                               CUDA_R_64F));
    OK(cusparseCreateDnVec(&in, n, x.device, CUDA_R_64F));
    OK(cusparseCreateDnVec(&out, n, y.device, CUDA_R_64F));
    const double alpha = 1.5, beta = 0;
    OK(cusparseSpMV(handle, flat, &alpha, a, in, &beta, out, CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT,
                    nullptr));
    const std::vector<double> product = y.get();
    for (int i = 0; i < n; i++) {
        number sum = 0;
        for (int j = 0; j < n; j++)
            sum += 1.5 * dense[(size_t)i * n + j] * x[j];
        expect(product[i], sum, 1e-13, "SlicedEll SpMV", i);
    }
    cusparseSpSVDescr_t solve;
    OK(cusparseSpSV_createDescr(&solve));
    OK(cusparseSpSV_analysis(handle, flat, &alpha, a, in, out, CUDA_R_64F,
                             CUSPARSE_SPSV_ALG_DEFAULT, solve, nullptr));
    OK(cusparseSpSV_solve(handle, flat, &alpha, a, in, out, CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT,
                          solve));
    const std::vector<double> found = y.get();
    for (int i = 0; i < n; i++) {
        number sum = 0;
        for (int j = 0; j < n; j++)
            sum += dense[(size_t)i * n + j] * found[j];
        expect(sum, 1.5 * x[i], 1e-12, "SlicedEll SpSV", i);
    }
}

/* Three matrices of one pattern: with values of their own, or with the same ones. */
static void batches(int base)
{
    const int m = 9, n = 11, wide = 4, batch = 3;
    const std::vector<number> dense = random_dense(m, n);
    const indices_of<int> at(dense, m, n, base);
    const int entries = (int)at.columns.size();
    array<float> values((size_t)entries * batch), b((size_t)n * wide * batch),
        c((size_t)m * wide * batch), left((size_t)m * wide * batch);
    const float alpha = 1.5f, beta = 0.5f;
    for (int form = 0; form < 2; form++)
        for (int own = 0; own < 2; own++) {
            cusparseSpMatDescr_t a;
            cusparseDnMatDescr_t in, out;
            if (form) /* its rows need steps, too: they are the same for all if values are */
                OK(cusparseCreateCoo(&a, m, n, entries, at.device_rows, at.device_columns,
                                     values.device, CUSPARSE_INDEX_32I, (cusparseIndexBase_t)base,
                                     CUDA_R_32F));
            else
                OK(cusparseCreateCsr(&a, m, n, entries, at.device_offsets, at.device_columns,
                                     values.device, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                     (cusparseIndexBase_t)base, CUDA_R_32F));
            if (own) {
                std::vector<int> columns, rows;
                for (int k = 0; k < batch; k++) {
                    columns.insert(columns.end(), at.columns.begin(), at.columns.end());
                    rows.insert(rows.end(), at.rows.begin(), at.rows.end());
                }
                int *all = indices_of<int>::put(columns), *all_rows = indices_of<int>::put(rows);
                if (form) {
                    OK(cusparseCooSetPointers(a, all_rows, all, values.device));
                    OK(cusparseCooSetStridedBatch(a, batch, entries));
                } else {
                    OK(cusparseCsrSetPointers(a, at.device_offsets, all, values.device));
                    OK(cusparseCsrSetStridedBatch(a, batch, 0, entries));
                }
            } else if (form)
                OK(cusparseCooSetStridedBatch(a, batch, 0));
            else
                OK(cusparseCsrSetStridedBatch(a, batch, 0, 0));
            OK(cusparseCreateDnMat(&in, n, wide, n, b.device, CUDA_R_32F, CUSPARSE_ORDER_COL));
            OK(cusparseDnMatSetStridedBatch(in, batch, n * wide));
            OK(cusparseCreateDnMat(&out, m, wide, m, c.device, CUDA_R_32F, CUSPARSE_ORDER_COL));
            OK(cusparseDnMatSetStridedBatch(out, batch, m * wide));
            c.put();
            OK(cusparseSpMM(handle, flat, flat, &alpha, a, in, &beta, out, CUDA_R_32F,
                            CUSPARSE_SPMM_ALG_DEFAULT, nullptr));
            const std::vector<float> found = c.get();
            for (int k = 0; k < batch; k++)
                for (int j = 0; j < wide; j++) {
                    std::vector<number> sums((size_t)m);
                    for (int e = 0; e < entries; e++)
                        sums[at.rows[e] - base] +=
                            values[e + (size_t)own * k * entries] *
                            b[((size_t)k * wide + j) * n + at.columns[e] - base];
                    for (int i = 0; i < m; i++) {
                        const size_t to = ((size_t)k * wide + j) * m + i;
                        expect(found[to], 1.5 * sums[i] + 0.5 * c[to], 2e-6, "batch", (long)to);
                    }
                }
            if (form || !own)
                continue;
            cusparseDnMatDescr_t rows; /* m x wide, by rows, times wide x n */
            OK(cusparseCreateDnMat(&rows, m, wide, wide, left.device, CUDA_R_32F,
                                   CUSPARSE_ORDER_ROW));
            OK(cusparseDnMatSetStridedBatch(rows, batch, m * wide));
            OK(cusparseSDDMM(handle, flat, turned, &alpha, rows, in, &beta, a, CUDA_R_32F,
                             CUSPARSE_SDDMM_ALG_DEFAULT, nullptr));
            const std::vector<float> sampled = values.get();
            for (int k = 0; k < batch; k++)
                for (int e = 0; e < entries; e++) {
                    number sum = 0;
                    for (int j = 0; j < wide; j++)
                        sum += left[((size_t)k * m + at.rows[e] - base) * wide + j] *
                               b[((size_t)k * wide + j) * n + at.columns[e] - base];
                    const size_t to = (size_t)k * entries + e;
                    expect(sampled[to], 1.5 * sum + 0.5 * values[to], 2e-6, "SDDMM batch",
                           (long)to);
                }
            values.put();
        }
}

int main()
{
    OK(cusparseCreate(&handle));
    for (int base = 0; base < 2; base++) {
        wide(base);
        blocked<float>(CUDA_R_32F, base);
        blocked<__half>(CUDA_R_16F, base);
        blocked<__nv_bfloat16>(CUDA_R_16BF, base);
        sliced(base);
        batches(base);
    }
    OK(cusparseDestroy(handle));
    return verdict();
}
