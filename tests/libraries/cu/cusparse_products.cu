/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSPARSE: products of sparse matrices, again with new values, and with a third matrix; against
 * the host.
 */
#include <cmath>
#include <cusparse.h>

#include "sparse.h"

static cusparseHandle_t handle;

template <class T> static std::vector<number> multiply(const sparse<T> &a, const sparse<T> &b)
{
    std::vector<number> c((size_t)a.rows * b.columns);
    for (int i = 0; i < a.rows; i++)
        for (int k = 0; k < a.columns; k++)
            for (int j = 0; j < b.columns; j++)
                c[(size_t)i * b.columns + j] +=
                    a.dense[(size_t)i * a.columns + k] * b.dense[(size_t)k * b.columns + j];
    return c;
}

/* C = alpha A B, then alpha A B + beta C with the same pattern; and by SpGEMMreuse. */
template <class T> static void products(int base)
{
    const cudaDataType type = of_type<T>::value;
    const cusparseOperation_t op = CUSPARSE_OPERATION_NON_TRANSPOSE;
    const cusparseSpGEMMAlg_t alg = CUSPARSE_SPGEMM_DEFAULT;
    const sparse<T> a(13, 9, 1, 4, base), b(9, 17, 2, 3, 0);
    cusparseSpMatDescr_t of_a = a.csr(type), of_b = b.csr(type), of_c;
    array<int> offsets(std::vector<int>(14, -7));
    OK(cusparseCreateCsr(&of_c, 13, 17, 0, offsets.device, nullptr, nullptr, CUSPARSE_INDEX_32I,
                         CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ONE, type));
    const T one = element<T>::make(1), half = element<T>::make(0.5), zero = element<T>::make(0);
    for (int way = 0; way < 2; way++) {
        cusparseSpGEMMDescr_t descr;
        size_t bytes[5] = {};
        int64_t rows, columns, entries, count;
        char *buffer;
        CUDA(cudaMalloc(&buffer, 64));
        OK(cusparseSpGEMM_createDescr(&descr));
        if (way == 0) {
            OK(cusparseSpGEMM_workEstimation(handle, op, op, &half, of_a, of_b, &zero, of_c, type,
                                             alg, descr, &bytes[0], buffer));
            OK(cusparseSpGEMM_getNumProducts(descr, &count));
            int64_t expected = 0;
            for (int k : a.indices)
                expected += b.offsets[k - base + 1] - b.offsets[k - base];
            expect((double)count, (double)expected, 0, "products of numbers", 0);
            OK(cusparseSpGEMM_estimateMemory(handle, op, op, &half, of_a, of_b, &zero, of_c, type,
                                             alg, descr, 0.2f, &bytes[1], buffer, &bytes[2]));
            OK(cusparseSpGEMM_compute(handle, op, op, &half, of_a, of_b, &zero, of_c, type, alg,
                                      descr, &bytes[2], buffer));
        } else {
            OK(cusparseSpGEMMreuse_workEstimation(handle, op, op, of_a, of_b, of_c, alg, descr,
                                                  &bytes[0], buffer));
            OK(cusparseSpGEMMreuse_nnz(handle, op, op, of_a, of_b, of_c, alg, descr, &bytes[1],
                                       buffer, &bytes[2], buffer, &bytes[3], buffer));
        }
        OK(cusparseSpMatGetSize(of_c, &rows, &columns, &entries));
        array<int> indices(std::vector<int>((size_t)entries, -1));
        array<T> values(std::vector<T>((size_t)entries, element<T>::make(std::nan(""))));
        OK(cusparseCsrSetPointers(of_c, offsets.device, indices.device, values.device));
        std::vector<number> expected = multiply(a, b);
        for (number &x : expected)
            x *= 0.5;
        const double bound = element<T>::error * 100;
        for (int again = 0; again < 2; again++) { /* then plus what is there */
            const T *beta = again ? &one : &zero;
            if (way == 0) {
                OK(cusparseSpGEMM_copy(handle, op, op, &half, of_a, of_b, beta, of_c, type, alg,
                                       descr));
            } else {
                if (!again)
                    OK(cusparseSpGEMMreuse_copy(handle, op, op, of_a, of_b, of_c, alg, descr,
                                                &bytes[4], buffer));
                OK(cusparseSpGEMMreuse_compute(handle, op, op, &half, of_a, of_b, beta, of_c, type,
                                               alg, descr));
            }
            for (number &x : expected)
                x *= again ? 2 : 1;
            check_result(way ? "SpGEMMreuse" : "SpGEMM", offsets, indices, values, 13, 17, 1,
                         expected, bound);
        }
        OK(cusparseSpGEMM_destroyDescr(descr));
        CUDA(cudaFree(buffer));
    }
    OK(cusparseDestroySpMat(of_a));
    OK(cusparseDestroySpMat(of_b));
    OK(cusparseDestroySpMat(of_c));
}

