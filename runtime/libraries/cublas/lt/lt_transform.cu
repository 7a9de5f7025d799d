/* SPDX-License-Identifier: BSD-3-Clause */
/* cuBLASLt's transforms, C = alpha op(A) + beta op(B), between orders of matrices, and products of
 * matrices in orders of 32 columns: by way of copies in columns.
 *
 * Source: cuBLAS 12.x documentation, "cublasLtOrder_t": where an element lies in COL32,
 *   COL4_4R2_8C and COL32_2R_4R4.
 */
#include "lt_transform.h"

/* Where element (i, j) lies. ld: of the orders of 32 columns from one of these to the next. */
static __host__ __device__ long long place_of(int order, long long ld, long long i, long long j)
{
    const long long c = j % 32;
    switch (order) {
    case CUBLASLT_ORDER_ROW:
        return i * ld + j;
    case CUBLASLT_ORDER_COL32:
        return j / 32 * ld + i * 32 + c;
    case CUBLASLT_ORDER_COL4_4R2_8C: /* tiles of 8 x 32: even rows, then odd ones, by four columns */
        return j / 32 * ld + (i / 8 * 8 + i % 2 * 4 + c / 8) * 32 +
               (c % 8 / 4 * 4 + i % 8 / 2) * 4 + c % 4;
    case CUBLASLT_ORDER_COL32_2R_4R4: /* tiles of 32 x 32 */
        return j / 32 * ld + (i / 32 * 32 + i % 8 / 2 * 8 + i % 32 / 8 * 2 + i % 2) * 32 + c;
    default:
        return i + j * ld;
    }
}

/* An element as a double: exact for all types that transforms take. */
static __device__ double element_at(const lt_operand &m, long long i, long long j)
{
    const long long place = m.transposed ? place_of(m.order, m.ld, j, i)
                                         : place_of(m.order, m.ld, i, j);
    switch (m.type) {
    case CUDA_R_64F:
        return ((const double *)m.first)[place];
    case CUDA_R_16F:
        return __half2float(((const __half *)m.first)[place]);
    case CUDA_R_16BF:
        return __bfloat162float(((const __nv_bfloat16 *)m.first)[place]);
    case CUDA_R_32I:
        return ((const int *)m.first)[place];
    case CUDA_R_8I:
        return ((const signed char *)m.first)[place];
    default:
        return ((const float *)m.first)[place];
    }
}
/* Integers are rounded to the nearest, and have limits. */
static __device__ double limited(double x, double least, double most)
{
    const double near = rint(x);
    return near < least ? least : near > most ? most : near;
}
static __device__ void element_put(const lt_operand &m, long long i, long long j, double x)
{
    const long long place = place_of(m.order, m.ld, i, j);
    switch (m.type) {
    case CUDA_R_64F:
        ((double *)m.first)[place] = x;
        break;
    case CUDA_R_16F:
        ((__half *)m.first)[place] = __float2half((float)x);
        break;
    case CUDA_R_16BF:
        ((__nv_bfloat16 *)m.first)[place] = __float2bfloat16((float)x);
        break;
    case CUDA_R_32I:
        ((int *)m.first)[place] = (int)limited(x, -2147483648.0, 2147483647.0);
        break;
    case CUDA_R_8I:
        ((signed char *)m.first)[place] = (signed char)limited(x, -128, 127);
        break;
    default:
        ((float *)m.first)[place] = (float)x;
    }
}

static __global__ void __launch_bounds__(256)
    transform_kernel(lt_operand a, lt_operand b, lt_operand c, long long rows, long long columns,
                     lt_factor alpha, lt_factor beta)
{
    const double by = alpha.get(), other = beta.get();
    const long long all = rows * columns;
    for (long long e = blockIdx.x * 256ll + threadIdx.x; e < all; e += gridDim.x * 256ll) {
        const long long i = e % rows, j = e / rows;
        double x = by == 0 || !a.first ? 0 : by * element_at(a, i, j);
        if (other != 0 && b.first)
            x += other * element_at(b, i, j);
        element_put(c, i, j, x);
    }
}

