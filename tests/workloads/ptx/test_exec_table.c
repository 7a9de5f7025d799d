/* SPDX-License-Identifier: BSD-3-Clause */
/* Table-driven checks of one instruction; see test_exec_table.h. */
#include "tests/workloads/ptx/test_exec_table.h"
#include "tests/workloads/ptx/test_exec_harness.h"

#include <check.h>
#include <string.h>

enum { THREADS = 1000, ARRAY = 0x4000 };

float table_float(uint64_t bits)
{
    uint32_t low = (uint32_t)bits;
    float x;
    memcpy(&x, &low, 4);
    return x;
}

double table_double(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, 8);
    return x;
}

uint64_t table_float_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, 4);
    return x != x ? 0x7fffffff : bits;
}

uint64_t table_double_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, 8);
    return x != x ? 0xfff8000000000000 : bits;
}

static uint64_t narrowed(char letter, uint64_t value)
{
    switch (letter) {
    case 'h':
        return (uint16_t)value;
    case 'w':
    case 'f':
        return (uint32_t)value;
    case 'p':
        return value & 1;
    default:
        return value;
    }
}

/* "%h1" etc. for the k-th operand. */
static void append_register(GString *text, char letter, unsigned k)
{
    g_string_append_printf(text, "%%%c%u", letter, k);
}

static void append_load(GString *text, char letter, unsigned k)
{
    const char *type = letter == 'h'   ? "u16"
                       : letter == 'l' ? "u64"
                       : letter == 'f' ? "f32"
                       : letter == 'd' ? "f64"
                                       : "u32";
    if (letter == 'p')
        g_string_append_printf(text,
                               "ld.global.u32 %%w9, [%%l9+%u]; and.b32 %%w9, %%w9, 1;"
                               "setp.ne.u32 %%p%u, %%w9, 0;\n",
                               k * ARRAY, k);
    else
        g_string_append_printf(text, "ld.global.%s %%%c%u, [%%l9+%u];\n", type, letter, k,
                               k * ARRAY);
}

static void append_store(GString *text, char letter)
{
    if (letter == 'p')
        g_string_append(text, "selp.u32 %w9, 1, 0, %p0; st.global.u32 [%l9], %w9;\n");
    else
        g_string_append_printf(text, "st.global.%s [%%l9], %%%c0;\n",
                               letter == 'h'   ? "u16"
                               : letter == 'l' ? "u64"
                               : letter == 'f' ? "f32"
                               : letter == 'd' ? "f64"
                                               : "u32",
                               letter);
}

static char *kernel_text(const struct table_row *row)
{
    GString *text = g_string_new(
        ".version 6.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 data)\n{\n"
        ".reg .b16 %h<10>; .reg .b32 %w<10>; .reg .b64 %l<10>; .reg .f32 %f<10>;\n"
        ".reg .f64 %d<10>; .reg .pred %p<10>;\n"
        "ld.param.u64 %l8, [data]; mov.u32 %w8, %tid.x; mul.wide.u32 %l9, %w8, 8;\n"
        "add.s64 %l9, %l8, %l9;\n");
    unsigned n = (unsigned)strlen(row->shape);
    for (unsigned k = 1; k < n; k++)
        append_load(text, row->shape[k], k);
    g_string_append_printf(text, "%s ", row->opcode);
    for (unsigned k = 0; k < n; k++) {
        g_string_append(text, k ? ", " : "");
        append_register(text, row->shape[k], k);
    }
    g_string_append_printf(text, "%s;\n", row->suffix ? row->suffix : "");
    append_store(text, row->shape[0]);
    g_string_append(text, "ret;\n}\n");
    return g_string_free(text, FALSE);
}

static void set(struct harness *h, unsigned k, unsigned t, uint64_t value)
{
    memcpy(h->memory + k * ARRAY + 8 * t, &value, 8);
}

static uint64_t get(struct harness *h, unsigned k, unsigned t)
{
    uint64_t value;
    memcpy(&value, h->memory + k * ARRAY + 8 * t, 8);
    return value;
}

void table_check(const struct table_row *row, const uint64_t *values, unsigned n_values)
{
    struct harness h;
    g_autofree char *text = kernel_text(row);
    harness_init(&h, text, "k");
    harness_param_u64(&h, 0, DEVICE_BASE);
    unsigned n = (unsigned)strlen(row->shape), t = 0;
    unsigned pairs = n_values * (n > 2 ? n_values : 1);
    ck_assert_uint_le(pairs, THREADS);
    for (t = 0; t < pairs; t++) {
        set(&h, 1, t, values[t % n_values]);
        set(&h, 2, t, values[t / n_values]);
        set(&h, 3, t, values[(t * 7 + t / 5) % n_values]);
        set(&h, 4, t, values[(t * 3 + t / 11) % n_values]);
    }
    h.block[0] = pairs;
    bool good = harness_run(&h);
    ck_assert_msg(good, "%s", h.fault);
    for (t = 0; t < pairs; t++) {
        uint64_t in[5] = {0};
        for (unsigned k = 1; k < n; k++)
            in[k] = narrowed(row->shape[k], get(&h, k, t));
        uint64_t got = get(&h, 0, t);
        uint64_t expected = narrowed(row->shape[0], row->expected(in[1], in[2], in[3], in[4]));
        ck_assert_msg(got == expected,
                      "%s(0x%llx, 0x%llx, 0x%llx, 0x%llx) is 0x%llx, expected 0x%llx", row->opcode,
                      (unsigned long long)in[1], (unsigned long long)in[2],
                      (unsigned long long)in[3], (unsigned long long)in[4], (unsigned long long)got,
                      (unsigned long long)expected);
    }
    harness_finish(&h);
}

void table_check_all(const struct table_row *rows, unsigned n_rows, const uint64_t *values,
                     unsigned n_values)
{
    for (unsigned i = 0; i < n_rows; i++)
        table_check(&rows[i], values, n_values);
}