/* csrgemm, and csrgemm2 with a third matrix. */
static void older_products()
{
    const sparse<double> a(8, 11, 3, 3, 0), b(11, 6, 1, 4, 1), d(8, 6, 2, 5, 0);
    cusparseMatDescr_t zero_based, one_based;
    OK(cusparseCreateMatDescr(&zero_based));
    OK(cusparseCreateMatDescr(&one_based));
    OK(cusparseSetMatIndexBase(one_based, CUSPARSE_INDEX_BASE_ONE));
    csrgemm2Info_t info;
    OK(cusparseCreateCsrgemm2Info(&info));
    const double alpha = 2, beta = -1;
    const cusparseOperation_t op = CUSPARSE_OPERATION_NON_TRANSPOSE;
    for (int way = 0; way < 3; way++) {
        array<int> offsets(std::vector<int>(9, 0));
        int entries = -1;
        if (way == 0)
            OK(cusparseXcsrgemmNnz(handle, op, op, 8, 6, 11, zero_based, a.entries(),
                                   a.at_offsets->device, a.at_indices->device, one_based,
                                   b.entries(), b.at_offsets->device, b.at_indices->device,
                                   one_based, offsets.device, &entries));
        else
            OK(cusparseXcsrgemm2Nnz(handle, 8, 6, 11, zero_based, a.entries(), a.at_offsets->device,
                                    a.at_indices->device, one_based, b.entries(),
                                    b.at_offsets->device, b.at_indices->device, zero_based,
                                    way == 1 ? d.entries() : 0,
                                    way == 1 ? d.at_offsets->device : nullptr,
                                    way == 1 ? d.at_indices->device : nullptr, one_based,
                                    offsets.device, &entries, info, nullptr));
        expect(entries > 0, true, 0, "entries of csrgemm", way);
        array<int> indices(std::vector<int>((size_t)entries, 0));
        array<double> values(std::vector<double>((size_t)entries, 0));
        if (way == 0)
            OK(cusparseDcsrgemm(handle, op, op, 8, 6, 11, zero_based, a.entries(),
                                a.at_values->device, a.at_offsets->device, a.at_indices->device,
                                one_based, b.entries(), b.at_values->device, b.at_offsets->device,
                                b.at_indices->device, one_based, values.device, offsets.device,
                                indices.device));
        else
            OK(cusparseDcsrgemm2(handle, 8, 6, 11, &alpha, zero_based, a.entries(),
                                 a.at_values->device, a.at_offsets->device, a.at_indices->device,
                                 one_based, b.entries(), b.at_values->device, b.at_offsets->device,
                                 b.at_indices->device, way == 1 ? &beta : nullptr, zero_based,
                                 d.entries(), d.at_values->device, d.at_offsets->device,
                                 d.at_indices->device, one_based, values.device, offsets.device,
                                 indices.device, info, nullptr));
        std::vector<number> expected = multiply(a, b);
        for (size_t i = 0; i < expected.size(); i++)
            expected[i] = (way ? 2.0 : 1.0) * expected[i] - (way == 1 ? d.dense[i] : 0.0);
        check_result("csrgemm", offsets, indices, values, 8, 6, 1, expected, 1e-13);
    }
    OK(cusparseDestroyCsrgemm2Info(info));
    OK(cusparseDestroyMatDescr(zero_based));
    OK(cusparseDestroyMatDescr(one_based));
}

int main()
{
    OK(cusparseCreate(&handle));
    products<double>(0);
    products<float>(1);
    products<cuDoubleComplex>(1);
    older_products();
    OK(cusparseDestroy(handle));
    return verdict();
}
