/* SPDX-License-Identifier: BSD-3-Clause */
/* Parameters and results of functions, of every type and as vectors in byte arrays: they must
 * arrive as they were, also where a guard or a loop around the call leaves lanes out.
 * Source: PTX ISA 8.6, sections 5.1.6.4 "Device Function Parameters" and 9.7.12 "call".
 */
#include "tests/conformance/family.h"

#include <check.h>
#include <glib.h>

static void identity(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    out[0] = (uint64_t)family_value(row, in[0]);
}

static void reversed(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    unsigned n = (unsigned)row->detail[2];
    for (unsigned i = 0; i < n; i++)
        out[i] = in[n - 1 - i];
}

static void both(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    (void)row;
    out[0] = in[0] ^ in[1];
    out[1] = in[1];
}

static const struct row_family families[] = {
    {"call st.param.@ ld.param.@", "b8 u8 s8 b16 u16 s16 b32 u32 s32 b64 u64 s64", "@ = @",
     identity, 0, 0,
     "{ .param .@ in; .param .@ out; st.param.@ [in], $1; call (out), same, (in);"
     " ld.param.@ $0, [out]; }",
     ".func (.param .@ out) same(.param .@ in)\n{\n.reg .b64 %r;\n"
     "ld.param.@ %r, [in]; st.param.@ [out], %r;\nret;\n}\n"},
    {"call st.param.f32 ld.param.f32", "b32", "@ = f32", identity, 0, 0,
     "{ .param .f32 in; .param .f32 out; st.param.f32 [in], $1; call.uni (out), same, (in);"
     " ld.param.f32 $0, [out]; }",
     ".func (.param .f32 out) same(.param .f32 in)\n{\n.reg .f32 %r;\n"
     "ld.param.f32 %r, [in]; st.param.f32 [out], %r;\nret;\n}\n"},
    {"call st.param.f64 ld.param.f64", "b64", "@ = f64", identity, 0, 0,
     "{ .param .f64 in; .param .f64 out; st.param.f64 [in], $1; call (out), same, (in);"
     " ld.param.f64 $0, [out]; }",
     ".func (.param .f64 out) same(.param .f64 in)\n{\n.reg .f64 %r;\n"
     "ld.param.f64 %r, [in]; st.param.f64 [out], %r;\nret;\n}\n"},
    {"call st.param.@ ld.param.@", "b32 b64", "@ @ = @ @", both, 0, 0,
     "{ .param .@ x; .param .@ y; .param .@ out; st.param.@ [x], $2; st.param.@ [y], $3;"
     " call (out), mix, (x, y); ld.param.@ $0, [out]; mov.@ $1, $3; }",
     ".func (.param .@ out) mix(.param .@ x, .param .@ y)\n{\n.reg .@ %r<3>;\n"
     "ld.param.@ %r0, [x]; ld.param.@ %r1, [y]; xor.@ %r2, %r0, %r1;\n"
     "st.param.@ [out], %r2;\nret;\n}\n"},
};

/* n elements of a type pass through 16-byte arrays, and come back in reverse order. */
static void check_vector(struct conformance *c, const char *type, unsigned n)
{
    struct operand_type parsed;
    operand_type_parse(type, &parsed);
    g_autofree char *form =
        g_strdup_printf("call st.param.v%u.%s ld.param.v%u.%s", n, type, n, type);
    g_autofree char *bits = g_strdup_printf("b%u", parsed.register_bits);
    GString *operands = g_string_new(NULL), *to = g_string_new(NULL), *from = g_string_new(NULL);
    for (unsigned i = 0; i < 2 * n; i++) {
        g_string_append_printf(operands, "%s%s%s", i ? " " : "", i == n ? "= " : "", bits);
        g_string_append_printf(i < n ? from : to, "%s$%u", i % n ? ", " : "", i);
    }
    g_autofree char *body = g_strdup_printf(
        "{ .param .align 16 .b8 in[16]; .param .align 16 .b8 out[16];"
        " st.param.v%u.%s [in], {%s}; call (out), turn, (in); ld.param.v%u.%s {%s}, [out]; }",
        n, type, to->str, n, type, from->str);
    g_autofree char *functions = g_strdup_printf(
        ".func (.param .align 16 .b8 out[16]) turn(.param .align 16 .b8 in[16])\n{\n"
        ".reg .%s %%r<4>;\nld.param.v%u.%s {%s}, [in];\nst.param.v%u.%s [out], {%s};\nret;\n}\n",
        bits, n, type, n == 2 ? "%r0, %r1" : "%r0, %r1, %r2, %r3", n, type,
        n == 2 ? "%r1, %r0" : "%r3, %r2, %r1, %r0");
    conformance_check(c, &(struct conformance_row){.form = form,
                                                   .operands = operands->str,
                                                   .expected = reversed,
                                                   .body = body,
                                                   .functions = functions,
                                                   .detail = {0, 0, n}});
    g_string_free(operands, TRUE);
    g_string_free(to, TRUE);
    g_string_free(from, TRUE);
}

static void fill(struct conformance *c)
{
    static const char *const vectors[] = {"b16", "b32", "u32", "f32", "b64", "f64"};
    conformance_check_families(c, families, G_N_ELEMENTS(families));
    for (unsigned i = 0; i < G_N_ELEMENTS(vectors); i++) {
        check_vector(c, vectors[i], 2);
        if (i < 4)
            check_vector(c, vectors[i], 4);
    }
}

CONFORMANCE_MAIN("param", fill)
