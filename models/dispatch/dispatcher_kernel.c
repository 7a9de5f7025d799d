/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/dispatch/dispatcher_kernel.h"
#include "base/input_error.h"
#include "base/kernel_name.h"
#include "models/core/payload.h"
#include "models/dispatch/dispatcher_cluster.h"
#include "models/launch/grid.h"
#include "policies/kinds.h"
#include "workloads/cluster.h"
#include "workloads/instruction_source.h"

/* Checks what forbids the launch whatever the SMs' state. */
static bool check_launch(const struct launch *launch, const struct occupancy *occupancy,
                         GError **error)
{
    const struct kernel_code *code = launch->code;
    g_autofree char *name = kernel_plain_name(code->name);
    uint64_t threads = launch_threads_per_block(launch);
    if (code->problem)
        return input_error_at(error, code->file, 0, "launch %u of kernel %s: %s", launch->id, name,
                              code->problem);
    if (code->max_threads != 0 && threads > code->max_threads)
        return input_error_at(error, code->file, 0,
                              "launch %u of kernel %s: a block has %" G_GUINT64_FORMAT
                              " threads, and .maxntid allows %u",
                              launch->id, name, threads, code->max_threads);
    if (occupancy->capacity == 0) {
        g_autofree char *why = occupancy_describe_misfit(occupancy);
        return input_error_at(error, code->file, 0,
                              "launch %u of kernel %s: no block fits on an SM: %s", launch->id,
                              name, why);
    }
    return true;
}

static bool check_cluster(const struct dispatcher *d, const struct launch *launch,
                          const struct occupancy *occupancy, GError **error)
{
    g_autofree char *problem = dispatcher_cluster_misfit(d, launch, occupancy->capacity);
    if (!problem)
        return true;
    g_autofree char *name = kernel_plain_name(launch->code->name);
    return input_error_at(error, launch->code->file, 0, "launch %u of kernel %s: %s", launch->id,
                          name, problem);
}

static bool check_shape(const struct launch *launch, GError **error)
{
    if (launch_blocks(launch) > 0 && launch_threads_per_block(launch) > 0)
        return true;
    g_autofree char *name = kernel_plain_name(launch->code->name);
    return input_error_at(error, launch->code->file, 0,
                          "launch %u of kernel %s: grid (%u, %u, %u) of blocks (%u, %u, %u) has no "
                          "threads",
                          launch->id, name, launch->grid[0], launch->grid[1], launch->grid[2],
                          launch->block[0], launch->block[1], launch->block[2]);
}

static void clear_record(void *record)
{
    g_free(((struct kernel_record *)record)->name);
}

GArray *dispatcher_records_new(void)
{
    GArray *records = g_array_new(FALSE, FALSE, sizeof(struct kernel_record));
    g_array_set_clear_func(records, clear_record);
    return records;
}

static void begin_record(struct dispatcher *d, struct dispatcher_kernel *kernel,
                         const struct occupancy_need *need, const struct occupancy *occupancy)
{
    const struct launch *launch = kernel->launch;
    const uint64_t cycle = kernel->start_cycle;
    const struct kernel_fold what = {
        .name = (char *)launch->code->name, .client = launch->client, .stream = launch->stream};
    d->n_kernels++;
    if (!kernel_folds_begin(&d->folds, d->records->len, launch->id, &what, &kernel->fold)) {
        kernel->record = RECORD_FOLDED;
        return;
    }
    kernel->record = d->records->len;
    struct kernel_record record = {
        .launch = launch->id,
        .device = launch->device,
        .client = launch->client,
        .stream = launch->stream,
        .name = g_strdup(launch->code->name),
        .grid = {launch->grid[0], launch->grid[1], launch->grid[2]},
        .block = {launch->block[0], launch->block[1], launch->block[2]},
        .occupancy_need = *need,
        .occupancy = *occupancy,
        .start_cycle = cycle + d->config.way,
        .end_cycle = CYCLE_NEVER,
        .start = clock_edge(&d->config.clock, cycle),
        .end = SIM_TIME_NEVER,
    };
    g_array_append_val(d->records, record);
}

