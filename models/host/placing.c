/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/host/placing.h"
#include "models/launch/grid.h"
#include "workloads/instruction_source.h"
#include <string.h>

/* Where an allocation's bytes are: a bit 1 << device for each. */
enum { NOWHERE_YET = (1 << OFFLOAD_CPU) | (1 << OFFLOAD_GPU) };

struct home {
    uint64_t bytes; /* of the allocation; later another one may have its address */
    unsigned where;
};

struct placing {
    const struct offload_ops *ops;
    void *state;
    struct device_memory *memory;
    const struct placing_host *host;
    GHashTable *counts; /* struct static_counts, by the kernel's code */
    GHashTable *homes;  /* address -> struct home */
    GArray *buffers;    /* struct device_allocation, of the launch in hand */
};

struct placing *placing_new(const struct policy_values *policy, struct device_memory *memory,
                            const struct placing_host *host)
{
    const struct offload_ops *ops = (const struct offload_ops *)policy->policy;
    if (!ops->choose)
        return NULL;
    struct placing *placing = g_new(struct placing, 1);
    *placing = (struct placing){
        .ops = ops,
        .state = g_malloc0(MAX(ops->policy.head.state_bytes, 1)),
        .memory = memory,
        .host = host,
        .counts = g_hash_table_new_full(NULL, NULL, NULL, g_free),
        .homes = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free),
        .buffers = g_array_new(FALSE, FALSE, sizeof(struct device_allocation))};
    if (ops->policy.init)
        ops->policy.init(placing->state, policy);
    return placing;
}

void placing_free(struct placing *placing)
{
    if (!placing)
        return;
    if (placing->ops->policy.finish)
        placing->ops->policy.finish(placing->state);
    g_free(placing->state);
    g_hash_table_unref(placing->counts);
    g_hash_table_unref(placing->homes);
    g_array_unref(placing->buffers);
    g_free(placing);
}

/* ---- allocations ---------------------------------------------------------------------------- */

static struct home *home_of(struct placing *placing, const struct device_allocation *allocation)
{
    struct home *home = g_hash_table_lookup(placing->homes, &allocation->address);
    if (!home) {
        uint64_t *address = g_new(uint64_t, 1);
        *address = allocation->address;
        home = g_new0(struct home, 1);
        g_hash_table_insert(placing->homes, address, home);
    }
    if (home->bytes != allocation->bytes)
        *home = (struct home){allocation->bytes, NOWHERE_YET};
    return home;
}

static bool is_among(const GArray *buffers, uint64_t address)
{
    for (guint i = 0; i < buffers->len; i++)
        if (g_array_index(buffers, struct device_allocation, i).address == address)
            return true;
    return false;
}

/* The allocations that a launch's parameters point to, each once. */
static void find_buffers(struct device_memory *memory, const struct launch *launch, GArray *buffers)
{
    uint64_t word;
    g_array_set_size(buffers, 0);
    for (uint32_t at = 0; at + sizeof word <= launch->code->param_bytes; at += sizeof word) {
        memcpy(&word, launch->params + at, sizeof word);
        const struct device_allocation *found = device_memory_find(memory, word, 1);
        if (found && !is_among(buffers, found->address))
            g_array_append_val(buffers, *found);
    }
}

static uint64_t bytes_missing(struct placing *placing, enum offload_device device)
{
    uint64_t bytes = 0;
    for (guint i = 0; i < placing->buffers->len; i++) {
        const struct device_allocation *buffer =
            &g_array_index(placing->buffers, struct device_allocation, i);
        if (!(home_of(placing, buffer)->where & 1u << device))
            bytes += buffer->bytes;
    }
    return bytes;
}

/* ---- features ------------------------------------------------------------------------------- */

static const struct static_counts *counts_of(struct placing *placing,
                                             const struct kernel_code *code)
{
    struct static_counts *counts = g_hash_table_lookup(placing->counts, code);
    if (counts)
        return counts;
    counts = g_new0(struct static_counts, 1);
    if (code->ops->static_counts)
        code->ops->static_counts(code, counts);
    g_hash_table_insert(placing->counts, (void *)code, counts);
    return counts;
}

