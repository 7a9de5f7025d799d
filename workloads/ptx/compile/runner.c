/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/compile/runner.h"
#include "workloads/ptx/compile/blocks/even.h"
#include "workloads/ptx/compile/runner_turns.h"
#include "workloads/ptx/exec/actions/call.h"
#include "workloads/ptx/exec/lanes/alu.h"
#include "workloads/ptx/exec/special.h"

static void runner_free(struct warp_runner *base)
{
    struct compiled_runner *r = (struct compiled_runner *)base;
    compiled_note_parted(r->code, r->issued);
    compiled_note_uneven(r->code, r->warp.uneven);
    g_free(r->warp.windows);
    g_free(r->differing);
    g_free(r);
}

/* Those of a block, unless they need more from the start. */
static uint32_t whole_warps(const struct launch *launch, const struct compiled_functions *functions)
{
    const struct exec_kernel *kernel = launch->code->impl;
    bool may = functions->whole && kernel->child_bytes == 0;
    for (uint32_t i = 0; i < kernel->n_specials; i++)
        may &= !exec_special_is_clock(kernel->specials[i].which);
    return may ? launch->block[0] * launch->block[1] * launch->block[2] / WARP_LANES : 0;
}

/* What whole warps need to begin. */
static void note_begin(struct compiled_runner *r, const struct exec_kernel *kernel)
{
    r->registers_offset = kernel->registers_offset;
    r->local_offset = kernel->local_offset;
    r->calls = kernel->n_functions > 1;
    r->fill_32 = exec_alu_best()->fill_32;
    r->clears = exec_frame_needs_clear(kernel);
    r->differing = g_new(struct exec_special, kernel->n_specials + 1);
    for (uint32_t i = 0; i < kernel->n_specials; i++) {
        const struct exec_special *special = &kernel->specials[i];
        const unsigned dimension = special->which - (unsigned)SPECIAL_CTAID_X;
        if (special->differs && dimension < 3 && special->bytes == sizeof(uint32_t)) {
            r->index[r->n_indices].offset = special->offset;
            r->index[r->n_indices++].dimension = dimension;
        } else if (special->differs) {
            r->differing[r->n_differing++] = *special;
        }
    }
}

struct warp_runner *compiled_runner(const struct launch *launch, const struct runner_host *host,
                                    uint64_t more)
{
    compiled_note(launch->code, more);
    const bool may = host && !launch->code->allocates; /* windows would outlive what it frees */
    const struct compiled_functions *functions =
        may ? compiled_functions(launch->code, block_even_rows(launch->block), host->at_once)
            : NULL;
    if (!functions)
        return NULL;
    const struct exec_kernel *kernel = launch->code->impl;
    struct compiled_runner *r = g_new0(struct compiled_runner, 1);
    r->base.free = runner_free;
    r->function = functions->any;
    r->whole = functions->whole;
    r->whole_warps = whole_warps(launch, functions);
    note_begin(r, kernel);
    r->host = *host;
    r->code = launch->code;
    r->lacks_parted = compiled_lacks_parted(launch->code);
    r->warp =
        (struct compiled_warp){.constants = kernel->constants,
                               .params = launch->params,
                               .memory = host->memory,
                               .constant_memory = kernel->const_image,
                               .windows = g_new0(struct compiled_window, functions->n_windows + 1),
                               .shared_window = {0, (uint64_t)launch->code->static_shared_bytes +
                                                        launch->dynamic_shared_bytes},
                               .local_window = {0, launch->code->local_bytes_per_thread},
                               .constant_window = {0, kernel->const_bytes},
                               .param_window = {0, launch->code->param_bytes},
                               .local_stride = kernel->local_stride,
                               .together = host->together,
                               .whole = functions->whole};
    runner_set_functions(r);
    if (r->lacks_parted)
        runner_take_parted(r);
    return &r->base;
}
