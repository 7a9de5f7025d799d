/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER for several GPUs: submatrices of what lies on two of them. */
#include <cmath>
#include <cusolverMg.h>

#include "../cu/check.h"

enum { GPUS = 2, ROWS = 14, COLUMNS = 13, BLOCK = 3, ORDER = 9, ROW = 3, COLUMN = 2 };

/* A matrix by blocks of columns, dealt to the GPUs; and on the host by columns. */
struct several {
    int columns;
    std::vector<double> host;
    double *pieces[GPUS];
    cudaLibMgMatrixDesc_t descr;

    several(cudaLibMgGrid_t grid, int n, const std::vector<double> &values)
        : columns(n), host(values)
    {
        for (int gpu = 0; gpu < GPUS; gpu++) {
            CUDA(cudaSetDevice(gpu));
            CUDA(cudaMalloc(&pieces[gpu], (size_t)ROWS * (n + BLOCK) * sizeof(double)));
        }
        CUDA(cudaSetDevice(0));
        for (int c = 0; c < n; c++)
            CUDA(cudaMemcpy(place(c), &host[(size_t)c * ROWS], ROWS * sizeof(double),
                            cudaMemcpyHostToDevice));
        OK(cusolverMgCreateMatrixDesc(&descr, ROWS, n, ROWS, BLOCK, CUDA_R_64F, grid));
    }
    ~several()
    {
        cusolverMgDestroyMatrixDesc(descr);
        for (double *piece : pieces)
            cudaFree(piece);
    }
    double *place(int column)
    {
        const int block = column / BLOCK;
        return pieces[block % GPUS] + (size_t)(block / GPUS * BLOCK + column % BLOCK) * ROWS;
    }
    std::vector<double> get()
    {
        std::vector<double> all(host.size());
        for (int c = 0; c < columns; c++)
            CUDA(cudaMemcpy(&all[(size_t)c * ROWS], place(c), ROWS * sizeof(double),
                            cudaMemcpyDeviceToHost));
        return all;
    }
};

static std::vector<double> numbers(int columns, bool is_definite)
{
    std::vector<double> all((size_t)ROWS * columns);
    for (double &x : all)
        x = next_value();
    for (int i = 0; is_definite && i < ORDER; i++)
        for (int j = 0; j <= i; j++) {
            double &low = all[ROW - 1 + i + (size_t)(COLUMN - 1 + j) * ROWS],
                   &high = all[ROW - 1 + j + (size_t)(COLUMN - 1 + i) * ROWS];
            low = high = i == j ? 12 + high : high;
        }
    return all;
}
static double part(const std::vector<double> &all, int i, int j)
{
    return all[ROW - 1 + i + (size_t)(COLUMN - 1 + j) * ROWS];
}

/* What lies outside of the submatrix stays. */
static void check_outside(const std::vector<double> &before, const std::vector<double> &after,
                          int columns)
{
    for (size_t e = 0; e < before.size(); e++) {
        const int i = (int)(e % ROWS) - ROW + 1, j = (int)(e / ROWS) - COLUMN + 1;
        if (i < 0 || i >= ORDER || j < 0 || j >= columns)
            expect(after[e], before[e], 0, "outside", (long)e);
    }
}

/* A x = b, with `a` and `b` as they were. */
static void check_solution(const char *what, const std::vector<double> &a,
                           const std::vector<double> &b, const std::vector<double> &x)
{
    for (int c = 0; c < 4; c++)
        for (int i = 0; i < ORDER; i++) {
            number sum = 0;
            for (int j = 0; j < ORDER; j++)
                sum += part(a, i, j) * part(x, j, c);
            expect(sum, part(b, i, c), 1e-11, what, i + c * ORDER);
        }
    check_outside(b, x, 4);
}

