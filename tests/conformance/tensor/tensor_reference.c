/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/conformance/tensor/tensor_reference.h"
#include "tests/conformance/exact.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { MOST_ROWS = 16, MOST_DEPTH = 256, COLUMNS = 8, QUAD_LANES = 8, NONE = 1024 };

static const struct float_format format_tf32 = {"tf32", 32, 8, 23};

const struct tensor_type *tensor_type_find(const char *name)
{
    static const struct tensor_type types[] = {
        {"f16", 16, &format_f16, true},   {"bf16", 16, &format_bf16, true},
        {"tf32", 32, &format_tf32, true}, {"e4m3", 8, &format_e4m3, true},
        {"e5m2", 8, &format_e5m2, true},  {"f32", 32, &format_f32, true},
        {"f64", 64, &format_f64, true},   {"s8", 8, NULL, true},
        {"u8", 8, NULL, false},           {"s4", 4, NULL, true},
        {"u4", 4, NULL, false},           {"b1", 1, NULL, false},
        {"s32", 32, NULL, true}};
    for (unsigned i = 0; i < G_N_ELEMENTS(types); i++)
        if (strcmp(types[i].name, name) == 0)
            return &types[i];
    return NULL;
}

const struct tensor_shape tensor_shapes[] = {
    {"m8n8k4", "f16", 8, 4, {0}, {0}}, /* quads */
    {"m16n8k8", "f16 bf16", 16, 8, {2, 2, NONE, 0}, {2, 0, NONE, 0}},
    {"m16n8k16", "f16 bf16", 16, 16, {2, 2, 4, 8}, {2, 0, 2, 8}},
    {"m16n8k4", "tf32 f64", 16, 4, {1, 1, NONE, 0}, {1, 0, NONE, 0}},
    {"m16n8k8", "tf32 f64", 16, 8, {1, 1, 2, 4}, {1, 0, 1, 4}},
    {"m16n8k16", "f64", 16, 16, {1, 1, 2, 4}, {1, 0, 1, 4}},
    {"m8n8k4", "f64", 8, 4, {1, 0, NONE, 0}, {1, 0, NONE, 0}},
    {"m8n8k16", "s8 u8", 8, 16, {4, 0, NONE, 0}, {4, 0, NONE, 0}},
    {"m16n8k16", "s8 u8 e4m3 e5m2", 16, 16, {4, 4, NONE, 0}, {4, 0, NONE, 0}},
    {"m16n8k32", "s8 u8 e4m3 e5m2", 16, 32, {4, 4, 8, 16}, {4, 0, 4, 16}},
    {"m8n8k32", "s4 u4", 8, 32, {8, 0, NONE, 0}, {8, 0, NONE, 0}},
    {"m16n8k32", "s4 u4", 16, 32, {8, 8, NONE, 0}, {8, 0, NONE, 0}},
    {"m16n8k64", "s4 u4", 16, 64, {8, 8, 16, 32}, {8, 0, 8, 32}},
    {"m8n8k128", "b1", 8, 128, {32, 0, NONE, 0}, {32, 0, NONE, 0}},
    {"m16n8k128", "b1", 16, 128, {32, 32, NONE, 0}, {32, 0, NONE, 0}},
    {"m16n8k256", "b1", 16, 256, {32, 32, 64, 128}, {32, 0, 32, 128}},
};
const unsigned tensor_n_shapes = G_N_ELEMENTS(tensor_shapes);

/* ---- registers ------------------------------------------------------------------------------ */

static unsigned elements_of(const struct tensor_form *form, enum tensor_operand operand)
{
    const unsigned rows = operand == TENSOR_B ? COLUMNS : form->shape->rows;
    const unsigned columns = operand == TENSOR_A || operand == TENSOR_B ? form->shape->depth : 8;
    return rows * columns / (form->quads ? QUAD_LANES : TENSOR_LANES);
}

unsigned tensor_register_bits(const struct tensor_form *form, enum tensor_operand operand)
{
    return form->type[operand]->bits == 64 ? 64 : 32;
}

