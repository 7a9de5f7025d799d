/* SPDX-License-Identifier: BSD-3-Clause */
/* Ways to write an address: symbols with offsets, registers of 32 and 64 bits, negative offsets,
 * symbols as values.
 * Source: PTX ISA 8.6, section 6.4.1 "Using Addresses, Arrays, and Vectors".
 */
#include "tests/conformance/flow.h"

#include <check.h>
#include <glib.h>

static const uint32_t table[] = {11, 22, 33, 44};

static uint32_t own_number(uint32_t t)
{
    return t;
}

static uint32_t looked_up(uint32_t t)
{
    return table[t % 4] + table[3];
}

static uint32_t second(uint32_t t)
{
    return table[1] + t;
}

static uint32_t pair_sum(uint32_t t)
{
    return table[2] + table[3] - t;
}

static uint32_t from_stack(uint32_t t)
{
    return 3 * t + 9;
}

static uint32_t pointed(uint32_t t)
{
    return t % 2 ? table[2] : 5;
}

#define CONSTANTS ".const .align 16 .u32 constants[4] = {11, 22, 33, 44};\n"
#define POINTERS                                                                                   \
    ".const .u32 five = 5;\n" CONSTANTS                                                            \
    ".const .u64 pointers[2] = {generic(five), generic(constants)+8};\n"

static const struct flow flows[] = {
    {"ld.shared.u32 st.shared.u32", 0,
     "mov.u32 %w2, shared; mad.lo.u32 %w3, %w0, 4, %w2; st.shared.u32 [%w3+8], %w0;\n"
     "ld.shared.u32 %w1, [%w3+8];",
     own_number},
    {"ld.shared.u32 st.shared.u32", 0,
     "mov.u64 %l0, shared+16; mad.wide.u32 %l1, %w0, 4, %l0; st.shared.u32 [%l1+-16], %w0;\n"
     "mov.u32 %w2, shared; mad.lo.u32 %w3, %w0, 4, %w2; ld.shared.u32 %w1, [%w3];",
     own_number},
    {"ld.const.u32", CONSTANTS, "ld.const.u32 %w1, [constants+4]; add.u32 %w1, %w1, %w0;", second},
    {"ld.const.u32", CONSTANTS,
     "and.b32 %w2, %w0, 3; mov.u64 %l0, constants; mad.wide.u32 %l0, %w2, 4, %l0;\n"
     "ld.const.u32 %w1, [%l0]; ld.const.u32 %w2, [constants+12]; add.u32 %w1, %w1, %w2;",
     looked_up},
    {"ld.const.v2.u32", CONSTANTS,
     "ld.const.v2.u32 {%w1, %w2}, [constants+8]; add.u32 %w1, %w1, %w2; sub.u32 %w1, %w1, %w0;",
     pair_sum},
    {"ld.u32", POINTERS,
     "and.b32 %w2, %w0, 1; mov.u64 %l0, pointers; mad.wide.u32 %l0, %w2, 8, %l0;\n"
     "ld.const.u64 %l1, [%l0]; ld.u32 %w1, [%l1];",
     pointed},
    {"ld.local.u32 st.local.u32", 0,
     ".local .align 8 .b8 stack[32]; mad.lo.u32 %w2, %w0, 3, 9; and.b32 %w3, %w0, 4;\n"
     "st.local.u32 [stack+12], %w2; mov.u32 %w4, stack; add.u32 %w4, %w4, %w3;\n"
     "add.u32 %w4, %w4, 12; sub.u32 %w4, %w4, %w3; ld.local.u32 %w1, [%w4];",
     from_stack},
};

static void fill(struct conformance *c)
{
    flow_check_all(c, flows, G_N_ELEMENTS(flows));
}

CONFORMANCE_MAIN("address", fill)
