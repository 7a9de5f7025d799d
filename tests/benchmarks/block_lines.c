/* SPDX-License-Identifier: BSD-3-Clause */
/* What it costs to find the lines that blocks read, beside simulating the launch: for matrix
 * products at the numbers of blocks that PAVER has (Table 2), and for 30,000 blocks of a stencil.
 *
 * SIMGPU_SHARING names tests/kernels/sharing.ptx, built. Times are those of a core.
 * Host time is that of the process that simulates the launch on a GTX 480; the launch's own is its
 * cycles at 700 MHz, which is what the analysis would have to be small beside if it ran on a host
 * of this speed. Source: PAVER, section 3.3: 0.26, 0.2 and 0.01 % of the host's time for syrk,
 * syr2k and mm, where the host's time is also that of allocations and copies, on other hardware.
 */
#include "workloads/ptx/exec/block_lines/block_lines.h"
#include "tests/benchmarks/figures.h"
#include "tests/benchmarks/simgpu_run.h"
#include "workloads/ptx/kernels/code.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { EDGE = 16, ROUNDS = 5, SM_MHZ = 700 };

struct kernel {
    const char *name;
    uint32_t n;
    bool simulate;
};

static const struct kernel kernels[] = {
    {"mm", 208, true}, {"syrk", 256, true}, {"syr2k", 256, true}, {"five_points", 2768, false}};

/* What this process has had of a core. */
static double core_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static void put(struct ptx_program *program, const struct kernel_code *code, uint8_t *params,
                unsigned index, uint64_t value)
{
    struct ptx_param param = ptx_program_param(program, code, index);
    memcpy(params + param.offset, &value, param.bytes);
}

/* Seconds of the least of several analyses. */
static double analyse(struct ptx_program *program, const struct kernel *kernel, uint64_t *pairs,
                      GError **error)
{
    const struct kernel_code *code = ptx_program_kernel(program, kernel->name, 0, error);
    if (!code)
        return -1;
    uint8_t params[64] = {0};
    uint64_t bytes = (uint64_t)kernel->n * kernel->n * sizeof(float), first = 0x1000000000;
    for (unsigned i = 0; i < 3; i++)
        put(program, code, params, i, first + i * ((bytes + 255) / 256 * 256));
    put(program, code, params, 3, kernel->n);
    uint32_t edge = kernel->n / EDGE;
    const struct launch launch = {
        .code = code, .grid = {edge, edge, 1}, .block = {EDGE, EDGE, 1}, .params = params};
    double least = 0;
    for (unsigned i = 0; i < ROUNDS; i++) {
        double begin = core_seconds();
        struct block_lines *lines = exec_block_lines(&launch, (uint64_t)edge * edge, 128);
        double took = core_seconds() - begin;
        least = i == 0 || took < least ? took : least;
        *pairs = lines->first[lines->n_blocks];
        if (lines->reads_unknown > 0)
            g_error("%s: an unknown load", kernel->name);
        block_lines_free(lines);
    }
    return least;
}

static bool simulate(const struct kernel *kernel, double *core_s, double *launch_s, GError **error)
{
    g_autofree char *workload = g_strdup_printf("tests/kernels/sharing_%s.json", kernel->name);
    g_autofree char *size = g_strdup_printf("--set=scalars.n=%u", kernel->n);
    const char *const options[] = {size, NULL};
    struct simgpu_run run;
    if (!simgpu_run(&run, workload, options, error))
        return false;
    *core_s = run.cpu_s;
    *launch_s = simgpu_run_kernel_cycles(&run) / (SM_MHZ * 1e6);
    simgpu_run_clear(&run);
    return true;
}

static bool measure(struct figures *figures, struct ptx_program *program,
                    const struct kernel *kernel, GError **error)
{
    static const struct target small = {.at_most = 5}, second = {.at_most = 1}, none = {0};
    uint64_t pairs = 0;
    uint32_t blocks = (kernel->n / EDGE) * (kernel->n / EDGE);
    double took = analyse(program, kernel, &pairs, error), core_s, launch_s;
    if (took < 0)
        return false;
    printf("  %-12s %6u blocks %10.0f lines of blocks %8.2f ms\n", kernel->name, blocks,
           (double)pairs, took * 1e3);
    g_autofree char *time = g_strdup_printf("block_lines.%s", kernel->name);
    figures_add(figures, time, took, "s", kernel->simulate ? none : second);
    if (!kernel->simulate)
        return true;
    if (!simulate(kernel, &core_s, &launch_s, error))
        return false;
    g_autofree char *of_run = g_strdup_printf("block_lines.%s_of_host_time", kernel->name);
    g_autofree char *of_launch = g_strdup_printf("block_lines.%s_over_launch", kernel->name);
    figures_add(figures, of_run, 100 * took / core_s, "%", small);
    figures_add(figures, of_launch, took / launch_s, "times", none);
    return true;
}

int main(void)
{
    g_autoptr(GError) error = NULL;
    const char *path = g_getenv("SIMGPU_SHARING");
    struct ptx_module *module = path ? ptx_module_load(path, &error) : NULL;
    struct ptx_program *program = module ? ptx_program_new(module, &error) : NULL;
    struct figures *figures = figures_new("the lines that blocks read, found before the launch");
    bool good = program != NULL;
    for (unsigned i = 0; good && i < G_N_ELEMENTS(kernels); i++)
        good = measure(figures, program, &kernels[i], &error);
    if (!good)
        fprintf(stderr, "block_lines: %s\n", error ? error->message : "SIMGPU_SHARING is not set");
    ptx_program_free(program);
    return figures_free(figures) && good ? 0 : 1;
}
