/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/compile/blocks/live_loops.h"
#include "workloads/ptx/compile/blocks/blocks.h"
#include "workloads/ptx/compile/blocks/liveness.h"
#include "workloads/warp_runner.h"

/* Liveness takes time that grows faster than the code. ASSUMED: this limit. */
enum { MOST_INSTRUCTIONS = 20000 };

static struct exec_registers **find_all(const struct kernel_code *code)
{
    const uint32_t n = code->n_instructions;
    struct exec_registers **loops = g_new0(struct exec_registers *, n + 1);
    if (n > MOST_INSTRUCTIONS)
        return loops;
    g_autofree uint8_t *ends = block_turn_ends(code);
    struct block_liveness *liveness = block_liveness_new(code, ends);
    for (uint32_t pc = 0; pc < n; pc++)
        if (turn_kind(ends[pc]) >= TURN_LONG)
            loops[pc] = block_looked_at(liveness, code, pc);
    block_liveness_free(liveness);
    return loops;
}

const struct exec_registers *block_live_at(const struct kernel_code *code, uint32_t pc)
{
    struct exec_kernel *kernel = code->impl;
    struct exec_registers **loops = __atomic_load_n(&kernel->live_loops, __ATOMIC_ACQUIRE);
    if (!loops) {
        struct exec_registers **mine = find_all(code);
        if (__atomic_compare_exchange_n(&kernel->live_loops, &loops, mine, false, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE))
            loops = mine;
        else
            block_live_loops_free(mine, code->n_instructions);
    }
    return loops[pc];
}

void block_live_loops_free(struct exec_registers **loops, uint32_t n_instructions)
{
    for (uint32_t pc = 0; loops && pc <= n_instructions; pc++)
        g_free(loops[pc]);
    g_free(loops);
}