unsigned tensor_registers(const struct tensor_form *form, enum tensor_operand operand)
{
    return elements_of(form, operand) * form->type[operand]->bits /
           tensor_register_bits(form, operand);
}

/* Element i of what a lane holds. */
static uint64_t element(const struct tensor_form *form, const struct tensor_warp *warp,
                        enum tensor_operand operand, unsigned lane, unsigned i)
{
    const unsigned bits = form->type[operand]->bits;
    const unsigned per = tensor_register_bits(form, operand) / bits;
    return warp->of[operand][lane][i / per] >> i % per * bits & bits_below(bits);
}

static void put(const struct tensor_form *form, struct tensor_warp *warp, unsigned lane, unsigned i,
                uint64_t value)
{
    const unsigned bits = form->type[TENSOR_D]->bits;
    const unsigned per = tensor_register_bits(form, TENSOR_D) / bits;
    uint64_t *word = &warp->of[TENSOR_D][lane][i / per];
    *word = (i % per == 0 ? 0 : *word) | value << i % per * bits;
}

/* ---- places --------------------------------------------------------------------------------- */

struct at {
    unsigned row, column;
};

static struct at fragment_at(const struct tensor_form *form, enum tensor_operand operand,
                             unsigned lane, unsigned i)
{
    const unsigned group = lane >> 2, in_group = lane & 3;
    if (operand == TENSOR_C || operand == TENSOR_D)
        return (struct at){i < 2 ? group : group + 8, in_group * 2 + (i & 1)};
    const struct tensor_place *p = operand == TENSOR_A ? &form->shape->a : &form->shape->b;
    const unsigned along = in_group * p->width + i % p->width + i / p->from * p->far;
    if (operand == TENSOR_B)
        return (struct at){along, group};
    return (struct at){group + (i & p->tall ? 8 : 0), along};
}

static struct at quad_at(const struct tensor_form *form, enum tensor_operand operand, unsigned lane,
                         unsigned i)
{
    const unsigned four = lane < 16 ? 0 : 4;
    if (operand == TENSOR_A)
        return form->a_column ? (struct at){i + four, lane % 4} : (struct at){lane % 4 + four, i};
    if (operand == TENSOR_B)
        return form->b_column ? (struct at){i, lane % 4 + four} : (struct at){lane % 4, i + four};
    if (form->type[operand]->bits == 16)
        return (struct at){lane % 4 + four, i};
    return (struct at){(lane & 1) + (i & 2) + four, (i & 4) + (lane & 2) + (i & 1)};
}

/* ---- sums ----------------------------------------------------------------------------------- */

struct matrices {
    uint64_t a[MOST_ROWS][MOST_DEPTH], b[COLUMNS][MOST_DEPTH], c[MOST_ROWS][COLUMNS];
};

static int64_t integer(const struct tensor_type *type, uint64_t bits)
{
    const unsigned up = 64 - type->bits;
    return type->is_signed ? (int64_t)(bits << up) >> up : (int64_t)bits;
}

static uint64_t integer_sum(const struct tensor_form *form, unsigned depth, const uint64_t as[],
                            const uint64_t bs[], uint64_t c)
{
    int64_t sum = integer(form->type[TENSOR_C], c);
    for (unsigned k = 0; k < depth; k++) {
        const int64_t a = integer(form->type[TENSOR_A], as[k]);
        const int64_t b = integer(form->type[TENSOR_B], bs[k]);
        sum += form->type[TENSOR_A]->bits > 1 ? a * b : form->is_and ? (a & b) : (a ^ b);
    }
    if (form->saturates)
        sum = CLAMP(sum, INT32_MIN, INT32_MAX);
    return (uint32_t)sum;
}

/* .e4m3 has numbers where other formats have infinities, and one NaN. */
static uint64_t byte_widened(const struct float_format *wide, uint64_t bits)
{
    const int exponent = (int)(bits >> 3 & 15), mantissa = (int)(bits & 7);
    if ((bits & 0x7f) == 0x7f)
        return exact_nan(wide);
    const double x = exponent ? ldexp(8 + mantissa, exponent - 10) : ldexp(mantissa, -9);
    return exact_nearest(wide, bits >> 7 ? -x : x);
}

