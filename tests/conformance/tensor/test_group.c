/* SPDX-License-Identifier: BSD-3-Clause */
/* wgmma of every dense type, on random matrices: bit by bit, with every layout in shared memory. */
#include "tests/conformance/conformance.h"
#include "tests/conformance/tensor/tensor_reference.h"
#include "tests/conformance/values.h"
#include "tests/workloads/ptx/test_exec_harness.h"

#include <check.h>
#include <string.h>

enum {
    ROWS = 64,
    MOST_COLUMNS = 256,
    MOST_DEPTH = 256,
    LINE = 32, /* bytes */
    THREADS = 128,
    SUMS = 128, /* registers */
    IMAGE_BYTES = 48 << 10,
    B_AT = 14 << 10,
    SUMS_AT = 64 << 10,
    SUM_BYTES = THREADS * SUMS * 4,
    A_AT = SUMS_AT + SUM_BYTES,
    PIECE = 16
};

/* Of a matrix in shared memory. */
struct layout {
    unsigned width; /* of swizzling: 16 is none */
    bool transposed;
    unsigned start, leading, stride;
};

struct variant {
    struct tensor_form form;
    unsigned columns, depth;
    struct layout a, b;
    bool a_in_registers, adds, minus_a, minus_b;
};

struct matrices {
    uint8_t a[ROWS][LINE], b[MOST_COLUMNS][LINE];
    uint64_t c[ROWS][MOST_COLUMNS];
};

/* ---- where things are ----------------------------------------------------------------------- */

/* Patterns begin at multiples of 1,024 bytes, or `start` is on in one. */
static struct layout layout_of(unsigned width, bool transposed, unsigned start)
{
    if (width == PIECE)
        return (struct layout){width, transposed, start, 128, 256};
    return transposed ? (struct layout){width, true, start, 16 * width, 8 * width}
                      : (struct layout){width, false, start, 0, 8 * width};
}

/* Swizzling as TMA has it: in each run of 128 bytes, pieces change places by the run's number. */
static unsigned swizzled(unsigned at, unsigned width)
{
    const unsigned run = at / 128, piece = at % 128 / PIECE;
    return run * 128 + (piece ^ run % (width / PIECE)) * PIECE + at % PIECE;
}

/* Where byte `byte` of a line is. Of transposed matrices pairs of bytes count. */
static unsigned place_of(const struct layout *l, unsigned line, unsigned byte)
{
    unsigned at = l->start;
    if (!l->transposed) {
        at += line % 8 * l->width + line / 8 * l->stride;
        at += l->width == PIECE ? byte / PIECE * l->leading + byte % PIECE : byte;
    } else {
        const unsigned k = byte / 2, wide = l->width / 2;
        at += line % wide * 2 + k % 8 * l->width + byte % 2;
        at += l->width == PIECE ? line / wide * l->stride + k / 8 * l->leading
                                : line / wide * l->leading + k / 8 * l->stride;
    }
    return swizzled(at, l->width);
}

static uint64_t descriptor_of(const struct layout *l)
{
    const uint64_t mode = l->width == 128 ? 1 : l->width == 64 ? 2 : l->width == 32 ? 3 : 0;
    return l->start / 16 | (uint64_t)(l->leading / 16) << 16 | (uint64_t)(l->stride / 16) << 32 |
           mode << 62;
}

/* Row and first column of a register of D. */
static unsigned row_of(const struct variant *v, unsigned thread, unsigned r)
{
    const bool pairs = v->form.type[TENSOR_D]->bits == 16;
    return thread / 32 * 16 + thread % 32 / 4 + (pairs ? r % 2 : r / 2 % 2) * 8;
}

static unsigned column_of(const struct variant *v, unsigned thread, unsigned r)
{
    const bool pairs = v->form.type[TENSOR_D]->bits == 16;
    return (pairs ? r / 2 : r / 4) * 8 + thread % 4 * 2 + (pairs ? 0 : r % 2);
}

static unsigned n_sums(const struct variant *v)
{
    return v->columns / (v->form.type[TENSOR_D]->bits == 16 ? 4 : 2);
}

/* ---- the kernel ----------------------------------------------------------------------------- */

static char *name_of(const struct variant *v)
{
    const struct tensor_form *form = &v->form;
    return g_strdup_printf(
        "wgmma.mma_async.sync.aligned.m64n%uk%u%s.%s.%s.%s%s", v->columns, v->depth,
        form->saturates ? ".satfinite" : "", form->type[TENSOR_D]->name, form->type[TENSOR_A]->name,
        form->type[TENSOR_B]->name, form->type[TENSOR_A]->bits == 1 ? ".and.popc" : "");
}

