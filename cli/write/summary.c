/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/write/summary.h"
#include "base/kernel_name.h"
#include "cli/run/sampling/represented.h"
#include "cli/write/unfinished.h"
#include "metrics/energy.h"
#include <string.h>

enum { LONGEST_KERNEL_LIST = 12 };

static double ratio(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : 0.0;
}

static double percent(uint64_t part, uint64_t whole)
{
    return 100.0 * ratio(part, whole);
}

char *summary_grouped(uint64_t value)
{
    g_autofree char *plain = g_strdup_printf("%" G_GUINT64_FORMAT, value);
    GString *text = g_string_new(plain);
    for (gssize at = (gssize)text->len - 3; at > 0; at -= 3)
        g_string_insert_c(text, at, ',');
    return g_string_free(text, FALSE);
}

/* In which kernels ran, up to the end of the run: what the totals count too. */
static uint64_t kernel_cycles(const struct gpu *gpu)
{
    return gpu_dispatcher_counters(gpu)->kernel_cycles;
}

static void add_policies(GString *text, const struct run_setup *setup)
{
    g_autofree char *policies = setup_policies_text(setup);
    g_string_append_printf(text, "; %s\n", policies);
}

static const char *plural(unsigned n)
{
    return n == 1 ? "" : "s";
}

static void add_head(GString *text, const struct run_setup *setup, enum gpu_end end)
{
    static const char *const ends[] = {[GPU_DEADLOCK] = "deadlock",
                                       [GPU_LIMIT] = "limit reached",
                                       [GPU_INTERRUPTED] = "interrupted",
                                       [GPU_ABORTED] = "a program was killed",
                                       [GPU_FAULTED] = "a kernel failed"};
    const struct gpu_config *config = &setup->config;
    const uint32_t gpus = config->peers.count;
    g_string_append_printf(text, "%s on ", setup_workload_name(setup));
    if (gpus > 1)
        g_string_append_printf(text, "%u GPUs, each a ", gpus);
    g_string_append_printf(text, "%s: %u SM%s, %u L2 bank%s, %u DRAM channel%s", config->name,
                           config->n_sms, plural(config->n_sms), config->n_banks,
                           plural(config->n_banks), config->n_channels, plural(config->n_channels));
    add_policies(text, setup);
    if (end != GPU_DONE)
        g_string_append_printf(text, "INCOMPLETE    %s; statistics so far\n", ends[end]);
}

static void add_checks(GString *text, const struct run_outcome *outcome, bool programs)
{
    if (programs)
        g_string_append_printf(text, "program       %s\n",
                               outcome->checks_passed ? "ended with exit code 0"
                                                      : "did not end well");
    if (!outcome->checks)
        return;
    guint passed = 0;
    for (guint i = 0; i < outcome->checks->len; i++) {
        const struct workload_check_result *check = g_ptr_array_index(outcome->checks, i);
        passed += check->passed;
        if (!check->passed)
            g_string_append_printf(text, "WRONG         %s\n", check->message);
    }
    if (outcome->checks->len > 0)
        g_string_append_printf(text, "results       %s: %u of %u checks passed\n",
                               outcome->checks_passed ? "correct" : "wrong", passed,
                               outcome->checks->len);
    else
        g_string_append(text, "results       not checked: the workload has no checks\n");
}

static void add_time(GString *text, const struct gpu *gpu, const struct gpu_totals *totals)
{
    uint64_t cycles = kernel_cycles(gpu);
    g_autofree char *cycles_text = summary_grouped(cycles);
    g_autofree char *warp = summary_grouped(totals->sm.warp_instructions);
    g_autofree char *thread = summary_grouped(totals->sm.thread_instructions);
    g_string_append_printf(text,
                           "cycles        %s SM cycles in %" G_GUINT64_FORMAT
                           " kernel%s (%.3f ms at %.0f MHz)\n",
                           cycles_text, gpu_n_kernels(gpu), gpu_n_kernels(gpu) == 1 ? "" : "s",
                           (double)clock_edge(&gpu_config_of(gpu)->sm.clock, cycles) * 1e-9,
                           (double)gpu_config_of(gpu)->sm.clock.frequency_hz * 1e-6);
    g_string_append_printf(text, "elapsed       %.3f ms, copies and launch latencies included\n",
                           (double)gpu_end_time(gpu) * 1e-9);
    g_string_append_printf(
        text, "instructions  %s warp (%s thread), IPC %.3f (%.1f of 32 lanes active)\n", warp,
        thread, ratio(totals->sm.warp_instructions, cycles),
        ratio(totals->sm.thread_instructions, totals->sm.warp_instructions));
}

