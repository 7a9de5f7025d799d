/* SPDX-License-Identifier: BSD-3-Clause */
#include "metrics/run_numbers.h"

const struct kernel_record *run_numbers_record(const struct run_numbers *numbers, guint index)
{
    return &g_array_index(gpu_kernel_records(numbers->gpu), struct kernel_record, index);
}

const struct kernel_fold *run_numbers_fold_record(const struct run_numbers *numbers, guint index)
{
    return kernel_folds_at(gpu_kernel_folds(numbers->gpu), index);
}

static struct metric_values or_zeros(const struct run_numbers *numbers, const void *sm,
                                     const void *l2, const void *dram)
{
    return (struct metric_values){.groups = {[GROUP_PLATFORM] = &numbers->platform,
                                             [GROUP_SM] = sm ? sm : &numbers->none.sm,
                                             [GROUP_L2] = l2 ? l2 : &numbers->none.l2,
                                             [GROUP_DRAM] = dram ? dram : &numbers->none.dram}};
}

/* The ledgers' rows; records have the first ones. NO_LAUNCH: what counted for none. */
static struct metric_values counted_in_row(const struct run_numbers *numbers, uint32_t row)
{
    const struct gpu_row counted = gpu_ledger_row(numbers->gpu, row);
    return or_zeros(numbers, counted.sm, counted.l2, counted.dram);
}

static const struct energy_figures *energy_at(const GArray *of, guint index)
{
    return &g_array_index(of, struct energy_figures, index);
}

/* ---- streams -------------------------------------------------------------------------------- */

static int by_client_and_number(const void *a, const void *b)
{
    const struct stream_numbers *left = a, *right = b;
    if (left->client != right->client)
        return left->client < right->client ? -1 : 1;
    return left->stream < right->stream ? -1 : left->stream > right->stream;
}

static struct stream_numbers *stream_of(struct run_numbers *numbers, uint32_t client,
                                        uint64_t number)
{
    for (guint i = 0; i < numbers->streams->len; i++) {
        struct stream_numbers *stream = &g_array_index(numbers->streams, struct stream_numbers, i);
        if (stream->client == client && stream->stream == number)
            return stream;
    }
    const struct stream_numbers added = {.client = client, .stream = number};
    g_array_append_val(numbers->streams, added);
    return &g_array_index(numbers->streams, struct stream_numbers, numbers->streams->len - 1);
}

static void add_to_stream(struct stream_numbers *stream, uint64_t kernels,
                          const struct metric_values *values)
{
    stream->kernels += kernels;
    counters_add(metric_groups[GROUP_RUN].table, &stream->figures, values->groups[GROUP_RUN]);
    counters_add(sm_counter_table, &stream->counters.sm, values->groups[GROUP_SM]);
    counters_add(l2_bank_counter_table, &stream->counters.l2, values->groups[GROUP_L2]);
    counters_add(dram_counter_table, &stream->counters.dram, values->groups[GROUP_DRAM]);
    counters_add(energy_table, &stream->energy, values->groups[GROUP_ENERGY]);
}

static void add_streams(struct run_numbers *numbers)
{
    for (guint i = 0; i < numbers->kernels->len; i++) {
        const struct kernel_record *record = run_numbers_record(numbers, i);
        const struct metric_values values = run_numbers_kernel(numbers, i);
        add_to_stream(stream_of(numbers, record->client, record->stream), 1, &values);
    }
    for (guint i = 0; i < numbers->folds->len; i++) {
        const struct kernel_fold *fold = run_numbers_fold_record(numbers, i);
        const struct metric_values values = run_numbers_fold(numbers, i);
        add_to_stream(stream_of(numbers, fold->client, fold->stream), fold->launches, &values);
    }
    g_array_sort(numbers->streams, by_client_and_number);
}

/* ---- energy ---------------------------------------------------------------------------------
 */

