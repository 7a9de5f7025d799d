/* SPDX-License-Identifier: BSD-3-Clause */
/* How far simgpu agrees with Accel-Sim on real kernels: the suite's thirty programs and the six
 * workloads are exported as traces, read on the two calibration platforms, and compared with the
 * peer's stored figures. A trace that is no longer the one that the peer ran is not compared.
 *
 * `suite_agreement NAME...` runs only rows in whose name ("kmeans.QV100") a NAME occurs.
 */
#include "tests/benchmarks/agreement.h"
#include "tests/benchmarks/figures.h"
#include "tests/benchmarks/suite_figures.h"
#include "tests/benchmarks/trace_export.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double percent_off(double ours, double theirs)
{
    return theirs > 0 ? 100 * (ours - theirs) / theirs : 0;
}

static void keep(struct figures *figures, const char *row, const char *what, double value,
                 const char *unit)
{
    g_autofree char *name = g_strdup_printf("suite_agreement.%s.%s", row, what);
    figures_keep(figures, name, value, unit);
}

/* Prints one row; returns how far its cycles are off, %. */
static double compare(struct figures *figures, const char *name,
                      const struct suite_configuration *configuration,
                      const struct suite_figures *peer, const struct peer_counts *ours)
{
    const struct peer_counts *theirs = &peer->counts;
    double launches = (double)configuration->launch * peer->kernels;
    double off = percent_off(ours->cycles - launches, theirs->cycles - launches);
    printf("  %-22s %9.0f %9.0f %+7.1f%% %+7.1f%% %+8.4f %+7.1f%% %+8.4f %+7.1f%%%s\n", name,
           theirs->cycles - launches, ours->cycles - launches, off,
           percent_off(ours->l1_accesses, theirs->l1_accesses),
           ours->l1_miss_rate - theirs->l1_miss_rate,
           percent_off(ours->l2_accesses, theirs->l2_accesses),
           ours->l2_miss_rate - theirs->l2_miss_rate,
           percent_off(ours->dram_reads, theirs->dram_reads),
           fabs(off) > configuration->most_off ? " !" : "");
    keep(figures, name, "cycles", ours->cycles, "cycles");
    keep(figures, name, "cycles_off", off, "%");
    return off;
}

/* Exports, runs and compares one trace. */
static bool measure(struct figures *figures, const struct suite_row *suite, unsigned which,
                    const char *name, struct agreement *rows, GError **error)
{
    const struct suite_configuration *configuration = &suite_configurations[which];
    const struct suite_figures *peer = &suite->of[which];
    struct trace_export trace;
    if (!trace_export_make(&trace, configuration->exporter, suite->words, error))
        return false;
    bool good = true;
    if (strcmp(trace.hash, peer->hash) != 0) {
        printf("  %-22s the trace has changed (%s, the peer ran %s): not compared\n", name,
               trace.hash, peer->hash);
    } else {
        struct simgpu_run run;
        good = simgpu_run_on(&run, configuration->platform, trace.list, NULL, error);
        if (good) {
            struct peer_counts ours;
            peer_counts_of_run(&ours, &run);
            agreement_add(rows, name, compare(figures, name, configuration, peer, &ours));
            simgpu_run_clear(&run);
        }
    }
    trace_export_clear(&trace);
    return good;
}

static bool is_wanted(const char *name, int argc, char **argv)
{
    bool wanted = argc < 2;
    for (int i = 1; i < argc; i++)
        wanted |= strstr(name, argv[i]) != NULL;
    return wanted;
}

static bool measure_all(struct figures *figures, unsigned which, int argc, char **argv,
                        GError **error)
{
    const struct suite_configuration *configuration = &suite_configurations[which];
    struct agreement *rows = agreement_new();
    bool good = true;
    for (unsigned i = 0; i < SUITE_ROWS && good; i++) {
        const struct suite_row *suite = &suite_rows[i];
        g_autofree char *name = g_strdup_printf("%s.%s", suite->name, configuration->name);
        if (!is_wanted(name, argc, argv))
            continue;
        if (suite->of[which].counts.cycles == 0)
            printf("  %-22s left out: the peer has no figures\n", name);
        else if (!trace_export_can(suite->words))
            printf("  %-22s left out: this build has no such program\n", name);
        else
            good = measure(figures, suite, which, name, rows, error);
    }
    g_autofree char *prefix = g_strdup_printf("suite_agreement.%s", configuration->name);
    agreement_report(rows, figures, configuration->name, prefix, configuration->most_mean,
                     configuration->most_off);
    agreement_free(rows);
    return good;
}

int main(int argc, char **argv)
{
    struct figures *figures = figures_new(
        "Traces of programs: simgpu and Accel-Sim (dev, October 2024), cycles without launches");
    g_autoptr(GError) error = NULL;
    bool good = true;
    printf("  %-22s %9s %9s %8s %8s %8s %8s %8s %8s\n", "", "peer", "simgpu", "off", "L1 acc.",
           "misses", "L2 acc.", "misses", "DRAM rd.");
    for (unsigned which = 0; which < PEER_CONFIGURATIONS && good; which++)
        good = measure_all(figures, which, argc, argv, &error);
    if (!good)
        fprintf(stderr, "suite_agreement: %s\n", error ? error->message : "failed");
    return figures_free(figures) && good ? 0 : 1;
}
