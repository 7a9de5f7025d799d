/* SPDX-License-Identifier: BSD-3-Clause */
/* Special registers of every thread of a block, conversions between address spaces, isspacep.
 *
 * The block has 8 x 6 x 4 threads; grid, block index, SM and warp slots are those of the harness
 * (test_exec_harness.c). Source: PTX ISA 8.6, section 10 "Special Registers"; section 9.7.9
 * "cvta, isspacep".
 */
#include "tests/conformance/conformance.h"
#include "tests/workloads/ptx/test_exec_harness.h"

#include <check.h>
#include <string.h>

enum { X = 8, Y = 6, Z = 4, THREADS = X * Y * Z, DYNAMIC_BYTES = 96, STATIC_BYTES = 64 };

struct register_row {
    const char *name;
    unsigned bits;
    uint64_t (*expect)(unsigned thread);
};

#define VALUE(function, expression)                                                                \
    static uint64_t function(unsigned thread)                                                      \
    {                                                                                              \
        unsigned lane = thread % 32;                                                               \
        (void)lane;                                                                                \
        return expression;                                                                         \
    }

VALUE(tid_x, thread % X)
VALUE(tid_y, thread / X % Y)
VALUE(tid_z, thread / X / Y)
VALUE(ntid_x, X)
VALUE(ntid_y, Y)
VALUE(ntid_z, Z)
VALUE(one, 1)
VALUE(two, 2)
VALUE(three, 3)
VALUE(four, 4)
VALUE(five, 5)
VALUE(zero, 0)
VALUE(laneid, lane)
VALUE(warpid, 7 + thread / 32)
VALUE(nwarpid, THREADS / 32)
VALUE(mask_eq, (uint64_t)1 << lane)
VALUE(mask_lt, ((uint64_t)1 << lane) - 1)
VALUE(mask_le, ((uint64_t)2 << lane) - 1)
VALUE(mask_gt, 0xffffffff & ~(((uint64_t)2 << lane) - 1))
VALUE(mask_ge, 0xffffffff & ~(((uint64_t)1 << lane) - 1))
VALUE(dynamic_bytes, DYNAMIC_BYTES)
VALUE(total_bytes, DYNAMIC_BYTES + STATIC_BYTES)

static const struct register_row registers[] = {
    {"%tid.x", 32, tid_x},
    {"%tid.y", 32, tid_y},
    {"%tid.z", 32, tid_z},
    {"%ntid.x", 32, ntid_x},
    {"%ntid.y", 32, ntid_y},
    {"%ntid.z", 32, ntid_z},
    {"%ctaid.x", 32, one},
    {"%ctaid.y", 32, two},
    {"%ctaid.z", 32, three},
    {"%nctaid.x", 32, two},
    {"%nctaid.y", 32, three},
    {"%nctaid.z", 32, four},
    {"%laneid", 32, laneid},
    {"%warpid", 32, warpid},
    {"%nwarpid", 32, nwarpid},
    {"%smid", 32, five},
    {"%gridid", 64, zero},
    {"%lanemask_eq", 32, mask_eq},
    {"%lanemask_lt", 32, mask_lt},
    {"%lanemask_le", 32, mask_le},
    {"%lanemask_gt", 32, mask_gt},
    {"%lanemask_ge", 32, mask_ge},
    {"%dynamic_smem_size", 32, dynamic_bytes},
    {"%total_smem_size", 32, total_bytes},
    {"%cluster_ctarank", 32, zero},
    {"%cluster_nctarank", 32, one},
    {"%cluster_ctaid.x", 32, zero},
    {"%cluster_ctaid.y", 32, zero},
    {"%cluster_ctaid.z", 32, zero},
    {"%cluster_nctaid.x", 32, one},
    {"%cluster_nctaid.y", 32, one},
    {"%cluster_nctaid.z", 32, one},
    {"%clusterid.x", 32, one},
    {"%clusterid.y", 32, two},
    {"%clusterid.z", 32, three},
    {"%nclusterid.x", 32, two},
    {"%nclusterid.y", 32, three},
    {"%nclusterid.z", 32, four},
};

/* Each thread computes its number from %tid alone and writes %value there. */
static const char prologue[] =
    ".version 8.6\n.target sm_90\n.address_size 64\n"
    ".const .align 8 .b8 constants[64];\n"
    ".visible .entry k(.param .u64 data)\n{\n"
    ".shared .align 8 .b8 scratch[64]; .local .align 8 .b8 stack[64];\n"
    ".reg .b32 %x, %y, %z, %r<4>; .reg .b64 %data, %value, %a<4>, %at; .reg .pred %p;\n"
    "ld.param.u64 %data, [data];\n"
    "mov.u32 %x, %tid.x; mov.u32 %y, %tid.y; mov.u32 %z, %tid.z;\n"
    "mad.lo.u32 %y, %z, 6, %y; mad.lo.u32 %x, %y, 8, %x;\n"
    "mad.wide.u32 %at, %x, 8, %data; mov.b64 %value, 0;\n"
    "mov.u64 %a3, scratch;\n"; /* what nobody names takes no shared memory */