static void append_operands(GString *text, const struct variant *v)
{
    const struct tensor_type *a = v->form.type[TENSOR_A];
    g_string_append(text, "{");
    for (unsigned r = 0; r < n_sums(v); r++)
        g_string_append_printf(text, "%s%%d%u", r ? ", " : "", r);
    g_string_append_printf(text, "}, %s, %%b, %%on",
                           v->a_in_registers ? "{%a0, %a1, %a2, %a3}" : "%a");
    if (a->format)
        g_string_append_printf(text, ", %d, %d", v->minus_a ? -1 : 1, v->minus_b ? -1 : 1);
    if (a->bits == 16 && !v->a_in_registers)
        g_string_append_printf(text, ", %d", v->a.transposed);
    if (a->bits == 16)
        g_string_append_printf(text, ", %d", v->b.transposed);
}

static char *text_of(const struct variant *v, const char *name)
{
    GString *text = g_string_new(
        ".version 8.6\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 data)\n{\n"
        ".shared .align 1024 .b8 room[49152];\n.reg .b32 %d<128>, %a<4>, %t, %i, %place, %x<4>;\n"
        ".reg .b64 %data, %at, %a, %b, %room; .reg .pred %on, %more;\n"
        "ld.param.u64 %data, [data]; mov.u32 %t, %tid.x; mov.u32 %place, room;\n"
        "cvt.u64.u32 %room, %place; shr.u64 %room, %room, 4;\n"
        "mad.wide.u32 %at, %t, 16, %data; mad.lo.u32 %place, %t, 16, %place; mov.u32 %i, 0;\n"
        "COPY:\nld.global.v4.b32 {%x0, %x1, %x2, %x3}, [%at];\n"
        "st.shared.v4.b32 [%place], {%x0, %x1, %x2, %x3};\n"
        "add.u64 %at, %at, 2048; add.u32 %place, %place, 2048; add.u32 %i, %i, 1;\n"
        "setp.lt.u32 %more, %i, 24; @%more bra COPY;\nbar.sync 0;\n"
        "mad.wide.u32 %at, %t, 16, %data;\n");
    for (unsigned r = 0; r < 4; r++)
        g_string_append_printf(text, "ld.global.b32 %%a%u, [%%at+%u];\n", r, A_AT + 4 * r);
    g_string_append(text, "mad.wide.u32 %at, %t, 512, %data;\n");
    for (unsigned r = 0; r < n_sums(v); r++)
        g_string_append_printf(text, "ld.global.b32 %%d%u, [%%at+%u];\n", r, SUMS_AT + 4 * r);
    g_string_append_printf(text,
                           "add.u64 %%a, %%room, %" G_GUINT64_FORMAT
                           ";\nadd.u64 %%b, %%room, %" G_GUINT64_FORMAT
                           ";\nsetp.eq.u32 %%on, %d, 1;\nwgmma.fence.sync.aligned;\n%s ",
                           descriptor_of(&v->a), descriptor_of(&v->b), v->adds, name);
    append_operands(text, v);
    g_string_append(text, ";\nwgmma.commit_group.sync.aligned;\n"
                          "wgmma.wait_group.sync.aligned 0;\n");
    for (unsigned r = 0; r < n_sums(v); r++)
        g_string_append_printf(text, "st.global.b32 [%%at+%u], %%d%u;\n", SUMS_AT + 4 * r, r);
    g_string_append(text, "ret;\n}\n");
    return g_string_free(text, FALSE);
}

/* ---- values --------------------------------------------------------------------------------- */

/* Numbers near each other, whose sums cancel; or any bits of integers. */
static uint64_t value(struct value_generator *g, const struct tensor_type *type)
{
    const uint64_t random = value_next(g);
    const struct float_format *f = type->format;
    if (!f)
        return random & bits_below(type->bits);
    const uint64_t bias = (UINT64_C(1) << (f->exponent_bits - 1)) - 1;
    return random >> 63 << (f->bits - 1) | (bias - 3 + (random >> 32) % 6) << f->mantissa_bits |
           (random & bits_below(f->mantissa_bits));
}

static void fill_line(struct value_generator *g, const struct tensor_type *type, uint8_t line[LINE])
{
    memset(line, 0, LINE);
    for (unsigned bit = 0; bit < LINE * 8; bit += type->bits) {
        const uint64_t x = value(g, type) << bit % 8;
        for (unsigned i = 0; i < MAX(type->bits / 8, 1); i++)
            line[bit / 8 + i] |= (uint8_t)(x >> 8 * i);
    }
}

