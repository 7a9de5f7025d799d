/* SPDX-License-Identifier: BSD-3-Clause */
/* Names and sizes of PTX's fundamental types. Source: PTX ISA, section 5.2. */
#include "workloads/ptx/syntax/ptx.h"
#include <string.h>

struct type_facts {
    const char *name;
    unsigned bytes;
};

static const struct type_facts types[PTX_TYPES] = {
    [PTX_TYPE_NONE] = {"none", 0},  [PTX_PRED] = {"pred", 1},
    [PTX_B8] = {"b8", 1},           [PTX_B16] = {"b16", 2},
    [PTX_B32] = {"b32", 4},         [PTX_B64] = {"b64", 8},
    [PTX_B128] = {"b128", 16},      [PTX_U8] = {"u8", 1},
    [PTX_U16] = {"u16", 2},         [PTX_U32] = {"u32", 4},
    [PTX_U64] = {"u64", 8},         [PTX_S8] = {"s8", 1},
    [PTX_S16] = {"s16", 2},         [PTX_S32] = {"s32", 4},
    [PTX_S64] = {"s64", 8},         [PTX_F16] = {"f16", 2},
    [PTX_F16X2] = {"f16x2", 4},     [PTX_BF16] = {"bf16", 2},
    [PTX_BF16X2] = {"bf16x2", 4},   [PTX_TF32] = {"tf32", 4},
    [PTX_F32] = {"f32", 4},         [PTX_F64] = {"f64", 8},
    [PTX_TEXREF] = {"texref", 8},   [PTX_SAMPLERREF] = {"samplerref", 8},
    [PTX_SURFREF] = {"surfref", 8},
};

unsigned ptx_type_bytes(enum ptx_type type)
{
    return types[type].bytes;
}

const char *ptx_type_name(enum ptx_type type)
{
    return types[type].name;
}

enum ptx_type ptx_type_from_name(const char *name)
{
    for (int type = PTX_TYPE_NONE + 1; type < PTX_TYPES; type++)
        if (strcmp(types[type].name, name) == 0)
            return (enum ptx_type)type;
    return PTX_TYPE_NONE;
}