/* Runs body and checks what every thread's %value is. */
static bool run(struct conformance *c, const char *form, const char *body, uint64_t values[THREADS])
{
    g_autofree char *text =
        g_strdup_printf("%s%s\nst.global.u64 [%%at], %%value;\nret;\n}\n", prologue, body);
    struct harness h;
    harness_init(&h, text, "k");
    harness_param_u64(&h, 0, DEVICE_BASE);
    h.block[0] = X;
    h.block[1] = Y;
    h.block[2] = Z;
    h.dynamic_shared_bytes = DYNAMIC_BYTES;
    memset(h.memory, 0xee, THREADS * 8);
    bool good = harness_run(&h);
    if (!good)
        conformance_fail(c, "%s: %s", form, h.fault);
    memcpy(values, h.memory, THREADS * 8);
    harness_finish(&h);
    return good;
}

static void check_register(struct conformance *c, const struct register_row *row)
{
    uint64_t values[THREADS];
    g_autofree char *body =
        row->bits == 64
            ? g_strdup_printf("mov.u64 %%value, %s;", row->name)
            : g_strdup_printf("mov.u32 %%r0, %s; cvt.u64.u32 %%value, %%r0;", row->name);
    if (!run(c, row->name, body, values))
        return;
    for (unsigned i = 0; i < THREADS; i++)
        if (values[i] != row->expect(i)) {
            conformance_fail(c, "%s of thread %u is %#llx, expected %#llx", row->name, i,
                             (unsigned long long)values[i], (unsigned long long)row->expect(i));
            return;
        }
    conformance_record(c, row->name, THREADS);
}

/* Clocks advance, and their halves agree. */
static void check_clocks(struct conformance *c)
{
    static const struct {
        const char *name, *body;
    } clocks[] = {
        {"%clock", "mov.u32 %r0, %clock; mov.u32 %r1, %clock; sub.u32 %r0, %r1, %r0;\n"
                   "cvt.u64.u32 %value, %r0;"},
        {"%clock64", "mov.u64 %a0, %clock64; mov.u64 %a1, %clock64; sub.u64 %value, %a1, %a0;"},
        {"%clock_hi", "mov.u32 %r0, %clock_hi; mov.u64 %a0, %clock64; shr.u64 %a0, %a0, 32;\n"
                      "cvt.u64.u32 %a1, %r0; sub.u64 %a0, %a1, %a0; add.u64 %value, %a0, 1;"}};
    for (unsigned i = 0; i < G_N_ELEMENTS(clocks); i++) {
        uint64_t values[THREADS];
        if (!run(c, clocks[i].name, clocks[i].body, values))
            continue;
        bool good = true;
        for (unsigned k = 0; k < THREADS; k++)
            good = good && values[k] > 0 && values[k] < 1000;
        if (good)
            conformance_record(c, clocks[i].name, THREADS);
        else
            conformance_fail(c, "%s doesn't advance", clocks[i].name);
    }
}

static const struct {
    const char *word, *address;
} spaces[] = {
    {"global", "%data"}, {"shared", "scratch"}, {"local", "stack"}, {"const", "constants"}};

/* isspacep of a generic address of each space, and that cvta.to undoes cvta. */
static void check_space(struct conformance *c, unsigned from, unsigned asked)
{
    uint64_t values[THREADS];
    g_autofree char *isspacep = g_strdup_printf("isspacep.%s", spaces[asked].word);
    g_autofree char *form =
        g_strdup_printf("cvta.%s.u64 cvta.to.%s.u64", spaces[from].word, spaces[from].word);
    g_autofree char *body = g_strdup_printf(
        "mov.u64 %%a0, %s; add.u64 %%a0, %%a0, 24; cvta.%s.u64 %%a1, %%a0;\n"
        "cvta.to.%s.u64 %%a2, %%a1; xor.b64 %%a2, %%a2, %%a0; shl.b64 %%a2, %%a2, 1;\n"
        "%s %%p, %%a1; selp.b64 %%value, 1, 0, %%p; or.b64 %%value, %%value, %%a2;",
        spaces[from].address, spaces[from].word, spaces[from].word, isspacep);
    if (!run(c, isspacep, body, values))
        return;
    for (unsigned i = 0; i < THREADS; i++)
        if (values[i] != (from == asked)) {
            conformance_fail(c, "%s of an address from %s: thread %u: %#llx", isspacep, form, i,
                             (unsigned long long)values[i]);
            return;
        }
    conformance_record(c, isspacep, THREADS);
    conformance_record(c, form, THREADS);
}

static void fill(struct conformance *c)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(registers); i++)
        check_register(c, &registers[i]);
    check_clocks(c);
    for (unsigned from = 0; from < G_N_ELEMENTS(spaces); from++)
        for (unsigned asked = 0; asked < G_N_ELEMENTS(spaces); asked++)
            check_space(c, from, asked);
}

CONFORMANCE_MAIN("special", fill)
