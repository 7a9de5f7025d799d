/* SPDX-License-Identifier: BSD-3-Clause */
/* cuBLASLt's questions about algorithms. There is one, with the number 0. Other numbers, which a
 * program may know from a GPU, mean it, too. What a program prefers or sets is kept, answered, and
 * changes nothing.
 */
#include "../../common/refuse.h"
#include "lt_attributes.h"

/* What lies in an algorithm. */
struct lt_algorithm {
    int32_t id;
    uint32_t tile;
    int32_t split;
    uint32_t reduction, swizzle, option, stages;
    uint16_t inner, cluster;
    uint32_t alignment[4]; /* bytes of an element of A, B, C, D; 0: nobody has said */
};
struct lt_preference {
    uint32_t search, reductions;
    uint64_t workspace, implementations;
    uint32_t alignment[4];
    float waves;
};
struct lt_emulation {
    int32_t strategy, special_values, control, most_bits, offset;
    int32_t *bits;
};
static_assert(sizeof(lt_emulation) <= sizeof(cublasLtEmulationDescOpaque_t), "it must fit");
static_assert(sizeof(lt_algorithm) <= sizeof(cublasLtMatmulAlgo_t), "an algorithm must fit");
static_assert(sizeof(lt_preference) <= sizeof(cublasLtMatmulPreferenceOpaque_t), "it must fit");

static const lt_attribute configurations[] = {
    FIELD(CUBLASLT_ALGO_CONFIG_ID, lt_algorithm, id),
    FIELD(CUBLASLT_ALGO_CONFIG_TILE_ID, lt_algorithm, tile),
    FIELD(CUBLASLT_ALGO_CONFIG_SPLITK_NUM, lt_algorithm, split),
    FIELD(CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME, lt_algorithm, reduction),
    FIELD(CUBLASLT_ALGO_CONFIG_CTA_SWIZZLING, lt_algorithm, swizzle),
    FIELD(CUBLASLT_ALGO_CONFIG_CUSTOM_OPTION, lt_algorithm, option),
    FIELD(CUBLASLT_ALGO_CONFIG_STAGES_ID, lt_algorithm, stages),
    FIELD(CUBLASLT_ALGO_CONFIG_INNER_SHAPE_ID, lt_algorithm, inner),
    FIELD(CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID, lt_algorithm, cluster),
};
static const lt_attribute preferences[] = {
    FIELD(CUBLASLT_MATMUL_PREF_SEARCH_MODE, lt_preference, search),
    FIELD(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, lt_preference, workspace),
    FIELD(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, lt_preference, reductions),
    FIELD(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, lt_preference, alignment[0]),
    FIELD(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, lt_preference, alignment[1]),
    FIELD(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, lt_preference, alignment[2]),
    FIELD(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, lt_preference, alignment[3]),
    FIELD(CUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT, lt_preference, waves),
    FIELD(CUBLASLT_MATMUL_PREF_IMPL_MASK, lt_preference, implementations),
};

static const lt_attribute emulations[] = {
    FIELD(CUBLASLT_EMULATION_DESC_STRATEGY, lt_emulation, strategy),
    FIELD(CUBLASLT_EMULATION_DESC_SPECIAL_VALUES_SUPPORT, lt_emulation, special_values),
    FIELD(CUBLASLT_EMULATION_DESC_FIXEDPOINT_MANTISSA_CONTROL, lt_emulation, control),
    FIELD(CUBLASLT_EMULATION_DESC_FIXEDPOINT_MAX_MANTISSA_BIT_COUNT, lt_emulation, most_bits),
    FIELD(CUBLASLT_EMULATION_DESC_FIXEDPOINT_MANTISSA_BIT_OFFSET, lt_emulation, offset),
    FIELD(CUBLASLT_EMULATION_DESC_FIXEDPOINT_MANTISSA_BIT_COUNT_POINTER, lt_emulation, bits),
};

