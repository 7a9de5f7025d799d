/* SPDX-License-Identifier: BSD-3-Clause */
/* A row for each kernel, over all of its launches: those with a record of their own and those that
 * are summed up in folds. Limits are those of a paragraph, from sums of the counters. A kernel that
 * is near no limit waits: its row has the largest part of its warps' cycles, of the launches that
 * have records. */
#include "cli/explain/explain_kernels.h"
#include "base/kernel_name.h"
#include "cli/explain/explain_limits.h"
#include "cli/write/summary.h"

enum { MOST_ROWS = 40 };

/* The launches of a name that have ended. */
struct kernel_sum {
    const char *name;
    uint64_t launches, cycles;
    struct unit_counters counters;
    struct latency_kernel latency;
};

static void kernel_sum_free(void *sum)
{
    g_free(sum);
}

static struct kernel_sum *sum_of(GPtrArray *sums, const char *name)
{
    for (guint i = 0; i < sums->len; i++) {
        struct kernel_sum *sum = g_ptr_array_index(sums, i);
        if (strcmp(sum->name, name) == 0)
            return sum;
    }
    struct kernel_sum *added = g_new0(struct kernel_sum, 1);
    added->name = name;
    g_ptr_array_add(sums, added);
    return added;
}

static void add_launches(struct kernel_sum *sum, uint64_t launches, uint64_t cycles,
                         const struct metric_values *values)
{
    sum->launches += launches;
    sum->cycles += cycles;
    counters_add(sm_counter_table, &sum->counters.sm, values->groups[GROUP_SM]);
    counters_add(l2_bank_counter_table, &sum->counters.l2, values->groups[GROUP_L2]);
    counters_add(dram_counter_table, &sum->counters.dram, values->groups[GROUP_DRAM]);
}

static void add_latency(struct kernel_sum *sum, const struct latency_kernel *launch)
{
    if (!launch)
        return;
    sum->latency.code = launch->code; /* one for all launches */
    sum->latency.elapsed += launch->elapsed;
    for (unsigned i = 0; i < LATENCY_PARTS; i++)
        sum->latency.parts[i] += launch->parts[i];
}

/* struct kernel_sum, in the order of their first launches. */
static GPtrArray *sums_of(const struct run_numbers *numbers, const struct latency *latency)
{
    GPtrArray *sums = g_ptr_array_new_with_free_func(kernel_sum_free);
    for (guint i = 0; i < numbers->kernels->len; i++) {
        const struct kernel_record *record = run_numbers_record(numbers, i);
        if (record->end_cycle == CYCLE_NEVER)
            continue;
        const struct metric_values values = run_numbers_kernel(numbers, i);
        struct kernel_sum *sum = sum_of(sums, record->name);
        add_launches(sum, 1, kernel_record_cycles(record), &values);
        add_latency(sum, latency_kernel(latency, record->launch));
    }
    for (guint i = 0; i < numbers->folds->len; i++) {
        const struct kernel_fold *fold = run_numbers_fold_record(numbers, i);
        const struct metric_values values = run_numbers_fold(numbers, i);
        if (fold->ended > 0)
            add_launches(sum_of(sums, fold->name), fold->ended, fold->cycles, &values);
    }
    return sums;
}

/* Most cycles first; of equals the one that began first, since merge sort is stable. */
static int by_cycles(const void *a, const void *b)
{
    const struct kernel_sum *x = *(const struct kernel_sum *const *)a;
    const struct kernel_sum *y = *(const struct kernel_sum *const *)b;
    return x->cycles < y->cycles ? 1 : x->cycles > y->cycles ? -1 : 0;
}

static void add_row(GString *text, const struct kernel_sum *sum, const struct gpu_config *config,
                    const struct run_numbers *numbers, uint64_t all_cycles)
{
    const struct subject s = {.config = config,
                              .numbers = numbers,
                              .latency = sum->latency.elapsed > 0 ? &sum->latency : NULL,
                              .sm = &sum->counters.sm,
                              .l2 = &sum->counters.l2,
                              .dram = &sum->counters.dram,
                              .cycles = (double)MAX(sum->cycles, 1),
                              .slots = (double)MAX(sum->cycles, 1) * config->n_sms *
                                       config->sm.schedulers};
    g_autofree char *cycles = summary_grouped(sum->cycles);
    g_autofree char *name = kernel_plain_name(sum->name);
    g_string_append_printf(text, "  %5.1f %% %14s %9" G_GUINT64_FORMAT "  %-32s ",
                           explain_percent((double)sum->cycles, (double)all_cycles), cycles,
                           sum->launches, name);
    explain_bound(text, &s);
    g_string_append_c(text, '\n');
}

void explain_kernels(GString *text, const struct gpu_config *config,
                     const struct run_numbers *numbers, const struct latency *latency,
                     uint64_t told)
{
    g_autoptr(GPtrArray) sums = sums_of(numbers, latency);
    uint64_t launches = 0, cycles = 0;
    for (guint i = 0; i < sums->len; i++) {
        const struct kernel_sum *sum = g_ptr_array_index(sums, i);
        launches += sum->launches;
        cycles += sum->cycles;
    }
    if (launches <= told)
        return;
    g_ptr_array_sort(sums, by_cycles);
    g_string_append_printf(text, "\nall kernels\n  %7s %14s %9s  %-32s %s\n", "share", "cycles",
                           "launches", "kernel", "what limits it");
    for (guint i = 0; i < MIN(sums->len, MOST_ROWS); i++)
        add_row(text, g_ptr_array_index(sums, i), config, numbers, cycles);
    if (sums->len > MOST_ROWS)
        g_string_append_printf(text, "  and %u more; --json has them all\n", sums->len - MOST_ROWS);
}
