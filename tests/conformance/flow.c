/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks of pieces of PTX; see flow.h. */
#include "tests/conformance/flow.h"
#include "tests/workloads/ptx/test_exec_harness.h"

#include <string.h>

enum { AT_FREE = 0x1000 };

static char *text_of(const struct flow *flow)
{
    return g_strdup_printf(
        ".version 8.6\n.target sm_90\n.address_size 64\n%s"
        ".visible .entry k(.param .u64 data)\n{\n"
        ".shared .align 16 .b8 shared[1024];\n"
        ".reg .b32 %%w<8>; .reg .b64 %%data, %%at, %%free, %%l<4>; .reg .pred %%p<4>;\n"
        "ld.param.u64 %%data, [data]; mov.u32 %%w0, %%tid.x; mad.wide.u32 %%at, %%w0, 4, %%data;\n"
        "add.u64 %%free, %%data, %u;\n"
        "%s\nst.global.u32 [%%at], %%w1;\nret;\n}\n",
        flow->functions ? flow->functions : "", AT_FREE, flow->body);
}

static void check(struct conformance *c, const struct flow *flow)
{
    g_autofree char *text = text_of(flow);
    struct harness h;
    harness_init(&h, text, "k");
    harness_param_u64(&h, 0, DEVICE_BASE);
    h.block[0] = FLOW_THREADS;
    bool good = harness_run(&h);
    if (!good)
        conformance_fail(c, "%s: %s", flow->forms, h.fault);
    for (uint32_t i = 0; good && i < FLOW_THREADS; i++) {
        uint32_t got;
        memcpy(&got, h.memory + 4 * i, sizeof got);
        good = got == flow->expect(i);
        if (!good)
            conformance_fail(c, "%s: thread %u has %u, expected %u\n%s", flow->forms, i, got,
                             flow->expect(i), flow->body);
    }
    if (good)
        conformance_record(c, flow->forms, FLOW_THREADS);
    harness_finish(&h);
}

void flow_check_all(struct conformance *c, const struct flow *flows, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        check(c, &flows[i]);
}
