/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/suite/suite_table.h"

#include <stdio.h>

static double ratio(double a, double b)
{
    return b > 0 ? a / b : 0.0;
}

void suite_table_head(bool functional)
{
    printf("%-15s %-6s %-8s %12s", "program", "abbr.", "verdict", "warp instr.");
    if (!functional)
        printf(" %12s %7s %7s %10s", "cycles", "IPC", "L1 hit", "DRAM GB/s");
    printf(" %8s\n", "wall s");
    fflush(stdout);
}

void suite_table_row(const struct suite_program *program, const struct suite_outcome *outcome,
                     bool functional)
{
    const struct suite_figures *figures = &outcome->figures;
    printf("%-15s %-6s %-8s %12" G_GUINT64_FORMAT, program->name, program->abbreviation,
           outcome->passed ? "passed" : "FAILED", figures->warp_instructions);
    if (!functional)
        printf(" %12" G_GUINT64_FORMAT " %7.3f %5.1f %% %10.1f", figures->cycles,
               ratio((double)figures->warp_instructions, (double)figures->cycles),
               100 * ratio((double)figures->l1_hits, (double)figures->l1_loads),
               1e-9 * ratio((double)figures->dram_bytes, figures->kernel_s));
    printf(" %8.2f\n", figures->wall_s);
    fflush(stdout);
}

void suite_table_end(unsigned passed, unsigned failed)
{
    printf("%u passed, %u failed\n", passed, failed);
}
