/* SPDX-License-Identifier: BSD-3-Clause */
/* How fast the suite's programs are simulated at their default sizes: with timing, by one thread
 * and by two, and without, interpreted and compiled.
 *
 * Times are those of the simulation (host.wall_s of the results): the program's own code, which
 * makes the input and checks the results, is not in them. SIMGPU_PROGRAMS is the folder with the
 * executables.
 */
#include "tests/benchmarks/figures.h"
#include "tests/benchmarks/suite_run.h"

#include <math.h>
#include <stdio.h>

static const char *const no_options[] = {NULL};

/* How a program is run. */
struct manner {
    const char *name;
    bool functional;
    const char *options[2];
    bool twice; /* the first run compiles, and only the second one counts */
};
static const struct manner manners[] = {
    {"timed", false, {NULL}, false},
    {"two_threads", false, {"--threads=2"}, false},
    {"interpreted", true, {"--compile-kernels=never"}, false},
    {"compiled", true, {"--compile-kernels=first"}, true},
};

/* Million warp instructions a second go to *speed. */
static bool measure(struct suite_setup *setup, const struct suite_program *program,
                    const struct manner *manner, double *speed)
{
    struct suite_outcome outcome;
    setup->functional = manner->functional;
    setup->options = manner->options;
    if (manner->twice) {
        suite_run(&outcome, setup, program);
        suite_outcome_clear(&outcome);
    }
    suite_run(&outcome, setup, program);
    *speed = 1e-6 * (double)outcome.figures.warp_instructions / outcome.figures.simulation_s;
    if (!outcome.passed)
        fprintf(stderr, "suite_speed: %s", outcome.messages);
    bool passed = outcome.passed;
    suite_outcome_clear(&outcome);
    return passed;
}

static void keep(struct figures *figures, const char *program, const char *what, double speed)
{
    g_autofree char *name = g_strdup_printf("suite.%s.%s", program, what);
    figures_keep(figures, name, speed, "million warp instructions/s");
}

/* The geometric mean: no program counts for more because it is faster. */
static void add_mean(struct figures *figures, const char *what, double logarithms, guint programs)
{
    const struct target none = {0};
    g_autofree char *name = g_strdup_printf("suite.%s_mean", what);
    figures_add(figures, name, exp(logarithms / programs), "million warp instr./s", none);
}

static bool measure_all(struct figures *figures, const GPtrArray *list, struct suite_setup *setup)
{
    double logarithms[G_N_ELEMENTS(manners)] = {0};
    printf("  %-16s", "");
    for (unsigned k = 0; k < G_N_ELEMENTS(manners); k++)
        printf(" %12s", manners[k].name);
    printf("   million warp instructions/s\n");
    for (guint i = 0; i < list->len; i++) {
        const struct suite_program *program = list->pdata[i];
        double speed[G_N_ELEMENTS(manners)];
        printf("  %-16s", program->name);
        for (unsigned k = 0; k < G_N_ELEMENTS(manners); k++) {
            if (!measure(setup, program, &manners[k], &speed[k]))
                return false;
            keep(figures, program->name, manners[k].name, speed[k]);
            logarithms[k] += log(speed[k]);
            printf(" %12.3f", speed[k]);
        }
        printf("\n");
    }
    for (unsigned k = 0; k < G_N_ELEMENTS(manners); k++)
        add_mean(figures, manners[k].name, logarithms[k], list->len);
    return true;
}

int main(void)
{
    g_autoptr(GError) error = NULL;
    const char *source = g_getenv("SIMGPU_SOURCE");
    if (!source)
        source = ".";
    g_autofree char *path = g_build_filename(source, "workloads/suite/suite.json", NULL);
    g_autofree char *platform = g_build_filename(source, "platforms/fermi-gtx480.xml", NULL);
    struct suite_setup setup = {
        .simgpu = g_getenv("SIMGPU"),
        .programs = g_getenv("SIMGPU_PROGRAMS"),
        .platform = platform,
        .options = no_options,
        .size = SUITE_DEFAULT,
    };
    g_autoptr(GPtrArray) list = suite_list_read(path, &error);
    if (!list || !setup.simgpu || !setup.programs) {
        fprintf(stderr, "suite_speed: %s\n",
                list ? "SIMGPU or SIMGPU_PROGRAMS is not set" : error->message);
        return 1;
    }
    struct figures *figures = figures_new("The suite's programs on a GTX 480, one run each");
    bool good = measure_all(figures, list, &setup);
    return figures_free(figures) && good ? 0 : 1;
}
