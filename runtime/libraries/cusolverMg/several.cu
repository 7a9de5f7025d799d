/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER for several GPUs. A matrix lies by blocks of columns, dealt to the devices in turn.
 *
 * Differs: the first device computes it all, on a copy of the submatrix. Each call waits.
 */
#include "parts.h"

/* Nothing of the caller's memory is used. */
static cusolverStatus_t no_room(int64_t *elements)
{
    CHECK_SEVERAL(elements);
    *elements = 1;
    return CUSOLVER_STATUS_SUCCESS;
}

extern "C" {
cusolverStatus_t cusolverMgCreate(cusolverMgHandle_t *handle)
{
    CHECK_SEVERAL(handle);
    *handle = new cusolverMgContext();
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverMgDestroy(cusolverMgHandle_t handle)
{
    delete handle;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverMgDeviceSelect(cusolverMgHandle_t handle, int count, int devices[])
{
    int there = 0;
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    CHECK_SEVERAL(count > 0 && devices && cudaGetDeviceCount(&there) == cudaSuccess);
    for (int i = 0; i < count; i++)
        CHECK_SEVERAL(devices[i] >= 0 && devices[i] < there);
    handle->devices.assign(devices, devices + count);
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverMgCreateDeviceGrid(cudaLibMgGrid_t *grid, int32_t rows, int32_t columns,
                                            const int32_t devices[], cusolverMgGridMapping_t)
{
    CHECK_SEVERAL(grid && rows == 1 && columns > 0 && devices);
    several_grid *made = new several_grid();
    made->devices.assign(devices, devices + columns);
    *grid = made;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverMgDestroyGrid(cudaLibMgGrid_t grid)
{
    delete (several_grid *)grid;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverMgCreateMatrixDesc(cudaLibMgMatrixDesc_t *matrix, int64_t rows,
                                            int64_t columns, int64_t row_block, int64_t block,
                                            cudaDataType type, const cudaLibMgGrid_t grid)
{
    CHECK_SEVERAL(matrix && rows >= 0 && columns >= 0 && row_block >= rows && block > 0 && grid &&
                  solver_bytes(type) > 0);
    *matrix = new several_matrix{rows, columns, block, type, ((several_grid *)grid)->devices};
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverMgDestroyMatrixDesc(cudaLibMgMatrixDesc_t matrix)
{
    delete (several_matrix *)matrix;
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverMgSyevd_bufferSize(cusolverMgHandle_t, cusolverEigMode_t, cublasFillMode_t,
                                            int, void *[], int, int, cudaLibMgMatrixDesc_t, void *,
                                            cudaDataType, cudaDataType, int64_t *elements)
{
    return no_room(elements);
}
cusolverStatus_t cusolverMgSyevd(cusolverMgHandle_t handle, cusolverEigMode_t mode,
                                 cublasFillMode_t uplo, int n, void *a[], int row, int column,
                                 cudaLibMgMatrixDesc_t of_a, void *values, cudaDataType of_values,
                                 cudaDataType computed, void *[], int64_t, int *info)
{
    CHECK_SOLVER(handle && !handle->devices.empty(), CUSOLVER_STATUS_NOT_INITIALIZED);
    const several_part part = part_of(of_a, a, row, column, n, n);
    CHECK_SEVERAL(part_is_valid(part) && values && info);
    several_work work(handle);
    size_t device_bytes = 0, host_bytes = 0;
    void *whole = work.copy(part), *w = work.room((size_t)n * 8);
    int *on_device = (int *)work.room(sizeof(int));
    const cudaDataType type = part.matrix->type;
    CHECK_WORK(work.fits && cusolverDnXsyevd_bufferSize(work.dense, NULL, mode, uplo, n, type,
                                                        whole, n, of_values, w, computed,
                                                        &device_bytes, &host_bytes) ==
                                CUSOLVER_STATUS_SUCCESS);
    void *room = work.room(device_bytes);
    CHECK_WORK(work.fits);
    const cusolverStatus_t status =
        cusolverDnXsyevd(work.dense, NULL, mode, uplo, n, type, whole, n, of_values, w, computed,
                         room, device_bytes, NULL, 0, on_device);
    if (status != CUSOLVER_STATUS_SUCCESS)
        return status;
    const bool is_wide = type == CUDA_R_64F || type == CUDA_C_64F;
    CHECK_WORK(work.told(on_device, info) &&
               cudaMemcpy(values, w, (size_t)n * (is_wide ? 8 : 4), cudaMemcpyDeviceToHost) ==
                   cudaSuccess &&
               part_copy(part, whole, true));
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverMgGetrf_bufferSize(cusolverMgHandle_t, int, int, void *[], int, int,
                                            cudaLibMgMatrixDesc_t, int *[], cudaDataType,
                                            int64_t *elements)
{
    return no_room(elements);
}
cusolverStatus_t cusolverMgGetrf(cusolverMgHandle_t handle, int m, int n, void *a[], int row,
                                 int column, cudaLibMgMatrixDesc_t of_a, int *pivots[],
                                 cudaDataType computed, void *[], int64_t, int *info)
{
    CHECK_SOLVER(handle && !handle->devices.empty(), CUSOLVER_STATUS_NOT_INITIALIZED);
    const several_part part = part_of(of_a, a, row, column, m, n);
    const int least = m < n ? m : n;
    const several_part exchanges = pivots_of(of_a, pivots, column, pivots ? least : 0);
    CHECK_SEVERAL(part_is_valid(part) && info);
    several_work work(handle);
    void *whole = work.copy(part);
    int64_t *made = pivots ? (int64_t *)work.room((size_t)least * sizeof(int64_t)) : NULL;
    int *narrow = (int *)work.room((size_t)least * sizeof(int)),
        *on_device = (int *)work.room(sizeof(int));
    CHECK_WORK(work.fits);
    const cusolverStatus_t status =
        cusolverDnXgetrf(work.dense, NULL, m, n, part.matrix->type, whole, m, made, computed, NULL,
                         0, NULL, 0, on_device);
    if (status != CUSOLVER_STATUS_SUCCESS)
        return status;
    CHECK_WORK(work.told(on_device, info) && part_copy(part, whole, true));
    if (!pivots)
        return CUSOLVER_STATUS_SUCCESS;
    std::vector<int64_t> wide((size_t)least);
    CHECK_WORK(cudaMemcpy(wide.data(), made, wide.size() * sizeof wide[0],
                          cudaMemcpyDeviceToHost) == cudaSuccess);
    const std::vector<int> own(wide.begin(), wide.end());
    CHECK_WORK(cudaMemcpy(narrow, own.data(), own.size() * sizeof(int), cudaMemcpyHostToDevice) ==
                   cudaSuccess &&
               part_copy(exchanges, narrow, true));
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverMgGetrs_bufferSize(cusolverMgHandle_t, cublasOperation_t, int, int,
                                            void *[], int, int, cudaLibMgMatrixDesc_t, int *[],
                                            void *[], int, int, cudaLibMgMatrixDesc_t, cudaDataType,
                                            int64_t *elements)
{
    return no_room(elements);
}
cusolverStatus_t cusolverMgGetrs(cusolverMgHandle_t handle, cublasOperation_t op, int n,
                                 int columns, void *a[], int row, int column,
                                 cudaLibMgMatrixDesc_t of_a, int *pivots[], void *b[], int b_row,
                                 int b_column, cudaLibMgMatrixDesc_t of_b, cudaDataType,
                                 void *[], int64_t, int *info)
{
    CHECK_SOLVER(handle && !handle->devices.empty(), CUSOLVER_STATUS_NOT_INITIALIZED);
    const several_part part = part_of(of_a, a, row, column, n, n),
                       right = part_of(of_b, b, b_row, b_column, n, columns);
    CHECK_SEVERAL(part_is_valid(part) && part_is_valid(right) && pivots && info);
    several_work work(handle);
    void *whole = work.copy(part), *sides = work.copy(right),
         *narrow = work.copy(pivots_of(of_a, pivots, column, n));
    int64_t *wide = (int64_t *)work.room((size_t)n * sizeof(int64_t));
    int *on_device = (int *)work.room(sizeof(int));
    std::vector<int> own((size_t)n);
    CHECK_WORK(work.fits && cudaMemcpy(own.data(), narrow, own.size() * sizeof(int),
                                       cudaMemcpyDeviceToHost) == cudaSuccess);
    const std::vector<int64_t> exchanges(own.begin(), own.end());
    CHECK_WORK(cudaMemcpy(wide, exchanges.data(), exchanges.size() * sizeof(int64_t),
                          cudaMemcpyHostToDevice) == cudaSuccess);
    const cusolverStatus_t status =
        cusolverDnXgetrs(work.dense, NULL, op, n, columns, part.matrix->type, whole, n, wide,
                         right.matrix->type, sides, n, on_device);
    if (status != CUSOLVER_STATUS_SUCCESS)
        return status;
    CHECK_WORK(work.told(on_device, info) && part_copy(right, sides, true));
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverMgPotrf_bufferSize(cusolverMgHandle_t, cublasFillMode_t, int, void *[],
                                            int, int, cudaLibMgMatrixDesc_t, cudaDataType,
                                            int64_t *elements)
{
    return no_room(elements);
}
cusolverStatus_t cusolverMgPotrf(cusolverMgHandle_t handle, cublasFillMode_t uplo, int n, void *a[],
                                 int row, int column, cudaLibMgMatrixDesc_t of_a,
                                 cudaDataType computed, void *[], int64_t, int *info)
{
    CHECK_SOLVER(handle && !handle->devices.empty(), CUSOLVER_STATUS_NOT_INITIALIZED);
    const several_part part = part_of(of_a, a, row, column, n, n);
    CHECK_SEVERAL(part_is_valid(part) && info);
    several_work work(handle);
    void *whole = work.copy(part);
    int *on_device = (int *)work.room(sizeof(int));
    CHECK_WORK(work.fits);
    const cusolverStatus_t status = cusolverDnXpotrf(work.dense, NULL, uplo, n, part.matrix->type,
                                                     whole, n, computed, NULL, 0, NULL, 0,
                                                     on_device);
    if (status != CUSOLVER_STATUS_SUCCESS)
        return status;
    CHECK_WORK(work.told(on_device, info) && part_copy(part, whole, true));
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverMgPotrs_bufferSize(cusolverMgHandle_t, cublasFillMode_t, int, int,
                                            void *[], int, int, cudaLibMgMatrixDesc_t, void *[],
                                            int, int, cudaLibMgMatrixDesc_t, cudaDataType,
                                            int64_t *elements)
{
    return no_room(elements);
}
cusolverStatus_t cusolverMgPotrs(cusolverMgHandle_t handle, cublasFillMode_t uplo, int n,
                                 int columns, void *a[], int row, int column,
                                 cudaLibMgMatrixDesc_t of_a, void *b[], int b_row, int b_column,
                                 cudaLibMgMatrixDesc_t of_b, cudaDataType, void *[],
                                 int64_t, int *info)
{
    CHECK_SOLVER(handle && !handle->devices.empty(), CUSOLVER_STATUS_NOT_INITIALIZED);
    const several_part part = part_of(of_a, a, row, column, n, n),
                       right = part_of(of_b, b, b_row, b_column, n, columns);
    CHECK_SEVERAL(part_is_valid(part) && part_is_valid(right) && info);
    several_work work(handle);
    void *whole = work.copy(part), *sides = work.copy(right);
    int *on_device = (int *)work.room(sizeof(int));
    CHECK_WORK(work.fits);
    const cusolverStatus_t status =
        cusolverDnXpotrs(work.dense, NULL, uplo, n, columns, part.matrix->type, whole, n,
                         right.matrix->type, sides, n, on_device);
    if (status != CUSOLVER_STATUS_SUCCESS)
        return status;
    CHECK_WORK(work.told(on_device, info) && part_copy(right, sides, true));
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverMgPotri_bufferSize(cusolverMgHandle_t, cublasFillMode_t, int, void *[],
                                            int, int, cudaLibMgMatrixDesc_t, cudaDataType,
                                            int64_t *elements)
{
    return no_room(elements);
}
cusolverStatus_t cusolverMgPotri(cusolverMgHandle_t handle, cublasFillMode_t uplo, int n, void *a[],
                                 int row, int column, cudaLibMgMatrixDesc_t of_a, cudaDataType,
                                 void *[], int64_t, int *info)
{
    CHECK_SOLVER(handle && !handle->devices.empty(), CUSOLVER_STATUS_NOT_INITIALIZED);
    const several_part part = part_of(of_a, a, row, column, n, n);
    CHECK_SEVERAL(part_is_valid(part) && info);
    several_work work(handle);
    void *whole = work.copy(part);
    int *on_device = (int *)work.room(sizeof(int)), elements = 0;
    cusolverStatus_t status = CUSOLVER_STATUS_EXECUTION_FAILED;
    CHECK_WORK(work.fits);
#define INVERT(X, T)                                                                               \
    if (cusolverDn##X##potri_bufferSize(work.dense, uplo, n, (T *)whole, n, &elements) ==          \
        CUSOLVER_STATUS_SUCCESS)                                                                   \
        status = cusolverDn##X##potri(work.dense, uplo, n, (T *)whole, n,                          \
                                      (T *)work.room((size_t)elements * sizeof(T)), elements,      \
                                      on_device);
    if (part.matrix->type == CUDA_R_32F) {
        INVERT(S, float)
    } else if (part.matrix->type == CUDA_R_64F) {
        INVERT(D, double)
    } else if (part.matrix->type == CUDA_C_32F) {
        INVERT(C, cuComplex)
    } else {
        INVERT(Z, cuDoubleComplex)
    }
    if (status != CUSOLVER_STATUS_SUCCESS)
        return status;
    CHECK_WORK(work.fits && work.told(on_device, info) && part_copy(part, whole, true));
    return CUSOLVER_STATUS_SUCCESS;
}
}