/* Of all that the scope has counted. */
static struct energy_figures energy_of_values(const struct run_numbers *numbers,
                                              const struct metric_values *values, uint64_t leakage)
{
    return energy_of(&gpu_config_of(numbers->gpu)->energy, values->groups[GROUP_SM],
                     values->groups[GROUP_L2], values->groups[GROUP_DRAM], leakage);
}

static void append_energy(const struct run_numbers *numbers, GArray *to,
                          const struct metric_values *values, uint64_t leakage)
{
    const struct energy_figures energy = energy_of_values(numbers, values, leakage);
    g_array_append_val(to, energy);
}

static void add_units_energy(struct run_numbers *numbers)
{
    const struct gpu *gpu = numbers->gpu;
    const struct gpu_config *config = gpu_config_of(gpu);
    for (uint32_t i = 0; i < gpu_n_sms(gpu); i++) {
        const struct metric_values values = {.groups = {[GROUP_SM] = sm_counters(gpu_sm(gpu, i))}};
        append_energy(numbers, numbers->energy.sms, &values,
                      config->energy.sm_mw * gpu_end_time(gpu));
    }
    for (uint32_t i = 0; i < gpu_n_banks(gpu); i++) {
        const struct metric_values values = {.groups = {[GROUP_L2] = gpu_bank_counters(gpu, i)}};
        append_energy(numbers, numbers->energy.l2, &values,
                      config->energy.l2_mw * gpu_end_time(gpu));
    }
    for (uint32_t i = 0; i < gpu_n_channels(gpu); i++) {
        const struct metric_values values = {
            .groups = {[GROUP_DRAM] = gpu_channel_counters(gpu, i)}};
        append_energy(numbers, numbers->energy.dram, &values,
                      config->energy.dram_mw * gpu_end_time(gpu));
    }
}

/* All of them have been counted. */
static void add_energy(struct run_numbers *numbers)
{
    struct energy_numbers *energy = &numbers->energy;
    GArray **arrays[] = {&energy->kernels, &energy->folds, &energy->sms, &energy->l2,
                         &energy->dram};
    for (size_t i = 0; i < G_N_ELEMENTS(arrays); i++)
        *arrays[i] = g_array_new(FALSE, FALSE, sizeof(struct energy_figures));
    uint64_t leakage = numbers->platform.static_mw * gpu_end_time(numbers->gpu);
    struct metric_values values = {.groups = {[GROUP_SM] = &numbers->totals.sm,
                                              [GROUP_L2] = &numbers->totals.l2,
                                              [GROUP_DRAM] = &numbers->totals.dram}};
    energy->run = energy_of_values(numbers, &values, leakage);
    values = counted_in_row(numbers, NO_LAUNCH);
    energy->outside_kernels = energy_of_values(numbers, &values, leakage);
    for (guint i = 0; i < numbers->kernels->len; i++) {
        values = counted_in_row(numbers, i);
        append_energy(numbers, energy->kernels, &values, 0);
    }
    for (guint i = 0; i < numbers->folds->len; i++) {
        values = counted_in_row(numbers, gpu_kernel_folds(numbers->gpu)->kept + i);
        append_energy(numbers, energy->folds, &values, 0);
    }
    add_units_energy(numbers);
}

/* ---- all of it --------------------------------------------------------------------------------
 */

static uint64_t units_of(const struct sm_config *sm, enum pipe pipe)
{
    return (uint64_t)sm->pipes[pipe] * (sm->private_units ? sm->schedulers : 1);
}

