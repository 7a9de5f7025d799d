/* SPDX-License-Identifier: BSD-3-Clause */
/* cuBLASLt: descriptors, and a product as they describe it. */
#include <cublasLt.h>
#include <string.h>

#include "../gemm.h"
#include "lt_attributes.h"
#include "lt_transform.h"

/* Which of our epilogues one of cuBLASLt's is; -1: none. */
static int epilogue_kind(uint32_t epilogue)
{
    switch (epilogue) {
    case CUBLASLT_EPILOGUE_DEFAULT:
        return 0;
    case CUBLASLT_EPILOGUE_RELU:
        return EPILOGUE_RELU;
    case CUBLASLT_EPILOGUE_BIAS:
        return EPILOGUE_BIAS;
    case CUBLASLT_EPILOGUE_RELU_BIAS:
        return EPILOGUE_RELU | EPILOGUE_BIAS;
    case CUBLASLT_EPILOGUE_GELU:
        return EPILOGUE_GELU;
    case CUBLASLT_EPILOGUE_GELU_BIAS:
        return EPILOGUE_GELU | EPILOGUE_BIAS;
    case CUBLASLT_EPILOGUE_GELU_AUX:
        return EPILOGUE_GELU | EPILOGUE_AUX;
    case CUBLASLT_EPILOGUE_GELU_AUX_BIAS:
        return EPILOGUE_GELU | EPILOGUE_AUX | EPILOGUE_BIAS;
    case CUBLASLT_EPILOGUE_DGELU:
        return EPILOGUE_DGELU;
    case CUBLASLT_EPILOGUE_DGELU_BGRAD:
        return EPILOGUE_DGELU | EPILOGUE_ROW_SUMS;
    case CUBLASLT_EPILOGUE_BGRADA:
        return EPILOGUE_A_SUMS;
    case CUBLASLT_EPILOGUE_BGRADB:
        return EPILOGUE_B_SUMS;
    default:
        return -1;
    }
}

/* Why this product cannot be, or NULL. */
static const char *matmul_problem(const lt_desc *desc, const lt_layout *const layouts[4])
{
    if (desc->pointer_mode > CUBLASLT_POINTER_MODE_DEVICE)
        return "vectors of factors are not supported";
    if (desc->trans_c != CUBLAS_OP_N)
        return "a transposed C is not supported";
    if (epilogue_kind(desc->epilogue) < 0)
        return "this epilogue is not supported";
    for (int mode : desc->scale_modes)
        if (mode != CUBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F)
            return "scales must be single floats";
    for (int i = 0; i < 7; i++)
        if (desc->scales[i] && (i > 4 || !gemm_is_fp8((cudaDataType)layouts[0]->type)))
            return "only products of fp8 have scales, and auxiliary outputs have none";
    for (int i = 0; i < 4; i++)
        if (lt_is_tiled(layouts[i]))
            return lt_tiles_problem(layouts);
    for (int i = 0; i < 4; i++)
        if (layouts[i]->plane != 0)
            return "complex numbers in two planes are not supported";
    for (int i = 0; i < 4; i++)
        if (layouts[i]->batch_mode != layouts[3]->batch_mode)
            return "batches must all be lists, or all lie a stride apart";
    if (layouts[3]->batch_mode != CUBLASLT_BATCH_MODE_STRIDED &&
        gemm_is_fp8((cudaDataType)layouts[0]->type))
        return "lists of matrices of eight bits are not supported";
    if (layouts[2]->order != layouts[3]->order)
        return "C and D must lie in the same order";
    if (layouts[3]->order == CUBLASLT_ORDER_ROW && epilogue_kind(desc->epilogue) != 0)
        return "an epilogue needs a D by columns";
    return NULL;
}

