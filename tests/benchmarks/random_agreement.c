/* SPDX-License-Identifier: BSD-3-Clause */
/* How far simgpu agrees with Accel-Sim on kernels that nobody chose: loops drawn at random, on the
 * two calibration platforms. A trace that is no longer the one that the peer ran is not compared.
 *
 * `random_agreement NUMBER...` runs only kernels of these numbers.
 */
#include "tests/benchmarks/agreement.h"
#include "tests/benchmarks/random_figures.h"
#include "tests/benchmarks/suite_figures.h"
#include "tests/benchmarks/trace_folder.h"
#include "tests/benchmarks/trace_hash.h"
#include "tests/traces/random_kernel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MEAN = 5, MOST_OFF = 10 /* % */ };

/* Of the cycles without launches, %. */
static double off_of(const struct simgpu_run *run, unsigned which, unsigned theirs)
{
    double ours = simgpu_run_kernel_cycles(run);
    return 100 * (ours - theirs) / (theirs - suite_configurations[which].launch);
}

static void keep(struct figures *figures, const char *name, double off)
{
    g_autofree char *figure = g_strdup_printf("random_agreement.%s.cycles_off", name);
    figures_keep(figures, figure, off, "%");
}

static bool measure(struct figures *figures, unsigned number, const struct random_figures *of,
                    unsigned which, struct agreement *rows, GError **error)
{
    const struct random_figures *peer = &of[which];
    g_autofree char *setting = g_strdup_printf("seed=%u", number);
    const char *const settings[] = {setting, NULL};
    struct trace_folder folder;
    if (peer->cycles == 0) {
        printf(" %9s %9s", "no room", "");
        return true;
    }
    if (!trace_folder_make(&folder, "random", settings, peer_configurations[which].binary_version,
                           error))
        return false;
    g_autofree char *hash = trace_hash(folder.path, error);
    bool good = hash != NULL;
    if (good && strcmp(hash, peer->hash) != 0) {
        printf(" %19s (%s)", "has changed", hash);
    } else if (good) {
        struct simgpu_run run;
        good = simgpu_run_on(&run, suite_configurations[which].platform, folder.list, NULL, error);
        if (good) {
            double off = off_of(&run, which, peer->cycles);
            g_autofree char *name =
                g_strdup_printf("%u.%s", number, suite_configurations[which].name);
            printf(" %9u %+7.1f%%%s", peer->cycles - suite_configurations[which].launch, off,
                   fabs(off) > MOST_OFF ? "!" : " ");
            agreement_add(rows, name, off);
            keep(figures, name, off);
            simgpu_run_clear(&run);
        }
    }
    return trace_folder_clear(&folder) && good;
}

static bool is_wanted(unsigned number, int argc, char **argv)
{
    bool wanted = argc < 2;
    for (int i = 1; i < argc; i++)
        wanted |= strtoul(argv[i], NULL, 10) == number;
    return wanted;
}

/* A line a kernel: both configurations, and what it is. */
static bool measure_all(struct figures *figures,
                        struct agreement *rows[RANDOM_GROUPS][PEER_CONFIGURATIONS], int argc,
                        char **argv, GError **error)
{
    bool good = true;
    for (unsigned i = 0; i < RANDOM_ROWS_IN_ALL && good; i++) {
        const bool varied = i >= RANDOM_PLAIN_ROWS;
        unsigned number = 1 + (varied ? RANDOM_PLAIN + i - RANDOM_PLAIN_ROWS : i);
        struct random_kernel kernel;
        if (!is_wanted(number, argc, argv))
            continue;
        random_kernel_draw(&kernel, number);
        g_autofree char *description = random_kernel_describe(&kernel);
        printf("  %4u", number);
        for (unsigned which = 0; which < PEER_CONFIGURATIONS && good; which++)
            good = measure(figures, number, random_rows[i], which, rows[varied][which], error);
        printf("  %s\n", description);
    }
    return good;
}

static void report(struct figures *figures, struct agreement *rows, bool varied, unsigned which)
{
    const char *name = suite_configurations[which].name, *group = varied ? "varied." : "";
    g_autofree char *title = g_strdup_printf("%s%s", group, name);
    g_autofree char *prefix = g_strdup_printf("random_agreement.%s%s", group, name);
    agreement_report(rows, figures, title, prefix, MOST_MEAN, MOST_OFF);
}

int main(int argc, char **argv)
{
    struct figures *figures = figures_new("Kernels drawn at random: simgpu and Accel-Sim (dev, "
                                          "October 2024), cycles without launches");
    struct agreement *rows[RANDOM_GROUPS][PEER_CONFIGURATIONS];
    g_autoptr(GError) error = NULL;
    for (unsigned i = 0; i < RANDOM_GROUPS * PEER_CONFIGURATIONS; i++)
        rows[i / PEER_CONFIGURATIONS][i % PEER_CONFIGURATIONS] = agreement_new();
    printf("  %4s %9s %9s %9s %9s\n", "", "QV100", "off", "GTX480", "off");
    bool good = measure_all(figures, rows, argc, argv, &error);
    for (unsigned i = 0; i < RANDOM_GROUPS * PEER_CONFIGURATIONS; i++) {
        unsigned group = i / PEER_CONFIGURATIONS, which = i % PEER_CONFIGURATIONS;
        report(figures, rows[group][which], group == 1, which);
        agreement_free(rows[group][which]);
    }
    if (!good)
        fprintf(stderr, "random_agreement: %s\n", error ? error->message : "failed");
    return figures_free(figures) && good ? 0 : 1;
}
