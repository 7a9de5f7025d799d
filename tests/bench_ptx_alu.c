/* SPDX-License-Identifier: BSD-3-Clause */
/* Prints what executing a PTX instruction for a warp costs, in nanoseconds, one line a loop body.
 * Not a test: run it by hand on a quiet machine. */
#define _POSIX_C_SOURCE 199309L
#include "workloads/ptx/code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Nanoseconds an issued instruction of a loop of `body`, or a negative number if it can't run. */
static double measure(const char *body, unsigned threads)
{
    g_autofree char *text = g_strdup_printf(
        ".version 6.0\n.target sm_70\n.address_size 64\n.visible .entry k()\n{\n"
        ".reg .pred %%p<4>; .reg .b32 %%r<20>; .reg .f32 %%f<20>; .reg .f64 %%d<8>;"
        ".reg .b64 %%rd<8>; .shared .align 4 .b8 tile[4096];\n"
        "mov.u32 %%r1, %%tid.x; mov.u32 %%r2, 0; shl.b32 %%r9, %%r1, 2; mov.u32 %%r10, tile;"
        "add.u32 %%r9, %%r9, %%r10;\n"
        "LOOP:\n%s%s%s%sadd.s32 %%r2, %%r2, 1; setp.lt.s32 %%p1, %%r2, 100000; @%%p1 bra LOOP;\n"
        "ret;\n}\n",
        body, body, body, body);
    GError *error = NULL;
    struct ptx_module *module = ptx_module_parse("bench", text, strlen(text), &error);
    struct ptx_program *program = module ? ptx_program_new(module, &error) : NULL;
    const struct kernel_code *code = program ? ptx_program_kernel(program, "k", 0, &error) : NULL;
    if (code == NULL) {
        fprintf(stderr, "%s\n", error->message);
        return -1;
    }
    static uint8_t shared[4096];
    struct launch launch = {.code = code, .grid = {1, 1, 1}, .block = {threads, 1, 1}};
    struct block_context block = {.launch = &launch, .shared = shared};
    struct warp_context w = {.code = code, .block = &block};
    w.state = aligned_alloc(64, (code->warp_state_bytes + 63) / 64 * 64);
    code->ops->warp_start(&w);
    struct issued out;
    unsigned long issued = 0;
    bool good = true;
    double begin = seconds();
    while (good && w.active != 0) {
        good = code->ops->issue(&w, issued, &out);
        issued++;
    }
    double end = seconds();
    if (!good)
        fprintf(stderr, "%s\n", out.fault);
    free(w.state);
    ptx_program_free(program);
    return good ? 1e9 * (end - begin) / (double)issued : -1;
}

int main(void)
{
    static const struct {
        const char *name, *body;
    } loops[] = {
        {"fma add mad", "fma.rn.f32 %f1, %f2, %f3, %f1; add.s32 %r3, %r4, %r3; "
                        "mad.lo.s32 %r5, %r3, %r4, %r5;\n"},
        {"fma", "fma.rn.f32 %f1, %f2, %f3, %f1; fma.rn.f32 %f4, %f2, %f3, %f4;\n"},
        {"setp selp", "setp.gt.s32 %p2, %r1, %r2; selp.b32 %r4, %r1, %r2, %p2;\n"},
        {"add.s64 shl mul.wide", "mul.wide.s32 %rd1, %r1, 4; add.s64 %rd2, %rd1, %rd2; "
                                 "shl.b64 %rd3, %rd2, 2;\n"},
        {"add.f64 fma.f64", "add.f64 %d1, %d2, %d1; fma.rn.f64 %d3, %d1, %d2, %d3;\n"},
        {"ld.shared st.shared", "ld.shared.u32 %r3, [%r9]; st.shared.u32 [%r9], %r3;\n"},
        {"cvt.f32.s32 cvt.s32.f32", "cvt.rn.f32.s32 %f1, %r1; cvt.rzi.s32.f32 %r3, %f1;\n"},
        {"sqrt.rn div.rn", "sqrt.rn.f32 %f1, %f2; div.rn.f32 %f3, %f1, %f2;\n"},
    };
    for (unsigned i = 0; i < sizeof loops / sizeof loops[0]; i++)
        printf("%-28s %6.1f ns full, %6.1f ns partial warp\n", loops[i].name,
               measure(loops[i].body, 32), measure(loops[i].body, 29));
    return 0;
}
