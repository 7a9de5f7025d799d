/* SPDX-License-Identifier: BSD-3-Clause */
/* How far simgpu agrees with Accel-Sim, and how much faster it is: five traces on two platforms
 * that imitate configurations of the peer.
 *
 * Times are of the whole process, with reading and parsing the trace, the least of some runs.
 * `trace_pairs NAME...` runs only pairs in whose name ("vecadd.QV100") a NAME occurs.
 */
#include "tests/benchmarks/figures.h"
#include "tests/benchmarks/machine.h"
#include "tests/benchmarks/peer_figures.h"
#include "tests/benchmarks/trace_folder.h"

#include <math.h>
#include <string.h>

enum { RUNS = 3, SKIPPED = 77 /* as meson calls it */ };

struct outcome {
    bool done;
    struct peer_counts counts;
    double process_s, cpu_s, instructions, transactions, messages_a_wake, resident_mib;
};

static char *name_of(const struct peer_pair *pair)
{
    return g_strdup_printf("%s.%s", peer_traces[pair->trace].name,
                           peer_configurations[pair->configuration].name);
}

static double transactions_to_l2(const struct simgpu_run *run)
{
    static const char *const names[] = {"reads_sent", "writes_sent", "atomics_sent",
                                        "fetches_sent"};
    double sum = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
        sum += simgpu_run_count(run, "sm", names[i]);
    return sum;
}

static bool measure(const struct peer_pair *pair, struct outcome *outcome, GError **error)
{
    const struct peer_trace *trace = &peer_traces[pair->trace];
    const struct peer_configuration *configuration = &peer_configurations[pair->configuration];
    const char *const options[] = {"--scheduler", configuration->scheduler, NULL};
    struct trace_folder folder;
    struct simgpu_run run;
    if (!trace_folder_make(&folder, trace->name, trace->settings, configuration->binary_version,
                           error))
        return false;
    bool good = simgpu_run_least(&run, configuration->platform, folder.list, options, RUNS, error);
    if (good) {
        *outcome =
            (struct outcome){.done = true,
                             .process_s = run.process_s,
                             .cpu_s = run.cpu_s,
                             .instructions = simgpu_run_count(&run, "sm", "warp_instructions"),
                             .transactions = transactions_to_l2(&run),
                             .messages_a_wake = simgpu_run_count(&run, "host", "engine_messages") /
                                                simgpu_run_count(&run, "host", "engine_wakes"),
                             .resident_mib = run.resident_mib};
        peer_counts_of_run(&outcome->counts, &run);
        simgpu_run_warn_if_slowed(&run);
        simgpu_run_clear(&run);
    }
    return trace_folder_clear(&folder) && good;
}

/* ---- agreement ------------------------------------------------------------------------------ */

static double percent_off(double ours, double theirs)
{
    return theirs > 0 ? 100 * (ours - theirs) / theirs : 0;
}

/* What is further from the peer's than it should be; g_free. */
static char *missed(const struct peer_counts *ours, const struct peer_counts *theirs)
{
    double cycles = 10, accesses = 2, rate = 0.02; /* %, %, misses an access */
    g_autoptr(GString) names = g_string_new(NULL);
    if (fabs(percent_off(ours->cycles, theirs->cycles)) > cycles)
        g_string_append(names, " cycles");
    if (fabs(percent_off(ours->l1_accesses, theirs->l1_accesses)) > accesses)
        g_string_append(names, " L1-accesses");
    if (fabs(ours->l1_miss_rate - theirs->l1_miss_rate) > rate)
        g_string_append(names, " L1-misses");
    if (fabs(percent_off(ours->l2_accesses, theirs->l2_accesses)) > accesses)
        g_string_append(names, " L2-accesses");
    if (fabs(ours->l2_miss_rate - theirs->l2_miss_rate) > rate)
        g_string_append(names, " L2-misses");
    if (fabs(percent_off(ours->dram_reads, theirs->dram_reads)) > accesses)
        g_string_append(names, " DRAM-reads");
    if (names->len > 0)
        g_string_prepend(names, "  MISSED:");
    return g_string_free(g_steal_pointer(&names), FALSE);
}

static void print_agreement(const struct peer_pair *pair, const struct outcome *outcome)
{
    const struct peer_counts *a = &outcome->counts, *b = &pair->counts;
    g_autofree char *name = name_of(pair);
    g_autofree char *off_target = missed(a, b);
    double off = percent_off(a->cycles, b->cycles);
    printf("  %-15s simgpu %9.0f %+6.1f%% %9.0f  %.4f %9.0f  %.4f %9.0f%s\n", name, a->cycles, off,
           a->l1_accesses, a->l1_miss_rate, a->l2_accesses, a->l2_miss_rate, a->dram_reads,
           off_target);
    printf("  %-15s peer   %9.0f         %9.0f  %.4f %9.0f  %.4f %9.0f\n", "", b->cycles,
           b->l1_accesses, b->l1_miss_rate, b->l2_accesses, b->l2_miss_rate, b->dram_reads);
}

static void keep(struct figures *figures, const struct peer_pair *pair, const char *what,
                 double value, const char *unit)
{
    g_autofree char *pair_name = name_of(pair);
    g_autofree char *name = g_strdup_printf("%s.%s", pair_name, what);
    figures_keep(figures, name, value, unit);
}

