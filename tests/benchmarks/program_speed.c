/* SPDX-License-Identifier: BSD-3-Clause */
/* How fast simgpu is: on arithmetic, on memory traffic, and on the six workloads as they come.
 *
 * Times are those of the simulation (host.wall_s), functional execution included, reading files and
 * checking results excluded. A transaction misses L1 if it goes on to L2: a load that finds no
 * line, and every store, as Fermi writes through. KIPS are thousands of simulated warp instructions
 * a second.
 */
#include "tests/benchmarks/figures.h"
#include "tests/benchmarks/simgpu_run.h"

#include <stdio.h>

enum { RUNS = 5, WORKLOAD_RUNS = 3 };

static const char *const workloads[] = {"vecadd", "matmul", "spmv", "bfs", "histogram", "kmeans"};

static double instructions(const struct simgpu_run *run)
{
    return simgpu_run_count(run, "sm", "warp_instructions");
}

static double transactions_to_l2(const struct simgpu_run *run)
{
    return simgpu_run_count(run, "sm", "reads_sent") + simgpu_run_count(run, "sm", "writes_sent") +
           simgpu_run_count(run, "sm", "atomics_sent");
}

/* Nanoseconds a warp instruction of the arithmetic loop go to *ns. */
static bool measure_arithmetic(struct figures *figures, double *ns, GError **error)
{
    const struct target target = {.at_most = 120};
    struct simgpu_run run;
    if (!simgpu_run_median(&run, "tests/kernels/alu_loop.json", NULL, RUNS, error))
        return false;
    *ns = 1e9 * run.wall_s / instructions(&run);
    figures_add(figures, "alu_loop.per_warp_instruction", *ns, "ns", target);
    simgpu_run_warn_if_slowed(&run);
    simgpu_run_clear(&run);
    return true;
}

/* The same loop without timing, and ten times longer. Its checks pass, so all instructions were
 * executed: those of the timed loop, whose number is 35 an iteration and warp, and a few more. */
static bool measure_functional(struct figures *figures, GError **error)
{
    enum { ITERATIONS = 1780, WARPS = 480, LOOP_INSTRUCTIONS = 35 };
    static const char *const options[] = {"--functional", "--set=scalars.iterations=1780", NULL};
    const struct target target = {.at_least = 10};
    struct simgpu_run run;
    if (!simgpu_run_median(&run, "tests/kernels/alu_loop.json", options, RUNS, error))
        return false;
    figures_add(figures, "alu_loop.functional",
                1e-6 * ITERATIONS * WARPS * LOOP_INSTRUCTIONS / run.wall_s, "million warp instr./s",
                target);
    simgpu_run_warn_if_slowed(&run);
    simgpu_run_clear(&run);
    return true;
}

/* Of a run's time, what its instructions would take in the arithmetic loop has little to do with
 * memory: the second figure is without it. */
static bool measure_memory(struct figures *figures, double instruction_ns, GError **error)
{
    static const char *const larger[] = {"--set=scalars.n=2097152", NULL};
    const struct target target = {.at_most = 0.6}, none = {0};
    struct simgpu_run run;
    if (!simgpu_run_median(&run, "workloads/examples/vecadd/vecadd.json", larger, RUNS, error))
        return false;
    double transactions = transactions_to_l2(&run);
    double all_us = 1e6 * run.wall_s / transactions;
    double instructions_us = 1e-3 * instruction_ns * instructions(&run) / transactions;
    figures_add(figures, "vecadd_large.per_l1_missing_transaction", all_us, "us", target);
    figures_add(figures, "vecadd_large.beyond_its_instructions", all_us - instructions_us, "us",
                none);
    figures_add(figures, "vecadd_large.messages_per_wake",
                simgpu_run_count(&run, "host", "engine_messages") /
                    simgpu_run_count(&run, "host", "engine_wakes"),
                "messages", none);
    simgpu_run_warn_if_slowed(&run);
    simgpu_run_clear(&run);
    return true;
}

static void keep(struct figures *figures, const char *workload, const char *what, double value,
                 const char *unit)
{
    g_autofree char *name = g_strdup_printf("%s.%s", workload, what);
    figures_keep(figures, name, value, unit);
}

static bool measure_workload(struct figures *figures, const char *name, GError **error)
{
    g_autofree char *path = g_strdup_printf("workloads/examples/%s/%s.json", name, name);
    struct simgpu_run run;
    if (!simgpu_run_median(&run, path, NULL, WORKLOAD_RUNS, error))
        return false;
    double kips = instructions(&run) / run.wall_s / 1e3;
    double cycles = simgpu_run_count(&run, NULL, "elapsed_cycles") / run.wall_s;
    double wakes = simgpu_run_count(&run, "host", "engine_wakes");
    double per_wake = simgpu_run_count(&run, "host", "engine_messages") / wakes;
    double us = 1e6 * run.wall_s / transactions_to_l2(&run);
    printf("  %-10s %7.2f %7.2f %8.0f %9.0f %8.2f %10.0f %14.1f %8.0f\n", name, run.wall_s,
           run.process_s, kips, 1e6 / kips, us, cycles, per_wake, run.resident_mib);
    keep(figures, name, "wall", run.wall_s, "s");
    keep(figures, name, "process", run.process_s, "s");
    keep(figures, name, "speed", kips, "kilo warp instructions/s");
    keep(figures, name, "cycles", cycles, "cycles/s");
    keep(figures, name, "per_l1_missing_transaction", us, "us");
    keep(figures, name, "messages_per_wake", per_wake, "messages");
    keep(figures, name, "resident", run.resident_mib, "MiB");
    simgpu_run_warn_if_slowed(&run);
    simgpu_run_clear(&run);
    return true;
}

static bool measure_workloads(struct figures *figures, GError **error)
{
    printf("\n  %-10s %7s %7s %8s %9s %8s %10s %14s %8s\n", "medians: 3", "wall s", "process",
           "KIPS", "ns/instr.", "us/tx", "cycles/s", "messages/wake", "RSS MiB");
    for (size_t i = 0; i < G_N_ELEMENTS(workloads); i++)
        if (!measure_workload(figures, workloads[i], error))
            return false;
    return true;
}

int main(void)
{
    g_autoptr(GError) error = NULL;
    struct figures *figures = figures_new("simgpu on a GTX 480; the first lines are medians of 5");
    double instruction_ns;
    bool good = measure_arithmetic(figures, &instruction_ns, &error) &&
                measure_functional(figures, &error) &&
                measure_memory(figures, instruction_ns, &error) &&
                measure_workloads(figures, &error);
    if (!good)
        fprintf(stderr, "program_speed: %s\n", error->message);
    return figures_free(figures) && good ? 0 : 1;
}