void dispatcher_record_instructions(struct dispatcher *d, struct dispatcher_kernel *kernel,
                                    uint64_t warp_instructions)
{
    kernel->warp_instructions += warp_instructions;
    if (kernel->record == RECORD_FOLDED)
        kernel_folds_at(&d->folds, kernel->fold)->warp_instructions += warp_instructions;
    else
        g_array_index(d->records, struct kernel_record, kernel->record).warp_instructions +=
            warp_instructions;
}

void dispatcher_record_end(struct dispatcher *d, const struct dispatcher_kernel *kernel,
                           uint64_t cycle)
{
    const sim_time end = clock_edge(&d->config.clock, cycle);
    kernel_folds_end(&d->folds, kernel->launch->id);
    if (kernel->record != RECORD_FOLDED) {
        struct kernel_record *record =
            &g_array_index(d->records, struct kernel_record, kernel->record);
        record->end_cycle = cycle - d->config.way_back;
        record->end = end;
        return;
    }
    struct kernel_fold *fold = kernel_folds_at(&d->folds, kernel->fold);
    fold->ended++;
    fold->cycles += cycle - kernel->start_cycle - d->config.way - d->config.way_back;
    fold->elapsed_ps += end - clock_edge(&d->config.clock, kernel->start_cycle);
}

static struct occupancy_need need_of(const struct dispatcher *d, const struct launch *launch)
{
    return (struct occupancy_need){
        .threads_per_block = (uint32_t)MIN(launch_threads_per_block(launch), UINT32_MAX),
        .registers_per_thread = occupancy_registers(&d->limits, launch->code),
        .shared_bytes_per_block =
            (uint64_t)launch->code->static_shared_bytes + launch->dynamic_shared_bytes,
        .grid_blocks = launch_blocks(launch),
        .n_sms = d->n_sms,
    };
}

struct dispatcher_kernel *dispatcher_kernel_new(struct dispatcher *d, const struct launch *launch,
                                                uint64_t cycle, GError **error)
{
    if (!check_shape(launch, error))
        return NULL;
    const struct occupancy_need need = need_of(d, launch);
    const struct occupancy occupancy = occupancy_compute(&d->limits, &need);
    if (!check_launch(launch, &occupancy, error) || !check_cluster(d, launch, &occupancy, error))
        return NULL;
    const uint64_t in_cluster = d->clusters.most > 1 ? cluster_blocks(launch) : 1;
    struct dispatcher_kernel *kernel = g_new0(struct dispatcher_kernel, 1);
    *kernel = (struct dispatcher_kernel){
        .launch = launch,
        .start_cycle = cycle,
        .arrival = d->n_kernels,
        .n_blocks = launch->detailed_blocks,
        .ready_cycle = cycle + d->config.kernel_setup,
        .footprint = occupancy_footprint_of(&d->limits, &need),
        .capacity = occupancy.capacity,
        .cluster_blocks = in_cluster > 1 ? (uint32_t)in_cluster : 0,
        .places = g_ptr_array_new_with_free_func(g_free),
        .running = g_new0(uint32_t, d->n_sms),
        .ending = g_new0(uint32_t, d->n_sms),
        .stop = g_new0(bool, d->n_sms),
        .used = g_new0(bool, d->n_sms),
        .quota = g_new0(uint32_t, d->n_sms),
        .room = g_new0(uint32_t, d->n_sms),
    };
    begin_record(d, kernel, &need, &occupancy);
    return kernel;
}

/* Blocks that somebody else has computed count as sent and done. */
static void leave_out(struct dispatcher *d, struct dispatcher_kernel *kernel)
{
    const struct launch *launch = kernel->launch;
    if (launch->left_out == 0)
        return;
    kernel->sent = g_new0(uint64_t, kernel->n_blocks / 64 + 1);
    for (uint64_t i = 0; i < launch->left_out; i++) {
        const uint64_t block = launch->first_left_out + i;
        kernel->sent[block / 64] |= UINT64_C(1) << block % 64;
    }
    kernel->blocks_sent = kernel->blocks_done = launch->left_out;
    d->all_done += launch->left_out;
}

