/* SPDX-License-Identifier: BSD-3-Clause */
/* wmma.load, wmma.mma and wmma.store of every shape, type and layout: random matrices in memory,
 * with gaps between their rows, against plain loops. Floats are added with MPFR: each sum c + a b
 * is rounded once. What fragments look like is left open, and not looked at. Source: PTX ISA 8.6,
 * section 9.7.14.4.
 */
#include "tests/conformance/conformance.h"
#include "tests/conformance/exact.h"
#include "tests/conformance/tensor/tensor_reference.h"
#include "tests/conformance/values.h"
#include "tests/workloads/ptx/test_exec_harness.h"

#include <check.h>
#include <string.h>

enum { ROUNDS = 1, REGION = 4096 };
enum where { IN_GLOBAL, IN_SHARED, IN_GENERIC, WHERES };

static const struct shape {
    const char *name, *types, *sums; /* d and c: pairs */
    unsigned m, n, k;
} shapes[] = {
    {"m16n16k16", "f16", "f32f32 f32f16 f16f32 f16f16", 16, 16, 16},
    {"m32n8k16", "f16", "f32f32 f32f16 f16f32 f16f16", 32, 8, 16},
    {"m8n32k16", "f16", "f32f32 f32f16 f16f32 f16f16", 8, 32, 16},
    {"m16n16k16", "bf16", "f32f32", 16, 16, 16},
    {"m32n8k16", "bf16", "f32f32", 32, 8, 16},
    {"m8n32k16", "bf16", "f32f32", 8, 32, 16},
    {"m16n16k8", "tf32", "f32f32", 16, 16, 8},
    {"m8n8k4", "f64", "f64f64", 8, 8, 4},
    {"m16n16k16", "s8 u8", "s32s32", 16, 16, 16},
    {"m32n8k16", "s8 u8", "s32s32", 32, 8, 16},
    {"m8n32k16", "s8 u8", "s32s32", 8, 32, 16},
    {"m8n8k32", "s4 u4", "s32s32", 8, 8, 32},
    {"m8n8k128", "b1", "s32s32", 8, 8, 128},
};

/* What is multiplied; columns: by operand, in its memory. bitwise: "xor" or "and". */
struct product {
    const struct shape *shape;
    const struct tensor_type *type[TENSOR_OPERANDS];
    bool column[TENSOR_OPERANDS], saturates;
    const char *bitwise, *rounding;
    enum where where;
};

static unsigned rows_of(const struct product *p, enum tensor_operand o)
{
    return o == TENSOR_B ? p->shape->k : p->shape->m;
}

static unsigned columns_of(const struct product *p, enum tensor_operand o)
{
    return o == TENSOR_A ? p->shape->k : p->shape->n;
}

/* Elements from a row, or column, to the next one: as many as 16 bytes more than it has. */
static unsigned stride_of(const struct product *p, enum tensor_operand o)
{
    const unsigned length = p->column[o] ? rows_of(p, o) : columns_of(p, o);
    return length + 128 / p->type[o]->bits;
}

/* The place of an element in its region, in bits. */
static unsigned place_of(const struct product *p, enum tensor_operand o, unsigned row,
                         unsigned column)
{
    const unsigned stride = stride_of(p, o);
    return (p->column[o] ? column * stride + row : row * stride + column) * p->type[o]->bits;
}

static uint64_t read_bits(const uint8_t *region, unsigned place, unsigned bits)
{
    uint64_t word = 0;
    memcpy(&word, region + place / 8, (bits + 7) / 8);
    return word >> place % 8 & bits_below(bits);
}

/* Of whole bytes. */
static void write_bits(uint8_t *region, unsigned place, unsigned bits, uint64_t value)
{
    memcpy(region + place / 8, &value, bits / 8);
}

/* ---- the reference --------------------------------------------------------------------------- */

static uint64_t widened(const struct tensor_type *type, uint64_t bits)
{
    const struct float_format *wide = type->bits == 64 ? &format_f64 : &format_f32;
    if (strcmp(type->name, "tf32") == 0)
        return bits & 0xffffe000;
    return type->format == wide ? bits : exact_convert(wide, type->format, EXACT_RN, bits);
}

