/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/traces/kinds.h"
#include "tests/traces/python_random.h"

static void chase_write(const struct synthetic *t, struct trace_writer *w)
{
    uint32_t n = (uint32_t)(t->footprint / t->stride);
    g_autofree uint32_t *order = g_new(uint32_t, n);
    for (uint32_t i = 0; i < n; i++)
        order[i] = i;
    if (t->rnd) {
        struct python_random random;
        python_random_seed(&random, t->seed);
        python_random_shuffle(&random, order, n);
    }
    trace_block_start(w, 0, 0);
    synthetic_add_prologue(w);
    for (uint64_t i = 0; i < t->loads; i++)
        trace_add_single(w, 0xa0, "1 R2 LDG.E.64.SYS 1 R2", 8, t->base + order[i % n] * t->stride);
    trace_add(w, 0xb0, "0 EXIT 0");
    trace_warp_finish(w);
    trace_block_finish(w);
}

static void chase_head(const struct synthetic *t, struct trace_head *head)
{
    (void)t;
    head->grid[0] = 1;
    head->block[0] = TRACE_LANES;
    head->registers = 16;
}

static bool chase_fits(const struct synthetic *t)
{
    return t->stride > 0 && t->footprint >= t->stride && t->footprint / t->stride < UINT32_MAX;
}

static void chase_copies(const struct synthetic *t, struct synthetic_copy *copies)
{
    copies[0] = (struct synthetic_copy){t->base, t->footprint};
}

const struct synthetic_kind synthetic_chase = {
    .name = "chase",
    .parameters = (const char *const[]){"footprint", "loads", "stride", "memcpy", "rnd", "seed",
                                        "base", "version", "kernels", "stream", NULL},
    .defaults = {.footprint = 4096, .loads = 2048, .stride = 128, .seed = 1, .base = TRACE_A_BASE},
    .fits = chase_fits,
    .head = chase_head,
    .copies = chase_copies,
    .write = chase_write,
};
