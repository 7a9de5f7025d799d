/* SPDX-License-Identifier: BSD-3-Clause */
/* Handles and descriptions of cuSPARSE, and the factors of its calls. */
#ifndef SIMGPU_CUSPARSE_SPARSE_H
#define SIMGPU_CUSPARSE_SPARSE_H

#include <cusparse.h>

#include "../common/numbers.h"
#include "../common/refuse.h"

struct cusparseContext {
    cudaStream_t stream;
    cusparsePointerMode_t mode;
    void *result; /* on the device: a number on its way to the host; a capture may need it */
};

struct cusparseMatDescr {
    cusparseMatrixType_t type;
    cusparseIndexBase_t base;
    cusparseFillMode_t fill;
    cusparseDiagType_t diag;
};

struct cusparseSpMatDescr {
    cusparseFormat_t format;
    int64_t rows, columns, entries;
    int *offsets; /* of rows (CSR), columns (CSC), slices; COO has row indices here, one an entry */
    int *indices; /* of columns; CSC: of rows; BlockedEll: of columns of blocks */
    void *values;
    int base;
    cudaDataType type;
    cusparseFillMode_t fill; /* of solves */
    cusparseDiagType_t diag;
    bool is_wide;                      /* offsets and indices have 64 bits */
    int block;                         /* BlockedEll, BSR: rows of a block; SlicedEll: of a slice */
    int ell_width;                     /* BlockedEll: columns of values; they lie by rows */
    int batch;                         /* matrices; 0: one */
    int64_t next_offsets, next_values; /* steps from one to the next */
    int block_columns;                 /* BSR: of a block; `entries` counts blocks */
    cusparseOrder_t block_order;       /* BSR: how a block's values lie */
    int64_t next_indices;              /* BSR */
};

/* A matrix of a format, with indices of 32 bits, and alone. */
static inline bool sparse_is_plain(const cusparseSpMatDescr *matrix, cusparseFormat_t format)
{
    return matrix->format == format && !matrix->is_wide && matrix->batch <= 1;
}

/* Indices of 32 or 64 bits, from 0 or 1. */
struct sparse_indices {
    const void *first;
    bool is_wide;
    int base;

    __device__ __forceinline__ int64_t operator[](int64_t i) const
    {
        return (is_wide ? ((const int64_t *)first)[i] : ((const int *)first)[i]) - base;
    }
};

struct cusparseSpVecDescr {
    int64_t size, entries;
    sparse_indices indices;
    void *values;
    cudaDataType type;
};

struct cusparseDnVecDescr {
    int64_t size;
    void *values;
    cudaDataType type;
};

struct cusparseDnMatDescr {
    int64_t rows, columns, ld;
    void *values;
    cudaDataType type;
    cusparseOrder_t order;
    int batch; /* matrices; 0: one */
    int64_t next;
};

enum { SPARSE_THREADS = 128 };

/* A factor of a call: the number itself, or where it lies on the device. */
template <class T> struct sparse_factor {
    T value;
    const T *device;

    __device__ __forceinline__ T get() const
    {
        return device ? *device : value;
    }
};
template <class T>
static inline sparse_factor<T> sparse_factor_of(cusparseHandle_t handle, const void *pointer)
{
    if (handle->mode == CUSPARSE_POINTER_MODE_DEVICE)
        return {T(0), (const T *)pointer};
    return {*(const T *)pointer, NULL};
}

/* A dense matrix as a call means it. */
template <class T> struct sparse_dense {
    T *first;
    long long row, column; /* steps */
    bool conjugated;

    __device__ __forceinline__ T *place(int i, int j) const
    {
        return first + i * row + j * column;
    }
    __device__ __forceinline__ T at(int i, int j) const
    {
        return conjugated ? conjugate(*place(i, j)) : *place(i, j);
    }
};
template <class T>
static inline sparse_dense<T> sparse_dense_of(const cusparseDnMatDescr *m, cusparseOperation_t op)
{
    const bool flat = op == CUSPARSE_OPERATION_NON_TRANSPOSE;
    const bool by_columns = m->order == CUSPARSE_ORDER_COL;
    return {(T *)m->values, flat == by_columns ? 1 : m->ld, flat == by_columns ? m->ld : 1,
            op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE};
}

static inline int sparse_blocks(int64_t n)
{
    int64_t blocks = (n + SPARSE_THREADS - 1) / SPARSE_THREADS;
    return (int)(blocks < 65535 ? blocks : 65535);
}

/* Lanes for a row: a power of two, about as many as it has entries. */
static inline int sparse_lanes(int64_t entries, int64_t rows)
{
    int lanes = 1;
    while (lanes < 32 && lanes * rows < entries)
        lanes *= 2;
    return lanes;
}

static inline cusparseStatus_t sparse_launched(void)
{
    return cudaPeekAtLastError() == cudaSuccess ? CUSPARSE_STATUS_SUCCESS
                                                : CUSPARSE_STATUS_EXECUTION_FAILED;
}

#define SPARSE_CHECK(condition, status)                                                            \
    do {                                                                                           \
        if (!(condition))                                                                          \
            return status;                                                                         \
    } while (0)

/* Calls FUNCTION<element>(...) for a type; refuses others in the name of `call`. */
#define SPARSE_BY_TYPE(type, call, FUNCTION, ...)                                                  \
    switch (type) {                                                                                \
    case CUDA_R_32F:                                                                               \
        return FUNCTION<float>(__VA_ARGS__);                                                       \
    case CUDA_R_64F:                                                                               \
        return FUNCTION<double>(__VA_ARGS__);                                                      \
    case CUDA_C_32F:                                                                               \
        return FUNCTION<complex_float>(__VA_ARGS__);                                               \
    case CUDA_C_64F:                                                                               \
        return FUNCTION<complex_double>(__VA_ARGS__);                                              \
    default:                                                                                       \
        refuse(call, "this type is not supported");                                                \
        return CUSPARSE_STATUS_NOT_SUPPORTED;                                                      \
    }

#endif