/* Of all GPUs of the platform together, where they add up. */
static struct platform_figures platform_figures_of(const struct gpu_config *config)
{
    const uint32_t gpus = config->peers.count;
    const struct dram_config *dram = &config->dram;
    const struct occupancy_limits *limits = &config->sm.limits;
    return (struct platform_figures){
        .sms = gpus * config->n_sms,
        .static_mw = gpus * energy_static_mw(config),
        .schedulers = config->sm.schedulers,
        .warps = limits->max_warps,
        .threads = limits->max_threads,
        .registers = limits->registers,
        .shared_bytes = limits->shared_bytes,
        .alus = units_of(&config->sm, PIPE_SP) + units_of(&config->sm, PIPE_INT),
        .sfus = units_of(&config->sm, PIPE_SFU),
        .core_hz = config->sm.clock.frequency_hz,
        .dram_bytes_per_s = (uint64_t)gpus * config->n_channels * dram->burst_bytes *
                            dram->clock.frequency_hz / dram->timing.burst};
}

/* Zeros for one that has not ended. */
static struct run_figures figures_of(const struct kernel_record *record)
{
    if (record->end_cycle == CYCLE_NEVER)
        return (struct run_figures){0};
    uint64_t cycles = kernel_record_cycles(record);
    return (struct run_figures){
        .cycles = cycles, .elapsed_cycles = cycles, .elapsed_ps = record->end - record->start};
}

void run_numbers_init(struct run_numbers *numbers, const struct gpu *gpu)
{
    const struct gpu_config *config = gpu_config_of(gpu);
    *numbers = (struct run_numbers){
        .gpu = gpu,
        .platform = platform_figures_of(config),
        .figures = {.cycles = gpu_dispatcher_counters(gpu)->kernel_cycles,
                    .elapsed_cycles = clock_cycle_at_or_after(&config->sm.clock, gpu_end_time(gpu)),
                    .elapsed_ps = gpu_end_time(gpu)},
        .kernels = g_array_new(FALSE, FALSE, sizeof(struct run_figures)),
        .folds = g_array_new(FALSE, FALSE, sizeof(struct run_figures)),
        .streams = g_array_new(FALSE, FALSE, sizeof(struct stream_numbers)),
    };
    gpu_totals(gpu, &numbers->totals);
    for (guint i = 0; i < gpu_kernel_records(gpu)->len; i++) {
        const struct run_figures figures = figures_of(run_numbers_record(numbers, i));
        g_array_append_val(numbers->kernels, figures);
    }
    for (guint i = 0; i < gpu_kernel_folds(gpu)->folds->len; i++) {
        const struct kernel_fold *fold = run_numbers_fold_record(numbers, i);
        const struct run_figures figures = {
            .cycles = fold->cycles, .elapsed_cycles = fold->cycles, .elapsed_ps = fold->elapsed_ps};
        g_array_append_val(numbers->folds, figures);
    }
    add_energy(numbers);
    add_streams(numbers);
}

void run_numbers_clear(struct run_numbers *numbers)
{
    GArray *energy[] = {numbers->energy.kernels, numbers->energy.folds, numbers->energy.sms,
                        numbers->energy.l2, numbers->energy.dram};
    for (size_t i = 0; i < G_N_ELEMENTS(energy); i++)
        g_array_free(energy[i], TRUE);
    g_array_free(numbers->kernels, TRUE);
    g_array_free(numbers->folds, TRUE);
    g_array_free(numbers->streams, TRUE);
}

/* ---- scopes -----------------------------------------------------------------------------------
 */

struct metric_values run_numbers_run(const struct run_numbers *numbers)
{
    const struct gpu_totals *totals = &numbers->totals;
    return (struct metric_values){
        .groups = {[GROUP_RUN] = &numbers->figures,
                   [GROUP_PLATFORM] = &numbers->platform,
                   [GROUP_SM] = &totals->sm,
                   [GROUP_L2] = &totals->l2,
                   [GROUP_DRAM] = &totals->dram,
                   [GROUP_REQUEST_PORTS] = &totals->request_ports,
                   [GROUP_REPLY_PORTS] = &totals->reply_ports,
                   [GROUP_DISPATCHER] = gpu_dispatcher_counters(numbers->gpu),
                   [GROUP_HOST_COMMANDS] = gpu_host_counters(numbers->gpu),
                   [GROUP_FUNCTIONAL] = gpu_functional(numbers->gpu),
                   [GROUP_ENERGY] = &numbers->energy.run}};
}

