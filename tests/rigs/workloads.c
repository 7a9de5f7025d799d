/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/rigs/workloads.h"
#include "tests/rigs/command.h"

/* Sizes: several blocks on some SMs, none on others, and ends that are no multiple of a block
 * where the kernel allows it. */
const struct small_workload small_workloads[] = {
    {"workloads/examples/vecadd/vecadd.json", {"scalars.n=5000", "scalars.block=128"}, 1},
    {"workloads/examples/matmul/matmul.json", {"scalars.n=48"}, 1},
    {"workloads/examples/spmv/spmv.json",
     {"scalars.rows=1024", "scalars.edges=6000", "scalars.block=64"},
     1},
    {"workloads/examples/bfs/bfs.json",
     {"scalars.vertices=300", "scalars.degree=5", "scalars.block=64"},
     2},
    {"workloads/examples/histogram/histogram.json", {"scalars.n=10000", "scalars.blocks=20"}, 1},
    {"workloads/examples/kmeans/kmeans.json",
     {"scalars.n=150", "scalars.clusters=2", "scalars.block=64"},
     1},
    {"tests/opencl/dot.json", {"scalars.n=3000"}, 2},
    {"tests/kernels/divergence.json", {"scalars.n=200"}, 5},
    {"tests/kernels/calls.json", {"scalars.n=200"}, 3},
    {"tests/kernels/handoff.json", {"scalars.blocks=20"}, 3},
    {"tests/kernels/fence.json", {NULL}, 1},
    {"tests/kernels/ordered.json", {NULL}, 3},
    {"tests/kernels/order_storm.json", {NULL}, 2},
    {"tests/kernels/barriers.json", {NULL}, 2},
    {"tests/kernels/async_copy.json", {NULL}, 1},
    {"tests/kernels/matrices.json", {NULL}, 1},
    {"tests/kernels/race.json", {"scalars.n=64", "scalars.blocks=20", "scalars.rounds=4"}, 0},
};
const int n_small_workloads = (int)G_N_ELEMENTS(small_workloads);

const char *const schedulers[SCHEDULERS] = {"lrr", "gto"};

int all_runs(void)
{
    return n_small_workloads * SCHEDULERS;
}

const struct small_workload *workload_of_run(int index)
{
    return &small_workloads[index / SCHEDULERS];
}

const char *scheduler_of_run(int index)
{
    return schedulers[index % SCHEDULERS];
}

GPtrArray *command_of_run(int index)
{
    const struct small_workload *workload = workload_of_run(index);
    GPtrArray *command = command_for(workload->file);
    command_set_all(command, workload->sets);
    command_add(command, "--scheduler");
    command_add(command, "%s", scheduler_of_run(index));
    return command;
}
