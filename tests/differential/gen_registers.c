/* SPDX-License-Identifier: BSD-3-Clause */
/* What the kernel and functions begin with: declarations, addresses, values. */
#include "tests/differential/writer.h"

void gen_declare(struct gen *g)
{
    gen_fixed(g,
              ".reg .pred %%p<%u>, %%q<4>; .reg .b16 %%h<%u>, %%th<2>; "
              ".reg .b32 %%r<%u>, %%t<4>, %%c<%u>, %%fuel, %%depth, %%as_word, %%uniform<4>; "
              ".reg .b64 %%d<%u>, %%u<4>, %%ag, %%as, %%al, %%ac, %%at, %%in, %%red, %%buffer; "
              ".reg .f32 %%f<%u>, %%tf<2>; .reg .f64 %%g<%u>, %%tg<2>; "
              ".local .align 16 .b8 local[%u];",
              N_P, N_H, N_R, MAX_LOOPS, N_D, N_F, N_G, PRIVATE_BYTES);
}

static void zero_local(struct gen *g)
{
    gen_fixed(g, "mov.u64 %%al, local; mov.u64 %%u0, 0;");
    for (unsigned at = 0; at < PRIVATE_BYTES; at += 16)
        gen_chunk(g, "st.local.v2.u64 [%%al+%u], {%%u0, %%u0};", at);
}

/* %ag and %in are set. Values come from the input, each thread's from somewhere else. (A program
 * that is made small may do without; registers then are zero on both sides, which PTX leaves open.)
 */
void gen_initialize(struct gen *g)
{
    static const struct {
        char class;
        unsigned n;
        const char *type;
    } classes[] = {{'h', N_H, "b16"},
                   {'r', N_R, "b32"},
                   {'d', N_D, "b64"},
                   {'f', N_F, "f32"},
                   {'g', N_G, "f64"}};
    gen_fixed(g,
              "mov.u32 %%t0, %%tid.x; mov.u64 %%as, shared; mad.wide.u32 %%as, %%t0, %u, %%as; "
              "cvt.u32.u64 %%as_word, %%as; mov.u64 %%ac, constants; mov.u64 %%at, table;",
              PRIVATE_BYTES);
    zero_local(g);
    gen_fixed(g, "mov.u32 %%fuel, %u; mov.u32 %%c0, 0; mov.u32 %%c1, 0; mov.u32 %%c2, 0;",
              2 + gen_below(g, 6));
    gen_fixed(g,
              "mad.lo.u32 %%t0, %%t0, %u, %u; and.b32 %%t0, %%t0, %u; cvt.u64.u32 %%u0, %%t0; "
              "add.u64 %%u0, %%u0, %%in;",
              8 * (1 + gen_below(g, 31)), 8 * gen_below(g, 100), INPUT_BYTES / 2 - 8);
    for (unsigned c = 0; c < G_N_ELEMENTS(classes); c++)
        for (unsigned i = 0; i < classes[c].n; i++)
            gen_chunk(g, "ld.global.%s %%%c%u, [%%u0+%u];", classes[c].type, classes[c].class, i,
                      8 * gen_below(g, INPUT_BYTES / 2 / 8));
    for (unsigned i = 0; i < N_P; i++)
        gen_chunk(g, "and.b32 %%t0, %%r%u, %u; setp.ne.u32 %%p%u, %%t0, 0;", gen_below(g, N_R),
                  1u << gen_below(g, 8), i);
}
