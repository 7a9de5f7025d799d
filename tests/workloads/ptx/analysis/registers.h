/* SPDX-License-Identifier: BSD-3-Clause */
/* The register analyses of one function. */
#ifndef SIMGPU_TESTS_WORKLOADS_PTX_ANALYSIS_REGISTERS_H
#define SIMGPU_TESTS_WORKLOADS_PTX_ANALYSIS_REGISTERS_H

#include "tests/workloads/ptx/fixtures.h"
#include "workloads/ptx/analysis/allocation.h"

struct registers {
    struct ptx_module *module;
    const struct ptx_function *f;
    struct ptx_cfg *cfg;
    struct ptx_liveness *liveness;
    struct ptx_allocation *allocation;
};

/* The module remains the caller's. */
static inline void registers_init(struct registers *r, struct ptx_module *module, unsigned function)
{
    r->module = module;
    r->f = module->functions[function];
    r->cfg = ptx_cfg_new(r->f);
    r->liveness = ptx_liveness_new(r->cfg);
    r->allocation = ptx_allocation_new(r->f, r->liveness);
}

static inline void registers_finish(struct registers *r)
{
    ptx_allocation_free(r->allocation);
    ptx_liveness_free(r->liveness);
    ptx_cfg_free(r->cfg);
}

#endif
