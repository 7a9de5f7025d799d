/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/tensor_form.h"

#include <stdio.h>
#include <string.h>

struct form {
    const char *name, *mnemonic, *modifiers;
    struct tensor_shape shape;
};

#define DENSE(rows, depth, values)                                                                 \
    {                                                                                              \
        rows, depth, TENSOR_VALUES_##values, false, false, false                                   \
    }
#define SHORT(rows, depth, values) /* dense, with sums of .f16 */                                  \
    {                                                                                              \
        rows, depth, TENSOR_VALUES_##values, true, false, false                                    \
    }
#define SPARSE(rows, depth, values, half)                                                          \
    {                                                                                              \
        rows, depth, TENSOR_VALUES_##values, half, true, false                                     \
    }
#define STEP(half)                                                                                 \
    {                                                                                              \
        8, 4, TENSOR_VALUES_F16, half, false, true                                                 \
    }

static const struct form forms[] = {
    {NULL, NULL, NULL, {0, 0, 0, false, false, false}},
    {"hmma.884.f32", "HMMA", ".884.F32.F32", DENSE(8, 4, F16)},
    {"hmma.884.f16", "HMMA", ".884.F16.F16", SHORT(8, 4, F16)},
    {"hmma.884.f32.step", "HMMA", ".884.F32.F32.STEP0", STEP(false)},
    {"hmma.884.f16.step", "HMMA", ".884.F16.F16.STEP0", STEP(true)},
    {"hmma.1688.f32", "HMMA", ".1688.F32", DENSE(16, 8, F16)},
    {"hmma.1688.f16", "HMMA", ".1688.F16", SHORT(16, 8, F16)},
    {"hmma.1688.f32.bf16", "HMMA", ".1688.F32.BF16", DENSE(16, 8, BF16)},
    {"hmma.1688.f32.tf32", "HMMA", ".1688.F32.TF32", DENSE(16, 8, TF32)},
    {"hmma.1684.f32.tf32", "HMMA", ".1684.F32.TF32", DENSE(16, 4, TF32)},
    {"hmma.16816.f32", "HMMA", ".16816.F32", DENSE(16, 16, F16)},
    {"hmma.16816.f16", "HMMA", ".16816.F16", SHORT(16, 16, F16)},
    {"hmma.16816.f32.bf16", "HMMA", ".16816.F32.BF16", DENSE(16, 16, BF16)},
    {"hmma.sp.16816.f32", "HMMA", ".SP.16816.F32", SPARSE(16, 16, F16, false)},
    {"hmma.sp.16816.f16", "HMMA", ".SP.16816.F16", SPARSE(16, 16, F16, true)},
    {"hmma.sp.16816.f32.bf16", "HMMA", ".SP.16816.F32.BF16", SPARSE(16, 16, BF16, false)},
    {"hmma.sp.16816.f32.tf32", "HMMA", ".SP.16816.F32.TF32", SPARSE(16, 16, TF32, false)},
    {"hmma.sp.1688.f32.tf32", "HMMA", ".SP.1688.F32.TF32", SPARSE(16, 8, TF32, false)},
    {"hmma.sp.16832.f32", "HMMA", ".SP.16832.F32", SPARSE(16, 32, F16, false)},
    {"hmma.sp.16832.f16", "HMMA", ".SP.16832.F16", SPARSE(16, 32, F16, true)},
    {"hmma.sp.16832.f32.bf16", "HMMA", ".SP.16832.F32.BF16", SPARSE(16, 32, BF16, false)},
    {"imma.8816.s8", "IMMA", ".8816.S8.S8", DENSE(8, 16, I8)},
    {"imma.16816.s8", "IMMA", ".16816.S8.S8", DENSE(16, 16, I8)},
    {"imma.16832.s8", "IMMA", ".16832.S8.S8", DENSE(16, 32, I8)},
    {"imma.8832.s4", "IMMA", ".8832.S4.S4", DENSE(8, 32, I4)},
    {"imma.16832.s4", "IMMA", ".16832.S4.S4", DENSE(16, 32, I4)},
    {"imma.16864.s4", "IMMA", ".16864.S4.S4", DENSE(16, 64, I4)},
    {"imma.sp.16832.s8", "IMMA", ".SP.16832.S8.S8", SPARSE(16, 32, I8, false)},
    {"imma.sp.16864.s8", "IMMA", ".SP.16864.S8.S8", SPARSE(16, 64, I8, false)},
    {"imma.sp.16864.s4", "IMMA", ".SP.16864.S4.S4", SPARSE(16, 64, I4, false)},
    {"imma.sp.168128.s4", "IMMA", ".SP.168128.S4.S4", SPARSE(16, 128, I4, false)},
    {"bmma.88128", "BMMA", ".88128.XOR.POPC", DENSE(8, 128, B1)},
    {"bmma.168128", "BMMA", ".168128.XOR.POPC", DENSE(16, 128, B1)},
    {"bmma.168256", "BMMA", ".168256.XOR.POPC", DENSE(16, 256, B1)},
    {"dmma.884", "DMMA", ".884.F64", DENSE(8, 4, F64)},
    {"dmma.1684", "DMMA", ".1684.F64", DENSE(16, 4, F64)},
    {"dmma.1688", "DMMA", ".1688.F64", DENSE(16, 8, F64)},
    {"dmma.16816", "DMMA", ".16816.F64", DENSE(16, 16, F64)},
    {"qmma.16816.f32.e4m3", "QMMA", ".16816.F32.E4M3.E4M3", DENSE(16, 16, F8)},
    {"qmma.16816.f16.e4m3", "QMMA", ".16816.F16.E4M3.E4M3", SHORT(16, 16, F8)},
    {"qmma.16832.f32.e4m3", "QMMA", ".16832.F32.E4M3.E4M3", DENSE(16, 32, F8)},
    {"qmma.16832.f16.e4m3", "QMMA", ".16832.F16.E4M3.E4M3", SHORT(16, 32, F8)},
    {"hgmma.16.f32", "HGMMA", ".F32", DENSE(TENSOR_GROUP_ROWS, 16, F16)},
    {"hgmma.16.f16", "HGMMA", ".F16", SHORT(TENSOR_GROUP_ROWS, 16, F16)},
    {"hgmma.16.f32.bf16", "HGMMA", ".F32.BF16", DENSE(TENSOR_GROUP_ROWS, 16, BF16)},
    {"hgmma.8.f32.tf32", "HGMMA", ".F32.TF32", DENSE(TENSOR_GROUP_ROWS, 8, TF32)},
    {"qgmma.32.f32.e4m3", "QGMMA", ".F32.E4M3.E4M3", DENSE(TENSOR_GROUP_ROWS, 32, F8)},
    {"qgmma.32.f16.e4m3", "QGMMA", ".F16.E4M3.E4M3", SHORT(TENSOR_GROUP_ROWS, 32, F8)},
    {"igmma.32.s8", "IGMMA", ".S8.S8", DENSE(TENSOR_GROUP_ROWS, 32, I8)},
    {"bgmma.256", "BGMMA", ".AND.POPC", DENSE(TENSOR_GROUP_ROWS, 256, B1)},
};

