/* SPDX-License-Identifier: BSD-3-Clause */
/* The machine's speed, for comparisons: see machine.h. */
#include "tests/benchmarks/figures.h"
#include "tests/benchmarks/machine.h"

int main(void)
{
    const struct target none = {0};
    struct figures *figures = figures_new("Machine: fixed loops, medians of 5");
    figures_add(figures, "machine.integer_step", machine_integer_ns(), "ns", none);
    figures_add(figures, "machine.dependent_load_32MiB", machine_load_ns(), "ns", none);
    return figures_free(figures) ? 0 : 1;
}
