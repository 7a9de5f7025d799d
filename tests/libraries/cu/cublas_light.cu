/* SPDX-License-Identifier: BSD-3-Clause */
/* cuBLASLt: lists of matrices, emulated floats that are kept, transforms between orders, products
 * of matrices in orders of 32 columns; against the host.
 */
#include <cmath>
#include <cublasLt.h>
#include <set>

#include "check.h"

/* cuBLASLt with lists of pointers, and with a description of emulated floats. */
static void light_lists()
{
    enum { M = 5, N = 3, K = 7, BATCHES = 2 };
    cublasLtHandle_t light;
    cublasLtMatmulDesc_t desc;
    cublasLtMatrixLayout_t of[3];
    cublasLtEmulationDescOpaque_t emulated;
    const cublasLtEmulationDesc_t emulation = &emulated;
    const int batches = BATCHES, wanted_bits = 55;
    int bits = 0;
    const uint32_t mode = CUBLASLT_BATCH_MODE_POINTER_ARRAY;
    const int rows[3] = {M, K, M}, columns[3] = {K, N, N};
    array<double> a(M * K * BATCHES), b(K * N * BATCHES), c(M * N * BATCHES);
    double *const first[3] = {a.device, b.device, c.device};
    OK(cublasLtCreate(&light));
    OK(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT, CUDA_R_64F));
    OK(cublasLtEmulationDescInit(emulation));
    OK(cublasLtEmulationDescSetAttribute(emulation,
                                         CUBLASLT_EMULATION_DESC_FIXEDPOINT_MAX_MANTISSA_BIT_COUNT,
                                         &wanted_bits, sizeof wanted_bits));
    OK(cublasLtEmulationDescGetAttribute(emulation,
                                         CUBLASLT_EMULATION_DESC_FIXEDPOINT_MAX_MANTISSA_BIT_COUNT,
                                         &bits, sizeof bits, nullptr));
    expect(bits, wanted_bits, 0, "emulation of cuBLASLt", 0);
    OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EMULATION_DESCRIPTOR, &emulation,
                                      sizeof emulation));
    void **lists;
    CUDA(cudaMalloc(&lists, 3 * BATCHES * sizeof(void *)));
    for (int i = 0; i < 3; i++) {
        const size_t each = (size_t)rows[i] * columns[i];
        void *places[BATCHES] = {first[i] + each, first[i]}; /* the second one first */
        CUDA(cudaMemcpy(lists + i * BATCHES, places, sizeof places, cudaMemcpyHostToDevice));
        OK(cublasLtMatrixLayoutCreate(&of[i], CUDA_R_64F, rows[i], columns[i], rows[i]));
        OK(cublasLtMatrixLayoutSetAttribute(of[i], CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &batches,
                                            sizeof batches));
        OK(cublasLtMatrixLayoutSetAttribute(of[i], CUBLASLT_MATRIX_LAYOUT_BATCH_MODE, &mode,
                                            sizeof mode));
    }
    const double alpha = 2, beta = 0.5;
    OK(cublasLtMatmul(light, desc, &alpha, lists, of[0], lists + BATCHES, of[1], &beta,
                      lists + 2 * BATCHES, of[2], lists + 2 * BATCHES, of[2], nullptr, nullptr, 0,
                      0));
    const std::vector<double> found = c.get();
    for (int e = 0; e < M * N * BATCHES; e++) {
        const int batch = e / (M * N), i = e % M, j = e / M % N;
        number sum = 0;
        for (int k = 0; k < K; k++)
            sum += a[batch * M * K + i + k * M] * b[batch * K * N + k + j * K];
        expect(found[e], 2.0 * sum + 0.5 * c[e], 1e-13, "cublasLtMatmul of lists", e);
    }
    for (cublasLtMatrixLayout_t layout : of)
        OK(cublasLtMatrixLayoutDestroy(layout));
    OK(cublasLtMatmulDescDestroy(desc));
    OK(cublasLtDestroy(light));
    CUDA(cudaFree(lists));
}

