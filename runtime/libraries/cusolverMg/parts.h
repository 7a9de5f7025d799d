/* SPDX-License-Identifier: BSD-3-Clause */
/* Matrices that lie on several devices, and what a call works with: copies of their parts on the
 * first device.
 */
#ifndef SIMGPU_CUSOLVERMG_PARTS_H
#define SIMGPU_CUSOLVERMG_PARTS_H

#include <cusolverMg.h>
#include <vector>

#include "../cusolver/checks.h"

struct cusolverMgContext {
    std::vector<int> devices;
};
struct several_grid {
    std::vector<int> devices;
};
struct several_matrix {
    int64_t rows, columns, block;
    cudaDataType type;
    std::vector<int> devices;
};

/* A submatrix: where its element (row, column), from 1, lies among the pieces of the devices. */
struct several_part {
    const several_matrix *matrix;
    void *const *pieces;
    int row, column, rows, columns;
    size_t bytes;    /* of an element */
    int64_t leading; /* of the pieces */
};

static bool part_is_valid(const several_part &p)
{
    return p.matrix && p.pieces && p.row >= 1 && p.column >= 1 && p.rows >= 0 && p.columns >= 0 &&
           p.row - 1 + p.rows <= p.matrix->rows && p.column - 1 + p.columns <= p.matrix->columns &&
           p.bytes > 0;
}

/* Columns of one block at a time, between the pieces and `whole`, which has no gaps. */
static bool part_copy(const several_part &p, void *whole, bool to_pieces)
{
    const several_matrix &m = *p.matrix;
    for (int64_t done = 0; done < p.columns && p.rows > 0;) {
        const int64_t column = p.column - 1 + done, block = column / m.block,
                      within = column % m.block, devices = (int64_t)m.devices.size();
        int64_t count = m.block - within;
        if (count > p.columns - done)
            count = p.columns - done;
        char *piece = (char *)p.pieces[block % devices] +
                      ((block / devices * m.block + within) * p.leading + p.row - 1) *
                          (int64_t)p.bytes;
        char *place = (char *)whole + done * p.rows * (int64_t)p.bytes;
        const size_t width = p.rows * p.bytes, step = p.leading * p.bytes;
        const cudaError_t error =
            to_pieces ? cudaMemcpy2D(piece, step, place, width, width, count, cudaMemcpyDefault)
                      : cudaMemcpy2D(place, width, piece, step, width, count, cudaMemcpyDefault);
        if (error != cudaSuccess)
            return false;
        done += count;
    }
    return true;
}

/* What a call works with: a handle and memory on the first device; the caller's device comes back.
 */
struct several_work {
    int before = 0;
    cusolverDnHandle_t dense = NULL;
    std::vector<void *> memory;
    bool fits = true;

    explicit several_work(const cusolverMgContext *handle)
    {
        cudaGetDevice(&before);
        for (int device : handle->devices) { /* what was issued anywhere comes first */
            cudaSetDevice(device);
            cudaDeviceSynchronize();
        }
        cudaSetDevice(handle->devices[0]);
        fits = cusolverDnCreate(&dense) == CUSOLVER_STATUS_SUCCESS;
    }
    ~several_work()
    {
        for (void *each : memory)
            cudaFree(each);
        if (dense)
            cusolverDnDestroy(dense);
        cudaSetDevice(before);
    }
    void *room(size_t bytes)
    {
        void *made = NULL;
        if (cudaMalloc(&made, bytes + 16) != cudaSuccess)
            fits = false;
        else
            memory.push_back(made);
        return made;
    }
    /* A copy of a part. */
    void *copy(const several_part &p)
    {
        void *made = room((size_t)p.rows * (size_t)p.columns * p.bytes);
        fits = fits && part_copy(p, made, false);
        return made;
    }
    /* The information of a call that has run. */
    bool told(const int *on_device, int *info)
    {
        return cudaDeviceSynchronize() == cudaSuccess &&
               cudaMemcpy(info, on_device, sizeof *info, cudaMemcpyDeviceToHost) == cudaSuccess;
    }
};

#define CHECK_SEVERAL(condition)                                                                   \
    do {                                                                                           \
        if (!(condition))                                                                          \
            return CUSOLVER_STATUS_INVALID_VALUE;                                                  \
    } while (0)
#define CHECK_WORK(condition)                                                                      \
    do {                                                                                           \
        if (!(condition))                                                                          \
            return CUSOLVER_STATUS_EXECUTION_FAILED;                                               \
    } while (0)

static several_part part_of(cudaLibMgMatrixDesc_t matrix, void *const pieces[], int row, int column,
                            int rows, int columns)
{
    const several_matrix *m = (const several_matrix *)matrix;
    return {m, pieces, row, column, rows, columns, m ? solver_bytes(m->type) : 0, m ? m->rows : 0};
}
/* The pivots of a matrix, an integer for each column. */
static several_part pivots_of(cudaLibMgMatrixDesc_t matrix, int *const pieces[], int column,
                              int columns)
{
    return {(const several_matrix *)matrix, (void *const *)pieces, 1, column, 1, columns,
            sizeof(int), 1};
}

#endif
