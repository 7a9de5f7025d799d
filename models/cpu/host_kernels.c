/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/cpu/host_kernels.h"
#include <math.h>

/* Steps are so short that neighbours may change beside a kernel, but at most so many. */
static const double STEP = 1e4, MOST_STEPS = 256;

void host_kernels_init(struct host_kernels *kernels, struct cpu *cpu)
{
    *kernels = (struct host_kernels){.cpu = cpu};
    cpu_add_user(cpu, &kernels->user, NULL, 0);
    kernels->user.kernel = true;
}

sim_time host_kernels_carry_out(const struct transfer *transfer)
{
    struct host_kernels *kernels = transfer->data;
    const struct kernel_work *work = &kernels->work;
    kernels->work.phase.curve = &kernels->work.curve;
    const double step = fmax(STEP, work->instructions / MOST_STEPS);
    sim_time now = transfer->start;
    kernels->user.cores = work->cores;
    for (double left = work->instructions; left > 0; left -= step)
        now = cpu_run_step(kernels->cpu, &kernels->user, &work->phase, fmin(left, step), now,
                           &kernels->bytes);
    cpu_rest(&kernels->user, now);
    return now;
}