static void elements_of(const struct tensor_type *type, const uint8_t line[LINE], bool minus,
                        uint64_t out[MOST_DEPTH])
{
    for (unsigned k = 0; k < LINE * 8 / type->bits; k++) {
        uint64_t x = 0;
        for (unsigned i = 0; i < MAX(type->bits / 8, 1); i++)
            x |= (uint64_t)line[k * type->bits / 8 + i] << 8 * i;
        out[k] = (x >> k * type->bits % 8 & bits_below(type->bits)) ^ (uint64_t)minus
                                                                          << (type->bits - 1);
    }
}

static void put_line(uint8_t *image, const struct layout *l, unsigned i, const uint8_t line[LINE])
{
    for (unsigned byte = 0; byte < LINE; byte++)
        image[place_of(l, i, byte)] = line[byte];
}

static uint8_t *sum_at(struct harness *h, unsigned thread, unsigned r)
{
    return h->memory + SUMS_AT + (thread * SUMS + r) * 4;
}

static void fill(const struct variant *v, struct value_generator *g, struct matrices *m,
                 struct harness *h)
{
    const struct tensor_type *d = v->form.type[TENSOR_D];
    for (unsigned i = 0; i < IMAGE_BYTES; i++)
        h->memory[i] = 0xee;
    for (unsigned i = 0; i < ROWS; i++) {
        fill_line(g, v->form.type[TENSOR_A], m->a[i]);
        if (!v->a_in_registers)
            put_line(h->memory, &v->a, i, m->a[i]);
    }
    for (unsigned i = 0; i < v->columns; i++) {
        fill_line(g, v->form.type[TENSOR_B], m->b[i]);
        put_line(h->memory, &v->b, i, m->b[i]);
    }
    for (unsigned thread = 0; thread < THREADS; thread++)
        for (unsigned r = 0; r < 4; r++) {
            const unsigned row = thread / 32 * 16 + thread % 32 / 4 + r % 2 * 8;
            memcpy(h->memory + A_AT + thread * 16 + r * 4, &m->a[row][(r / 2 * 4 + thread % 4) * 4],
                   4);
        }
    for (unsigned thread = 0; thread < THREADS; thread++)
        for (unsigned r = 0; r < n_sums(v); r++) {
            uint64_t *c = &m->c[row_of(v, thread, r)][column_of(v, thread, r)];
            uint32_t word = (uint32_t)(c[0] = value(g, d));
            if (v->form.saturates && word % 4 == 0) /* near an end */
                word = (uint32_t)(c[0] = (uint32_t)INT32_MAX + (word >> 2 & 1));
            if (d->bits == 16)
                word |= (uint32_t)(c[1] = value(g, d)) << 16;
            memcpy(sum_at(h, thread, r), &word, 4);
        }
}

static bool as_expected(const struct variant *v, const struct matrices *m, struct harness *h,
                        GString *wrong)
{
    const unsigned bits = v->form.type[TENSOR_D]->bits;
    for (unsigned thread = 0; thread < THREADS; thread++)
        for (unsigned r = 0; r < n_sums(v); r++) {
            const unsigned row = row_of(v, thread, r), column = column_of(v, thread, r);
            uint64_t a[MOST_DEPTH], b[MOST_DEPTH], expected = 0;
            uint32_t got;
            elements_of(v->form.type[TENSOR_A], m->a[row], v->minus_a, a);
            for (unsigned e = 0; e * bits < 32; e++) {
                elements_of(v->form.type[TENSOR_B], m->b[column + e], v->minus_b, b);
                expected |=
                    tensor_sum(&v->form, v->depth, a, b, v->adds ? m->c[row][column + e] : 0)
                    << e * bits;
            }
            memcpy(&got, sum_at(h, thread, r), sizeof got);
            if (got == (uint32_t)expected)
                continue;
            g_string_printf(wrong, "thread %u, register %u is %#x, expected %#llx", thread, r, got,
                            (unsigned long long)expected);
            return false;
        }
    return true;
}