static struct dispatched_kernel what_of(const struct dispatcher_kernel *kernel)
{
    const struct launch *launch = kernel->launch;
    const uint64_t *takes = kernel->footprint.amount;
    return (struct dispatched_kernel){
        .launch = launch->id,
        .name = launch->code->name,
        .grid = {launch->grid[0], launch->grid[1], launch->grid[2]},
        .block = {launch->block[0], launch->block[1], launch->block[2]},
        .n_blocks = kernel->n_blocks,
        .capacity = kernel->capacity,
        .takes = {[BLOCK_WARPS] = takes[OCCUPANCY_WARPS],
                  [BLOCK_PLACES] = takes[OCCUPANCY_BLOCKS],
                  [BLOCK_THREADS] = takes[OCCUPANCY_THREADS],
                  [BLOCK_REGISTERS] = takes[OCCUPANCY_REGISTERS],
                  [BLOCK_SHARED_BYTES] = takes[OCCUPANCY_SHARED_MEMORY]},
        .reads = kernel->reads,
    };
}

void dispatcher_kernel_begin(struct dispatcher *d, struct dispatcher_kernel *kernel, uint64_t cycle)
{
    const struct launch *launch = kernel->launch;
    if (d->members.needs & DISPATCHER_NEEDS_BLOCK_LINES && launch->code->ops->block_lines)
        kernel->reads = launch->code->ops->block_lines(launch, kernel->n_blocks,
                                                       dispatcher_members_read_unit(&d->members));
    const struct dispatched_kernel what = what_of(kernel);
    leave_out(d, kernel);
    kernel->own = g_malloc0(MAX(d->scheduler->kernel_bytes, 1));
    kernel->allocates = launch->code->allocates;
    if (kernel->allocates)
        engine_take_turns(d->unit.engine, true);
    if (d->scheduler->kernel_begin)
        d->scheduler->kernel_begin(d->scheduler_state, kernel->own, &what);
    DISPATCHER_TELL(d, kernel_started, &what, cycle);
}

static void report(struct dispatcher *d, const struct dispatcher_policy *policy, const void *state,
                   enum policy_kind_index kind, uint32_t launch)
{
    unsigned n = policy_results_count(policy->results);
    if (n == 0)
        return;
    g_autofree uint64_t *values = g_new0(uint64_t, n);
    policy->report(state, launch, values);
    policy_told_add(d->told, launch, kind, values, n);
}

void dispatcher_kernel_report(struct dispatcher *d, const struct dispatcher_kernel *kernel)
{
    const uint32_t launch = kernel->launch->id;
    if (!kernel->own)
        return; /* the kernel is over: policies have been asked */
    report(d, &d->scheduler->policy, d->scheduler_state, POLICY_BLOCK_SCHEDULER, launch);
    report(d, &d->partition->policy, d->partition_state, POLICY_PARTITION, launch);
}

void dispatcher_kernel_end(struct dispatcher *d, struct dispatcher_kernel *kernel)
{
    if (kernel->own && d->scheduler->kernel_end)
        d->scheduler->kernel_end(d->scheduler_state, kernel->own);
    if (kernel->own && kernel->allocates)
        engine_take_turns(d->unit.engine, false);
    g_clear_pointer(&kernel->own, g_free);
    g_clear_pointer(&kernel->reads, block_lines_free);
}

void dispatcher_kernel_free(struct dispatcher *d, struct dispatcher_kernel *kernel)
{
    dispatcher_kernel_end(d, kernel);
    g_free(kernel->running);
    g_free(kernel->ending);
    g_free(kernel->stop);
    g_free(kernel->used);
    g_free(kernel->quota);
    g_free(kernel->room);
    g_free(kernel->sent);
    g_ptr_array_free(kernel->places, TRUE);
    g_clear_error(&kernel->fault);
    g_free(kernel);
}
