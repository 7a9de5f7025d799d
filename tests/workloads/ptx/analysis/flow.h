/* SPDX-License-Identifier: BSD-3-Clause */
/* All control-flow analyses of one kernel. */
#ifndef SIMGPU_TESTS_WORKLOADS_PTX_ANALYSIS_FLOW_H
#define SIMGPU_TESTS_WORKLOADS_PTX_ANALYSIS_FLOW_H

#include "tests/workloads/ptx/fixtures.h"
#include "workloads/ptx/analysis/loops.h"

/* Everything there is to know about the control flow of a module's only kernel. */
struct flow {
    struct ptx_module *module;
    const struct ptx_function *f;
    struct ptx_cfg *cfg;
    uint32_t *dominators, *postdominators, *reconvergence;
    struct ptx_loops *loops;
};

static inline void flow_init(struct flow *flow, struct ptx_module *module)
{
    flow->module = module;
    flow->f = module->functions[module->n_functions - 1];
    flow->cfg = ptx_cfg_new(flow->f);
    flow->dominators = ptx_dominators(flow->cfg);
    flow->postdominators = ptx_postdominators(flow->cfg);
    flow->reconvergence = ptx_reconvergence(flow->cfg);
    flow->loops = ptx_loops_new(flow->cfg, flow->dominators);
}

static inline void flow_finish(struct flow *flow)
{
    ptx_loops_free(flow->loops);
    g_free(flow->reconvergence);
    g_free(flow->postdominators);
    g_free(flow->dominators);
    ptx_cfg_free(flow->cfg);
    ptx_module_free(flow->module);
}

#endif
