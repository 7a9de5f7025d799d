/* SPDX-License-Identifier: BSD-3-Clause */
/* What do idle SMs cost? One warp runs on a GPU of 15 SMs, and on one of 80, of which 79 have
 * nothing to do. The sizes take turns, so that a machine whose speed drifts is fair to both. */
#include "tests/benchmarks/figures.h"
#include "tests/benchmarks/simgpu_run.h"

#include <stdio.h>

enum { ROUNDS = 5, SIZES = 2 };

static const char *const sizes[SIZES] = {"--set=sm.count=15", "--set=sm.count=80"};

static bool measure(double wall[SIZES][ROUNDS], double process[SIZES][ROUNDS], GError **error)
{
    for (int round = 0; round < ROUNDS; round++)
        for (int size = 0; size < SIZES; size++) {
            const char *const options[] = {sizes[size], "--set=scalars.iterations=1000000", NULL};
            struct simgpu_run run;
            if (!simgpu_run(&run, "tests/kernels/long_block.json", options, error))
                return false;
            wall[size][round] = run.wall_s;
            process[size][round] = run.process_s;
            simgpu_run_warn_if_slowed(&run);
            simgpu_run_clear(&run);
        }
    return true;
}

int main(void)
{
    const struct target target = {.at_most = 1.2}, none = {0};
    double wall[SIZES][ROUNDS], process[SIZES][ROUNDS];
    g_autoptr(GError) error = NULL;
    if (!measure(wall, process, &error)) {
        fprintf(stderr, "idle_sms: %s\n", error->message);
        return 1;
    }
    double small = median(wall[0], ROUNDS), large = median(wall[1], ROUNDS);
    struct figures *figures = figures_new("Idle SMs: one warp on 15 and on 80 SMs, medians of 5");
    figures_add(figures, "long_block.sms_15", small, "s", none);
    figures_add(figures, "long_block.sms_80", large, "s", none);
    figures_add(figures, "long_block.sms_80_over_15", large / small, "times", target);
    figures_add(figures, "long_block.process_80_over_15",
                median(process[1], ROUNDS) / median(process[0], ROUNDS), "times", none);
    return figures_free(figures) ? 0 : 1;
}