static void add_occupancy(GString *text, const struct gpu *gpu, const struct gpu_totals *totals)
{
    const GArray *records = gpu_kernel_records(gpu);
    if (records->len == 0)
        return;
    const struct kernel_record *longest = &g_array_index(records, struct kernel_record, 0);
    for (guint i = 1; i < records->len; i++) {
        const struct kernel_record *record = &g_array_index(records, struct kernel_record, i);
        if (record->end_cycle != CYCLE_NEVER &&
            kernel_record_cycles(record) > kernel_record_cycles(longest))
            longest = record;
    }
    g_autofree char *name = kernel_plain_name(longest->name);
    g_string_append_printf(
        text,
        "occupancy     %.1f warps resident an active SM on average; %s: %u of %u (%u blocks), "
        "limited by %s\n",
        ratio(totals->sm.warp_cycles, totals->sm.active_cycles), name, longest->occupancy.warps,
        gpu_config_of(gpu)->sm.limits.max_warps, longest->occupancy.blocks,
        occupancy_resource_name(longest->occupancy.limit));
}

static void add_memory(GString *text, const struct gpu *gpu, const struct gpu_totals *totals)
{
    g_autofree char *l1 = summary_grouped(totals->sm.l1.loads);
    uint64_t l2_requests =
        totals->l2.reads + totals->l2.writes + totals->l2.atomics + totals->l2.fetches;
    g_autofree char *l2 = summary_grouped(l2_requests);
    uint64_t dram_bytes = totals->dram.read_bytes + totals->dram.write_bytes;
    g_autofree char *dram = summary_grouped(dram_bytes);
    g_string_append_printf(text,
                           "L1D           %.1f %% of %s loads hit, %.1f %% merged with a miss",
                           percent(totals->sm.l1.hits, totals->sm.l1.loads), l1,
                           percent(totals->sm.l1.merges, totals->sm.l1.loads));
    if (totals->sm.l1.bypassed > 0)
        g_string_append_printf(text, ", %.1f %% bypassed it",
                               percent(totals->sm.l1.bypassed, totals->sm.l1.loads));
    g_string_append_c(text, '\n');
    uint64_t l1_accesses = totals->sm.l1.sector_hits + totals->sm.l1.sector_merges +
                           totals->sm.l1.sector_misses + totals->sm.l1.sector_stores;
    g_autofree char *l1_sectors = summary_grouped(l1_accesses);
    g_string_append_printf(
        text, "L1D sectors   %.1f %% of %s accesses missed, with stores, %s each\n",
        percent(totals->sm.l1.sector_misses + totals->sm.l1.sector_store_misses, l1_accesses),
        l1_sectors, gpu_config_of(gpu)->sm.l1d_sectored ? "32 bytes" : "a line");
    g_autofree char *sectors = summary_grouped(totals->l2.accesses);
    g_string_append_printf(text, "L2            %.1f %% of %s sectors missed, in %s requests\n",
                           percent(totals->l2.access_misses, totals->l2.accesses), sectors, l2);
    double seconds = (double)clock_edge(&gpu_config_of(gpu)->sm.clock, kernel_cycles(gpu)) * 1e-12;
    double peak = (double)gpu_config_of(gpu)->n_channels * gpu_config_of(gpu)->dram.burst_bytes /
                  gpu_config_of(gpu)->dram.timing.burst *
                  (double)gpu_config_of(gpu)->dram.clock.frequency_hz;
    double rate = seconds > 0 ? (double)dram_bytes / seconds : 0.0;
    g_string_append_printf(
        text, "DRAM          %s bytes, %.1f of %.1f GB/s (%.1f %%), %.1f %% row hits\n", dram,
        rate * 1e-9, peak * 1e-9, peak > 0 ? 100.0 * rate / peak : 0.0,
        percent(totals->dram.row_hits,
                totals->dram.row_hits + totals->dram.row_misses + totals->dram.row_conflicts));
}