static uint64_t widened(const struct float_format *wide, const struct tensor_type *type,
                        uint64_t bits)
{
    if (type->format == wide)
        return bits;
    if (type->format == &format_tf32)
        return bits & 0xffffe000;
    if (type->format == &format_e4m3)
        return byte_widened(wide, bits);
    return exact_convert(wide, type->format, EXACT_RN, bits);
}

unsigned tensor_rounding(const char *word)
{
    return !word || word[1] == 'n' ? EXACT_RN
           : word[1] == 'z'        ? EXACT_RZ
           : word[1] == 'm'        ? EXACT_RM
                                   : EXACT_RP;
}

static uint64_t float_sum(const struct tensor_form *form, unsigned depth, const uint64_t as[],
                          const uint64_t bs[], uint64_t c)
{
    const bool is_double = form->type[TENSOR_D]->bits == 64;
    const struct float_format *wide = is_double ? &format_f64 : &format_f32;
    uint64_t sum = widened(wide, form->type[TENSOR_C], c);
    for (unsigned k = 0; k < depth; k++) {
        const uint64_t in[] = {widened(wide, form->type[TENSOR_A], as[k]),
                               widened(wide, form->type[TENSOR_B], bs[k]), sum};
        sum = exact_apply(wide, EXACT_FMA, tensor_rounding(form->rounding), in);
    }
    return form->type[TENSOR_D]->bits == 16 ? exact_convert(&format_f16, wide, EXACT_RN, sum) : sum;
}

uint64_t tensor_sum(const struct tensor_form *form, unsigned depth, const uint64_t a[],
                    const uint64_t b[], uint64_t c)
{
    return form->type[TENSOR_D]->format ? float_sum(form, depth, a, b, c)
                                        : integer_sum(form, depth, a, b, c);
}

/* One product, of the lanes: eight, or all of a warp. */
static void expect_of(const struct tensor_form *form, struct tensor_warp *warp,
                      const unsigned lanes[], unsigned n)
{
    struct at (*place)(const struct tensor_form *, enum tensor_operand, unsigned, unsigned) =
        form->quads ? quad_at : fragment_at;
    g_autofree struct matrices *m = g_new0(struct matrices, 1);
    for (unsigned k = 0; k < n; k++)
        for (unsigned operand = TENSOR_A; operand <= TENSOR_C; operand++)
            for (unsigned i = 0; i < elements_of(form, operand); i++) {
                const struct at at = place(form, operand, lanes[k], i);
                uint64_t *to = operand == TENSOR_A   ? &m->a[at.row][at.column]
                               : operand == TENSOR_B ? &m->b[at.column][at.row]
                                                     : &m->c[at.row][at.column];
                *to = element(form, warp, operand, lanes[k], i);
            }
    for (unsigned k = 0; k < n; k++)
        for (unsigned i = 0; i < elements_of(form, TENSOR_D); i++) {
            const struct at at = place(form, TENSOR_D, lanes[k], i);
            put(form, warp, lanes[k], i,
                tensor_sum(form, form->shape->depth, m->a[at.row], m->b[at.column],
                           m->c[at.row][at.column]));
        }
}

void tensor_expect(const struct tensor_form *form, struct tensor_warp *warp)
{
    unsigned lanes[TENSOR_LANES];
    for (unsigned quad = 0; quad < 4 && form->quads; quad++) {
        for (unsigned k = 0; k < QUAD_LANES; k++)
            lanes[k] = 4 * quad + (k < 4 ? k : 12 + k);
        expect_of(form, warp, lanes, QUAD_LANES);
    }
    for (unsigned k = 0; k < TENSOR_LANES; k++)
        lanes[k] = k;
    if (!form->quads)
        expect_of(form, warp, lanes, TENSOR_LANES);
}