/* What the algorithm can: numbers that are not here are 0, and lists of tiles and stages empty. */
static const struct {
    int number;
    uint64_t value;
} capabilities[] = {
    {CUBLASLT_ALGO_CAP_STRIDED_BATCH_SUPPORT, 1},
    {CUBLASLT_ALGO_CAP_OUT_OF_PLACE_RESULT_SUPPORT, 1},
    {CUBLASLT_ALGO_CAP_POINTER_MODE_MASK,
     CUBLASLT_POINTER_MODE_MASK_HOST | CUBLASLT_POINTER_MODE_MASK_DEVICE},
    {CUBLASLT_ALGO_CAP_EPILOGUE_MASK,
     CUBLASLT_EPILOGUE_DEFAULT | CUBLASLT_EPILOGUE_RELU_BIAS | CUBLASLT_EPILOGUE_GELU_AUX_BIAS |
         CUBLASLT_EPILOGUE_DGELU_BGRAD | CUBLASLT_EPILOGUE_BGRADA | CUBLASLT_EPILOGUE_BGRADB},
    {CUBLASLT_ALGO_CAP_NUMERICAL_IMPL_FLAGS, CUBLASLT_NUMERICAL_IMPL_FLAGS_FMA},
};

/* Is there a product of these types? */
static cublasStatus_t check_types(cublasLtHandle_t handle, cublasComputeType_t compute,
                                  cudaDataType scale, const cudaDataType types[4])
{
    cublasLtMatmulDescOpaque_t desc;
    cublasLtMatrixLayoutOpaque_t layouts[4];
    cublasLtMatmulHeuristicResult_t result;
    cublasLtMatmulDescInit(&desc, compute, scale);
    for (int i = 0; i < 4; i++)
        cublasLtMatrixLayoutInit(&layouts[i], types[i], 16, 16, 16);
    return cublasLtMatmulAlgoCheck(handle, &desc, &layouts[0], &layouts[1], &layouts[2],
                                   &layouts[3], NULL, &result);
}