/* Of all the run's slots, those outside kernels (copies, launches): all of them idle. */
static uint64_t slots_outside_kernels(const struct gpu *gpu, uint64_t all)
{
    const struct gpu_config *config = gpu_config_of(gpu);
    uint64_t inside = kernel_cycles(gpu) * config->n_sms * (uint64_t)config->sm.schedulers;
    return all > inside ? all - inside : 0;
}

static void add_slots(GString *text, const struct gpu *gpu, const struct gpu_totals *totals)
{
    static const char *const names[SLOT_REASONS] = {
        [SLOT_ISSUED] = "issued", [SLOT_IDLE] = "idle",
        [SLOT_POLICY] = "policy", [SLOT_STRUCTURAL] = "structural",
        [SLOT_MEMORY] = "memory", [SLOT_DATA] = "data",
        [SLOT_FETCH] = "fetch",   [SLOT_BARRIER] = "barrier",
        [SLOT_FENCE] = "fence",   [SLOT_DRAIN] = "drain"};
    uint64_t all = 0;
    for (unsigned i = 0; i < SLOT_REASONS; i++)
        all += totals->sm.slots[i];
    uint64_t outside = MIN(slots_outside_kernels(gpu, all), totals->sm.slots[SLOT_IDLE]);
    g_string_append(text, "issue slots  ");
    for (unsigned i = 0; i < SLOT_REASONS; i++) {
        uint64_t slots = totals->sm.slots[i] - (i == SLOT_IDLE ? outside : 0);
        if (slots > 0)
            g_string_append_printf(text, " %s %.1f %%%s", names[i], percent(slots, all - outside),
                                   i + 1 < SLOT_REASONS ? "," : "");
    }
    if (text->str[text->len - 1] == ',')
        g_string_truncate(text, text->len - 1);
    g_string_append_c(text, '\n');
}

/* Shares are of the whole, static energy first. */
static void add_energy(GString *text, const struct gpu *gpu, const struct gpu_totals *totals)
{
    const struct gpu_config *config = gpu_config_of(gpu);
    uint64_t time = gpu_end_time(gpu);
    const struct energy_figures all = energy_of(&config->energy, &totals->sm, &totals->l2,
                                                &totals->dram, energy_static_mw(config) * time);
    if (all.total == 0)
        return;
    uint64_t dram = all.dram_activate + all.dram_precharge + all.dram_read + all.dram_write;
    g_string_append_printf(text,
                           "energy        %.3g mJ, %.1f W on average: static %.1f %%, instructions "
                           "%.1f %%, caches and "
                           "shared memory %.1f %%, crossbar %.1f %%, DRAM %.1f %%\n",
                           (double)all.total * 1e-12, ratio(all.total, time) * 1e-3,
                           percent(all.leakage, all.total),
                           percent(all.instructions + all.execution + all.registers, all.total),
                           percent(all.shared + all.l1 + all.l2, all.total),
                           percent(all.crossbar, all.total), percent(dram, all.total));
}

static void add_kernels(GString *text, const struct gpu *gpu)
{
    const GArray *records = gpu_kernel_records(gpu);
    guint shown = MIN(records->len, LONGEST_KERNEL_LIST);
    for (guint i = 0; i < shown && records->len > 1; i++) {
        const struct kernel_record *record = &g_array_index(records, struct kernel_record, i);
        bool ended = record->end_cycle != CYCLE_NEVER;
        g_autofree char *name = kernel_plain_name(record->name);
        g_autofree char *cycles =
            ended ? summary_grouped(kernel_record_cycles(record)) : g_strdup("not ended");
        g_autofree char *device =
            gpu_n_gpus(gpu) > 1 ? g_strdup_printf("GPU %u  ", record->device) : g_strdup("");
        g_string_append_printf(
            text, "  kernel %-3u %s%-24s grid %ux%ux%u block %ux%ux%u  %s cycles\n", record->launch,
            device, name, record->grid[0], record->grid[1], record->grid[2], record->block[0],
            record->block[1], record->block[2], cycles);
    }
    uint64_t more = gpu_n_kernels(gpu) - shown;
    bool all = records->len == gpu_n_kernels(gpu);
    if (more > 0)
        g_string_append_printf(text, "  and %" G_GUINT64_FORMAT " more; %s\n", more,
                               all ? "--json has them all"
                                   : "--json has sums of them, with --per-kernel each");
}

