/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/functional/functional_idle.h"
#include "models/launch/grid.h"

void functional_idle_start(struct functional *f)
{
    const struct functional_options *options = f->options;
    const uint64_t warps = (launch_threads_per_block(f->launch) + WARP_LANES - 1) / WARP_LANES;
    const bool may = f->launch->code->ops->idle_blocks && !f->heard && !options->undo &&
                     options->max_instructions == 0;
    f->idle = (struct functional_idle){.most = may ? IDLE_MOST * warps : 0, .least = UINT64_MAX};
}

static void count(struct functional *f, const struct idle_blocks *idle, uint64_t blocks)
{
    const uint64_t threads = launch_threads_per_block(f->launch);
    const uint64_t warps = (threads + WARP_LANES - 1) / WARP_LANES;
    const uint64_t instructions = blocks * warps * idle->instructions;
    f->next += blocks;
    f->instructions += instructions;
    f->counts->blocks += blocks;
    f->counts->warp_instructions += instructions;
    f->counts->thread_instructions += blocks * threads * idle->run;
}

/* Counts the blocks of the box from first to last, of which the first is the next one. */
static bool skip(struct functional *f, const uint32_t first[3], const uint32_t last[3])
{
    const struct idle_blocks idle = f->launch->code->ops->idle_blocks(f->launch, first, last);
    if (idle.instructions == 0)
        return false;
    count(f, &idle,
          (uint64_t)(last[0] - first[0] + 1) * (last[1] - first[1] + 1) * (last[2] - first[2] + 1));
    return true;
}

/* Nothing was found behind a block of so many instructions. */
static void miss(struct functional *f, uint64_t instructions)
{
    f->idle.least = MIN(f->idle.least, instructions);
    f->idle.wait = f->idle.wait > 0 ? 2 * f->idle.wait : 1;
    f->idle.ask_at = f->next + f->idle.wait;
}

void functional_idle_look(struct functional *f, uint64_t instructions)
{
    const uint32_t *grid = f->launch->grid;
    uint32_t at[3];
    launch_block_index(f->launch, f->next - 1, at);
    const uint32_t row = (uint32_t)MIN(f->end - f->next, (uint64_t)grid[0] - at[0] - 1);
    if (row > 0 && !skip(f, (const uint32_t[3]){at[0] + 1, at[1], at[2]},
                         (const uint32_t[3]){at[0] + row, at[1], at[2]})) {
        miss(f, instructions);
        return;
    }
    const uint32_t rows =
        (uint32_t)MIN((f->end - f->next) / grid[0], (uint64_t)grid[1] - at[1] - 1);
    if (at[0] == 0 && rows > 0 &&
        !skip(f, (const uint32_t[3]){0, at[1] + 1, at[2]},
              (const uint32_t[3]){grid[0] - 1, at[1] + rows, at[2]}) &&
        row == 0)
        miss(f, instructions);
}