enum { FORMS = sizeof forms / sizeof forms[0], COLUMNS = 8 };
_Static_assert(sizeof forms / sizeof forms[0] <= TENSOR_FORMS,
               "each form has a place in a platform's table");

uint8_t tensor_form_of(const struct tensor_shape *shape)
{
    for (uint8_t form = 1; form < FORMS; form++) {
        const struct tensor_shape *s = &forms[form].shape;
        if (s->rows == shape->rows && s->depth == shape->depth && s->values == shape->values &&
            s->half_sums == shape->half_sums && s->sparse == shape->sparse &&
            s->step == shape->step)
            return form;
    }
    return TENSOR_FORM_OTHER;
}

const char *tensor_form_name(unsigned form)
{
    return form < FORMS ? forms[form].name : NULL;
}

const char *tensor_form_mnemonic(unsigned form)
{
    return forms[form].mnemonic;
}

const char *tensor_form_modifiers(unsigned form)
{
    return forms[form].modifiers;
}

const struct tensor_shape *tensor_form_shape(unsigned form)
{
    return &forms[form].shape;
}

/* ---- opcodes -------------------------------------------------------------------------------- */

/* What an opcode has said so far. */
struct reading {
    struct tensor_shape shape;
    unsigned columns;
    bool has_sums;
};