int main()
{
    cusolverMgHandle_t handle;
    cudaLibMgGrid_t grid;
    int gpus[GPUS] = {0, 1}, info = -1, wrong_gpu[1] = {GPUS};
    int64_t elements = 0;
    void *rooms[GPUS] = {};
    OK(cusolverMgCreate(&handle));
    OK(cusolverMgDeviceSelect(handle, GPUS, gpus));
    expect(cusolverMgDeviceSelect(handle, 1, wrong_gpu), CUSOLVER_STATUS_INVALID_VALUE, 0,
           "a GPU that is not there", 0);
    OK(cusolverMgCreateDeviceGrid(&grid, 1, GPUS, gpus, CUDALIBMG_GRID_MAPPING_COL_MAJOR));
    {
        several a(grid, COLUMNS, numbers(COLUMNS, false)), b(grid, 7, numbers(7, false));
        int *pivots[GPUS];
        for (int gpu = 0; gpu < GPUS; gpu++) {
            CUDA(cudaSetDevice(gpu));
            CUDA(cudaMalloc(&pivots[gpu], (COLUMNS + BLOCK) * sizeof(int)));
        }
        CUDA(cudaSetDevice(1));
        OK(cusolverMgGetrf_bufferSize(handle, ORDER, ORDER, (void **)a.pieces, ROW, COLUMN, a.descr,
                                      pivots, CUDA_R_64F, &elements));
        expect(elements > 0, true, 0, "room", 0);
        OK(cusolverMgGetrf(handle, ORDER, ORDER, (void **)a.pieces, ROW, COLUMN, a.descr, pivots,
                           CUDA_R_64F, rooms, elements, &info));
        expect(info, 0, 0, "getrf", 0);
        check_outside(a.host, a.get(), ORDER);
        OK(cusolverMgGetrs(handle, CUBLAS_OP_N, ORDER, 4, (void **)a.pieces, ROW, COLUMN, a.descr,
                           pivots, (void **)b.pieces, ROW, COLUMN, b.descr, CUDA_R_64F, rooms,
                           elements, &info));
        int device = -1;
        CUDA(cudaGetDevice(&device));
        expect(device, 1, 0, "the caller's GPU", 0);
        check_solution("getrs", a.host, b.host, b.get());
        expect(cusolverMgGetrf(handle, ORDER, ORDER, (void **)a.pieces, ROW + 5, COLUMN, a.descr,
                               pivots, CUDA_R_64F, rooms, elements, &info),
               CUSOLVER_STATUS_INVALID_VALUE, 0, "a part that hangs over", 0);
        for (int *piece : pivots)
            CUDA(cudaFree(piece));
    }
    {
        several a(grid, COLUMNS, numbers(COLUMNS, true)), b(grid, 7, numbers(7, false));
        OK(cusolverMgPotrf(handle, CUBLAS_FILL_MODE_LOWER, ORDER, (void **)a.pieces, ROW, COLUMN,
                           a.descr, CUDA_R_64F, rooms, 1, &info));
        expect(info, 0, 0, "potrf", 0);
        OK(cusolverMgPotrs(handle, CUBLAS_FILL_MODE_LOWER, ORDER, 4, (void **)a.pieces, ROW, COLUMN,
                           a.descr, (void **)b.pieces, ROW, COLUMN, b.descr, CUDA_R_64F, rooms, 1,
                           &info));
        check_solution("potrs", a.host, b.host, b.get());
        OK(cusolverMgPotri(handle, CUBLAS_FILL_MODE_LOWER, ORDER, (void **)a.pieces, ROW, COLUMN,
                           a.descr, CUDA_R_64F, rooms, 1, &info));
        const std::vector<double> inverse = a.get();
        for (int i = 0; i < ORDER; i++)
            for (int j = 0; j < ORDER; j++) {
                number sum = 0;
                for (int k = 0; k < ORDER; k++)
                    sum +=
                        part(a.host, i, k) * (k >= j ? part(inverse, k, j) : part(inverse, j, k));
                expect(sum, i == j ? 1 : 0, 1e-12, "potri", i + j * ORDER);
            }
    }
    {
        several a(grid, COLUMNS, numbers(COLUMNS, true));
        double values[ORDER];
        OK(cusolverMgSyevd(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_UPPER, ORDER,
                           (void **)a.pieces, ROW, COLUMN, a.descr, values, CUDA_R_64F, CUDA_R_64F,
                           rooms, 1, &info));
        expect(info, 0, 0, "syevd", 0);
        const std::vector<double> x = a.get();
        for (int k = 0; k < ORDER; k++)
            for (int i = 0; i < ORDER; i++) {
                number sum = 0;
                for (int j = 0; j < ORDER; j++)
                    sum += part(a.host, i, j) * part(x, j, k);
                expect(sum, values[k] * part(x, i, k), 1e-12, "syevd", i + k * ORDER);
            }
        check_outside(a.host, x, ORDER);
    }
    OK(cusolverMgDestroyGrid(grid));
    OK(cusolverMgDestroy(handle));
    return verdict();
}
