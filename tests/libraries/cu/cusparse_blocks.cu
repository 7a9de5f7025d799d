/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSPARSE: matrices of blocks, triangles in COO and with new values, rotations, systems with five
 * diagonals; against the host.
 */
#include <cmath>
#include <cusparse.h>

#include "sparse.h"

static cusparseHandle_t handle;

/* op(A) y = alpha x for a triangle in COO, whose values change. */
template <class T> static void triangles(cusparseOperation_t op, cusparseFillMode_t fill)
{
    const cudaDataType type = of_type<T>::value;
    const int n = 23;
    sparse<T> a(n, n, 1, 5, 1, true);
    cusparseSpMatDescr_t of_a;
    OK(cusparseCreateCoo(&of_a, n, n, a.entries(), a.at_rows->device, a.at_indices->device,
                         a.at_values->device, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ONE, type));
    cusparseDiagType_t diag = CUSPARSE_DIAG_TYPE_NON_UNIT;
    OK(cusparseSpMatSetAttribute(of_a, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
    OK(cusparseSpMatSetAttribute(of_a, CUSPARSE_SPMAT_DIAG_TYPE, &diag, sizeof diag));
    array<T> x(n), y(n);
    const T alpha = element<T>::make(1.5);
    cusparseDnVecDescr_t of_x, of_y;
    OK(cusparseCreateDnVec(&of_x, n, x.device, type));
    OK(cusparseCreateDnVec(&of_y, n, y.device, type));
    cusparseSpSVDescr_t descr;
    OK(cusparseSpSV_createDescr(&descr));
    const bool flat = op == CUSPARSE_OPERATION_NON_TRANSPOSE;
    expect(
        cusparseSpSV_updateMatrix(handle, descr, a.at_values->device, CUSPARSE_SPSV_UPDATE_GENERAL),
        CUSPARSE_STATUS_INVALID_VALUE, 0, "update before an analysis", 0);
    OK(cusparseSpSV_analysis(handle, op, &alpha, of_a, of_x, of_y, type, CUSPARSE_SPSV_ALG_DEFAULT,
                             descr, nullptr));
    std::vector<T> now = a.values;
    for (int round = 0; round < 3; round++) {
        if (round == 1) { /* all values are three times as large */
            for (T &v : now)
                v = element<T>::make(element<T>::value(v) * 3.0);
            array<T> more(now);
            OK(cusparseSpSV_updateMatrix(handle, descr, more.device, CUSPARSE_SPSV_UPDATE_GENERAL));
        } else if (round == 2) { /* another diagonal */
            std::vector<T> diagonal;
            for (int i = 0; i < n; i++)
                diagonal.push_back(element<T>::make(8.0 + i % 3));
            array<T> more(diagonal);
            for (int e = 0; e < a.entries(); e++)
                if (a.indices[e] == a.of_rows[e])
                    now[e] = diagonal[a.indices[e] - 1];
            OK(cusparseSpSV_updateMatrix(handle, descr, more.device,
                                         CUSPARSE_SPSV_UPDATE_DIAGONAL));
        }
        OK(cusparseSpSV_solve(handle, op, &alpha, of_a, of_x, of_y, type, CUSPARSE_SPSV_ALG_DEFAULT,
                              descr));
        std::vector<number> sums(n);
        const std::vector<T> found = y.get();
        for (int e = 0; e < a.entries(); e++) {
            const int i = a.of_rows[e] - 1, j = a.indices[e] - 1;
            if (fill == CUSPARSE_FILL_MODE_LOWER ? j > i : j < i)
                continue;
            number v = element<T>::value(now[e]);
            if (op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE)
                v = std::conj(v);
            sums[flat ? i : j] += v * element<T>::value(found[flat ? j : i]);
        }
        for (int i = 0; i < n; i++)
            expect(sums[i], 1.5 * x[i], element<T>::error * 300, "SpSV of COO", i);
    }
    OK(cusparseSpSV_destroyDescr(descr));
    OK(cusparseDestroyDnVec(of_x));
    OK(cusparseDestroyDnVec(of_y));
    OK(cusparseDestroySpMat(of_a));
}

/* Blocks of 2 x 3 by rows or columns: products, and a sampled product. */
template <class T> static void blocks(cusparseOrder_t order)
{
    enum { HIGH = 2, WIDE = 3, ROWS = 4, COLUMNS = 5, N = 3, INNER = 7 };
    const cudaDataType type = of_type<T>::value;
    const std::vector<int> offsets = {0, 2, 2, 3, 6}, indices = {0, 3, 2, 0, 1, 4};
    array<int> at_offsets(offsets), at_indices(indices);
    array<T> values(6 * HIGH * WIDE), b(COLUMNS * WIDE * N), c(ROWS * HIGH * N);
    cusparseSpMatDescr_t a;
    cusparseDnMatDescr_t of_b, of_c;
    OK(cusparseCreateBsr(&a, ROWS, COLUMNS, 6, HIGH, WIDE, at_offsets.device, at_indices.device,
                         values.device, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                         CUSPARSE_INDEX_BASE_ZERO, type, order));
    OK(cusparseCreateDnMat(&of_b, N, COLUMNS * WIDE, N, b.device, type, CUSPARSE_ORDER_COL));
    OK(cusparseCreateDnMat(&of_c, ROWS * HIGH, N, N, c.device, type, CUSPARSE_ORDER_ROW));
    const T alpha = element<T>::make(0.5), beta = element<T>::make(2);
    OK(cusparseSpMM(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE, &alpha,
                    a, of_b, &beta, of_c, type, CUSPARSE_SPMM_BSR_ALG1, nullptr));
    const std::vector<T> found = c.get();
    const auto at = [&](int block, int i, int j) {
        return values[block * HIGH * WIDE +
                      (order == CUSPARSE_ORDER_COL ? i + j * HIGH : i * WIDE + j)];
    };
    for (int row = 0; row < ROWS * HIGH; row++)
        for (int n = 0; n < N; n++) {
            number sum = 0;
            for (int e = offsets[row / HIGH]; e < offsets[row / HIGH + 1]; e++)
                for (int j = 0; j < WIDE; j++)
                    sum += at(e, row % HIGH, j) * b[n + (size_t)(indices[e] * WIDE + j) * N];
            expect(element<T>::value(found[row * N + n]), 0.5 * sum + 2.0 * c[row * N + n],
                   element<T>::error * 50, "SpMM of blocks", row * N + n);
        }
    array<T> left(ROWS * HIGH * INNER), right(INNER * COLUMNS * WIDE);
    cusparseDnMatDescr_t of_left, of_right;
    OK(cusparseCreateDnMat(&of_left, ROWS * HIGH, INNER, INNER, left.device, type,
                           CUSPARSE_ORDER_ROW));
    OK(cusparseCreateDnMat(&of_right, INNER, COLUMNS * WIDE, INNER, right.device, type,
                           CUSPARSE_ORDER_COL));
    OK(cusparseSDDMM(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE,
                     &alpha, of_left, of_right, &beta, a, type, CUSPARSE_SDDMM_ALG_DEFAULT,
                     nullptr));
    const std::vector<T> sampled = values.get();
    for (int line = 0; line < ROWS; line++)
        for (int e = offsets[line]; e < offsets[line + 1]; e++)
            for (int i = 0; i < HIGH; i++)
                for (int j = 0; j < WIDE; j++) {
                    number sum = 0;
                    for (int k = 0; k < INNER; k++)
                        sum += left[(line * HIGH + i) * INNER + k] *
                               right[k + (size_t)(indices[e] * WIDE + j) * INNER];
                    const size_t place =
                        e * HIGH * WIDE +
                        (order == CUSPARSE_ORDER_COL ? i + j * HIGH : i * WIDE + j);
                    expect(element<T>::value(sampled[place]), 0.5 * sum + 2.0 * values[place],
                           element<T>::error * 50, "SDDMM of blocks", (long)place);
                }
    OK(cusparseDestroySpMat(a));
    OK(cusparseDestroyDnMat(of_b));
    OK(cusparseDestroyDnMat(of_c));
    OK(cusparseDestroyDnMat(of_left));
    OK(cusparseDestroyDnMat(of_right));
}

/* CSR to blocks of 3 x 3 and back; bsrmv. The last blocks hang over. */
static void older_blocks(cusparseDirection_t direction)
{
    const int size = 3, lines = 4, wide = 3;
    const sparse<double> a(10, 9, 2, 4, 1);
    cusparseMatDescr_t one, zero;
    OK(cusparseCreateMatDescr(&zero));
    OK(cusparseCreateMatDescr(&one));
    OK(cusparseSetMatIndexBase(one, CUSPARSE_INDEX_BASE_ONE));
    array<int> offsets(std::vector<int>(lines + 1, 0));
    int count = 0;
    OK(cusparseXcsr2bsrNnz(handle, direction, 10, 9, one, a.at_offsets->device,
                           a.at_indices->device, size, zero, offsets.device, &count));
    array<int> indices(std::vector<int>((size_t)count, 0));
    array<double> values(std::vector<double>((size_t)count * size * size, std::nan("")));
    OK(cusparseDcsr2bsr(handle, direction, 10, 9, one, a.at_values->device, a.at_offsets->device,
                        a.at_indices->device, size, zero, values.device, offsets.device,
                        indices.device));
    array<double> x(wide * size), y(lines * size);
    const double alpha = 2, beta = 0;
    OK(cusparseDbsrmv(handle, direction, CUSPARSE_OPERATION_NON_TRANSPOSE, lines, wide, count,
                      &alpha, zero, values.device, offsets.device, indices.device, size, x.device,
                      &beta, y.device));
    const std::vector<double> found = y.get();
    for (int i = 0; i < lines * size; i++) {
        number sum = 0;
        for (int j = 0; i < 10 && j < 9; j++)
            sum += a.dense[(size_t)i * 9 + j] * x[j];
        expect(found[i], 2.0 * sum, 1e-13, "bsrmv", i);
    }
    const int entries = count * size * size;
    array<int> back_offsets(std::vector<int>(lines * size + 1, 0)),
        back_indices(std::vector<int>((size_t)entries, 0));
    array<double> back(std::vector<double>((size_t)entries, 0));
    OK(cusparseDbsr2csr(handle, direction, lines, wide, zero, values.device, offsets.device,
                        indices.device, size, one, back.device, back_offsets.device,
                        back_indices.device));
    std::vector<number> expected((size_t)lines * size * wide * size);
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 9; j++)
            expected[(size_t)i * 9 + j] = a.dense[(size_t)i * 9 + j];
    check_result("csr2bsr, bsr2csr", back_offsets, back_indices, back, lines * size, wide * size, 1,
                 expected, 0);
    OK(cusparseDestroyMatDescr(zero));
    OK(cusparseDestroyMatDescr(one));
}

/* Systems that lie beside each other; five diagonals, and three with a buffer of the call's own. */
template <class T, class Call> static void diagonals(Call call, int n, int systems)
{
    array<T> parts[5] = {array<T>((size_t)n * systems), array<T>((size_t)n * systems),
                         array<T>((size_t)n * systems), array<T>((size_t)n * systems),
                         array<T>((size_t)n * systems)};
    array<T> x((size_t)n * systems);
    OK(call(handle, 0, n, parts[0].device, parts[1].device, parts[2].device, parts[3].device,
            parts[4].device, x.device, systems, nullptr));
    const std::vector<T> found = x.get();
    for (int s = 0; s < systems; s++) {
        double size = 1;
        for (int i = 0; i < n; i++)
            size = std::max(size, std::abs(element<T>::value(found[(size_t)i * systems + s])));
        for (int i = 0; i < n; i++) {
            number sum = 0;
            for (int d = 0; d < 5; d++)
                if (i + d - 2 >= 0 && i + d - 2 < n)
                    sum += parts[d][(size_t)i * systems + s] *
                           element<T>::value(found[(size_t)(i + d - 2) * systems + s]);
            expect(sum, x[(size_t)i * systems + s], element<T>::error * 100 * size,
                   "gpsvInterleavedBatch", i);
        }
    }
}

static void small_calls()
{
    array<double> below(9), diagonal(9), above(9), b(18);
    for (double &d : diagonal.host)
        d += 4;
    diagonal.put();
    OK(cusparseDgtsv(handle, 9, 2, below.device, diagonal.device, above.device, b.device, 9));
    const std::vector<double> found = b.get();
    for (int c = 0; c < 2; c++)
        for (int i = 0; i < 9; i++) {
            number sum = diagonal[i] * found[c * 9 + i];
            if (i > 0)
                sum += below[i] * found[c * 9 + i - 1];
            if (i < 8)
                sum += above[i] * found[c * 9 + i + 1];
            expect(sum, b[c * 9 + i], 1e-13, "gtsv", c * 9 + i);
        }
    array<float> values(4), y(20), a(15);
    array<int> places(std::vector<int>{1, 6, 7, 19});
    cusparseSpVecDescr_t of_x;
    cusparseDnVecDescr_t of_y;
    OK(cusparseCreateSpVec(&of_x, 20, 4, places.device, values.device, CUSPARSE_INDEX_32I,
                           CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
    OK(cusparseCreateDnVec(&of_y, 20, y.device, CUDA_R_32F));
    const float c = 0.5f, s = -2;
    OK(cusparseRot(handle, &c, &s, of_x, of_y));
    const std::vector<float> new_x = values.get(), new_y = y.get();
    for (int i = 0, next = 0; i < 20; i++) {
        const bool is = next < 4 && places.host[next] == i;
        if (is)
            expect(new_x[next], 0.5 * values[next] - 2.0 * y[i], 1e-6, "Rot, x", i);
        expect(new_y[i], is ? 0.5 * y[i] + 2.0 * values[next] : y[i], 1e-6, "Rot, y", i);
        next += is;
    }
    /* in a graph: the result comes when the graph runs */
    float dot = -1;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    CUDA(cudaStreamCreate(&stream));
    OK(cusparseSetStream(handle, stream));
    CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    OK(cusparseSpVV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, of_x, of_y, &dot, CUDA_R_32F,
                    nullptr));
    CUDA(cudaStreamEndCapture(stream, &graph));
    CUDA(cudaGraphInstantiate(&ready, graph, 0));
    expect(dot, -1, 0, "SpVV before its graph runs", 0);
    CUDA(cudaGraphLaunch(ready, stream));
    CUDA(cudaStreamSynchronize(stream));
    number sum = 0;
    for (int i = 0; i < 4; i++)
        sum += (double)new_x[i] * new_y[places.host[i]];
    expect(dot, sum, 1e-5, "SpVV in a graph", 0);
    CUDA(cudaGraphExecDestroy(ready));
    CUDA(cudaGraphDestroy(graph));
    OK(cusparseSetStream(handle, 0));
    CUDA(cudaStreamDestroy(stream));
    OK(cusparseDestroySpVec(of_x));
    OK(cusparseDestroyDnVec(of_y));
    array<int> two(std::vector<int>{2, 3});
    array<float> z(5);
    const float one = 1;
    OK(cusparseSgemvi(handle, CUSPARSE_OPERATION_TRANSPOSE, 3, 5, &one, a.device, 3, 2,
                      values.device, two.device, &one, z.device, CUSPARSE_INDEX_BASE_ONE, nullptr));
    const std::vector<float> product = z.get();
    for (int i = 0; i < 5; i++)
        expect(product[i], z[i] + a[1 + 3 * i] * (double)new_x[0] + a[2 + 3 * i] * (double)new_x[1],
               1e-5, "gemvi", i);
}

int main()
{
    OK(cusparseCreate(&handle));
    triangles<double>(CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_FILL_MODE_LOWER);
    triangles<double>(CUSPARSE_OPERATION_TRANSPOSE, CUSPARSE_FILL_MODE_UPPER);
    triangles<cuDoubleComplex>(CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, CUSPARSE_FILL_MODE_LOWER);
    triangles<float>(CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_FILL_MODE_UPPER);
    blocks<float>(CUSPARSE_ORDER_ROW);
    blocks<cuDoubleComplex>(CUSPARSE_ORDER_COL);
    older_blocks(CUSPARSE_DIRECTION_ROW);
    older_blocks(CUSPARSE_DIRECTION_COLUMN);
    diagonals<float>(cusparseSgpsvInterleavedBatch, 6, 3);
    diagonals<double>(cusparseDgpsvInterleavedBatch, 33, 2);
    diagonals<cuDoubleComplex>(cusparseZgpsvInterleavedBatch, 7, 5);
    diagonals<double>(cusparseDgpsvInterleavedBatch, 1, 1);
    small_calls();
    OK(cusparseDestroy(handle));
    return verdict();
}
