/* SPDX-License-Identifier: BSD-3-Clause */
/* The lines of a launch's blocks, block by block; see block_lines.h. */
#include "workloads/ptx/exec/block_lines/block_lines.h"
#include "workloads/ptx/exec/block_lines/warp.h"

#include <glib.h>
#include <stdlib.h>

/* The list so far. */
struct rows {
    uint64_t *first; /* by block; and one more */
    GArray *lines;
};

/* False: a limit has been reached. */
static bool one_block(struct block_lines_warp *warp, uint64_t block,
                      const struct block_lines_limits *limits, uint64_t *launch_steps)
{
    const uint32_t *size = warp->launch->block;
    uint64_t threads = (uint64_t)size[0] * size[1] * size[2];
    uint64_t allowed = MIN(limits->block_steps, *launch_steps), left = allowed;
    bool whole = true;
    block_lines_warp_block(warp, block);
    for (uint32_t w = 0; whole && w * (uint64_t)WARP_LANES < threads; w++)
        whole = block_lines_warp_run(warp, w, &left);
    *launch_steps -= allowed - left;
    return whole;
}

static void add_row(struct rows *rows, uint64_t block, struct block_lines_set *lines)
{
    block_lines_set_sort(lines);
    g_array_append_vals(rows->lines, lines->list->data, lines->list->len);
    rows->first[block + 1] = rows->lines->len;
}

static void all_rows(struct block_lines_warp *warp, uint64_t n_blocks,
                     const struct block_lines_limits *limits, struct rows *rows)
{
    uint64_t steps = limits->launch_steps, block = 0;
    bool whole = true;
    /* A block beyond its limit doesn't end the others' analysis; the launch's limits do. */
    for (; block < n_blocks && steps > 0 && rows->lines->len < limits->lines; block++) {
        whole &= one_block(warp, block, limits, &steps);
        add_row(rows, block, &warp->lines);
    }
    if (!whole || block < n_blocks)
        block_lines_warp_give_up(warp);
    for (; block < n_blocks; block++)
        rows->first[block + 1] = rows->first[block];
}

static void count_loads(const struct block_lines_warp *warp, struct block_lines *result)
{
    uint32_t n = 0;
    result->unknown_pcs = g_new(uint32_t, warp->slice->n_loads);
    for (uint32_t pc = 0; pc < warp->slice->code->n_instructions; pc++)
        if (warp->slice->load[pc] && warp->unknown[pc])
            result->unknown_pcs[n++] = pc;
    result->reads_unknown = n;
    result->reads_known = warp->slice->n_loads - n;
}

struct block_lines *exec_block_lines_within(const struct launch *launch, uint64_t n_blocks,
                                            uint32_t line_bytes,
                                            const struct block_lines_limits *limits)
{
    g_assert(line_bytes >= 4 && (line_bytes & (line_bytes - 1)) == 0);
    if (launch->code->problem)
        return NULL;
    struct block_lines_warp warp;
    struct rows rows = {.first = g_new0(uint64_t, n_blocks + 1),
                        .lines = g_array_new(FALSE, FALSE, sizeof(uint64_t))};
    block_lines_warp_init(&warp, launch, line_bytes);
    all_rows(&warp, n_blocks, limits, &rows);
    /* What GLib allocates is malloc's, and so may be freed by whoever knows only free(). */
    struct block_lines *result = g_new0(struct block_lines, 1);
    *result = (struct block_lines){.n_blocks = n_blocks, .line_bytes = line_bytes};
    result->first = rows.first;
    result->lines = (uint64_t *)(void *)g_array_free(rows.lines, FALSE);
    count_loads(&warp, result);
    block_lines_warp_finish(&warp);
    return result;
}

struct block_lines *exec_block_lines(const struct launch *launch, uint64_t n_blocks,
                                     uint32_t line_bytes)
{
    const struct block_lines_limits limits = {.block_steps = BLOCK_LINES_BLOCK_STEPS,
                                              .launch_steps = BLOCK_LINES_LAUNCH_STEPS,
                                              .lines = BLOCK_LINES_MOST};
    return exec_block_lines_within(launch, n_blocks, line_bytes, &limits);
}
