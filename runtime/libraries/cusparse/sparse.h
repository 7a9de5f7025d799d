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
    int *offsets; /* of rows (CSR) or columns (CSC); COO has row indices here, one an entry */
    int *indices; /* of columns; CSC: of rows */
    void *values;
    int base;
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
};

enum { SPARSE_THREADS = 128 };

static inline int sparse_blocks(int64_t n)
{
    int64_t blocks = (n + SPARSE_THREADS - 1) / SPARSE_THREADS;
    return (int)(blocks < 65535 ? blocks : 65535);
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