static int64_t integer(const struct tensor_type *type, uint64_t bits)
{
    const unsigned up = 64 - type->bits;
    return type->is_signed ? (int64_t)(bits << up) >> up : (int64_t)bits;
}

static uint64_t sum_of(const struct product *p, const uint8_t *memory, unsigned row,
                       unsigned column)
{
    const struct tensor_type *const *type = p->type;
    const bool is_float = type[TENSOR_D]->format;
    const struct float_format *wide = type[TENSOR_A]->bits == 64 ? &format_f64 : &format_f32;
    const uint64_t c = read_bits(memory + TENSOR_C * REGION, place_of(p, TENSOR_C, row, column),
                                 type[TENSOR_C]->bits);
    int64_t total = integer(type[TENSOR_C], c);
    uint64_t sum = is_float ? widened(type[TENSOR_C], c) : 0;
    for (unsigned k = 0; k < p->shape->k; k++) {
        const uint64_t a = read_bits(memory + TENSOR_A * REGION, place_of(p, TENSOR_A, row, k),
                                     type[TENSOR_A]->bits);
        const uint64_t b = read_bits(memory + TENSOR_B * REGION, place_of(p, TENSOR_B, k, column),
                                     type[TENSOR_B]->bits);
        if (is_float)
            sum = exact_apply(
                wide, EXACT_FMA, tensor_rounding(p->rounding),
                (uint64_t[]){widened(type[TENSOR_A], a), widened(type[TENSOR_B], b), sum});
        else
            total += !p->bitwise          ? integer(type[TENSOR_A], a) * integer(type[TENSOR_B], b)
                     : *p->bitwise == 'a' ? (int64_t)(a & b)
                                          : (int64_t)(a ^ b);
    }
    if (is_float)
        return type[TENSOR_D]->bits == 16 ? exact_convert(&format_f16, wide, EXACT_RN, sum) : sum;
    return (uint32_t)(p->saturates ? CLAMP(total, INT32_MIN, INT32_MAX) : total);
}

/* Puts D into its region. */
static void expect(const struct product *p, uint8_t *memory)
{
    for (unsigned row = 0; row < p->shape->m; row++)
        for (unsigned column = 0; column < p->shape->n; column++)
            write_bits(memory + TENSOR_D * REGION, place_of(p, TENSOR_D, row, column),
                       p->type[TENSOR_D]->bits, sum_of(p, memory, row, column));
}

/* ---- kernels -------------------------------------------------------------------------------- */

static const char letters[] = "dabc";

/* Registers of a fragment. PTX ISA 8.6, section 9.7.14.4.1, "Matrix Fragments for WMMA". */
static unsigned registers_of(const struct product *p, enum tensor_operand o)
{
    const unsigned bits = p->type[o]->bits;
    const bool multiplicand = o == TENSOR_A || o == TENSOR_B;
    if (multiplicand && strcmp(p->type[o]->name, "f16") == 0)
        return 8;
    const unsigned elements = rows_of(p, o) * columns_of(p, o) / 32;
    return bits == 64 ? elements : elements * bits / 32;
}

static char *vector_of(const struct product *p, enum tensor_operand o)
{
    GString *text = g_string_new("{");
    for (unsigned r = 0; r < registers_of(p, o); r++)
        g_string_append_printf(text, "%s%%%c%u", r ? ", " : "", letters[o], r);
    g_string_append_c(text, '}');
    return g_string_free(text, FALSE);
}

static char *access_name(const struct product *p, enum tensor_operand o)
{
    static const char *const spaces[] = {".global", ".shared", ""};
    return g_strdup_printf("wmma.%s.%c.sync.aligned.%s.%s%s.%s", o == TENSOR_D ? "store" : "load",
                           letters[o], p->column[o] ? "col" : "row", p->shape->name,
                           spaces[p->where], p->type[o]->name);
}

static char *product_name(const struct product *p)
{
    const char *a = p->type[TENSOR_A]->name, *b = p->type[TENSOR_B]->name;
    const bool short_form = strcmp(a, "f16") == 0;
    g_autofree char *bitwise = p->bitwise ? g_strdup_printf(".%s.popc", p->bitwise) : g_strdup("");
    g_autofree char *middle = short_form ? g_strdup("") : g_strdup_printf(".%s.%s", a, b);
    return g_strdup_printf("wmma.mma%s.sync.aligned.%s.%s.%s%s%s.%s%s.%s%s", bitwise,
                           p->column[TENSOR_A] ? "col" : "row", p->column[TENSOR_B] ? "col" : "row",
                           p->shape->name, p->rounding ? "." : "", p->rounding ? p->rounding : "",
                           p->type[TENSOR_D]->name, middle, p->type[TENSOR_C]->name,
                           p->saturates ? ".satfinite" : "");
}

