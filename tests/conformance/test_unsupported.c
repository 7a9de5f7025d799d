/* SPDX-License-Identifier: BSD-3-Clause */
/* What the executor doesn't do: each instruction must parse, fail when it is reached, and say so by
 * name. The messages are part of docs/reference/ptx.md.
 */
#include "tests/conformance/conformance.h"
#include "tests/workloads/ptx/test_exec_harness.h"

#include <check.h>
#include <glib.h>
#include <string.h>

/* Form, and the whole instruction. */
static const struct {
    const char *form, *text;
} unsupported[] = {
    {"mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
     "{%w0, %w1, %w2, %w3}, {%w4, %w5}, {%w6, %w7}, {%w0, %w1, %w2, %w3}, %w0, 0x0"},
    {"wmma.load.a.sync.aligned.col.m8n8k32.global.s4", "{%w0}, [%l0], 16"},
    {"wmma.mma.sync.aligned.row.col.m16n16k16.rz.f32.f32",
     "{%w0, %w1, %w2, %w3, %w4, %w5, %w6, %w7}, {%w0, %w1, %w2, %w3, %w4, %w5, %w6, %w7}, "
     "{%w0, %w1, %w2, %w3, %w4, %w5, %w6, %w7}, {%w0, %w1, %w2, %w3, %w4, %w5, %w6, %w7}"},
    {"ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8", "{%w0, %w1}, [%l0]"},
    {"wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16",
     "{%w0, %w1, %w2, %w3}, %l0, %l1, %w4, 0, %p0, 1, 1, 0, 0"},
    {"ld.global.v8.u32", "{%w0, %w1, %w2, %w3, %w4, %w5, %w6, %w7}, [%l0]"},
    {"st.global.v4.b64", "[%l0], {%l1, %l2, %l1, %l2}"},
    {"cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes",
     "[%l0], [%l1, {%w0, %w1, %w2}], [%l2]"},
    {"cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32",
     "[%l0], [%l1], 16, [%l2]"},
    {"multimem.ld_reduce.relaxed.sys.global.add.u32", "%w0, [%l0]"},
    {"st.async.shared::cluster.mbarrier::complete_tx::bytes.u32", "[%l0], %w0, [%l1]"},
    {"griddepcontrol.wait.launch_dependents", ""},
    {"tex.2dms.v4.f32.s32", "{%w0, %w1, %w2, %w3}, [%l0, {%w1, %w1, %w1, %w1}]"},
    {"tex.1d.v2.f16x2.f32", "{%w0, %w1}, [%l0, {%w1}]"},
    {"tex.cube.v4.f32.s32", "{%w0, %w1, %w2, %w3}, [%l0, {%w1, %w1, %w1, %w1}]"},
    {"tex.2d.v4.f32.f32", "{%w0, %w1, %w2, %w3}, [%l0, {%w1, %w1}], {%w1, %w1}"},
    {"sust.p.1d.u32.trap", "[%l0, {%w1}], {%w0}"},
    {"sured.p.max.1d.b32.trap", "[%l0, {%w1}], %w0"},
};

static void check(struct conformance *c, const char *form, const char *operands)
{
    g_autofree char *text = g_strdup_printf(
        ".version 8.6\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 data)\n{\n"
        ".reg .b32 %%w<8>; .reg .b64 %%l<4>; .reg .pred %%p<2>; .reg .b128 %%q<2>;\n"
        "mov.u64 %%l0, 0; mov.u64 %%l1, 0; mov.u64 %%l2, 0; mov.u32 %%w1, 0;\n%s %s;\nret;\n}\n",
        form, operands);
    struct harness h;
    harness_init(&h, text, "k");
    if (harness_run(&h)) {
        conformance_fail(c, "%s runs", form);
    } else if (strstr(h.fault, form) == NULL) {
        conformance_fail(c, "%s: the message doesn't name it: %s", form, h.fault);
    } else {
        g_autofree char *record = g_strdup_printf("!%s!%s", form, h.fault);
        conformance_record(c, record, 0);
    }
    harness_finish(&h);
}

static void fill(struct conformance *c)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(unsupported); i++)
        check(c, unsupported[i].form, unsupported[i].text);
}

CONFORMANCE_MAIN("unsupported", fill)