struct metric_values run_numbers_kernel(const struct run_numbers *numbers, guint index)
{
    struct metric_values values = counted_in_row(numbers, index);
    values.groups[GROUP_RUN] = &g_array_index(numbers->kernels, struct run_figures, index);
    values.groups[GROUP_ENERGY] = energy_at(numbers->energy.kernels, index);
    return values;
}

struct metric_values run_numbers_fold(const struct run_numbers *numbers, guint index)
{
    struct metric_values values =
        counted_in_row(numbers, gpu_kernel_folds(numbers->gpu)->kept + index);
    values.groups[GROUP_RUN] = &g_array_index(numbers->folds, struct run_figures, index);
    values.groups[GROUP_ENERGY] = energy_at(numbers->energy.folds, index);
    return values;
}

static struct metric_values values_of(const struct run_numbers *numbers,
                                      const struct stream_numbers *stream)
{
    return (struct metric_values){.groups = {[GROUP_RUN] = &stream->figures,
                                             [GROUP_PLATFORM] = &numbers->platform,
                                             [GROUP_SM] = &stream->counters.sm,
                                             [GROUP_L2] = &stream->counters.l2,
                                             [GROUP_DRAM] = &stream->counters.dram,
                                             [GROUP_ENERGY] = &stream->energy}};
}

struct metric_values run_numbers_stream(const struct run_numbers *numbers, guint index)
{
    return values_of(numbers, &g_array_index(numbers->streams, struct stream_numbers, index));
}

struct metric_values run_numbers_client(const struct run_numbers *numbers, uint32_t client,
                                        uint64_t cycles, struct stream_numbers *sum)
{
    *sum = (struct stream_numbers){.client = client};
    for (guint i = 0; i < numbers->streams->len; i++) {
        const struct stream_numbers *stream =
            &g_array_index(numbers->streams, struct stream_numbers, i);
        const struct metric_values values = values_of(numbers, stream);
        if (stream->client == client)
            add_to_stream(sum, stream->kernels, &values);
    }
    const struct clock *clock = &gpu_config_of(numbers->gpu)->sm.clock;
    sum->figures = (struct run_figures){
        .cycles = cycles, .elapsed_cycles = cycles, .elapsed_ps = clock_edge(clock, cycles)};
    return values_of(numbers, sum);
}

struct metric_values run_numbers_outside_kernels(const struct run_numbers *numbers)
{
    struct metric_values values = counted_in_row(numbers, NO_LAUNCH);
    values.groups[GROUP_ENERGY] = &numbers->energy.outside_kernels;
    return values;
}

static struct metric_values one_unit(const struct run_numbers *numbers, enum metric_group_id group,
                                     const void *counters, const GArray *energy, uint32_t index)
{
    struct metric_values values = {.groups = {[GROUP_PLATFORM] = &numbers->platform}};
    values.groups[group] = counters;
    values.groups[GROUP_ENERGY] = energy_at(energy, index);
    return values;
}

struct metric_values run_numbers_sm(const struct run_numbers *numbers, uint32_t index)
{
    return one_unit(numbers, GROUP_SM, sm_counters(gpu_sm(numbers->gpu, index)),
                    numbers->energy.sms, index);
}

struct metric_values run_numbers_l2(const struct run_numbers *numbers, uint32_t index)
{
    return one_unit(numbers, GROUP_L2, gpu_bank_counters(numbers->gpu, index), numbers->energy.l2,
                    index);
}

struct metric_values run_numbers_dram(const struct run_numbers *numbers, uint32_t index)
{
    return one_unit(numbers, GROUP_DRAM, gpu_channel_counters(numbers->gpu, index),
                    numbers->energy.dram, index);
}
