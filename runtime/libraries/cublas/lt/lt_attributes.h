/* SPDX-License-Identifier: BSD-3-Clause */
/* What lies in cuBLASLt's opaque descriptors, and how attributes are set and read. */
#ifndef SIMGPU_CUBLAS_LT_ATTRIBUTES_H
#define SIMGPU_CUBLAS_LT_ATTRIBUTES_H

#include <cublasLt.h>
#include <string.h>

#include "../handle.h"

/* What lies in the opaque structs. */
struct lt_layout {
    uint32_t type, order;
    uint64_t rows, columns;
    int64_t ld;
    int32_t batches;
    uint32_t batch_mode; /* 1: a list of pointers */
    int64_t stride;
    int64_t plane;
};
struct lt_desc {
    uint32_t compute, scale_type, pointer_mode;
    uint32_t trans_a, trans_b, trans_c;
    uint32_t epilogue, fill_mode;
    void *bias, *aux;
    int64_t bias_stride, aux_ld, aux_stride;
    int32_t bias_type, aux_type; /* -1: those of D */
    int32_t sms;
    int8_t fast;
    int32_t scale_modes[4]; /* of A, B, C, D */
    const void *scales[7];  /* of fp8: of A, B, C, D; where D's largest value goes; of aux */
    const void *emulation;  /* kept */
};
static_assert(sizeof(lt_layout) <= sizeof(cublasLtMatrixLayoutOpaque_t), "a layout must fit");
static_assert(sizeof(lt_desc) <= sizeof(cublasLtMatmulDescOpaque_t), "a description must fit");

/* Attributes: number, where they lie, how many bytes they have. */
struct lt_attribute {
    int number;
    size_t offset, bytes;
};
#define FIELD(number, type, field)                                                                 \
    {                                                                                              \
        number, offsetof(type, field), sizeof(((type *)0)->field)                                  \
    }

static const lt_attribute layout_attributes[] = {
    FIELD(CUBLASLT_MATRIX_LAYOUT_TYPE, lt_layout, type),
    FIELD(CUBLASLT_MATRIX_LAYOUT_ORDER, lt_layout, order),
    FIELD(CUBLASLT_MATRIX_LAYOUT_ROWS, lt_layout, rows),
    FIELD(CUBLASLT_MATRIX_LAYOUT_COLS, lt_layout, columns),
    FIELD(CUBLASLT_MATRIX_LAYOUT_LD, lt_layout, ld),
    FIELD(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, lt_layout, batches),
    FIELD(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, lt_layout, stride),
    FIELD(CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET, lt_layout, plane),
    FIELD(CUBLASLT_MATRIX_LAYOUT_BATCH_MODE, lt_layout, batch_mode),
};
static const lt_attribute desc_attributes[] = {
    FIELD(CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, lt_desc, compute),
    FIELD(CUBLASLT_MATMUL_DESC_SCALE_TYPE, lt_desc, scale_type),
    FIELD(CUBLASLT_MATMUL_DESC_POINTER_MODE, lt_desc, pointer_mode),
    FIELD(CUBLASLT_MATMUL_DESC_TRANSA, lt_desc, trans_a),
    FIELD(CUBLASLT_MATMUL_DESC_TRANSB, lt_desc, trans_b),
    FIELD(CUBLASLT_MATMUL_DESC_TRANSC, lt_desc, trans_c),
    FIELD(CUBLASLT_MATMUL_DESC_FILL_MODE, lt_desc, fill_mode),
    FIELD(CUBLASLT_MATMUL_DESC_EPILOGUE, lt_desc, epilogue),
    FIELD(CUBLASLT_MATMUL_DESC_BIAS_POINTER, lt_desc, bias),
    FIELD(CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, lt_desc, bias_stride),
    FIELD(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, lt_desc, aux),
    FIELD(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, lt_desc, aux_ld),
    FIELD(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, lt_desc, aux_stride),
    FIELD(CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET, lt_desc, sms),
    FIELD(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE, lt_desc, aux_type),
    FIELD(CUBLASLT_MATMUL_DESC_FAST_ACCUM, lt_desc, fast),
    FIELD(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, lt_desc, bias_type),
    FIELD(CUBLASLT_MATMUL_DESC_A_SCALE_MODE, lt_desc, scale_modes[0]),
    FIELD(CUBLASLT_MATMUL_DESC_B_SCALE_MODE, lt_desc, scale_modes[1]),
    FIELD(CUBLASLT_MATMUL_DESC_C_SCALE_MODE, lt_desc, scale_modes[2]),
    FIELD(CUBLASLT_MATMUL_DESC_D_SCALE_MODE, lt_desc, scale_modes[3]),
    FIELD(CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, lt_desc, scales[0]),
    FIELD(CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, lt_desc, scales[1]),
    FIELD(CUBLASLT_MATMUL_DESC_C_SCALE_POINTER, lt_desc, scales[2]),
    FIELD(CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, lt_desc, scales[3]),
    FIELD(CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, lt_desc, scales[4]),
    FIELD(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER, lt_desc, scales[5]),
    FIELD(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_AMAX_POINTER, lt_desc, scales[6]),
    FIELD(CUBLASLT_MATMUL_DESC_EMULATION_DESCRIPTOR, lt_desc, emulation),
};

template <int N>
static const lt_attribute *attribute_find(const lt_attribute (&table)[N], int number,
                                          const char *call)
{
    for (const lt_attribute &row : table)
        if (row.number == number)
            return &row;
    fprintf(stderr, "simgpu: %s: attribute %d is not supported\n", call, number);
    return NULL;
}

template <int N>
static cublasStatus_t attribute_set(const lt_attribute (&table)[N], void *object, int number,
                                    const void *value, size_t bytes, const char *call)
{
    CHECK_VALUE(object && value);
    const lt_attribute *row = attribute_find(table, number, call);
    if (!row)
        return CUBLAS_STATUS_NOT_SUPPORTED;
    CHECK_VALUE(bytes >= row->bytes);
    memcpy((char *)object + row->offset, value, row->bytes);
    return CUBLAS_STATUS_SUCCESS;
}

template <int N>
static cublasStatus_t attribute_get(const lt_attribute (&table)[N], const void *object, int number,
                                    void *value, size_t bytes, size_t *written, const char *call)
{
    CHECK_VALUE(object && (value || written));
    const lt_attribute *row = attribute_find(table, number, call);
    if (!row)
        return CUBLAS_STATUS_NOT_SUPPORTED;
    if (written)
        *written = row->bytes;
    if (bytes == 0)
        return CUBLAS_STATUS_SUCCESS;
    CHECK_VALUE(value && bytes >= row->bytes);
    memcpy(value, (const char *)object + row->offset, row->bytes);
    return CUBLAS_STATUS_SUCCESS;
}

/* The bytes of an element. */
static inline size_t lt_bytes(cudaDataType type)
{
    switch (type) {
    case CUDA_R_64F:
    case CUDA_C_32F:
        return 8;
    case CUDA_C_64F:
        return 16;
    case CUDA_R_16F:
    case CUDA_R_16BF:
        return 2;
    case CUDA_R_8I:
    case CUDA_R_8F_E4M3:
    case CUDA_R_8F_E5M2:
        return 1;
    default:
        return 4;
    }
}

#endif