/* Why a product of eight bits cannot be, or NULL. */
static const char *fp8_problem(const lt_layout *const layouts[4], const gemm_call *call)
{
    if (!gemm_is_fp8(call->b_type))
        return "A and B must both have eight bits";
    for (int i = 2; i < 4; i++) {
        const cudaDataType type = (cudaDataType)layouts[i]->type;
        if (!gemm_is_fp8(type) && type != CUDA_R_16F && type != CUDA_R_16BF && type != CUDA_R_32F)
            return "these types are not supported";
    }
    if (layouts[3]->order == CUBLASLT_ORDER_ROW)
        return "a D of eight bits by rows is not supported";
    return call->epilogue.kind & (EPILOGUE_A_SUMS | EPILOGUE_B_SUMS | EPILOGUE_ROW_SUMS)
               ? "this epilogue is not supported with eight bits"
               : NULL;
}

/* An operand by rows is its transpose by columns. */
static cublasOperation_t turned(uint32_t trans, const lt_layout *layout)
{
    bool is = trans != CUBLAS_OP_N, by_rows = layout->order == CUBLASLT_ORDER_ROW;
    return is != by_rows ? CUBLAS_OP_T : CUBLAS_OP_N;
}

static gemm_call call_of(const lt_desc *desc, const lt_layout *a, const lt_layout *b,
                         const lt_layout *c, const lt_layout *d)
{
    gemm_call call = {};
    call.m = (int)d->rows, call.n = (int)d->columns;
    call.k = (int)(desc->trans_a == CUBLAS_OP_N ? a->columns : a->rows);
    call.batches = d->batches;
    call.trans_a = turned(desc->trans_a, a), call.trans_b = turned(desc->trans_b, b);
    call.lda = a->ld, call.ldb = b->ld, call.ldc = c->ld, call.ldd = d->ld;
    call.type = (cudaDataType)a->type;
    call.c_type = (cudaDataType)c->type, call.d_type = (cudaDataType)d->type;
    call.b_type = (cudaDataType)b->type;
    for (int i = 0; i < 4; i++)
        call.scales[i] = (const float *)desc->scales[i];
    call.amax = (float *)desc->scales[4];
    call.tensor_cores = true;
    call.tf32 = desc->compute == CUBLAS_COMPUTE_32F_FAST_TF32;
    gemm_epilogue *e = &call.epilogue;
    e->kind = epilogue_kind(desc->epilogue);
    e->bias = desc->bias, e->bias_stride = desc->bias_stride;
    e->bias_type = desc->bias_type < 0 ? call.d_type : (cudaDataType)desc->bias_type;
    e->aux = desc->aux, e->aux_ld = desc->aux_ld, e->aux_stride = desc->aux_stride;
    e->aux_type = desc->aux_type < 0 ? call.d_type : (cudaDataType)desc->aux_type;
    return call;
}

static batch_of matrices_of(cublasLtMatrixLayout_t layout, const void *first)
{
    const lt_layout *l = (const lt_layout *)layout;
    return l->batch_mode == CUBLASLT_BATCH_MODE_POINTER_ARRAY
               ? batch_listed((const void *const *)first)
               : batch_strided(first, l->stride);
}

/* A D by rows: D' = B' A'. */
static void call_turn(gemm_call *call)
{
    gemm_call old = *call;
    call->m = old.n, call->n = old.m;
    call->a = old.b, call->b = old.a;
    call->lda = old.ldb, call->ldb = old.lda;
    call->trans_a = old.trans_b == CUBLAS_OP_N ? CUBLAS_OP_T : CUBLAS_OP_N;
    call->trans_b = old.trans_a == CUBLAS_OP_N ? CUBLAS_OP_T : CUBLAS_OP_N;
}