static void add_functional(GString *text, const struct gpu *gpu, double wall_s)
{
    const struct functional_counts *counts = gpu_functional(gpu);
    if (counts->warp_instructions == 0)
        return;
    g_autofree char *warp = summary_grouped(counts->warp_instructions);
    g_string_append_printf(text,
                           "functional    %s warp instructions in %" G_GUINT64_FORMAT
                           " blocks took no simulated time, %.0f thousand/s",
                           warp, counts->blocks,
                           (double)counts->warp_instructions / MAX(wall_s, 1e-6) * 1e-3);
    if (counts->known_launches > 0)
        g_string_append_printf(text, "; %" G_GUINT64_FORMAT " launch%s known",
                               counts->known_launches,
                               counts->known_launches == 1 ? " was" : "es were");
    if (gpu_refused_launches(gpu) > 0)
        g_string_append_printf(text,
                               "; %" G_GUINT64_FORMAT
                               " launch%s interpreted, since clang refused the kernel's code: a "
                               "mistake of simgpu's",
                               gpu_refused_launches(gpu),
                               gpu_refused_launches(gpu) == 1 ? " was" : "es were");
    g_string_append_c(text, '\n');
}

static void add_speed(GString *text, const struct gpu *gpu, double wall_s, unsigned threads,
                      const struct gpu_totals *totals)
{
    const struct engine_figures *figures = &gpu_engine(gpu)->figures;
    double wall = MAX(wall_s, 1e-6);
    g_string_append_printf(
        text,
        "simulation    %.3f s, %.0f thousand warp instructions/s, %u thread%s, %.1f messages a "
        "wake\n",
        wall_s, (double)totals->sm.warp_instructions / wall * 1e-3, threads,
        threads == 1 ? "" : "s", ratio(figures->messages, figures->wakes));
}

/* Where the time went, and what threads can make of it. */
static void add_host_profile(GString *text, const struct gpu *gpu)
{
    const struct host_profile *profile = gpu_engine(gpu)->profile;
    if (!profile)
        return;
    const uint64_t engine = host_profile_engine_ns(profile);
    const double all = (double)MAX(engine + profile->alone_ns + profile->work_ns, 1);
    g_string_append(text, "host          ");
    for (unsigned i = 0; i < HOST_PROFILE_MODELS && profile->models[i].model; i++)
        g_string_append_printf(text, "%s %.1f %%, ", profile->models[i].model,
                               100 * (double)profile->models[i].ns / all);
    g_string_append_printf(text, "engine %.1f %% of %.3f s\n", 100 * (double)engine / all,
                           all * 1e-9);
    g_string_append(text, "threads       at most");
    for (unsigned i = 0; i < HOST_PROFILE_BOUNDS; i++)
        g_string_append_printf(text, "%s %.2f times as fast on %u", i ? "," : "",
                               host_profile_bound(profile, i), host_profile_threads[i]);
    const double stops = (double)MAX(profile->stops, 1);
    g_string_append_printf(text, "; %.1f us of work a stop, %.1f us its longest turn\n",
                           (double)profile->work_ns / stops * 1e-3,
                           (double)profile->critical_ns / stops * 1e-3);
}

char *summary_text(const struct session *session)
{
    const struct gpu *gpu = session->running.gpu;
    GString *text = g_string_new(NULL);
    struct gpu_totals totals;
    gpu_totals(gpu, &totals);
    add_head(text, &session->setup, session->outcome.end);
    add_checks(text, &session->outcome, session->running.programs != NULL);
    unfinished_add_summary(text, session);
    if (session->running.representative)
        represented_add_summary(text, session->running.representative);
    add_time(text, gpu, &totals);
    if (kernel_cycles(gpu) > 0) {
        add_occupancy(text, gpu, &totals);
        add_memory(text, gpu, &totals);
        add_slots(text, gpu, &totals);
        add_energy(text, gpu, &totals);
    }
    add_kernels(text, gpu);
    add_functional(text, gpu, session->outcome.wall_s);
    host_cpu_add_summary(text, &session->running.cpu);
    add_speed(text, gpu, session->outcome.wall_s, session->running.threads, &totals);
    add_host_profile(text, gpu);
    return g_string_free(text, FALSE);
}