extern "C" {

cublasStatus_t cublasLtMatmulAlgoGetIds(cublasLtHandle_t handle, cublasComputeType_t compute,
                                        cudaDataType scale, cudaDataType a, cudaDataType b,
                                        cudaDataType c, cudaDataType d, int wanted, int ids[],
                                        int *found)
{
    const cudaDataType types[4] = {a, b, c, d};
    CHECK_HANDLE(handle);
    CHECK_VALUE(wanted > 0 && ids && found);
    *found = 0;
    const cublasStatus_t status = check_types(handle, compute, scale, types);
    if (status == CUBLAS_STATUS_SUCCESS)
        ids[(*found)++] = 0;
    return status;
}
cublasStatus_t cublasLtMatmulAlgoInit(cublasLtHandle_t handle, cublasComputeType_t compute,
                                      cudaDataType scale, cudaDataType a, cudaDataType b,
                                      cudaDataType c, cudaDataType d, int id,
                                      cublasLtMatmulAlgo_t *algorithm)
{
    const cudaDataType types[4] = {a, b, c, d};
    CHECK_HANDLE(handle);
    CHECK_VALUE(algorithm && id >= 0);
    memset(algorithm, 0, sizeof *algorithm);
    ((lt_algorithm *)algorithm)->id = id;
    for (int i = 0; i < 4; i++)
        ((lt_algorithm *)algorithm)->alignment[i] = (uint32_t)lt_bytes(types[i]);
    return check_types(handle, compute, scale, types);
}
cublasStatus_t cublasLtMatmulAlgoCapGetAttribute(const cublasLtMatmulAlgo_t *algorithm,
                                                 cublasLtMatmulAlgoCapAttributes_t attribute,
                                                 void *value, size_t bytes, size_t *written)
{
    CHECK_VALUE(algorithm && (value || written) && attribute >= 0 &&
                attribute <= CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_D_BYTES);
    uint64_t answer = 0;
    size_t needed = attribute == CUBLASLT_ALGO_CAP_NUMERICAL_IMPL_FLAGS ? 8 : 4;
    if (attribute == CUBLASLT_ALGO_CAP_TILE_IDS || attribute == CUBLASLT_ALGO_CAP_STAGES_IDS)
        needed = 0;
    for (const auto &row : capabilities)
        if (row.number == attribute)
            answer = row.value;
    if (attribute >= CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_A_BYTES) {
        answer = ((const lt_algorithm *)algorithm)
                     ->alignment[attribute - CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_A_BYTES];
        answer = answer ? answer : 1;
    }
    if (written)
        *written = needed;
    if (bytes == 0 || needed == 0)
        return CUBLAS_STATUS_SUCCESS;
    CHECK_VALUE(value && bytes >= needed);
    memcpy(value, &answer, needed);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t
cublasLtMatmulAlgoConfigSetAttribute(cublasLtMatmulAlgo_t *algorithm,
                                     cublasLtMatmulAlgoConfigAttributes_t attribute,
                                     const void *value, size_t bytes)
{
    CHECK_VALUE(attribute != CUBLASLT_ALGO_CONFIG_ID); /* it is read only */
    return attribute_set(configurations, algorithm, attribute, value, bytes, __func__);
}
cublasStatus_t
cublasLtMatmulAlgoConfigGetAttribute(const cublasLtMatmulAlgo_t *algorithm,
                                     cublasLtMatmulAlgoConfigAttributes_t attribute, void *value,
                                     size_t bytes, size_t *written)
{
    return attribute_get(configurations, algorithm, attribute, value, bytes, written, __func__);
}

cublasStatus_t cublasLtMatmulPreferenceInit(cublasLtMatmulPreference_t preference)
{
    CHECK_VALUE(preference);
    memset(preference, 0, sizeof *preference);
    *(lt_preference *)preference = {CUBLASLT_SEARCH_BEST_FIT,
                                    CUBLASLT_REDUCTION_SCHEME_MASK,
                                    0,
                                    ~0ull,
                                    {256, 256, 256, 256},
                                    0};
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *preference)
{
    CHECK_VALUE(preference);
    *preference = new cublasLtMatmulPreferenceOpaque_t;
    return cublasLtMatmulPreferenceInit(*preference);
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference)
{
    delete preference;
    return CUBLAS_STATUS_SUCCESS;
}
/* Preferences that only other releases have are taken, too: none changes anything. */
cublasStatus_t
cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t preference,
                                     cublasLtMatmulPreferenceAttributes_t attribute,
                                     const void *value, size_t bytes)
{
    CHECK_VALUE(preference && value);
    for (const lt_attribute &row : preferences)
        if (row.number == (int)attribute)
            return attribute_set(preferences, preference, attribute, value, bytes, __func__);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t
cublasLtMatmulPreferenceGetAttribute(cublasLtMatmulPreference_t preference,
                                     cublasLtMatmulPreferenceAttributes_t attribute, void *value,
                                     size_t bytes, size_t *written)
{
    return attribute_get(preferences, preference, attribute, value, bytes, written, __func__);
}

/* ---- emulated floats ---- */

cublasStatus_t cublasLtEmulationDescInit(cublasLtEmulationDesc_t desc)
{
    CHECK_VALUE(desc);
    memset(desc, 0, sizeof *desc);
    ((lt_emulation *)desc)->special_values = CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtEmulationDescCreate(cublasLtEmulationDesc_t *desc)
{
    CHECK_VALUE(desc);
    *desc = new cublasLtEmulationDescOpaque_t;
    return cublasLtEmulationDescInit(*desc);
}
cublasStatus_t cublasLtEmulationDescDestroy(cublasLtEmulationDesc_t desc)
{
    delete desc;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtEmulationDescSetAttribute(cublasLtEmulationDesc_t desc,
                                                 cublasLtEmulationDescAttributes_t attribute,
                                                 const void *value, size_t bytes)
{
    return attribute_set(emulations, desc, attribute, value, bytes, __func__);
}
cublasStatus_t cublasLtEmulationDescGetAttribute(cublasLtEmulationDesc_t desc,
                                                 cublasLtEmulationDescAttributes_t attribute,
                                                 void *value, size_t bytes, size_t *written)
{
    return attribute_get(emulations, desc, attribute, value, bytes, written, __func__);
}
}