/* Copies all regions between device and shared memory, in 128 rounds of 32 words of 4 bytes. */
static void append_copy(GString *text, const char *label, bool back)
{
    g_string_append_printf(
        text,
        "mov.u64 %%l, %%data; mov.u32 %%s, regions; mul.wide.u32 %%w, %%x, 4;\n"
        "add.u64 %%l, %%l, %%w; mad.lo.u32 %%s, %%x, 4, %%s; mov.u32 %%i, 0;\n%s:\n%s\n"
        "add.u64 %%l, %%l, 128; add.u32 %%s, %%s, 128; add.u32 %%i, %%i, 1;\n"
        "setp.lt.u32 %%p, %%i, %u; @%%p bra %s;\nbar.sync 0;\n",
        label,
        back ? "ld.shared.b32 %v, [%s]; st.global.b32 [%l], %v;"
             : "ld.global.b32 %v, [%l]; st.shared.b32 [%s], %v;",
        TENSOR_OPERANDS * (unsigned)REGION / 128, label);
}

static void append_accesses(GString *text, const struct product *p, enum tensor_operand o)
{
    g_autofree char *name = access_name(p, o), *vector = vector_of(p, o);
    const char *base = p->where == IN_SHARED ? "%base" : "%at";
    g_autofree char *place = g_strdup_printf("[%s+%u]", base, o * (unsigned)REGION);
    g_string_append_printf(text, "mov.u32 %%i, %u;\n%s %s, %s, %%i;\n", stride_of(p, o), name,
                           o == TENSOR_D ? place : vector, o == TENSOR_D ? vector : place);
}

static char *text_of(const struct product *p)
{
    g_autofree char *name = product_name(p);
    g_autofree char *d = vector_of(p, TENSOR_D), *a = vector_of(p, TENSOR_A);
    g_autofree char *b = vector_of(p, TENSOR_B), *c = vector_of(p, TENSOR_C);
    GString *text = g_string_new(
        ".version 8.6\n.target sm_90\n.address_size 64\n"
        ".shared .align 128 .b8 regions[16384];\n.visible .entry k(.param .u64 data)\n{\n"
        ".reg .b64 %data, %at, %l, %w; .reg .b32 %x, %s, %i, %v, %base; .reg .pred %p;\n");
    for (unsigned o = 0; o < TENSOR_OPERANDS; o++)
        g_string_append_printf(text, ".reg .b%u %%%c<8>;\n", p->type[o]->bits == 64 ? 64 : 32,
                               letters[o]);
    g_string_append(text, "ld.param.u64 %data, [data]; mov.u32 %x, %tid.x; mov.u64 %at, %data;\n");
    if (p->where != IN_GLOBAL)
        append_copy(text, "IN", false);
    g_string_append(text, "mov.u32 %base, regions;\n");
    if (p->where == IN_GENERIC)
        g_string_append(text, "cvt.u64.u32 %at, %base; cvta.shared.u64 %at, %at;\n");
    for (unsigned o = TENSOR_A; o <= TENSOR_C; o++)
        append_accesses(text, p, o);
    g_string_append_printf(text, "%s %s, %s, %s, %s;\n", name, d, a, b, c);
    append_accesses(text, p, TENSOR_D);
    if (p->where != IN_GLOBAL)
        append_copy(text, "OUT", true);
    g_string_append(text, "ret;\n}\n");
    return g_string_free(text, FALSE);
}

/* ---- checks --------------------------------------------------------------------------------- */