static cublasStatus_t matmul_check(const char *name, cublasLtMatmulDesc_t desc,
                                   const cublasLtMatrixLayout_t given[4], gemm_call *call)
{
    CHECK_VALUE(desc && given[0] && given[1] && given[2] && given[3]);
    CHECK_VALUE(is_operation((cublasOperation_t)((const lt_desc *)desc)->trans_a) &&
                is_operation((cublasOperation_t)((const lt_desc *)desc)->trans_b));
    const lt_layout *layouts[4];
    for (int i = 0; i < 4; i++)
        layouts[i] = (const lt_layout *)given[i];
    const char *problem = matmul_problem((const lt_desc *)desc, layouts);
    if (!problem) {
        *call = call_of((const lt_desc *)desc, layouts[0], layouts[1], layouts[2], layouts[3]);
        if (gemm_is_fp8(call->type))
            problem = fp8_problem(layouts, call);
        else if (layouts[0]->type != layouts[1]->type || gemm_scale_type(call) < 0)
            problem = "these types are not supported";
    }
    if (problem) {
        refuse(name, problem);
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    const uint32_t trans_b = ((const lt_desc *)desc)->trans_b;
    CHECK_VALUE((trans_b == CUBLAS_OP_N ? layouts[1]->rows : layouts[1]->columns) ==
                (uint64_t)call->k);
    return CUBLAS_STATUS_SUCCESS;
}

extern "C" {

cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle)
{
    return cublasCreate_v2((cublasHandle_t *)handle);
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle)
{
    return cublasDestroy_v2((cublasHandle_t)handle);
}
size_t cublasLtGetVersion(void)
{
    return CUBLAS_VERSION;
}
size_t cublasLtGetCudartVersion(void)
{
    return cublasGetCudartVersion();
}
cublasStatus_t cublasLtGetProperty(libraryPropertyType type, int *value)
{
    return cublasGetProperty(type, value);
}
const char *cublasLtGetStatusName(cublasStatus_t status)
{
    return cublasGetStatusName(status);
}
const char *cublasLtGetStatusString(cublasStatus_t status)
{
    return cublasGetStatusName(status);
}

cublasStatus_t cublasLtMatrixLayoutInit(cublasLtMatrixLayout_t layout, cudaDataType type,
                                        uint64_t rows, uint64_t columns, int64_t ld)
{
    CHECK_VALUE(layout);
    memset(layout, 0, sizeof *layout);
    lt_layout *made = (lt_layout *)layout;
    made->type = (uint32_t)type, made->order = CUBLASLT_ORDER_COL;
    made->rows = rows, made->columns = columns, made->ld = ld;
    made->batches = 1;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *layout, cudaDataType type,
                                          uint64_t rows, uint64_t columns, int64_t ld)
{
    CHECK_VALUE(layout);
    *layout = new cublasLtMatrixLayoutOpaque_t;
    return cublasLtMatrixLayoutInit(*layout, type, rows, columns, ld);
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout)
{
    delete layout;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout,
                                                cublasLtMatrixLayoutAttribute_t attribute,
                                                const void *value, size_t bytes)
{
    return attribute_set(layout_attributes, layout, attribute, value, bytes, __func__);
}
cublasStatus_t cublasLtMatrixLayoutGetAttribute(cublasLtMatrixLayout_t layout,
                                                cublasLtMatrixLayoutAttribute_t attribute,
                                                void *value, size_t bytes, size_t *written)
{
    return attribute_get(layout_attributes, layout, attribute, value, bytes, written, __func__);
}

cublasStatus_t cublasLtMatmulDescInit(cublasLtMatmulDesc_t desc, cublasComputeType_t compute,
                                      cudaDataType scale_type)
{
    CHECK_VALUE(desc);
    memset(desc, 0, sizeof *desc);
    lt_desc *d = (lt_desc *)desc;
    d->compute = compute, d->scale_type = scale_type;
    d->epilogue = CUBLASLT_EPILOGUE_DEFAULT;
    d->fill_mode = CUBLAS_FILL_MODE_FULL;
    d->bias_type = d->aux_type = -1;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *desc, cublasComputeType_t compute,
                                        cudaDataType scale_type)
{
    CHECK_VALUE(desc);
    *desc = new cublasLtMatmulDescOpaque_t;
    return cublasLtMatmulDescInit(*desc, compute, scale_type);
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t desc)
{
    delete desc;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t desc,
                                              cublasLtMatmulDescAttributes_t attribute,
                                              const void *value, size_t bytes)
{
    return attribute_set(desc_attributes, desc, attribute, value, bytes, __func__);
}
cublasStatus_t cublasLtMatmulDescGetAttribute(cublasLtMatmulDesc_t desc,
                                              cublasLtMatmulDescAttributes_t attribute, void *value,
                                              size_t bytes, size_t *written)
{
    return attribute_get(desc_attributes, desc, attribute, value, bytes, written, __func__);
}

cublasStatus_t cublasLtMatmulAlgoCheck(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc,
                                       cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                                       cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                                       const cublasLtMatmulAlgo_t *,
                                       cublasLtMatmulHeuristicResult_t *result)
{
    CHECK_HANDLE(handle);
    CHECK_VALUE(result);
    memset(result, 0, sizeof *result);
    gemm_call call;
    const cublasLtMatrixLayout_t layouts[4] = {a, b, c, d};
    result->state = matmul_check(__func__, desc, layouts, &call);
    result->wavesCount = 1;
    return result->state;
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc,
                                              cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                                              cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                                              cublasLtMatmulPreference_t, int wanted,
                                              cublasLtMatmulHeuristicResult_t results[], int *found)
{
    CHECK_VALUE(wanted > 0 && results && found);
    cublasStatus_t status = cublasLtMatmulAlgoCheck(handle, desc, a, b, c, d, NULL, results);
    *found = status == CUBLAS_STATUS_SUCCESS;
    return status;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t lt, cublasLtMatmulDesc_t desc, const void *alpha,
                              const void *a, cublasLtMatrixLayout_t a_layout, const void *b,
                              cublasLtMatrixLayout_t b_layout, const void *beta, const void *c,
                              cublasLtMatrixLayout_t c_layout, void *d,
                              cublasLtMatrixLayout_t d_layout, const cublasLtMatmulAlgo_t *, void *,
                              size_t, cudaStream_t stream)
{
    CHECK_HANDLE(lt);
    CHECK_VALUE(alpha && beta);
    gemm_call call;
    const cublasLtMatrixLayout_t layouts[4] = {a_layout, b_layout, c_layout, d_layout};
    cublasStatus_t status = matmul_check(__func__, desc, layouts, &call);
    if (status != CUBLAS_STATUS_SUCCESS)
        return status;
    for (const cublasLtMatrixLayout_t each : layouts)
        if (lt_is_tiled((const lt_layout *)each)) {
            const void *const given[4] = {a, b, c, d};
            return lt_tiles_run(lt, desc, alpha, beta, given, layouts, stream);
        }
    call.alpha = alpha, call.beta = beta;
    call.a = matrices_of(a_layout, a), call.b = matrices_of(b_layout, b);
    call.c = matrices_of(c_layout, c), call.d = matrices_of(d_layout, d);
    if (((lt_layout *)d_layout)->order == CUBLASLT_ORDER_ROW)
        call_turn(&call);
    CHECK_VALUE(gemm_is_valid(&call));
    cublasContext handle = *(cublasHandle_t)lt;
    handle.stream = stream;
    handle.pointer_mode = ((lt_desc *)desc)->pointer_mode == CUBLASLT_POINTER_MODE_DEVICE
                              ? CUBLAS_POINTER_MODE_DEVICE
                              : CUBLAS_POINTER_MODE_HOST;
    handle.scratch = NULL, handle.scratch_bytes = 0;
    if (gemm_is_fp8(call.type))
        return gemm_fp8(&handle, &call);
    status = gemm_run(&handle, &call);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = lt_sums_run(&handle, &call);
    return status;
}

cublasStatus_t cublasLtLoggerSetCallback(cublasLtLoggerCallback_t)
{
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtLoggerSetFile(FILE *)
{
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtLoggerOpenFile(const char *)
{
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtLoggerSetLevel(int)
{
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtLoggerSetMask(int)
{
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtLoggerForceDisable(void)
{
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtHeuristicsCacheGetCapacity(size_t *capacity)
{
    CHECK_VALUE(capacity);
    *capacity = 0;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtHeuristicsCacheSetCapacity(size_t)
{
    return CUBLAS_STATUS_SUCCESS;
}

#define REFUSE(name) REFUSED_CALL(cublasStatus_t, CUBLAS_STATUS_NOT_SUPPORTED, name)
}
SIMGPU_CUBLASLT_REFUSED(REFUSE)
