/* SPDX-License-Identifier: BSD-3-Clause */
/* mma.sync of every shape and type, on random matrices: bit by bit. */
#include "tests/conformance/conformance.h"
#include "tests/conformance/tensor/tensor_reference.h"
#include "tests/conformance/values.h"
#include "tests/workloads/ptx/test_exec_harness.h"

#include <check.h>
#include <string.h>

enum { ROUNDS = 8, CELL = 8, LANE_BYTES = TENSOR_MOST_REGISTERS * CELL };
enum { MATRIX_BYTES = TENSOR_LANES * LANE_BYTES };

static const char letters[TENSOR_OPERANDS + 1] = "dabc";

static char *name_of(const struct tensor_form *form)
{
    const bool bits = form->type[TENSOR_A]->bits == 1;
    g_autofree char *rounding =
        form->rounding ? g_strconcat(".", form->rounding, NULL) : g_strdup("");
    return g_strdup_printf("mma.sync.aligned.%s.%s.%s%s%s.%s.%s.%s.%s%s", form->shape->name,
                           form->a_column ? "col" : "row", form->b_column ? "col" : "row",
                           form->saturates ? ".satfinite" : "", rounding,
                           form->type[TENSOR_D]->name, form->type[TENSOR_A]->name,
                           form->type[TENSOR_B]->name, form->type[TENSOR_C]->name,
                           !bits          ? ""
                           : form->is_and ? ".and.popc"
                                          : ".xor.popc");
}

/* How a kernel uses the instruction. */
enum use { PLAIN, IN_PLACE /* d is c */, GUARDED_OFF, USES };

static void append_vector(GString *text, const struct tensor_form *form,
                          enum tensor_operand operand, enum tensor_operand named)
{
    g_string_append_c(text, '{');
    for (unsigned r = 0; r < tensor_registers(form, operand); r++)
        g_string_append_printf(text, "%s%%%c%u", r ? ", " : "", letters[named], r);
    g_string_append_c(text, '}');
}

/* Loads all four matrices, so that D is known where nothing is written; stores D. */
static char *text_of(const struct tensor_form *form, const char *name, enum use use)
{
    GString *text = g_string_new(".version 8.6\n.target sm_90\n.address_size 64\n"
                                 ".visible .entry k(.param .u64 data)\n{\n.reg .b64 %at;\n"
                                 ".reg .b32 %lane; .reg .pred %on;\n");
    for (unsigned o = 0; o < TENSOR_OPERANDS; o++)
        g_string_append_printf(text, ".reg .b%u %%%c<8>;\n", tensor_register_bits(form, o),
                               letters[o]);
    g_string_append_printf(text,
                           "ld.param.u64 %%at, [data]; mov.u32 %%lane, %%tid.x;\n"
                           "mad.wide.u32 %%at, %%lane, %u, %%at; setp.gt.u32 %%on, %%lane, 100;\n",
                           (unsigned)LANE_BYTES);
    for (unsigned o = 0; o < TENSOR_OPERANDS; o++)
        for (unsigned r = 0; r < tensor_registers(form, o); r++)
            g_string_append_printf(text, "ld.global.b%u %%%c%u, [%%at+%u];\n",
                                   tensor_register_bits(form, o), letters[o], r,
                                   o * MATRIX_BYTES + r * CELL);
    const enum tensor_operand to = use == IN_PLACE ? TENSOR_C : TENSOR_D;
    g_string_append_printf(text, "%s%s ", use == GUARDED_OFF ? "@%on " : "", name);
    append_vector(text, form, TENSOR_D, to);
    for (unsigned o = TENSOR_A; o <= TENSOR_C; o++) {
        g_string_append(text, ", ");
        append_vector(text, form, o, o);
    }
    g_string_append(text, ";\n");
    for (unsigned r = 0; r < tensor_registers(form, TENSOR_D); r++)
        g_string_append_printf(text, "st.global.b%u [%%at+%u], %%%c%u;\n",
                               tensor_register_bits(form, TENSOR_D), r * CELL, letters[to], r);
    g_string_append(text, "ret;\n}\n");
    return g_string_free(text, FALSE);
}

/* Any bits; small whole numbers, of which all products and sums are exact; or numbers near each
 * other, whose sums cancel. */
static uint64_t value(struct value_generator *g, const struct tensor_type *type, unsigned round)
{
    const uint64_t random = value_next(g);
    const struct float_format *f = type->format;
    if (!f || round % 4 == 0)
        return random & bits_below(type->bits);
    const uint64_t bias = (UINT64_C(1) << (f->exponent_bits - 1)) - 1;
    const uint64_t spread = round % 4 == 1 ? 3 : 6, sign = random >> 63 << (f->bits - 1);
    const uint64_t exponent = bias - 2 + (random >> 32) % spread;
    uint64_t mantissa = random & bits_below(f->mantissa_bits);
    if (round % 4 == 1)
        mantissa &= ~bits_below(f->mantissa_bits - 1);
    return sign | exponent << f->mantissa_bits | mantissa;
}

static void fill_warp(const struct tensor_form *form, struct value_generator *g, unsigned round,
                      struct tensor_warp *warp)
{
    for (unsigned o = 0; o < TENSOR_OPERANDS; o++)
        for (unsigned lane = 0; lane < TENSOR_LANES; lane++)
            for (unsigned r = 0; r < TENSOR_MOST_REGISTERS; r++) {
                uint64_t word = 0;
                for (unsigned at = 0; at < tensor_register_bits(form, o); at += form->type[o]->bits)
                    word |= value(g, form->type[o], round) << at;
                warp->of[o][lane][r] = word;
            }
}

