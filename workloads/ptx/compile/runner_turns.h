/* SPDX-License-Identifier: BSD-3-Clause */
/* The turns of warps that run compiled: what the runner (runner.h) knows of its launch, and of the
 * warp that runs. */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_RUNNER_TURNS_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_RUNNER_TURNS_H

#include "workloads/ptx/compile/compiled.h"
#include "workloads/warp_runner.h"

struct compiled_runner {
    struct warp_runner base;
    struct compiled_warp warp;
    compiled_kernel *function, *whole;
    struct runner_host host;
    /* During run(). */
    struct warp_context *w;
    struct issued *out;
    uint64_t end;     /* runner_turn.end */
    int32_t may_loop; /* compiled_warp.loop_left, as it was given */
    /* Whole warps may begin with their registers alone: below so many. */
    uint32_t whole_warps;
    bool lacks_parted; /* function leaves all to the interpreter, which has issued so many: */
    uint32_t issued;
    const struct kernel_code *code;
    uint32_t registers_offset, local_offset; /* exec_kernel's */
    bool calls;                              /* the kernel calls functions: it has frames */
    bool stands_whole; /* the last warp's lanes all ran: what says so is still there */
    bool clears;       /* they begin with some registers set to zero */
    /* Special registers that differ between blocks: the block's coordinates, and others. */
    uint32_t n_indices, n_differing;
    struct {
        uint32_t offset, dimension;
    } index[3];
    struct exec_special *differing;
    void (*fill_32)(uint32_t *lanes, uint32_t value);
};

/* Those of base and of warp but for what a launch decides. */
void runner_set_functions(struct compiled_runner *r);
/* Takes the function for parted lanes if it is there now. */
void runner_take_parted(struct compiled_runner *r);

#endif
