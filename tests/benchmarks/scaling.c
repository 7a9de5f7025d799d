/* SPDX-License-Identifier: BSD-3-Clause */
/* What more SMs cost: the same vector addition on 15 to 1,024 of them, with the same memory. The
 * sizes take turns, so that a machine whose speed drifts is fair to all. */
#include "tests/benchmarks/figures.h"
#include "tests/benchmarks/large_platform.h"
#include "tests/benchmarks/simgpu_run.h"
#include "tests/benchmarks/trace_folder.h"

#include <string.h>

enum { ROUNDS = 5 };

static const unsigned sizes[] = {15, 80, 160, 320, 1024};
enum { SIZES = G_N_ELEMENTS(sizes), SIZE_80 = 1, SIZE_1024 = 4 };

struct outcome {
    double process_s, core_s, cycles, instructions, resident_mib;
};

static bool measure(struct outcome *outcome, unsigned sms, const char *list, GError **error)
{
    g_autofree char *count = g_strdup_printf("--set=sm.count=%u", sms);
    const char *const options[] = {count, NULL};
    struct simgpu_run run;
    if (!simgpu_run_on(&run, large_platform(), list, options, error))
        return false;
    if (outcome->process_s == 0 || run.process_s < outcome->process_s)
        outcome->process_s = run.process_s;
    if (outcome->core_s == 0 || run.cpu_s < outcome->core_s)
        outcome->core_s = run.cpu_s;
    outcome->cycles = simgpu_run_kernel_cycles(&run);
    outcome->instructions = simgpu_run_count(&run, "sm", "warp_instructions");
    outcome->resident_mib = MAX(outcome->resident_mib, run.resident_mib);
    simgpu_run_warn_if_slowed(&run);
    simgpu_run_clear(&run);
    return true;
}

static void report(struct figures *figures, const struct outcome *outcomes)
{
    const struct target target = {.at_most = 1.5}, none = {0};
    printf("  %8s %10s %10s %8s %8s %8s\n", "SMs", "cycles", "process s", "core s", "KIPS",
           "RSS MiB");
    for (unsigned i = 0; i < SIZES; i++) {
        const struct outcome *o = &outcomes[i];
        g_autofree char *time = g_strdup_printf("scaling.sms_%u", sizes[i]);
        g_autofree char *memory = g_strdup_printf("scaling.sms_%u_resident", sizes[i]);
        printf("  %8u %10.0f %10.3f %8.3f %8.0f %8.0f\n", sizes[i], o->cycles, o->process_s,
               o->core_s, o->instructions / o->process_s / 1e3, o->resident_mib);
        figures_keep(figures, time, o->process_s, "s");
        figures_keep(figures, memory, o->resident_mib, "MiB");
    }
    figures_add(figures, "scaling.sms_1024_over_80_core",
                outcomes[SIZE_1024].core_s / outcomes[SIZE_80].core_s, "times", none);
    figures_add(figures, "scaling.sms_1024_over_80",
                outcomes[SIZE_1024].process_s / outcomes[SIZE_80].process_s, "times", target);
}

int main(void)
{
    static const char *const settings[] = {"blocks=640", "iters=4", NULL};
    struct outcome outcomes[SIZES] = {0};
    struct trace_folder folder;
    g_autoptr(GError) error = NULL;
    g_autofree char *title = g_strdup_printf(
        "SMs: the same vector addition, least of %d whole processes, %s", ROUNDS, large_platform());
    struct figures *figures = figures_new(title);
    bool good = trace_folder_make(&folder, "vecadd", settings, large_platform_version(), &error);
    if (good) {
        for (unsigned i = 0; i < ROUNDS * SIZES; i++)
            good = good && measure(&outcomes[i % SIZES], sizes[i % SIZES], folder.list, &error);
        good = trace_folder_clear(&folder) && good;
    }
    if (good)
        report(figures, outcomes);
    else
        fprintf(stderr, "scaling: %s\n", error ? error->message : "failed");
    return figures_free(figures) && good ? 0 : 1;
}