static void add_counts(const struct static_counts *counts, double *features)
{
    features[OFFLOAD_CPU_SCALAR_ALU] = counts->cpu_scalar_alu;
    features[OFFLOAD_CPU_SCALAR_MEM] = counts->cpu_scalar_memory;
    features[OFFLOAD_CPU_VECTOR_ALU] = counts->cpu_vector_alu;
    features[OFFLOAD_CPU_VECTOR_MEM] = counts->cpu_vector_memory;
    features[OFFLOAD_CPU_BRANCH] = counts->cpu_branch;
    features[OFFLOAD_CPU_ATOMIC] = counts->cpu_atomic;
    features[OFFLOAD_GPU_MEM] = counts->gpu_memory;
    features[OFFLOAD_GPU_INT] = counts->gpu_integer;
    features[OFFLOAD_GPU_FP] = counts->gpu_float;
    features[OFFLOAD_GPU_MATH] = counts->gpu_math;
    features[OFFLOAD_GPU_BRANCH] = counts->gpu_branch;
    features[OFFLOAD_GPU_BARRIER] = counts->gpu_barrier;
}

void placing_features(struct device_memory *memory, const struct placing_host *host,
                      const struct static_counts *counts, const struct launch *launch, sim_time now,
                      double *features)
{
    g_autoptr(GArray) buffers = g_array_new(FALSE, FALSE, sizeof(struct device_allocation));
    memset(features, 0, OFFLOAD_FEATURES * sizeof *features);
    add_counts(counts, features);
    features[OFFLOAD_THREADS] = (double)(launch_blocks(launch) * launch_threads_per_block(launch));
    find_buffers(memory, launch, buffers);
    for (guint i = 0; i < buffers->len; i++)
        features[OFFLOAD_BUFFER_BYTES] +=
            (double)g_array_index(buffers, struct device_allocation, i).bytes;
    if (host->load)
        host->load(host->data, now, &features[OFFLOAD_LLC_MISSES],
                   &features[OFFLOAD_DRAM_BANDWIDTH]);
}

/* ---- commands ------------------------------------------------------------------------------- */

struct placed placing_launch(struct placing *placing, const struct launch *launch, sim_time now)
{
    struct offload_view view = {
        .kernel = launch->code->name, .launch = launch->id, .host = &placing->host->cpu};
    uint64_t missing[OFFLOAD_DEVICES];
    placing_features(placing->memory, placing->host, counts_of(placing, launch->code), launch, now,
                     view.features);
    find_buffers(placing->memory, launch, placing->buffers);
    for (unsigned device = 0; device < OFFLOAD_DEVICES; device++) {
        missing[device] = bytes_missing(placing, device);
        if (missing[device] > 0)
            view.copy_seconds[device] = placing->host->copy_latency_s +
                                        (double)missing[device] / placing->host->copy_bytes_per_s;
    }
    const enum offload_device device = placing->ops->choose(placing->state, &view);
    for (guint i = 0; i < placing->buffers->len; i++)
        home_of(placing, &g_array_index(placing->buffers, struct device_allocation, i))->where =
            1u << device;
    return (struct placed){device, missing[device]};
}

bool placing_copy(struct placing *placing, const struct command *copy)
{
    const struct device_allocation *found = device_memory_find(placing->memory, copy->address, 1);
    if (!found)
        return false;
    struct home *home = home_of(placing, found);
    const bool whole = copy->bytes >= found->bytes, on_cpu = home->where & 1u << OFFLOAD_CPU;
    if (copy->direction == COPY_DEVICE_TO_HOST) {
        if (whole)
            home->where |= 1u << OFFLOAD_CPU;
        return on_cpu;
    }
    if (!whole && !on_cpu)
        return false;
    home->where = 1u << OFFLOAD_CPU;
    return true;
}