static cublasLtMatrixLayout_t layout_of(cudaDataType type, int rows, int columns, int ld,
                                        cublasLtOrder_t order)
{
    cublasLtMatrixLayout_t made;
    OK(cublasLtMatrixLayoutCreate(&made, type, rows, columns, ld));
    OK(cublasLtMatrixLayoutSetAttribute(made, CUBLASLT_MATRIX_LAYOUT_ORDER, &order, sizeof order));
    return made;
}
/* How far 32 columns are from the next ones. */
static int tiled_ld(int rows, cublasLtOrder_t order)
{
    const int unit = order == CUBLASLT_ORDER_COL4_4R2_8C    ? 8
                     : order == CUBLASLT_ORDER_COL32_2R_4R4 ? 32
                                                            : 1;
    return 32 * ((rows + unit - 1) / unit * unit);
}

/* Into an order and back; each element has a place of its own. */
static void orders(cublasLtHandle_t light, cublasLtOrder_t order, int rows, int columns)
{
    const int ld = tiled_ld(rows, order), groups = (columns + 31) / 32;
    std::vector<float> numbers((size_t)rows * columns);
    for (size_t i = 0; i < numbers.size(); i++)
        numbers[i] = (float)(i + 1);
    array<float> from(numbers), back(numbers.size());
    array<int> there(std::vector<int>((size_t)ld * groups, 0));
    cublasLtMatrixTransformDesc_t desc;
    OK(cublasLtMatrixTransformDescCreate(&desc, CUDA_R_32F));
    cublasLtMatrixLayout_t flat = layout_of(CUDA_R_32F, rows, columns, rows, CUBLASLT_ORDER_COL),
                           tiled = layout_of(CUDA_R_32I, rows, columns, ld, order),
                           turned = layout_of(CUDA_R_32F, columns, rows, rows, CUBLASLT_ORDER_ROW);
    const float one = 1, zero = 0, two = 2;
    OK(cublasLtMatrixTransform(light, desc, &one, from.device, flat, &zero, nullptr, nullptr,
                               there.device, tiled, 0));
    const std::vector<int> placed = there.get();
    std::set<int> seen(placed.begin(), placed.end());
    expect((double)seen.count(0) + numbers.size(), (double)seen.size(), 0, "places", order);
    expect(placed[0], 1, 0, "the first place", order);
    if (columns > 1 && order != CUBLASLT_ORDER_ROW)
        expect(placed[1], 1 + rows, 0, "the second column", order);
    if (rows > 1)
        expect(placed[order == CUBLASLT_ORDER_COL4_4R2_8C ? 128 : 32], 2, 0, "the second row",
               order);
    if (columns > 32)
        expect(placed[ld], 1 + 32 * rows, 0, "column 32", order);
    const cublasOperation_t turn = CUBLAS_OP_T;
    OK(cublasLtMatrixTransformDescSetAttribute(desc, CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA, &turn,
                                               sizeof turn));
    OK(cublasLtMatrixTransformDescSetAttribute(desc, CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSB, &turn,
                                               sizeof turn));
    OK(cublasLtMatrixTransform(light, desc, &two, there.device, tiled, &one, from.device, flat,
                               back.device, turned, 0)); /* 2 A' + A' by rows is 3 A by columns */
    const std::vector<float> found = back.get();
    for (size_t i = 0; i < numbers.size(); i++)
        expect(found[i], 3.0 * numbers[i], 0, "there and back", (long)i);
    expect(cublasLtMatrixTransform(light, desc, &two, from.device, flat, &zero, nullptr, nullptr,
                                   back.device, flat, 0),
           rows == columns ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE, 0, "other shape",
           order);
    OK(cublasLtMatrixTransformDescDestroy(desc));
    OK(cublasLtMatrixLayoutDestroy(flat));
    OK(cublasLtMatrixLayoutDestroy(tiled));
    OK(cublasLtMatrixLayoutDestroy(turned));
}