cublasStatus_t lt_transform_run(cudaStream_t stream, const lt_operand &a, const lt_operand &b,
                                const lt_operand &c, long long rows, long long columns,
                                lt_factor alpha, lt_factor beta)
{
    const long long all = rows * columns, blocks = (all + 255) / 256;
    if (all > 0)
        transform_kernel<<<(int)(blocks < 4096 ? blocks : 4096), 256, 0, stream>>>(
            a, b, c, rows, columns, alpha, beta);
    return handle_launched();
}

struct lt_transform {
    uint32_t scale_type, pointer_mode, trans_a, trans_b;
};
static_assert(sizeof(lt_transform) <= sizeof(cublasLtMatrixTransformDescOpaque_t), "it must fit");

static const lt_attribute transform_attributes[] = {
    FIELD(CUBLASLT_MATRIX_TRANSFORM_DESC_SCALE_TYPE, lt_transform, scale_type),
    FIELD(CUBLASLT_MATRIX_TRANSFORM_DESC_POINTER_MODE, lt_transform, pointer_mode),
    FIELD(CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA, lt_transform, trans_a),
    FIELD(CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSB, lt_transform, trans_b),
};

static bool is_known(uint32_t type)
{
    return type == CUDA_R_32F || type == CUDA_R_64F || type == CUDA_R_16F || type == CUDA_R_16BF ||
           type == CUDA_R_32I || type == CUDA_R_8I;
}

/* A factor of the type that the description says. */
static lt_factor factor_of_desc(const lt_transform *desc, const void *given)
{
    lt_factor made = {0, NULL, (cudaDataType)desc->scale_type};
    if (!given)
        return made;
    if (desc->pointer_mode == CUBLASLT_POINTER_MODE_DEVICE)
        made.device = given;
    else if (desc->scale_type == CUDA_R_64F)
        made.value = *(const double *)given;
    else if (desc->scale_type == CUDA_R_32I)
        made.value = *(const int *)given;
    else if (desc->scale_type == CUDA_R_16F)
        made.value = __half2float(*(const __half *)given);
    else
        made.value = *(const float *)given;
    return made;
}

static lt_operand operand_of(cublasLtMatrixLayout_t layout, const void *first, bool transposed)
{
    if (!layout || !first)
        return {NULL, CUDA_R_32F, 0, 0, false};
    const lt_layout *l = (const lt_layout *)layout;
    return {(void *)first, (cudaDataType)l->type, (int)l->order, l->ld, transposed};
}

