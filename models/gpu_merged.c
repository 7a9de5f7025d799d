/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/gpu_merged.h"
#include "models/gpu_state.h"

/* A record of a GPU's dispatcher. */
struct place {
    uint32_t device, row;
    sim_time start;
    uint32_t launch;
};

struct gpu_merged {
    const struct gpu *gpu;
    GArray *records;       /* struct kernel_record; names are borrowed */
    GArray *places;        /* struct place, of each */
    struct sm_counters sm; /* these three: what counted for no kernel */
    struct l2_bank_counters l2;
    struct dram_counters dram;
    struct dispatcher_counters dispatcher;
};

static int by_start(const void *a, const void *b)
{
    const struct place *left = a, *right = b;
    if (left->start != right->start)
        return left->start < right->start ? -1 : 1;
    return left->launch < right->launch ? -1 : left->launch > right->launch;
}

static struct gpu_row row_of(const struct gpu *gpu, uint32_t row)
{
    const struct gpu_ledgers *ledgers = &gpu->ledgers;
    return (struct gpu_row){.sm = launch_ledger_row(&ledgers->sm, row),
                            .l2 = launch_ledger_row(&ledgers->l2, row),
                            .dram = launch_ledger_row(&ledgers->dram, row)};
}

static void add_outside(struct gpu_merged *merged, const struct gpu *gpu)
{
    const struct gpu_row row = row_of(gpu, NO_LAUNCH);
    if (row.sm)
        counters_add(sm_counter_table, &merged->sm, row.sm);
    if (row.l2)
        counters_add(l2_bank_counter_table, &merged->l2, row.l2);
    if (row.dram)
        counters_add(dram_counter_table, &merged->dram, row.dram);
}

/* Kernels run beside each other: cycles are those of the GPU that had kernels longest. */
static void add_dispatcher(struct gpu_merged *merged, const struct gpu *gpu)
{
    const struct dispatcher_counters *counters = &gpu->dispatcher.counters;
    const uint64_t cycles = MAX(merged->dispatcher.kernel_cycles, counters->kernel_cycles);
    counters_add(dispatcher_counter_table, &merged->dispatcher, counters);
    merged->dispatcher.kernel_cycles = cycles;
}

struct gpu_merged *gpu_merged_new(const struct gpu *gpu)
{
    struct gpu_merged *merged = g_new0(struct gpu_merged, 1);
    merged->gpu = gpu;
    merged->records = g_array_new(FALSE, FALSE, sizeof(struct kernel_record));
    merged->places = g_array_new(FALSE, FALSE, sizeof(struct place));
    for (uint32_t d = 0; d < gpu_count(gpu); d++) {
        const GArray *records = gpu->all[d]->dispatcher.records;
        for (guint i = 0; i < records->len; i++) {
            const struct kernel_record *record = &g_array_index(records, struct kernel_record, i);
            const struct place place = {d, i, record->start, record->launch};
            g_array_append_val(merged->places, place);
        }
        add_outside(merged, gpu->all[d]);
        add_dispatcher(merged, gpu->all[d]);
    }
    g_array_sort(merged->places, by_start);
    for (guint i = 0; i < merged->places->len; i++) {
        const struct place *place = &g_array_index(merged->places, struct place, i);
        const GArray *records = gpu->all[place->device]->dispatcher.records;
        g_array_append_val(merged->records,
                           g_array_index(records, struct kernel_record, place->row));
    }
    return merged;
}

void gpu_merged_free(struct gpu_merged *merged)
{
    if (!merged)
        return;
    g_array_free(merged->records, TRUE);
    g_array_free(merged->places, TRUE);
    g_free(merged);
}

const GArray *gpu_merged_records(const struct gpu_merged *merged)
{
    return merged->records;
}

struct gpu_row gpu_merged_row(const struct gpu_merged *merged, uint32_t row)
{
    if (row == NO_LAUNCH)
        return (struct gpu_row){&merged->sm, &merged->l2, &merged->dram};
    if (row >= merged->places->len)
        return (struct gpu_row){0};
    const struct place *place = &g_array_index(merged->places, struct place, row);
    return row_of(merged->gpu->all[place->device], place->row);
}

const struct dispatcher_counters *gpu_merged_dispatcher(const struct gpu_merged *merged)
{
    return &merged->dispatcher;
}