static bool is(const char *word, size_t length, const char *wanted)
{
    return strlen(wanted) == length && memcmp(word, wanted, length) == 0;
}

/* "16816": rows 8 or 16, columns 8, depth. */
static void read_tile(struct reading *r, const char *word, size_t length)
{
    const size_t rows = *word == '8' ? 1 : 2;
    r->shape.rows = rows == 1 ? 8 : 16;
    for (size_t i = rows + 1; i < length && i < rows + 4; i++)
        r->shape.depth = (uint16_t)(r->shape.depth * 10 + (word[i] - '0'));
}

/* "64x128x16" of a warp group. False if it is none. */
static bool read_group(struct reading *r, const char *word, size_t length)
{
    char text[16];
    unsigned rows, columns, depth;
    if (length >= sizeof text || !memchr(word, 'x', length))
        return false;
    memcpy(text, word, length);
    text[length] = '\0';
    if (sscanf(text, "%3ux%3ux%3u", &rows, &columns, &depth) != 3)
        return false;
    r->shape.rows = (uint16_t)rows;
    r->shape.depth = (uint16_t)depth;
    r->columns = columns;
    return true;
}

static void read_word(struct reading *r, const char *word, size_t length)
{
    static const struct {
        const char *word;
        enum tensor_values values;
    } types[] = {
        {"BF16", TENSOR_VALUES_BF16},  {"E8M7", TENSOR_VALUES_BF16}, {"TF32", TENSOR_VALUES_TF32},
        {"E8M10", TENSOR_VALUES_TF32}, {"E4M3", TENSOR_VALUES_F8},   {"E5M2", TENSOR_VALUES_F8},
        {"F64", TENSOR_VALUES_F64},    {"S8", TENSOR_VALUES_I8},     {"U8", TENSOR_VALUES_I8},
        {"S4", TENSOR_VALUES_I4},      {"U4", TENSOR_VALUES_I4},     {"POPC", TENSOR_VALUES_B1}};
    if (*word >= '0' && *word <= '9') {
        if (!read_group(r, word, length))
            read_tile(r, word, length);
        return;
    }
    for (unsigned i = 0; i < sizeof types / sizeof types[0]; i++)
        if (is(word, length, types[i].word))
            r->shape.values = (uint8_t)types[i].values;
    r->shape.sparse |= is(word, length, "SP");
    r->shape.step |= length == 5 && memcmp(word, "STEP", 4) == 0;
    if (!r->has_sums && (is(word, length, "F16") || is(word, length, "F32"))) {
        r->has_sums = true; /* the first is D's type, a second one C's */
        r->shape.half_sums = word[1] == '1';
    }
}

uint8_t tensor_form_find(const char *opcode, size_t length, uint8_t *columns)
{
    const char *end = opcode + length, *dot = memchr(opcode, '.', length);
    struct reading r = {.columns = COLUMNS};
    if (*opcode == 'D')
        r.shape.values = TENSOR_VALUES_F64;
    while (dot) {
        const char *word = dot + 1;
        dot = memchr(word, '.', (size_t)(end - word));
        size_t n = (size_t)((dot ? dot : end) - word);
        if (n > 0)
            read_word(&r, word, n);
    }
    *columns = (uint8_t)(r.columns / COLUMNS);
    return tensor_form_of(&r.shape);
}