/* Any bits, but of floats the exponent is near that of one: sums lose bits without overflowing. */
static void fill_memory(const struct product *p, struct value_generator *g, uint8_t *memory)
{
    for (unsigned o = 0; o < TENSOR_OPERANDS; o++) {
        const struct float_format *f = p->type[o]->format;
        uint8_t *region = memory + o * REGION;
        for (unsigned i = 0; i < REGION; i++)
            region[i] = (uint8_t)value_next(g);
        for (unsigned at = 0; f && at < REGION * 8; at += f->bits) {
            const uint64_t random = value_next(g), bias = bits_below(f->exponent_bits - 1);
            const uint64_t exponent = bias - 3 + (random >> 32) % 6;
            write_bits(region, at, f->bits,
                       (random & bits_below(f->mantissa_bits)) | exponent << f->mantissa_bits |
                           random >> 63 << (f->bits - 1));
        }
    }
}

static void record(struct conformance *c, const struct product *p)
{
    for (unsigned o = 0; o < TENSOR_OPERANDS; o++) {
        g_autofree char *name = access_name(p, o);
        conformance_record(c, name, ROUNDS * rows_of(p, o) * columns_of(p, o));
    }
    g_autofree char *name = product_name(p);
    conformance_record(c, name, ROUNDS * p->shape->m * p->shape->n);
}

static void check(struct conformance *c, const struct product *p)
{
    g_autofree char *name = product_name(p), *text = text_of(p);
    g_autofree uint8_t *expected = g_malloc(TENSOR_OPERANDS * REGION);
    struct value_generator g = {g_str_hash(text)};
    struct harness h;
    harness_init(&h, text, "k");
    h.late = true;
    harness_param_u64(&h, 0, DEVICE_BASE);
    bool good = true;
    for (unsigned round = 0; good && round < ROUNDS; round++) {
        fill_memory(p, &g, expected);
        memcpy(h.memory, expected, TENSOR_OPERANDS * REGION);
        expect(p, expected);
        good = harness_run(&h) && memcmp(h.memory, expected, TENSOR_OPERANDS * REGION) == 0;
    }
    if (good)
        record(c, p);
    else
        conformance_fail(c, "%s, %s, c %s, d %s: %s", name,
                         (const char *[]){"global", "shared", "generic"}[p->where],
                         p->column[TENSOR_C] ? "col" : "row", p->column[TENSOR_D] ? "col" : "row",
                         h.fault ? h.fault : "the matrices differ");
    harness_finish(&h);
}

/* All layouts; C and D take them in turn. Smaller than a byte, there are only row and column. */
static void check_layouts(struct conformance *c, struct product p)
{
    const bool fixed = p.type[TENSOR_A]->bits < 8;
    for (unsigned i = 0; i < (fixed ? 4u : 16u); i++) {
        p.column[TENSOR_C] = i & 1;
        p.column[TENSOR_D] = i & 2;
        p.column[TENSOR_A] = i & 4;
        p.column[TENSOR_B] = fixed || i & 8;
        p.where = i % WHERES;
        check(c, &p);
    }
}

static void check_types(struct conformance *c, struct product p)
{
    g_auto(GStrv) sums = g_strsplit(p.shape->sums, " ", -1);
    for (unsigned i = 0; sums[i]; i++) {
        g_autofree char *d = g_strndup(sums[i], 3);
        p.type[TENSOR_D] = tensor_type_find(d);
        p.type[TENSOR_C] = tensor_type_find(sums[i] + 3);
        if (p.type[TENSOR_A]->bits == 1) {
            p.bitwise = "xor";
            check_layouts(c, p);
            p.bitwise = "and";
        }
        check_layouts(c, p);
        static const char *const roundings[] = {"rn", "rz", "rm", "rp"};
        for (unsigned k = 0; p.type[TENSOR_D]->bits == 64 && k < G_N_ELEMENTS(roundings); k++) {
            p.rounding = roundings[k];
            check_layouts(c, p);
        }
        p.saturates = !p.type[TENSOR_A]->format && !p.bitwise;
        if (p.saturates)
            check_layouts(c, p);
    }
}

static void fill(struct conformance *c)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(shapes); i++) {
        g_auto(GStrv) types = g_strsplit(shapes[i].types, " ", -1);
        for (unsigned k = 0; types[k]; k++) {
            struct product p = {.shape = &shapes[i]};
            p.type[TENSOR_A] = p.type[TENSOR_B] = tensor_type_find(types[k]);
            check_types(c, p);
        }
    }
}

CONFORMANCE_MAIN("wmma", fill)