static bool same(uint64_t expected, uint64_t got, const struct tensor_type *type)
{
    /* PTX leaves open which NaN a double is. */
    if (type->bits == 64 && double_of(expected) != double_of(expected))
        return double_of(got) != double_of(got);
    return expected == got;
}

static bool as_expected(struct harness *h, const struct tensor_form *form,
                        const struct tensor_warp *warp, GString *wrong)
{
    for (unsigned lane = 0; lane < TENSOR_LANES; lane++)
        for (unsigned r = 0; r < tensor_registers(form, TENSOR_D); r++) {
            uint64_t got;
            memcpy(&got, h->memory + lane * LANE_BYTES + r * CELL, sizeof got);
            const uint64_t mask = bits_below(tensor_register_bits(form, TENSOR_D));
            const uint64_t expected = warp->of[TENSOR_D][lane][r] & mask;
            if (same(expected, got & mask, form->type[TENSOR_D]))
                continue;
            g_string_printf(wrong, "lane %u, register %u is %#llx, expected %#llx", lane, r,
                            (unsigned long long)(got & mask), (unsigned long long)expected);
            return false;
        }
    return true;
}

static void check(struct conformance *c, const struct tensor_form *form)
{
    g_autofree char *name = name_of(form);
    g_autoptr(GString) wrong = g_string_new(NULL);
    struct value_generator g = {g_str_hash(name)};
    uint64_t compared = 0;
    for (unsigned use = 0; use < USES && wrong->len == 0; use++) {
        g_autofree char *text = text_of(form, name, use);
        struct harness h;
        harness_init(&h, text, "k");
        h.late = true;
        harness_param_u64(&h, 0, DEVICE_BASE);
        const unsigned rounds = use == PLAIN ? ROUNDS : 1;
        for (unsigned round = 0; round < rounds && wrong->len == 0; round++) {
            struct tensor_warp warp;
            fill_warp(form, &g, round + use, &warp);
            memcpy(h.memory, warp.of, sizeof warp.of);
            if (use != GUARDED_OFF)
                tensor_expect(form, &warp);
            if (!harness_run(&h))
                g_string_assign(wrong, h.fault);
            else if (as_expected(&h, form, &warp, wrong))
                compared += TENSOR_LANES * tensor_registers(form, TENSOR_D);
        }
        harness_finish(&h);
    }
    if (wrong->len == 0)
        conformance_record(c, name, compared);
    else
        conformance_fail(c, "%s: %s", name, wrong->str);
}

/* ---- the forms ------------------------------------------------------------------------------ */

static void check_quads(struct conformance *c, struct tensor_form form)
{
    static const char *const sums[][2] = {{"f16", "f16"}, {"f32", "f16"}, {"f32", "f32"}};
    form.quads = true;
    for (unsigned layouts = 0; layouts < 4; layouts++)
        for (unsigned i = 0; i < G_N_ELEMENTS(sums); i++) {
            form.a_column = layouts & 1;
            form.b_column = layouts & 2;
            form.type[TENSOR_D] = tensor_type_find(sums[i][0]);
            form.type[TENSOR_C] = tensor_type_find(sums[i][1]);
            check(c, &form);
        }
}

static void check_floats(struct conformance *c, struct tensor_form form)
{
    const unsigned bits = form.type[TENSOR_A]->bits;
    const bool halves = bits == 8 || form.type[TENSOR_A]->format == &format_f16;
    static const char *const roundings[] = {"rn", "rz", "rm", "rp"};
    form.type[TENSOR_D] = form.type[TENSOR_C] = tensor_type_find(bits == 64 ? "f64" : "f32");
    check(c, &form);
    for (unsigned i = 0; bits == 64 && i < G_N_ELEMENTS(roundings); i++) {
        form.rounding = roundings[i];
        check(c, &form);
    }
    form.type[TENSOR_D] = form.type[TENSOR_C] = tensor_type_find("f16");
    if (halves)
        check(c, &form);
}

static void check_integers(struct conformance *c, struct tensor_form form)
{
    const bool bits = form.type[TENSOR_A]->bits == 1;
    form.type[TENSOR_D] = form.type[TENSOR_C] = tensor_type_find("s32");
    for (unsigned other = 0; other < 2; other++) {
        form.is_and = bits && other;
        form.saturates = !bits && other;
        check(c, &form);
    }
}

static void check_shape(struct conformance *c, const struct tensor_shape *shape)
{
    g_auto(GStrv) names = g_strsplit(shape->types, " ", -1);
    for (unsigned i = 0; names[i]; i++)
        for (unsigned k = 0; names[k]; k++) {
            struct tensor_form form = {.shape = shape, .b_column = true};
            form.type[TENSOR_A] = tensor_type_find(names[i]);
            form.type[TENSOR_B] = tensor_type_find(names[k]);
            const bool is_float = form.type[TENSOR_A]->format;
            if (is_float != (form.type[TENSOR_B]->format != NULL) ||
                (form.type[TENSOR_A]->bits != 8 && is_float && i != k))
                continue;
            if (shape->a.width == 0)
                check_quads(c, form);
            else if (is_float)
                check_floats(c, form);
            else
                check_integers(c, form);
        }
}

static void fill(struct conformance *c)
{
    for (unsigned i = 0; i < tensor_n_shapes; i++)
        check_shape(c, &tensor_shapes[i]);
}

CONFORMANCE_MAIN("tensor", fill)
