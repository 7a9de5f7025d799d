/* SPDX-License-Identifier: BSD-3-Clause */
/* Tensor maps: see simgpu/driver/tensor_map.h. */
#include "runtime/include/cuda.h"
#include <string.h>

/* Whether sizes, strides and box are what the manual allows. */
static int is_good(cuuint32_t rank, cuuint32_t bytes, cuuint64_t address, const cuuint64_t *sizes,
                   const cuuint64_t *strides, const cuuint32_t *box, CUtensorMapSwizzle swizzle)
{
    if (rank < 1 || rank > 5 || address % 16 != 0 || (cuuint64_t)box[0] * bytes % 16 != 0)
        return 0;
    if (swizzle != CU_TENSOR_MAP_SWIZZLE_NONE && box[0] * bytes > 16u << swizzle)
        return 0;
    for (cuuint32_t d = 0; d < rank; d++)
        if (sizes[d] < 1 || sizes[d] > 1ull << 32 || box[d] < 1 || box[d] > 256 ||
            (d > 0 && (strides[d - 1] % 16 != 0 || strides[d - 1] >= 1ull << 40)))
            return 0;
    return 1;
}

CUresult cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank,
                                void *address, const cuuint64_t *sizes, const cuuint64_t *strides,
                                const cuuint32_t *box, const cuuint32_t *element_strides,
                                CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill)
{
    static const unsigned char element_bytes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
    unsigned char *out = (unsigned char *)map;
    (void)promotion;
    if (!map || !address || !sizes || !box || (rank > 1 && !strides) || (unsigned)type > 12 ||
        !is_good(rank, element_bytes[type], (cuuint64_t)address, sizes, strides, box, swizzle))
        return CUDA_ERROR_INVALID_VALUE;
    if (interleave != CU_TENSOR_MAP_INTERLEAVE_NONE)
        return CUDA_ERROR_NOT_SUPPORTED;
    memset(map, 0, sizeof *map);
    memcpy(out, "simgpuTM", 8);
    memcpy(out + 8, &address, 8);
    out[16] = (unsigned char)rank;
    out[17] = element_bytes[type];
    out[18] = (unsigned char)swizzle;
    out[19] = (unsigned char)fill;
    out[92] = (unsigned char)type;
    for (cuuint32_t d = 0; d < rank; d++) {
        cuuint32_t size = (cuuint32_t)(sizes[d] >> 32 ? 0xffffffffu : sizes[d]);
        if (element_strides && element_strides[d] != 1)
            return CUDA_ERROR_NOT_SUPPORTED;
        memcpy(out + 20 + 4 * d, &size, 4);
        memcpy(out + 72 + 4 * d, &box[d], 4);
        if (d > 0)
            memcpy(out + 40 + 8 * (d - 1), &strides[d - 1], 8);
    }
    return CUDA_SUCCESS;
}