static void keep_agreement(struct figures *figures, const struct peer_pair *pair,
                           const struct peer_counts *counts)
{
    keep(figures, pair, "cycles", counts->cycles, "cycles");
    keep(figures, pair, "cycles_off", percent_off(counts->cycles, pair->counts.cycles), "%");
    keep(figures, pair, "l1_accesses", counts->l1_accesses, "accesses");
    keep(figures, pair, "l1_miss_rate", counts->l1_miss_rate, "misses/access");
    keep(figures, pair, "l2_accesses", counts->l2_accesses, "accesses");
    keep(figures, pair, "l2_miss_rate", counts->l2_miss_rate, "misses/access");
    keep(figures, pair, "dram_reads", counts->dram_reads, "sectors");
}

/* A platform's pairs have no mean if there is none of them. */
static void report_agreement(struct figures *figures, const struct outcome *outcomes)
{
    const struct target within = {.at_most = 6};
    double sum = 0;
    unsigned n = 0;
    printf("  %-15s        %9s %7s %9s %7s %9s %7s %9s\n", "", "cycles", "off", "L1 acc.", "misses",
           "L2 acc.", "misses", "DRAM rd.");
    for (unsigned i = 0; i < PEER_PAIRS; i++) {
        if (!outcomes[i].done)
            continue;
        print_agreement(&peer_pairs[i], &outcomes[i]);
        keep_agreement(figures, &peer_pairs[i], &outcomes[i].counts);
        sum += fabs(percent_off(outcomes[i].counts.cycles, peer_pairs[i].counts.cycles));
        n++;
    }
    printf("  (MISSED: cycles more than 10 %%, accesses and DRAM reads 2 %%, misses an access 0.02 "
           "from the "
           "peer's)\n");
    if (n > 0)
        figures_add(figures, "trace_pairs.mean_absolute_error", sum / n, "%", within);
}

/* ---- speed ---------------------------------------------------------------------------------- */

static void print_speed(struct figures *figures, const struct peer_pair *pair,
                        const struct outcome *outcome)
{
    g_autofree char *name = name_of(pair);
    double kips = outcome->instructions / outcome->process_s / 1e3;
    double cycles = outcome->counts.cycles / outcome->process_s;
    double ns = 1e9 * outcome->process_s / outcome->transactions;
    double times = kips / pair->kips, wanted = peer_configurations[pair->configuration].speed;
    printf("  %-15s %8.3f %8.3f %8.0f %8.1f %7.0f x%s %10.0f %8.0f %8.1f %8.0f\n", name,
           outcome->process_s, outcome->cpu_s, kips, pair->kips, times,
           times < wanted ? " !" : "  ", cycles, ns, outcome->messages_a_wake,
           outcome->resident_mib);
    keep(figures, pair, "process", outcome->process_s, "s");
    keep(figures, pair, "speed", kips, "kilo warp instructions/s");
    keep(figures, pair, "times_the_peer", times, "times");
    keep(figures, pair, "cycles_a_second", cycles, "cycles/s");
    keep(figures, pair, "per_l1_missing_transaction", ns, "ns");
    keep(figures, pair, "messages_per_wake", outcome->messages_a_wake, "messages");
    keep(figures, pair, "resident", outcome->resident_mib, "MiB");
}

static void report_speed(struct figures *figures, const struct outcome *outcomes)
{
    const struct target none = {0};
    printf("\n  %-15s %8s %8s %8s %8s %11s %10s %8s %8s %8s\n", "", "process", "core s", "KIPS",
           "peer's", "times", "cycles/s", "ns/tx", "msg/wake", "RSS MiB");
    for (unsigned i = 0; i < PEER_PAIRS; i++)
        if (outcomes[i].done)
            print_speed(figures, &peer_pairs[i], &outcomes[i]);
    printf("  (!: less than %.0f times the peer on %s, %.0f times on %s)\n",
           peer_configurations[0].speed, peer_configurations[0].name, peer_configurations[1].speed,
           peer_configurations[1].name);
    figures_add(figures, "trace_pairs.machine.integer_step", machine_integer_ns(), "ns", none);
}

/* ---- all pairs ------------------------------------------------------------------------------ */

static bool is_wanted(const struct peer_pair *pair, int argc, char **argv)
{
    g_autofree char *name = name_of(pair);
    bool wanted = argc < 2;
    for (int i = 1; i < argc; i++)
        wanted |= strstr(name, argv[i]) != NULL;
    return wanted;
}

int main(int argc, char **argv)
{
    struct figures *figures =
        figures_new("Traces: simgpu and Accel-Sim (dev, October 2024); least of 3 or more runs");
    struct outcome outcomes[PEER_PAIRS] = {0};
    g_autoptr(GError) error = NULL;
    for (unsigned c = 0; c < PEER_CONFIGURATIONS; c++)
        if (!simgpu_run_has(peer_configurations[c].platform))
            printf("  left out: there is no %s\n", peer_configurations[c].platform);
    bool good = true;
    for (unsigned i = 0; i < PEER_PAIRS && good; i++)
        if (simgpu_run_has(peer_configurations[peer_pairs[i].configuration].platform) &&
            is_wanted(&peer_pairs[i], argc, argv))
            good = measure(&peer_pairs[i], &outcomes[i], &error);
    if (!good)
        fprintf(stderr, "trace_pairs: %s\n", error ? error->message : "failed");
    unsigned done = 0;
    for (unsigned i = 0; i < PEER_PAIRS; i++)
        done += outcomes[i].done;
    if (good && done == 0) {
        figures_free(figures);
        return SKIPPED;
    }
    report_agreement(figures, outcomes);
    report_speed(figures, outcomes);
    return figures_free(figures) && good ? 0 : 1;
}
