/* SPDX-License-Identifier: BSD-3-Clause */
/* How fast is time itself? One lane of one warp follows pointers through memory, each a DRAM access
 * with everything else idle: a simulator that counts cycles pays for all units, ours for events. */
#include "tests/benchmarks/figures.h"
#include "tests/benchmarks/large_platform.h"
#include "tests/benchmarks/simgpu_run.h"
#include "tests/benchmarks/trace_folder.h"

#include <math.h>

enum { ROUNDS = 5, LOADS = 50000 };

static const unsigned sizes[] = {15, 80, 320};
enum { SIZES = G_N_ELEMENTS(sizes) };

struct outcome {
    double process_s, core_s, cycles, resident_mib;
};

static double least(double a, double b)
{
    return a == 0 || b < a ? b : a;
}

static bool measure(struct outcome *outcome, unsigned sms, const char *list, GError **error)
{
    g_autofree char *count = g_strdup_printf("--set=sm.count=%u", sms);
    const char *const options[] = {count, NULL};
    struct simgpu_run run;
    if (!simgpu_run_on(&run, large_platform(), list, options, error))
        return false;
    /* Or it would not be a chase through DRAM. */
    g_assert(simgpu_run_count(&run, "dram", "reads") >= LOADS);
    *outcome = (struct outcome){.process_s = least(outcome->process_s, run.process_s),
                                .core_s = least(outcome->core_s, run.cpu_s),
                                .cycles = simgpu_run_kernel_cycles(&run),
                                .resident_mib = run.resident_mib};
    simgpu_run_warn_if_slowed(&run);
    simgpu_run_clear(&run);
    return true;
}

static bool measure_all(struct figures *figures, const char *list, GError **error)
{
    const struct target speed = {.at_least = 30}, spread = {.at_most = 1.2};
    struct outcome outcomes[SIZES] = {0};
    double fastest = 0, slowest = INFINITY;
    for (unsigned i = 0; i < ROUNDS * SIZES; i++)
        if (!measure(&outcomes[i % SIZES], sizes[i % SIZES], list, error))
            return false;
    for (unsigned k = 0; k < SIZES; k++) {
        const struct outcome *o = &outcomes[k];
        double millions = 1e-6 * o->cycles / o->process_s;
        g_autofree char *name = g_strdup_printf("chase.sms_%u", sizes[k]);
        figures_add(figures, name, millions, "million cycles/s", speed);
        printf("    %.1f cycles a load, %.3f s (%.3f s on a core), %.0f MiB\n", o->cycles / LOADS,
               o->process_s, o->core_s, o->resident_mib);
        fastest = MAX(fastest, millions);
        slowest = MIN(slowest, millions);
    }
    figures_add(figures, "chase.fastest_over_slowest", fastest / slowest, "times", spread);
    return true;
}

int main(void)
{
    /* 64 MiB, of which every line is touched at most once. */
    g_autofree char *loads = g_strdup_printf("loads=%d", LOADS);
    const char *const settings[] = {"footprint=0x4000000", "stride=128", "rnd=1", loads, NULL};
    struct trace_folder folder;
    g_autoptr(GError) error = NULL;
    g_autofree char *title = g_strdup_printf(
        "One lane follows %d pointers through DRAM, least of %d whole processes, %s", LOADS, ROUNDS,
        large_platform());
    struct figures *figures = figures_new(title);
    bool good = trace_folder_make(&folder, "chase", settings, large_platform_version(), &error);
    if (good) {
        good = measure_all(figures, folder.list, &error);
        good = trace_folder_clear(&folder) && good;
    }
    if (!good)
        fprintf(stderr, "chase: %s\n", error ? error->message : "failed");
    return figures_free(figures) && good ? 0 : 1;
}