static void check(struct conformance *c, const struct variant *v)
{
    g_autofree char *name = name_of(v), *text = text_of(v, name);
    g_autoptr(GString) wrong = g_string_new(NULL);
    g_autofree struct matrices *m = g_new0(struct matrices, 1);
    struct value_generator g = {g_str_hash(text)};
    struct harness h;
    harness_init(&h, text, "k");
    h.block[0] = THREADS;
    harness_param_u64(&h, 0, DEVICE_BASE);
    fill(v, &g, m, &h);
    if (!harness_run(&h))
        g_string_assign(wrong, h.fault);
    else if (as_expected(v, m, &h, wrong))
        conformance_record(c, name, THREADS * n_sums(v));
    harness_finish(&h);
    if (wrong->len > 0)
        conformance_fail(c, "%s (a %u %d, b %u %d, %s, %s): %s", name, v->a.width, v->a.transposed,
                         v->b.width, v->b.transposed, v->a_in_registers ? "registers" : "memory",
                         v->adds ? "adds" : "replaces", wrong->str);
}

/* ---- the variants --------------------------------------------------------------------------- */

static struct variant variant_of(const char *d, const char *a, const char *b, unsigned columns)
{
    struct variant v = {.columns = columns, .adds = true};
    v.form.type[TENSOR_D] = v.form.type[TENSOR_C] = tensor_type_find(d);
    v.form.type[TENSOR_A] = tensor_type_find(a);
    v.form.type[TENSOR_B] = tensor_type_find(b);
    v.form.is_and = v.form.type[TENSOR_A]->bits == 1;
    v.depth = LINE * 8 / v.form.type[TENSOR_A]->bits;
    v.a = layout_of(128, false, 0);
    v.b = layout_of(128, false, B_AT);
    return v;
}

static const struct {
    const char *d, *a, *b;
} types[] = {{"f32", "f16", "f16"},   {"f16", "f16", "f16"},   {"f32", "bf16", "bf16"},
             {"f32", "tf32", "tf32"}, {"f32", "e4m3", "e4m3"}, {"f32", "e4m3", "e5m2"},
             {"f32", "e5m2", "e4m3"}, {"f32", "e5m2", "e5m2"}, {"f16", "e4m3", "e4m3"},
             {"f16", "e4m3", "e5m2"}, {"f16", "e5m2", "e4m3"}, {"f16", "e5m2", "e5m2"},
             {"s32", "s8", "s8"},     {"s32", "s8", "u8"},     {"s32", "u8", "s8"},
             {"s32", "u8", "u8"},     {"s32", "b1", "b1"}};

/* Every type: A in memory and in registers, added and not, signs, some numbers of columns. */
static void check_types(struct conformance *c)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(types); i++) {
        static const unsigned columns[] = {8, 16, 24};
        struct variant v = variant_of(types[i].d, types[i].a, types[i].b, columns[i % 3]);
        check(c, &v);
        v.a_in_registers = true;
        v.adds = false;
        v.minus_a = v.form.type[TENSOR_A]->format != NULL;
        check(c, &v);
        v.adds = true;
        v.minus_b = v.minus_a;
        v.form.saturates = v.form.type[TENSOR_A]->bits == 8 && !v.minus_a;
        check(c, &v);
    }
    for (unsigned i = 0; i < 2; i++) {
        struct variant wide =
            i ? variant_of("s32", "s8", "u8", 256) : variant_of("f16", "f16", "f16", 256);
        check(c, &wide);
    }
}

/* Every swizzling, whole patterns and slices on in them; transposed where 16 bits allow it. */
static void check_layouts(struct conformance *c)
{
    static const unsigned widths[] = {PIECE, 32, 64, 128};
    for (unsigned i = 0; i < G_N_ELEMENTS(widths); i++)
        for (unsigned k = 0; k < 4; k++) {
            struct variant v = variant_of("f32", "bf16", "bf16", 72);
            v.a = layout_of(widths[i], k & 1, 0);
            v.b = layout_of(widths[3 - i], k & 2, B_AT);
            check(c, &v);
        }
    for (unsigned slice = LINE; slice < 128; slice += LINE) {
        struct variant v = variant_of("s32", "u8", "s8", 48);
        v.a = layout_of(128, false, slice);
        v.b = layout_of(slice < 64 ? 64 : 128, false, B_AT + slice);
        check(c, &v);
    }
}

static void fill_all(struct conformance *c)
{
    check_types(c);
    check_layouts(c);
    /* Every kernel above has them. */
    conformance_record(c, "wgmma.fence.sync.aligned", 1);
    conformance_record(c, "wgmma.commit_group.sync.aligned", 1);
    conformance_record(c, "wgmma.wait_group.sync.aligned", 1);
}

CONFORMANCE_MAIN("group", fill_all)