/* Bytes in orders of 32 columns, as tensor cores of 7.5 want them: C = A B'. */
static void tiled_product(cublasLtHandle_t light)
{
    enum { M = 10, N = 7, K = 40 };
    std::vector<signed char> of_a(M * K), of_b(N * K);
    for (int i = 0; i < M * K; i++)
        of_a[i] = (signed char)(i * 7 % 255 - 127);
    for (int i = 0; i < N * K; i++)
        of_b[i] = (signed char)(i * 11 % 251 - 125);
    array<signed char> a(of_a), b(of_b);
    const int lda = 32 * M, ldb = tiled_ld(N, CUBLASLT_ORDER_COL4_4R2_8C), ldc = 32 * M;
    array<signed char> tiled_a(std::vector<signed char>(2 * lda, 99)),
        tiled_b(std::vector<signed char>(2 * ldb, 99));
    array<int> tiled_c(std::vector<int>(ldc, 0)), c(std::vector<int>(M * N, 0));
    cublasLtMatrixLayout_t flat_a = layout_of(CUDA_R_8I, M, K, M, CUBLASLT_ORDER_COL),
                           flat_b = layout_of(CUDA_R_8I, N, K, N, CUBLASLT_ORDER_COL),
                           flat_c = layout_of(CUDA_R_32I, M, N, M, CUBLASLT_ORDER_COL),
                           as_a = layout_of(CUDA_R_8I, M, K, lda, CUBLASLT_ORDER_COL32),
                           as_b = layout_of(CUDA_R_8I, N, K, ldb, CUBLASLT_ORDER_COL4_4R2_8C),
                           as_c = layout_of(CUDA_R_32I, M, N, ldc, CUBLASLT_ORDER_COL32);
    cublasLtMatrixTransformDesc_t transform;
    cublasLtMatmulDesc_t product;
    const float one = 1, zero = 0;
    const int alpha = 1, beta = 0;
    const cublasOperation_t turn = CUBLAS_OP_T;
    OK(cublasLtMatrixTransformDescCreate(&transform, CUDA_R_32F));
    OK(cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32I, CUDA_R_32I));
    OK(cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_TRANSB, &turn, sizeof turn));
    OK(cublasLtMatrixTransform(light, transform, &one, a.device, flat_a, &zero, nullptr, nullptr,
                               tiled_a.device, as_a, 0));
    OK(cublasLtMatrixTransform(light, transform, &one, b.device, flat_b, &zero, nullptr, nullptr,
                               tiled_b.device, as_b, 0));
    OK(cublasLtMatmul(light, product, &alpha, tiled_a.device, as_a, tiled_b.device, as_b, &beta,
                      tiled_c.device, as_c, tiled_c.device, as_c, nullptr, nullptr, 0, 0));
    OK(cublasLtMatrixTransform(light, transform, &one, tiled_c.device, as_c, &zero, nullptr,
                               nullptr, c.device, flat_c, 0));
    const std::vector<int> found = c.get();
    for (int j = 0; j < N; j++)
        for (int i = 0; i < M; i++) {
            int sum = 0;
            for (int k = 0; k < K; k++)
                sum += of_a[i + k * M] * of_b[j + k * N];
            expect(found[i + j * M], sum, 0, "product of bytes", i + j * M);
        }
    for (cublasLtMatrixLayout_t each : {flat_a, flat_b, flat_c, as_a, as_b, as_c})
        OK(cublasLtMatrixLayoutDestroy(each));
    OK(cublasLtMatrixTransformDescDestroy(transform));
    OK(cublasLtMatmulDescDestroy(product));
}

int main()
{
    cublasLtHandle_t light;
    light_lists();
    OK(cublasLtCreate(&light));
    orders(light, CUBLASLT_ORDER_COL32, 5, 70);
    orders(light, CUBLASLT_ORDER_COL4_4R2_8C, 21, 33);
    orders(light, CUBLASLT_ORDER_COL32_2R_4R4, 35, 64);
    orders(light, CUBLASLT_ORDER_COL4_4R2_8C, 1, 1);
    tiled_product(light);
    OK(cublasLtDestroy(light));
    return verdict();
}