extern "C" {
cublasStatus_t cublasLtMatrixTransformDescInit(cublasLtMatrixTransformDesc_t desc,
                                               cudaDataType scale_type)
{
    CHECK_VALUE(desc);
    memset(desc, 0, sizeof *desc);
    ((lt_transform *)desc)->scale_type = scale_type;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixTransformDescCreate(cublasLtMatrixTransformDesc_t *desc,
                                                 cudaDataType scale_type)
{
    CHECK_VALUE(desc);
    *desc = new cublasLtMatrixTransformDescOpaque_t;
    return cublasLtMatrixTransformDescInit(*desc, scale_type);
}
cublasStatus_t cublasLtMatrixTransformDescDestroy(cublasLtMatrixTransformDesc_t desc)
{
    delete desc;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t
cublasLtMatrixTransformDescSetAttribute(cublasLtMatrixTransformDesc_t desc,
                                        cublasLtMatrixTransformDescAttributes_t attribute,
                                        const void *value, size_t bytes)
{
    return attribute_set(transform_attributes, desc, attribute, value, bytes, __func__);
}
cublasStatus_t
cublasLtMatrixTransformDescGetAttribute(cublasLtMatrixTransformDesc_t desc,
                                        cublasLtMatrixTransformDescAttributes_t attribute,
                                        void *value, size_t bytes, size_t *written)
{
    return attribute_get(transform_attributes, desc, attribute, value, bytes, written, __func__);
}

cublasStatus_t cublasLtMatrixTransform(cublasLtHandle_t handle, cublasLtMatrixTransformDesc_t desc,
                                       const void *alpha, const void *a,
                                       cublasLtMatrixLayout_t a_layout, const void *beta,
                                       const void *b, cublasLtMatrixLayout_t b_layout, void *c,
                                       cublasLtMatrixLayout_t c_layout, cudaStream_t stream)
{
    CHECK_HANDLE(handle);
    CHECK_VALUE(desc && c && c_layout && alpha && (!a || a_layout) && (!b || b_layout));
    const lt_transform *d = (const lt_transform *)desc;
    const lt_layout *layouts[3] = {a ? (lt_layout *)a_layout : NULL,
                                   b ? (lt_layout *)b_layout : NULL, (lt_layout *)c_layout};
    const bool turns[3] = {d->trans_a != CUBLAS_OP_N, d->trans_b != CUBLAS_OP_N, false};
    for (int i = 0; i < 3; i++) {
        if (!layouts[i])
            continue;
        const lt_layout *l = layouts[i], *to = layouts[2];
        if (!is_known(l->type) || l->batches != 1 || l->plane != 0) {
            refuse(__func__, "this type, batches and planes are not supported");
            return CUBLAS_STATUS_NOT_SUPPORTED;
        }
        CHECK_VALUE((turns[i] ? l->columns : l->rows) == to->rows &&
                    (turns[i] ? l->rows : l->columns) == to->columns);
    }
    return lt_transform_run(stream, operand_of(a_layout, a, turns[0]),
                            operand_of(b_layout, b, turns[1]), operand_of(c_layout, c, false),
                            (long long)layouts[2]->rows, (long long)layouts[2]->columns,
                            factor_of_desc(d, alpha), factor_of_desc(d, beta));
}
}

/* ---- products of matrices in such orders ---- */

bool lt_is_tiled(const lt_layout *layout)
{
    return layout->order > CUBLASLT_ORDER_ROW;
}

const char *lt_tiles_problem(const lt_layout *const layouts[4])
{
    for (int i = 0; i < 4; i++)
        if (layouts[i]->batches != 1 || !is_known(layouts[i]->type) ||
            layouts[i]->order > CUBLASLT_ORDER_COL32_2R_4R4)
            return "batches of matrices in orders of 32 columns are not supported";
    return NULL;
}

cublasStatus_t lt_tiles_run(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc, const void *alpha,
                            const void *beta, const void *const given[4],
                            const cublasLtMatrixLayout_t layouts[4], cudaStream_t stream)
{
    cublasLtMatrixLayoutOpaque_t flat[4];
    void *copies[4] = {};
    const lt_factor one = {1, NULL, CUDA_R_32F}, none = {0, NULL, CUDA_R_32F};
    const lt_operand nothing = operand_of(NULL, NULL, false);
    cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
    for (int i = 0; i < 4 && status == CUBLAS_STATUS_SUCCESS; i++) {
        const lt_layout *l = (const lt_layout *)layouts[i];
        const int64_t ld = l->rows > 0 ? (int64_t)l->rows : 1;
        cublasLtMatrixLayoutInit(&flat[i], (cudaDataType)l->type, l->rows, l->columns, ld);
        if (cudaMallocAsync(&copies[i], (size_t)ld * l->columns * lt_bytes((cudaDataType)l->type) + 16, stream) !=
            cudaSuccess)
            status = CUBLAS_STATUS_ALLOC_FAILED;
        else if (i < 3 && given[i])
            status = lt_transform_run(stream, operand_of(layouts[i], given[i], false), nothing,
                                      operand_of(&flat[i], copies[i], false), (long long)l->rows,
                                      (long long)l->columns, one, none);
    }
    if (status == CUBLAS_STATUS_SUCCESS)
        status = cublasLtMatmul(handle, desc, alpha, copies[0], &flat[0], copies[1], &flat[1], beta,
                                copies[2], &flat[2], copies[3], &flat[3], NULL, NULL, 0, stream);
    if (status == CUBLAS_STATUS_SUCCESS) {
        const lt_layout *l = (const lt_layout *)layouts[3];
        status = lt_transform_run(stream, operand_of(&flat[3], copies[3], false), nothing,
                                  operand_of(layouts[3], given[3], false), (long long)l->rows,
                                  (long long)l->columns, one, none);
    }
    for (void *copy : copies)
        if (copy)
            cudaFreeAsync(copy, stream);
    return status;
}
