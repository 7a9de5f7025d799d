/* SPDX-License-Identifier: BSD-3-Clause */
#include "metrics/registry.h"
#include "metrics/energy.h"
#include "models/gpu.h"
#include <string.h>

#define RUN(...)      COUNTER_ROW(struct run_figures, __VA_ARGS__)
#define PLATFORM(...) COUNTER_ROW(struct platform_figures, __VA_ARGS__)

static const struct counter run_table[] = {
    RUN(cycles, "cycles",
        "Core cycles in which a kernel ran. For a kernel: from its arrival at the dispatcher to "
        "its last block's end. For a stream: the sum over its kernels.",
        .ncu = "gpc__cycles_elapsed.max", .gpgpusim = "gpu_tot_sim_cycle"),
    RUN(elapsed_cycles, "cycles",
        "Core cycles of the whole run, copies and launch latencies included. For a kernel or a "
        "stream: the same as `cycles`."),
    RUN(elapsed_ps, "ps", "The same as a time.", .ncu = "gpu__time_duration.sum",
        .note = "ncu gives it for kernels, in ns."),
    {0}};

static const struct counter platform_table[] = {
    PLATFORM(sms, "SMs", "SMs."),
    PLATFORM(schedulers, "schedulers", "Warp schedulers of an SM."),
    PLATFORM(warps, "warps", "Warps that an SM has room for."),
    PLATFORM(threads, "threads", "Threads that an SM has room for."),
    PLATFORM(registers, "registers", "Registers of an SM, of 32 bits."),
    PLATFORM(shared_bytes, "bytes", "Shared memory of an SM."),
    PLATFORM(alus, "units", "Units of single precision and of integers of an SM."),
    PLATFORM(sfus, "units", "Special function units of an SM."),
    PLATFORM(core_hz, "Hz", "The frequency of `cycles`."),
    PLATFORM(dram_bytes_per_s, "bytes/s", "DRAM's peak bandwidth."),
    PLATFORM(static_mw, "mW", "Static power of the whole GPU."),
    {0}};

const struct metric_group metric_groups[METRIC_GROUPS] = {
    [GROUP_RUN] = {"run", "the dispatcher", "run, kernel, stream", run_table},
    [GROUP_PLATFORM] = {"platform", "the platform file", "constants in formulas", platform_table},
    [GROUP_SM] = {"sm", "each SM", "run, kernel, stream, sm", sm_counter_table},
    [GROUP_L2] = {"l2", "each L2 bank", "run, kernel, stream, l2", l2_bank_counter_table},
    [GROUP_DRAM] = {"dram", "each DRAM channel", "run, kernel, stream, dram", dram_counter_table},
    [GROUP_REQUEST_PORTS] = {"request_ports", "the crossbar, towards L2", "run",
                             port_counter_table},
    [GROUP_REPLY_PORTS] = {"reply_ports", "the crossbar, towards SMs", "run", port_counter_table},
    [GROUP_DISPATCHER] = {"dispatcher", "the dispatcher", "run", dispatcher_counter_table},
    [GROUP_HOST_COMMANDS] = {"host_commands", "the host", "run", host_counter_table},
    [GROUP_FUNCTIONAL] = {"functional", "functional execution", "run", functional_counter_table},
    [GROUP_ENERGY] = {"energy", "nobody: simgpu computes it from the others at the end",
                      "run, kernel, stream, sm, l2, dram", energy_table},
};

static const struct counter *find_row(const struct counter *table, const char *name, gsize length)
{
    for (const struct counter *row = table; row->name; row++)
        if (strncmp(row->name, name, length) == 0 && row->name[length] == '\0')
            return row;
    return NULL;
}

/* Looks a full name up. */
static bool look_up(const void *data, const char *name, gsize length, double *value)
{
    const struct metric_values *values = data;
    const char *dot = memchr(name, '.', length);
    gsize prefix = dot ? (gsize)(dot - name) : 0;
    for (unsigned g = 0; g < METRIC_GROUPS; g++) {
        const struct metric_group *group = &metric_groups[g];
        bool named = dot ? strncmp(group->name, name, prefix) == 0 && group->name[prefix] == '\0'
                         : g == GROUP_RUN;
        if (!named || !values->groups[g])
            continue;
        const char *rest = dot ? dot + 1 : name;
        const struct counter *row = find_row(group->table, rest, length - (gsize)(rest - name));
        g_assert(row);
        *value = (double)counter_value(row, values->groups[g]);
        return true;
    }
    return false;
}

static void visit_group(const struct metric_values *values, unsigned group, metric_visitor visit,
                        void *data)
{
    if (!values->groups[group])
        return;
    for (const struct counter *row = metric_groups[group].table; row->name; row++) {
        g_autofree char *name =
            group == GROUP_RUN ? g_strdup(row->name)
                               : g_strdup_printf("%s.%s", metric_groups[group].name, row->name);
        uint64_t count = counter_value(row, values->groups[group]);
        const struct metric metric = {.name = name,
                                      .unit = row->unit,
                                      .defined = true,
                                      .count = count,
                                      .value = (double)count};
        visit(data, &metric);
    }
}

static void visit_derived(const struct metric_values *values, metric_visitor visit, void *data)
{
    for (const struct derived_metric *row = derived_metrics; row->name; row++) {
        struct metric metric = {.name = row->name, .unit = row->unit, .derived = true};
        enum formula_result result = formula_evaluate(row->formula, look_up, values, &metric.value);
        metric.defined = result == FORMULA_VALUE;
        if (result != FORMULA_ABSENT)
            visit(data, &metric);
    }
}

void metrics_visit(const struct metric_values *values, metric_visitor visit, void *data)
{
    for (unsigned group = 0; group < METRIC_GROUPS; group++)
        if (group != GROUP_PLATFORM)
            visit_group(values, group, visit, data);
    visit_derived(values, visit, data);
}

void metrics_visit_figures(const struct metric_values *values, metric_visitor visit, void *data)
{
    visit_group(values, GROUP_RUN, visit, data);
    visit_derived(values, visit, data);
}
