/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER's handle for sparse matrices, orders of rows, and matrices in another order. */
#include "sparse.h"

#include <algorithm>

bool solver_pattern(cusolverSpHandle_t handle, int rows, int columns, int entries, int base,
                    const int *offsets, const int *indices, bool on_device, sparse_pattern *made)
{
    if (!on_device) {
        *made = pattern_of(rows, columns, offsets, NULL, indices, base);
        return true;
    }
    int_list own_offsets((size_t)rows + 1), own_indices((size_t)entries);
    if (cudaStreamSynchronize(handle->stream) != cudaSuccess ||
        cudaMemcpy(own_offsets.data(), offsets, own_offsets.size() * sizeof(int),
                   cudaMemcpyDeviceToHost) != cudaSuccess ||
        cudaMemcpy(own_indices.data(), indices, own_indices.size() * sizeof(int),
                   cudaMemcpyDeviceToHost) != cudaSuccess)
        return false;
    *made = pattern_of(rows, columns, own_offsets.data(), NULL, own_indices.data(), base);
    return true;
}

static cusolverStatus_t order_rows(cusolverSpHandle_t handle, int rows, int entries,
                                   const cusparseMatDescr_t matrix, const int *offsets,
                                   const int *indices, sparse_ordering how, int *order)
{
    CHECK_MATRIX(rows, entries, matrix);
    CHECK_SOLVER(order, CUSOLVER_STATUS_INVALID_VALUE);
    const int_list found =
        pattern_order(pattern_of(rows, rows, offsets, NULL, indices, matrix->base), how);
    std::copy(found.begin(), found.end(), order);
    return CUSOLVER_STATUS_SUCCESS;
}

SOLVER_HANDLE(Sp)

extern "C" {

cusolverStatus_t cusolverSpXcsrissymHost(cusolverSpHandle_t handle, int rows, int entries,
                                         const cusparseMatDescr_t matrix, const int *offsets,
                                         const int *ends, const int *indices, int *is_symmetric)
{
    CHECK_MATRIX(rows, entries, matrix);
    CHECK_SOLVER(is_symmetric, CUSOLVER_STATUS_INVALID_VALUE);
    sparse_pattern a = pattern_of(rows, rows, offsets, ends, indices, matrix->base);
    a = pattern_turned(a, NULL); /* sorted */
    const sparse_pattern turned = pattern_turned(a, NULL);
    *is_symmetric = a.offsets == turned.offsets && a.indices == turned.indices;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverSpXcsrsymrcmHost(cusolverSpHandle_t handle, int rows, int entries,
                                          const cusparseMatDescr_t matrix, const int *offsets,
                                          const int *indices, int *order)
{
    return order_rows(handle, rows, entries, matrix, offsets, indices, ORDER_RCM, order);
}
cusolverStatus_t cusolverSpXcsrsymmdqHost(cusolverSpHandle_t handle, int rows, int entries,
                                          const cusparseMatDescr_t matrix, const int *offsets,
                                          const int *indices, int *order)
{
    return order_rows(handle, rows, entries, matrix, offsets, indices, ORDER_MINIMUM_DEGREE, order);
}
cusolverStatus_t cusolverSpXcsrsymamdHost(cusolverSpHandle_t handle, int rows, int entries,
                                          const cusparseMatDescr_t matrix, const int *offsets,
                                          const int *indices, int *order)
{
    return order_rows(handle, rows, entries, matrix, offsets, indices, ORDER_MINIMUM_DEGREE, order);
}
cusolverStatus_t cusolverSpXcsrmetisndHost(cusolverSpHandle_t handle, int rows, int entries,
                                           const cusparseMatDescr_t matrix, const int *offsets,
                                           const int *indices, const int64_t *, int *order)
{
    return order_rows(handle, rows, entries, matrix, offsets, indices, ORDER_DISSECTION, order);
}

cusolverStatus_t cusolverSpXcsrperm_bufferSizeHost(cusolverSpHandle_t handle, int rows, int,
                                                   int entries, const cusparseMatDescr_t matrix,
                                                   int *, int *, const int *, const int *,
                                                   size_t *bytes)
{
    CHECK_MATRIX(rows, entries, matrix);
    CHECK_SOLVER(bytes, CUSOLVER_STATUS_INVALID_VALUE);
    *bytes = 1; /* programs ask malloc for it, and expect something */
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverSpXcsrpermHost(cusolverSpHandle_t handle, int rows, int columns,
                                        int entries, const cusparseMatDescr_t matrix, int *offsets,
                                        int *indices, const int *p, const int *q, int *map, void *)
{
    CHECK_MATRIX(rows, entries, matrix);
    CHECK_SOLVER(columns >= 0 && offsets && indices && p && q && map,
                 CUSOLVER_STATUS_INVALID_VALUE);
    const int base = matrix->base;
    const sparse_pattern a = pattern_of(rows, columns, offsets, NULL, indices, base);
    const int_list old_map(map, map + entries);
    int_list to((size_t)columns);
    for (int j = 0; j < columns; j++)
        to[q[j]] = j;
    int at = 0;
    for (int i = 0; i < rows; i++) {
        std::vector<std::pair<int, int>> row;
        for (int e = a.offsets[p[i]]; e < a.offsets[p[i] + 1]; e++)
            row.push_back({to[a.indices[e]], old_map[e]});
        std::sort(row.begin(), row.end());
        offsets[i] = at + base;
        for (const auto &entry : row) {
            indices[at] = entry.first + base;
            map[at++] = entry.second;
        }
    }
    offsets[rows] = at + base;
    return CUSOLVER_STATUS_SUCCESS;
}
}

#define REFUSE(name) REFUSED_CALL(cusolverStatus_t, CUSOLVER_STATUS_NOT_SUPPORTED, name)
SIMGPU_CUSOLVERSP_REFUSED(REFUSE)
